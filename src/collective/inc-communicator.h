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
 * \brief One rank's call of a collective. Counts and memory are those of IncCollectiveRequest.
 */
struct IncCall
{
    using Done = Callback<void, const std::string&>; //!< callback at the end: "" or what went wrong
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    const uint8_t* send{nullptr};                       //!< operands; nullptr: virtual, or none
    uint8_t* receive{nullptr};                          //!< results; nullptr: virtual, or none
    uint64_t count{0};                                  //!< number of elements
    IncDataType type{IncDataType::FLOAT32};             //!< type of the elements
    IncOperation operation{IncOperation::SUM};          //!< operation, for a reduction
    bool average{false};                                //!< divide the sum by the ranks
    uint32_t root{0}; //!< rank of the root in reduce, broadcast, gather and scatter
    Done done;        //!< callback at the end, or a null callback
};

/**
 * \ingroup inc
 * \brief State of a call, as a communicator knows it.
 */
struct IncCallStatus
{
    /// Progress of a call.
    enum class State : uint8_t
    {
        RUNNING, //!< this call, or an earlier one, is not complete
        DONE,    //!< the call is complete
        FAILED   //!< see the error
    };

    uint64_t id{0};                                     //!< number of the call, from 0
    State state{State::RUNNING};                        //!< how far it is
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the call
    uint64_t bytes{0};     //!< size for this rank, as nccl-tests counts
    bool inNetwork{false}; //!< switches do it, or hosts
    Time start;            //!< time when the rank made the call
    Time end;              //!< time when the call ended, if it has
    std::string error;     //!< why the call failed, if it has
};

/**
 * \ingroup inc
 * \brief A group of ranks, as one of them sees it: the nine collectives, with MPI's operations and
 * NCCL's habits.
 *
 * This is the class for scripts in which ranks call at times of their own; IncCommunicatorHelper
 * makes one for each rank. Calls do not block, any number may be outstanding, and they complete in
 * the order in which they were made.
 *
 * The collectives that switches can speed up run in the network, over two aggregation trees. One
 * tree reduces; the other gathers and broadcasts. An AllGather and a ReduceScatter therefore use
 * both directions of a link at once. Gather, Scatter and AllToAll run over the hosts.
 *
 * Every call has a message on the first tree, with a tag made of its number and arguments. If ranks
 * make different calls, the switch refuses the odd one, and no rank completes it. All ranks then
 * fail: over RC at once, over UC by IncClient::StallTimeout. A rank that fails, or calls Abort(),
 * tells its neighbors in a ring of reliable connections, and they pass it on.
 */
class IncCommunicator : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncCommunicator();

    /**
     * \brief Name what the group was installed with.
     * \param rank own rank
     * \param reducing client on the tree for AllReduce, Reduce, ReduceScatter and Barrier
     * \param gathering client on the tree for AllGather and Broadcast
     * \param hosts of the group, whose ranks are the same
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
     * \param call the same at all ranks, but for the memory
     * \return its number
     */
    uint64_t Start(const IncCall& call);

    /**
     * \brief Give up: all that is outstanding fails, here and at all other ranks, and so does what
     * comes later.
     * \param why one line
     */
    void Abort(const std::string& why);

    /** \return why nothing works any more; empty while it does */
    const std::string& GetError() const;

    /**
     * \param id number of a call
     * \return the status of the call
     */
    const IncCallStatus& GetStatus(uint64_t id) const;

    /** \return all calls so far: the log */
    const std::vector<IncCallStatus>& GetLog() const;

    /** \return calls that are not over */
    std::size_t GetOutstanding() const;

    /**
     * TracedCallback signature for calls.
     * \param status of a call that is over
     */
    typedef void (*CallTracedCallback)(const IncCallStatus& status);

  protected:
    void DoDispose() override;

  private:
    /// A call that is not over.
    struct Outstanding
    {
        IncCall call;     //!< the call as made
        uint64_t id;      //!< number of the call
        uint32_t missing; //!< parts that have not completed
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
    std::deque<Outstanding> m_outstanding; //!< outstanding, the oldest first
    std::vector<IncCallStatus> m_log;      //!< status of each call, by number
    std::string m_error;                   //!< why nothing works any more

    TracedCallback<const IncCallStatus&> m_completedTrace; //!< a call is over
};

} // namespace ns3

#endif // INC_COMMUNICATOR_H
