/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATOR_H
#define INC_COMMUNICATOR_H

#include "inc-host-collective.h"

#include "ns3/abort.h"
#include "ns3/inc-client.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{

/// \brief Return the IncDataType of a C++ type; a type that has none does not compile.
template <typename T>
constexpr IncDataType
IncDataTypeOf()
{
    constexpr bool isSigned = std::is_integral_v<T> && std::is_signed_v<T>;
    constexpr bool isByte = std::is_same_v<T, uint8_t>;
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || isByte || isSigned,
                  "no IncDataType has elements of this C++ type");
    if (std::is_floating_point_v<T>)
    {
        return sizeof(T) == 4 ? IncDataType::FLOAT32 : IncDataType::FLOAT64;
    }
    if (sizeof(T) == 1)
    {
        return isByte ? IncDataType::UINT8 : IncDataType::INT8;
    }
    return sizeof(T) == 2   ? IncDataType::INT16
           : sizeof(T) == 4 ? IncDataType::INT32
                            : IncDataType::INT64;
}

/// \ingroup inc
/// \brief One rank's call of a collective; IncCollectiveRequest explains counts and memory.
struct IncCall
{
    using Done = Callback<void, const std::string&>; //!< callback at the end: gets "" or the error
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    const uint8_t* send{nullptr}; //!< operands; nullptr for virtual data or a rank without operands
    uint8_t* receive{nullptr};    //!< results; nullptr for virtual data or a rank without results
    uint64_t count{0};            //!< number of elements, as IncCollectiveRequest defines it
    IncDataType type{IncDataType::FLOAT32};    //!< type of the elements
    IncOperation operation{IncOperation::SUM}; //!< operation, for a reduction
    bool average{false};                       //!< divide the sum by the number of ranks
    uint32_t root{0}; //!< rank of the root in reduce, broadcast, gather and scatter
    Done done;        //!< called when the call ends; may be null
};

/// \ingroup inc
/// \brief Progress, size and times of one call, as a communicator logs them.
struct IncCallStatus
{
    /// Progress of a call.
    enum class State : uint8_t
    {
        RUNNING, //!< the call itself or an earlier call has not completed
        DONE,    //!< the call is complete
        FAILED   //!< the call has failed; see `error`
    };

    uint64_t id{0};                                     //!< number of the call, counted from 0
    State state{State::RUNNING};                        //!< progress of the call
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the call
    uint64_t bytes{0};     //!< size of the call, as nccl-tests counts it
    bool inNetwork{false}; //!< true if switches run the collective, false if hosts do
    Time start;            //!< time when the rank made the call
    Time end;              //!< time when the call ended; 0 while it runs
    std::string error;     //!< reason of the failure, if the call has failed
};

/**
 * \ingroup inc
 * \brief One rank's handle of a group, like a communicator of MPI or NCCL, for nine collectives.
 *
 * Use this class in scripts in which each rank makes calls at its own times. IncCommunicatorHelper
 * makes one communicator for each rank. Calls do not block. Any number of calls may be outstanding;
 * they complete in the order in which they were made.
 *
 * Collectives that switches can run use two aggregation trees. One tree serves reductions, the
 * other AllGather and Broadcast. Therefore an AllGather and a ReduceScatter can run at once and
 * load opposite directions of a link. Gather, Scatter and AllToAll run over the hosts. A
 * communicator only logs calls. Its clients and host agents send all packets, and the caller owns
 * the memory of a call.
 *
 * Each call sends a message on the reduction tree, with a call tag computed from the call's number
 * and arguments. If one rank makes a different call, the switch refuses its message, and no rank
 * completes the call. All ranks then fail: over RC at once, over UC after IncClient::StallTimeout.
 * A rank that fails or calls Abort() tells its neighbors in a ring of reliable connections, and
 * they tell theirs.
 */
class IncCommunicator : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the rank, and the objects that run its calls. `reducing` is a client on the tree
     * for AllReduce, Reduce, ReduceScatter and Barrier, `gathering` on the tree for AllGather and
     * Broadcast. `hosts` runs the other calls. */
    void Setup(uint32_t rank,
               Ptr<IncClient> reducing,
               Ptr<IncClient> gathering,
               Ptr<IncHostCollective> hosts);

    /** \return own rank */
    uint32_t GetRank() const
    {
        return m_rank;
    }

    /** \return number of ranks */
    uint32_t GetSize() const;

    /** \brief Begin a collective, and return the number of the call. All ranks must give equal
     * arguments, except for the memory. */
    uint64_t Start(const IncCall& call);

    /**
     * \name Typed calls
     *
     * Each function begins a collective on vectors and returns the number of the call. A vector
     * must keep its length and its memory until the call has ended. A `block` has the elements of
     * one rank, and `all` has one block for each rank. Functions with one vector work in place.
     * They use only `operation`, `average` and `done` of `options`.
     * @{
     */
    /** \brief Reduce the vectors of all ranks, and give every rank the result. */
    template <typename T>
    uint64_t AllReduce(std::vector<T>& values, const IncCall& options = {})
    {
        const auto collective = IncCollective::ALLREDUCE;
        return StartTyped(collective, values.data(), values.data(), values.size(), 0, options);
    }

    /** \brief Reduce the vectors of all ranks into the root's; other vectors stay unchanged. */
    template <typename T>
    uint64_t Reduce(std::vector<T>& values, uint32_t root, const IncCall& options = {})
    {
        T* results = m_rank == root ? values.data() : nullptr;
        const auto collective = IncCollective::REDUCE;
        return StartTyped(collective, values.data(), results, values.size(), root, options);
    }

    /** \brief Overwrite the vector of every rank by the root's. */
    template <typename T>
    uint64_t Broadcast(std::vector<T>& values, uint32_t root, const IncCall& options = {})
    {
        const T* operands = m_rank == root ? values.data() : nullptr;
        const auto collective = IncCollective::BROADCAST;
        return StartTyped(collective, operands, values.data(), values.size(), root, options);
    }

    /** \brief Collect the blocks of all ranks at every rank. */
    template <typename T>
    uint64_t AllGather(const std::vector<T>& block,
                       std::vector<T>& all,
                       const IncCall& options = {})
    {
        CheckLength(all.size(), block.size());
        const auto collective = IncCollective::ALLGATHER;
        return StartTyped(collective, block.data(), all.data(), block.size(), 0, options);
    }

    /** \brief Reduce the vectors of all ranks, and give each rank its block of the results. */
    template <typename T>
    uint64_t ReduceScatter(const std::vector<T>& all,
                           std::vector<T>& block,
                           const IncCall& options = {})
    {
        CheckLength(all.size(), block.size());
        const auto collective = IncCollective::REDUCESCATTER;
        return StartTyped(collective, all.data(), block.data(), block.size(), 0, options);
    }

    /** \brief Collect the blocks of all ranks at the root; other ranks do not use `all`. */
    template <typename T>
    uint64_t Gather(const std::vector<T>& block,
                    std::vector<T>& all,
                    uint32_t root,
                    const IncCall& options = {})
    {
        CheckLength(m_rank == root ? all.size() : GetSize() * block.size(), block.size());
        T* results = m_rank == root ? all.data() : nullptr;
        const auto collective = IncCollective::GATHER;
        return StartTyped(collective, block.data(), results, block.size(), root, options);
    }

    /** \brief Send block i of the root's `all` to rank i; other ranks do not use `all`. */
    template <typename T>
    uint64_t Scatter(const std::vector<T>& all,
                     std::vector<T>& block,
                     uint32_t root,
                     const IncCall& options = {})
    {
        CheckLength(m_rank == root ? all.size() : GetSize() * block.size(), block.size());
        const T* operands = m_rank == root ? all.data() : nullptr;
        const auto collective = IncCollective::SCATTER;
        return StartTyped(collective, operands, block.data(), block.size(), root, options);
    }

    /** \brief Send block i to rank i, and receive the block of rank i as block i. */
    template <typename T>
    uint64_t AllToAll(const std::vector<T>& send,
                      std::vector<T>& receive,
                      const IncCall& options = {})
    {
        CheckLength(send.size(), receive.size() / GetSize());
        CheckLength(receive.size(), send.size() / GetSize());
        const auto collective = IncCollective::ALLTOALL;
        const uint64_t count = send.size() / GetSize();
        return StartTyped(collective, send.data(), receive.data(), count, 0, options);
    }

    /** \brief Complete when all ranks have made the call. */
    uint64_t Barrier(const IncCall& options = {})
    {
        return StartTyped<float>(IncCollective::BARRIER, nullptr, nullptr, 0, 0, options);
    }

    /** @} */

    /** \brief Fail all outstanding and later calls at all ranks, for a reason in one line. */
    void Abort(const std::string& why)
    {
        Fail(why);
    }

    /** \return the error after which every call fails; empty if there is none */
    const std::string& GetError() const
    {
        return m_error;
    }

    /** \return the status of the call with a given number */
    const IncCallStatus& GetStatus(uint64_t id) const;

    /** \return the status of every call so far */
    const std::vector<IncCallStatus>& GetLog() const
    {
        return m_log;
    }

    /** \return number of calls that have not ended */
    std::size_t GetOutstanding() const
    {
        return m_outstanding.size();
    }

    /// TracedCallback signature for calls that have ended.
    typedef void (*CallTracedCallback)(const IncCallStatus& status);

  protected:
    void DoDispose() override;

  private:
    struct Outstanding
    {
        IncCall call;
        uint64_t id;
        uint32_t missing; //!< number of this call's requests that have not completed
    };

    template <typename T>
    uint64_t StartTyped(IncCollective collective,
                        const T* send,
                        T* receive,
                        uint64_t count,
                        uint32_t root,
                        IncCall call)
    {
        call.collective = collective;
        call.send = reinterpret_cast<const uint8_t*>(send);
        call.receive = reinterpret_cast<uint8_t*>(receive);
        call.count = count;
        call.type = IncDataTypeOf<T>();
        call.root = root;
        return Start(call);
    }

    void CheckLength(uint64_t all, uint64_t block) const
    {
        NS_ABORT_MSG_UNLESS(all == GetSize() * block,
                            "IncCommunicator: a vector of " << all << " elements; accepted: "
                                                            << GetSize() << " blocks of " << block);
    }

    uint32_t TagOf(const IncCall& call) const;
    void Check(const IncCall& call) const;
    void Post(Ptr<IncClient> client, const IncCall& call, uint32_t tag, uint64_t id);
    void PostTag(const IncCall& call, uint32_t tag, uint64_t id);
    void StartOverHosts(const IncCall& call, uint64_t id);
    void PartDone(uint64_t id, const std::string& error);
    void Complete();
    void Finish(const Outstanding& outstanding, const std::string& error);
    void Fail(const std::string& why);

    uint32_t m_rank{0};
    Ptr<IncClient> m_reducing;  //!< client on the tree for reductions
    Ptr<IncClient> m_gathering; //!< client on the tree for gathers
    Ptr<IncHostCollective> m_hosts;
    std::deque<Outstanding> m_outstanding; //!< calls that have not ended, oldest first
    std::vector<IncCallStatus> m_log;      //!< status of all calls, by number of the call
    std::string m_error;                   //!< first error, after which every call fails; or empty

    TracedCallback<const IncCallStatus&> m_completedTrace;
};

} // namespace ns3

#endif // INC_COMMUNICATOR_H
