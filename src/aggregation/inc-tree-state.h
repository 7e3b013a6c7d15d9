/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_STATE_H
#define INC_TREE_STATE_H

#include "inc-cell-pool.h"
#include "inc-dissemination.h"
#include "inc-slot-pool.h"
#include "inc-tree-config.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-state-fields.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief State of one aggregation tree at a switch: its configuration, slots and arithmetic.
 *
 * It knows bitmaps and data, but neither ports nor routes. Frames come in through Contribute() and
 * SetResult(). The caller sends frames.
 */
class IncTreeState
{
  public:
    /// Outcome of a contribution.
    enum class Outcome : uint8_t
    {
        ADDED,     //!< aggregated; other contributions are still missing
        COMPLETED, //!< aggregated; this was the last missing contribution
        DUPLICATE, //!< aggregated before; the state of the round decides the answer
        OLD,       //!< all workers already have the result
        BEYOND,    //!< the message is too far ahead for its slot
        OVERLAP,   //!< some of its workers, but not all, had been aggregated before
        PASSING,   //!< not aggregated, because the message has no cell
        MISMATCH   //!< operation, type or length differ from those of the message
    };

    /** \param config complete configuration that was checked */
    explicit IncTreeState(IncTreeConfig config);

    /** \return the configuration */
    const IncTreeConfig& GetConfig() const
    {
        return m_config;
    }

    /** \return the slots */
    IncSlotPool& GetSlots()
    {
        return m_slots;
    }

    /** \return the slots */
    const IncSlotPool& GetSlots() const
    {
        return m_slots;
    }

    /** \return verdict on a contribution of which only a part was aggregated before */
    IncMessageVerdict GetVerdictOnOverlap() const
    {
        return m_config.cells.isShared ? IncMessageVerdict::TAKEN : IncMessageVerdict::REFUSED;
    }

    /** \return shared cells of the tree; null: each slot has memory of its own */
    const IncCellUser* GetCells() const
    {
        return m_cells;
    }

    /** \return counters of the tree's use of shared cells on this node */
    const IncCellCounters& GetCellCounters() const
    {
        return m_cells ? m_cells->GetCellCounters() : m_rootCounters;
    }

    /** \brief Call a function with the counters of the tree and of the node, if the node is the
     * root of a tree that shares cells. */
    template <typename COUNT>
    void CountAtRoot(IncAggregatorCounters& node, COUNT count)
    {
        if (m_config.cells.isShared && !m_config.parent)
        {
            count(m_rootCounters);
            count(node);
        }
    }

    /** \brief Count a complete message at the root, as whole or in parts. */
    void CountCompletion(const IncSlotRound& round, IncAggregatorCounters& node)
    {
        CountAtRoot(node, [this, &round](auto& counters) {
            const uint64_t children = m_config.children.size();
            const uint64_t parts = round.split ? round.parts : children;
            ++(parts == children ? counters.completedWhole : counters.completedParts);
            counters.partsMax = std::max(counters.partsMax, parts);
        });
    }

    /** \param cells shared cells for messages; must outlive this object */
    void SetCells(IncCellUser* cells);

    /** \brief Return whether a frame has a P-BM, which names the workers that contributed. */
    bool CarriesBits(const IncFrame& frame) const
    {
        return !frame.inc.Has(IncHeader::ABORT) &&
               (m_config.bitmaps || frame.inc.Has(IncHeader::ASKING));
    }

    /** \return number of the child that sent a frame. Frames to the root all name one queue pair,
     * so their P-BM tells the child */
    uint32_t SenderOf(uint32_t child, const IncBitString& bits) const
    {
        return m_config.addressing == IncVatAddressing::ROOT ? m_childOfBit[bits.FindFirst()]
                                                             : child;
    }

    /** \return whether the bits, recognised by their address, are all workers behind the child */
    bool IsKnownAsAllOf(uint32_t child, const Ptr<const IncSharedBitString>& bits) const
    {
        return m_known[child] == bits;
    }

    /** \brief Return the workers whose contributions a message has. */
    IncBitString SeenOf(const IncSlotRound& round) const;

    /** \brief Aggregate the data of a frame, unless they were aggregated before. The bits are a
     * subset of the A-BM. Set `round` to the round that serves the message, or to nullptr. */
    Outcome Contribute(IncFrame& frame,
                       const IncBitString& bits,
                       uint32_t child,
                       IncSlotRound*& round);

    /** \brief Take a result from the parent. Return the round that the result completes; nullptr
     * if no round waits for it. */
    IncSlotRound* SetResult(const IncFrame& frame);

    /** \brief Complete a COLLECTING message at a root that keeps the results. Return the last
     * complete message without a gap, if it is new and a worker asked, or nullptr. */
    IncSlotRound* Keep(IncSlotRound& round);

    /** \brief Complete all messages up to the given one, as the parent's result says. Return
     * the round of the given message; nullptr if the message does not wait. */
    IncSlotRound* SetResultsUpTo(const IncFrame& frame);

    /** \brief Return whether all messages up to this one are complete, if the root keeps the data.
     * The notification of this message may then be sent, because it also stands for earlier
     * messages. */
    bool IsOver(const IncSlotRound& round) const
    {
        return round.sequence < m_firstIncomplete;
    }

    /** \brief Return which workers to notify of the result of a complete message. */
    IncResultScope GetScope(const IncSlotRound& round);

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// With more children, one bit per worker, not per child, tells who has contributed.
    static constexpr uint32_t MARKED = 64;

    bool IsAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits)
    {
        return &m_known[child]->bits == &bits || LearnAllOf(child, frame, bits);
    }

    /// Compare the bits, and store the address, so that the next call compares only addresses.
    bool LearnAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits);

    /// Return ADDED, DUPLICATE or OVERLAP.
    Outcome Mark(IncSlotRound& round,
                 const IncFrame& frame,
                 const IncBitString& bits,
                 uint32_t child)
    {
        if (round.split || m_all == 0 || !IsAllOf(child, frame, bits))
        {
            return MarkBits(round, bits);
        }
        const uint64_t mark = uint64_t{1} << child;
        const bool isIn = round.whole & mark;
        round.whole |= mark;
        return isIn ? Outcome::DUPLICATE : Outcome::ADDED;
    }

    Outcome MarkBits(IncSlotRound& round, const IncBitString& bits);
    void Split(IncSlotRound& round);
    bool IsComplete(const IncSlotRound& round) const;
    /// Return true if a frame has bits only, because the packet with data lacked room for them.
    bool IsBitsAlone(const IncFrame& frame, const IncBitString& bits, uint32_t child) const;

    bool IsRooted(const IncFrame& frame) const
    {
        const IncCollective collective = frame.inc.collective;
        return (IncGoesToRoot(collective) || IncComesFromRoot(collective)) &&
               !m_config.resultsAreEmpty;
    }

    /// Return the bit of the root rank's worker; 0: no root; or OUTSIDE_SUBTREE.
    uint32_t RootOf(const IncFrame& frame) const;
    bool HasValidRoot(const IncFrame& frame, uint32_t root) const;
    /// Return true if a contribution has no elements, and should have none.
    bool IsDataless(const IncFrame& frame,
                    const IncBitString& bits,
                    uint32_t child,
                    uint32_t root) const;
    /// Begin or join the round of a message. Return ADDED, or why that is impossible.
    Outcome Join(IncSlotRound* round,
                 IncSlotPool::Match match,
                 const IncFrame& frame,
                 const IncBitString& bits,
                 uint32_t root,
                 bool dataless);
    /// Return true if a contribution differs from an earlier one only in number and data.
    bool IsLike(const IncSlotRound& round, const IncFrame& frame) const;

    /// Return true if a frame repeats a contribution that no cell may take (IncCellLedger::CELL).
    bool EmptiesCell(const IncFrame& frame) const
    {
        return m_asksEachTime && frame.inc.Has(IncHeader::RETRANSMITTED);
    }

    bool IsSameOperation(const IncSlotRound& round, const IncFrame& frame, uint32_t root) const;
    static void KnowRoot(IncSlotRound& round, const IncFrame& frame, uint32_t root);
    bool HasResult(uint64_t sequence);
    void DeliverBefore(const IncSlotRound& round);
    bool Fits(const IncSlotRound& round, const IncFrame& frame) const;
    void Open(IncSlotRound& round, const IncFrame& frame, uint32_t root);

    void Add(IncSlotRound& round, IncFrame& frame, uint32_t child)
    {
        round.carriesData = frame.payload != nullptr;
        if (frame.payload || m_config.order == IncReductionOrder::RANK)
        {
            AddData(round, frame, child);
        } // virtual data have no values to add
    }

    void AddData(IncSlotRound& round, IncFrame& frame, uint32_t child);
    void ReduceRows(IncSlotRound& round);
    IncReduceFunction Reducer(const IncSlotRound& round) const;

    INC_FIELDS(IncTreeState,
               INC_FIELD(m_firstIncomplete, SEQUENCE) + INC_PART(m_rootCounters) +
                   INC_UNVISITED(m_config, m_childOfBit, m_slots, m_all, m_known) +
                   INC_UNVISITED(m_cells, m_asksEachTime))

    IncTreeConfig m_config;
    std::vector<uint32_t> m_childOfBit; //!< child of each bit, by bit number
    IncSlotPool m_slots;
    uint64_t m_all{0}; //!< bits of all children; 0: too many children, or workers without a child
    /// Bits, by child, that IsKnownAsAllOf() recognises.
    std::vector<Ptr<const IncSharedBitString>> m_known;
    uint64_t m_firstIncomplete{
        0}; //!< if most workers get no elements: sequence number of the first incomplete message
    IncCellUser* m_cells{nullptr}; //!< shared cells for messages; null: slots have their own memory
    bool m_asksEachTime{false};
    IncCellCounters m_rootCounters;
};

} // namespace ns3

#endif // INC_TREE_STATE_H
