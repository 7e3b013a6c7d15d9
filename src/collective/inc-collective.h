/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_H
#define INC_COLLECTIVE_H

#include "ns3/callback.h"
#include "ns3/inc-reducer.h"
#include "ns3/inc-repeater.h"
#include "ns3/inc-types.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class IncFlowSpread;

/**
 * \ingroup inc
 * \brief One collective operation of a group of ranks: elements, reduction and memory.
 *
 * `count` has the meaning that it has in NCCL and MPI. In AllReduce, Reduce and Broadcast it is the
 * number of all elements. In AllGather, ReduceScatter, Gather, Scatter and AllToAll it is the
 * number of elements in a block of one rank (IncSendElements(), IncReceiveElements()). Operands and
 * results of a rank may share memory, or one may be a block of the other, as in NCCL.
 */
struct IncCollectiveRequest
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    IncDataType type{IncDataType::FLOAT32};             //!< type of the elements
    IncOperation operation{IncOperation::SUM};          //!< reduction of the elements, or NONE
    IncOverflow overflow{IncOverflow::WRAP}; //!< treatment of integers beyond their range
    uint64_t count{0};                       //!< number of elements: all, or those of a block
    uint32_t root{0}; //!< rank of the root of Reduce, Broadcast, Gather and Scatter
    /// Operands of each rank, or nullptr for a rank without operands. The memory must live until
    /// that rank has completed. An empty vector means that the operands are in `buffers`.
    std::vector<const uint8_t*> send;
    /// Memory for each rank's results, or nullptr for a rank without results. The memory must live
    /// until that rank has completed. Empty if data is virtual: only sizes are simulated.
    std::vector<uint8_t*> buffers;
    /// Memory for the results of a Reduce to parameter servers, `count` elements; or nullptr.
    uint8_t* result{nullptr};

    /** \return true if elements have a size but no values */
    bool IsVirtual() const
    {
        return send.empty() && buffers.empty();
    }

    /** \return the operands of a rank, or nullptr */
    const uint8_t* SendOf(uint32_t rank) const
    {
        return !send.empty() ? send[rank] : ReceiveOf(rank);
    }

    /** \return the memory for the results of a rank, or nullptr */
    uint8_t* ReceiveOf(uint32_t rank) const
    {
        return buffers.empty() ? nullptr : buffers[rank];
    }
};

/**
 * \ingroup inc
 * \brief Base class of the algorithms that run collective operations over a group of hosts.
 *
 * A collective algorithm carries out a request on all ranks, 0 to GetRanks() - 1. Scripts use it
 * behind IncFabricHelper and IncGroupHelper, which install hosts and groups. Subclasses own an
 * agent or a client for each rank. Each rank keeps its own state and learns about other ranks by
 * packets only. Only addresses, queue pair numbers and memory keys are exchanged otherwise: at the
 * group's set-up, as over a bootstrap network. An algorithm never reads the memory of another rank.
 * Memory for operands and results belongs to the caller.
 */
class IncCollectiveAlgorithm : public Object
{
  public:
    /// Callback for a rank that has completed. Its arguments are the rank, and the error or "".
    using CompletionCallback = Callback<void, uint32_t, const std::string&>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return number of ranks */
    virtual uint32_t GetRanks() const = 0;

    /**
     * \brief Start an operation on every rank now. A busy rank finishes earlier operations first.
     *
     * A rank without elements, or a single rank, completes without a packet. After an operation has
     * failed, all later ones fail. The program aborts if the algorithm does not support the
     * request. `done` is called once per rank, unless the simulation ends before. If a peer has
     * died, the call comes after nothing has arrived for the StallTimeout of IncRankAgent or
     * IncClient.
     */
    virtual void Start(const IncCollectiveRequest& request, CompletionCallback done);

    /** \brief Start one rank's part of an operation now. Ranks may start at different times, but
     * all need the same order of operations. Aborts if the algorithm can only start all ranks at
     * once. */
    virtual void StartRank(uint32_t rank,
                           const IncCollectiveRequest& request,
                           CompletionCallback done);

    /** \return true if this algorithm supports a collective; by default only AllReduce */
    virtual bool Knows(IncCollective collective) const
    {
        return collective == IncCollective::ALLREDUCE;
    }

    /**
     * \brief If hosts have several NICs, use NIC number `rail` for all connections between hosts,
     * as far as equal-cost paths allow. All rails share `spread`.
     *
     * Call it before the first operation. It does nothing if the aggregation tree determines the
     * NIC.
     */
    virtual void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread);

    /** \return an object that shows fast-forward the rounds over hosts; nullptr if there is none */
    virtual std::unique_ptr<IncRepeater> MakeRepeater() const;

  protected:
    /** \brief Abort unless the request is well-formed and this algorithm supports it. */
    void Check(const IncCollectiveRequest& request) const;
};

} // namespace ns3

#endif // INC_COLLECTIVE_H
