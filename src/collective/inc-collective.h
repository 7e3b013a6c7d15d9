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
 * \brief One collective operation of a group of ranks.
 *
 * `count` is what NCCL and MPI call it: the elements of the whole in AllReduce, Reduce and
 * Broadcast, and of one rank's block in AllGather, ReduceScatter, Gather, Scatter and AllToAll
 * (IncSendElements(), IncReceiveElements()). What a rank sends and receives may be the same memory,
 * or the one a block of the other, as NCCL has it.
 */
struct IncCollectiveRequest
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to run
    IncDataType type{IncDataType::FLOAT32};             //!< the elements' type
    IncOperation operation{IncOperation::SUM};          //!< how they are reduced, or NONE
    IncOverflow overflow{IncOverflow::WRAP};            //!< integers beyond their range
    uint64_t count{0};                                  //!< elements, see above
    uint32_t root{0}; //!< rank: of Reduce, Broadcast, Gather, Scatter
    /// Each rank's operands, which must live until that rank has completed; nullptr where it has
    /// none. Empty: they are in `buffers`.
    std::vector<const uint8_t*> send;
    /// Where each rank's results go, which must live until that rank has completed; nullptr where
    /// it gets none. Empty: virtual data, of which only the sizes travel.
    std::vector<uint8_t*> buffers;
    /// Reduce to parameter servers: where their results go, `count` elements, or nullptr.
    uint8_t* result{nullptr};

    /** \return whether only sizes travel */
    bool IsVirtual() const
    {
        return send.empty() && buffers.empty();
    }

    /**
     * \param rank a rank
     * \return its operands, or nullptr
     */
    const uint8_t* SendOf(uint32_t rank) const
    {
        return !send.empty() ? send[rank] : ReceiveOf(rank);
    }

    /**
     * \param rank a rank
     * \return the memory of its results, or nullptr
     */
    uint8_t* ReceiveOf(uint32_t rank) const
    {
        return buffers.empty() ? nullptr : buffers[rank];
    }
};

/**
 * \ingroup inc
 * \brief A way to run collective operations over a group of hosts.
 *
 * Ranks are 0 to GetRanks() - 1. Each rank keeps its own state and learns of the others by packets
 * only. What ranks must know of each other beforehand (addresses, queue pairs, memory keys) is
 * exchanged when the group is set up, as over a bootstrap network.
 */
class IncCollectiveAlgorithm : public Object
{
  public:
    /// Told that a rank has completed: its number, and what went wrong (empty if nothing).
    using CompletionCallback = Callback<void, uint32_t, const std::string&>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return number of ranks */
    virtual uint32_t GetRanks() const = 0;

    /**
     * \brief Starts an operation on every rank, now; on a rank that is busy it waits for the
     * earlier ones.
     *
     * A rank without elements, or alone, completes without a packet. An operation that fails fails
     * all later ones.
     *
     * \param request the operation; aborts if this algorithm does not know it
     * \param done called once per rank, unless the simulation ends before; where a peer has died,
     * after the StallTimeout of IncRankAgent or IncClient at the latest, when nothing has come
     */
    virtual void Start(const IncCollectiveRequest& request, CompletionCallback done);

    /**
     * \brief Starts one rank's part of an operation, now; the ranks may call at different times,
     * all in the same order of operations. Aborts where an algorithm starts all ranks at once only.
     * \param rank whose part
     * \param request the operation
     * \param done called for this rank
     */
    virtual void StartRank(uint32_t rank,
                           const IncCollectiveRequest& request,
                           CompletionCallback done);

    /**
     * \param collective any collective
     * \return whether this algorithm runs it; AllReduce unless it says otherwise
     */
    virtual bool Knows(IncCollective collective) const;

    /**
     * \brief Let connections over hosts keep to one NIC of hosts that have several, as far as
     * equal-cost paths go there. To be called before the first operation; nothing where the tree
     * says which NIC is used.
     * \param rail the NIC, counted from 0
     * \param spread places these connections and those of other rails
     */
    virtual void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread);

    /** \return what tells its state over hosts, after Setup(); nullptr where nothing does */
    virtual std::unique_ptr<IncRepeater> MakeRepeater() const;

  protected:
    /**
     * \brief Aborts unless the request is well-formed and this algorithm knows it.
     * \param request request to check
     */
    void Check(const IncCollectiveRequest& request) const;
};

} // namespace ns3

#endif // INC_COLLECTIVE_H
