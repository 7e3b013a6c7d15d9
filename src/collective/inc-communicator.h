/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATOR_H
#define INC_COMMUNICATOR_H

#include "inc-host-collective.h"

#include "ns3/inc-client.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One rank's call of a collective; IncCollectiveRequest explains counts and memory.
 */
struct IncCall
{
    using Done = Callback<void, const std::string&>;    //!< callback at the end: "" or the error
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    const uint8_t* send{nullptr}; //!< operands; nullptr if virtual, or if the rank has none
    uint8_t* receive{nullptr};    //!< results; nullptr if virtual, or if the rank has none
    uint64_t count{0};            //!< number of elements
    IncDataType type{IncDataType::FLOAT32};    //!< type of the elements
    IncOperation operation{IncOperation::SUM}; //!< operation, for a reduction
    bool average{false};                       //!< divide the sum by the number of ranks
    uint32_t root{0}; //!< rank of the root in reduce, broadcast, gather and scatter
    Done done;        //!< callback at the end, or a null callback
};

/**
 * \ingroup inc
 * \brief State of a call and its times, for the log of a communicator.
 */
struct IncCallStatus
{
    /// Progress of a call.
    enum class State : uint8_t
    {
        RUNNING, //!< this call or an earlier one is not complete
        DONE,    //!< the call is complete
        FAILED   //!< the call has failed; `error` says why
    };

    uint64_t id{0};                                     //!< number of the call, from 0
    State state{State::RUNNING};                        //!< progress of the call
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the call
    uint64_t bytes{0};     //!< size of the call for this rank, as nccl-tests counts it
    bool inNetwork{false}; //!< true if switches run it, false if hosts do
    Time start;            //!< time when the rank made the call
    Time end;              //!< time when the call ended, if it has
    std::string error;     //!< why the call failed, if it has
};

/**
 * \ingroup inc
 * \brief One rank's handle of a group, like MPI's and NCCL's, for nine collectives.
 *
 * Use this class in scripts whose ranks make calls at times of their own. IncCommunicatorHelper
 * makes one communicator for each rank. Calls do not block. Any number may be outstanding, and they
 * complete in the order in which they were made.
 *
 * Collectives that switches can run use two aggregation trees. One tree reduces; the other gathers
 * and broadcasts. An AllGather and a ReduceScatter therefore use both directions of a link at once.
 * Gather, Scatter and AllToAll run over the hosts. A communicator owns its log of calls and nothing
 * else. The clients and host agents send all packets, and the caller keeps the memory of a call.
 *
 * Each call sends a message on the first tree, with a call tag made from its number and arguments.
 * If ranks make different calls, the switch refuses the one that differs, and no rank completes it.
 * All ranks then fail: over RC at once, over UC after IncClient::StallTimeout. A rank that fails or
 * calls Abort() tells its neighbors in a ring of reliable connections, which pass it on.
 */
class IncCommunicator : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncCommunicator();

    /**
     * \brief Set the objects with which the group was installed.
     * \param rank own rank
     * \param reducing client on the tree for AllReduce, Reduce, ReduceScatter and Barrier
     * \param gathering client on the tree for AllGather and Broadcast
     * \param hosts collective over the hosts of the group, with equal ranks
     */
    void Setup(uint32_t rank,
               Ptr<IncClient> reducing,
               Ptr<IncClient> gathering,
               Ptr<IncHostCollective> hosts);

    /** \return own rank */
    uint32_t GetRank() const;

    /** \return number of ranks */
    uint32_t GetSize() const;

    /**
     * \brief Begin a collective.
     * \param call arguments; all ranks must give the same arguments, except for the memory
     * \return number of the call
     */
    uint64_t Start(const IncCall& call);

    /**
     * \brief Give up: fail all outstanding and later calls, at this rank and at all others.
     * \param why reason, in one line
     */
    void Abort(const std::string& why);

    /** \return the error after which every call fails; empty if there is none */
    const std::string& GetError() const;

    /** \return the status of the call with a given number */
    const IncCallStatus& GetStatus(uint64_t id) const;

    /** \return the status of every call so far */
    const std::vector<IncCallStatus>& GetLog() const;

    /** \return number of calls that are not over */
    std::size_t GetOutstanding() const;

    /**
     * TracedCallback signature for calls.
     * \param status status of a call that is over
     */
    typedef void (*CallTracedCallback)(const IncCallStatus& status);

  protected:
    void DoDispose() override;

  private:
    /// A call that is not over, and its parts.
    struct Outstanding
    {
        IncCall call;     //!< the call as made
        uint64_t id;      //!< number of the call
        uint32_t missing; //!< number of parts that have not completed
    };

    uint32_t TagOf(const IncCall& call) const;
    void Check(const IncCall& call) const;
    void Post(Ptr<IncClient> client, const IncCall& call, uint32_t tag, uint64_t id);
    void PostTag(const IncCall& call, uint32_t tag, uint64_t id);
    void StartOverHosts(const IncCall& call, uint64_t id);
    void PartDone(uint64_t id, const std::string& error);
    void Complete();
    void Finish(const Outstanding& outstanding, const std::string& error);
    void Fail(const std::string& why);

    uint32_t m_rank{0};                    //!< rank of this communicator
    Ptr<IncClient> m_reducing;             //!< client of the tree for reductions, set by Setup()
    Ptr<IncClient> m_gathering;            //!< client of the tree for gathers, set by Setup()
    Ptr<IncHostCollective> m_hosts;        //!< collective over the hosts, set by Setup()
    std::deque<Outstanding> m_outstanding; //!< calls that are not over, the oldest first
    std::vector<IncCallStatus> m_log;      //!< status of each call, by number
    std::string m_error;                   //!< error after which every call fails

    TracedCallback<const IncCallStatus&> m_completedTrace; //!< trace of calls that are over
};

} // namespace ns3

#endif // INC_COMMUNICATOR_H
