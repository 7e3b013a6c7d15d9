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

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief State of one aggregation tree at a switch: its configuration, slots and arithmetic.
 *
 * It knows bitmaps and numbers, but neither ports nor routes. Frames come in through Contribute()
 * and SetResult(); the caller sends.
 */
class IncTreeState
{
  public:
    /// Outcome of a contribution.
    enum class Outcome : uint8_t
    {
        ADDED,     //!< aggregated, but other contributions are missing
        COMPLETED, //!< aggregated as the last one
        DUPLICATE, //!< aggregated before; the round's state tells the answer
        OLD,       //!< the round is over for all workers
        BEYOND,    //!< the round cannot have begun yet
        OVERLAP,   //!< a part of its workers had been aggregated before
        PASSING,   //!< not aggregated, because the round has no cell
        MISMATCH   //!< operation, type or length differ from the round's
    };

    /** \param config complete and checked */
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

    /** \return verdict on a contribution of which a part was aggregated before */
    IncMessageVerdict GetVerdictOnOverlap() const
    {
        return m_config.cells.isShared ? IncMessageVerdict::TAKEN : IncMessageVerdict::REFUSED;
    }

    /** \return the use of shared cells; null: each slot has a cell of its own */
    const IncCellUser* GetCells() const
    {
        return m_cells;
    }

    /** \param cells shared cells for the rounds; must outlive this */
    void SetCells(IncCellUser* cells)
    {
        m_cells = cells;
    }

    /** \brief Return whether the P-BM of a child's frame tells for which workers it stands. */
    bool CarriesBits(const IncFrame& frame) const
    {
        return !frame.inc.Has(IncHeader::ABORT) &&
               (m_config.bitmaps || frame.inc.Has(IncHeader::ASKING));
    }

    /**
     * \param child number of the child, by the queue pair in the frame
     * \param bits bits of the frame, a subset of the A-BM
     * \return number of the child that sent it. Frames addressed to the root all name the same
     * queue pair; there the P-BM tells the child
     */
    uint32_t SenderOf(uint32_t child, const IncBitString& bits) const
    {
        return m_config.addressing == IncVatAddressing::ROOT ? m_childOfBit[bits.FindFirst()]
                                                             : child;
    }

    /**
     * \param child number of a child
     * \param bits bits of a contribution
     * \return whether this very string is known to mean all workers behind the child; false for
     * another string with the same bits
     */
    bool IsKnownAsAllOf(uint32_t child, const Ptr<const IncSharedBitString>& bits) const
    {
        return m_known[child] == bits;
    }

    /** \brief Return the workers whose contributions a round has. */
    IncBitString SeenOf(const IncSlotRound& round) const;

    /**
     * \brief Aggregate the data of a frame, unless they were aggregated before.
     * \param frame payload and INC header
     * \param bits workers of the frame, a subset of the A-BM
     * \param child number of the child that sent it
     * \param round set to the round of the message, or nullptr
     * \return the outcome
     */
    Outcome Contribute(IncFrame& frame,
                       const IncBitString& bits,
                       uint32_t child,
                       IncSlotRound*& round);

    /**
     * \brief Take a result from the parent.
     * \param frame payload and INC header
     * \return the round that it completes; nullptr if none waits for it
     */
    IncSlotRound* SetResult(const IncFrame& frame);

    /**
     * \brief Complete a round at a root that keeps the results.
     * \param round COLLECTING until now
     * \return the last round up to which all are complete, if there are new ones and a worker asked
     * for the result of one of them; else nullptr
     */
    IncSlotRound* Keep(IncSlotRound& round);

    /**
     * \brief Complete all rounds up to that of a message, as the parent says.
     * \param frame INC header
     * \return the round of the message; nullptr if it does not wait
     */
    IncSlotRound* SetResultsUpTo(const IncFrame& frame);

    /**
     * \brief Return whether all rounds up to this one are complete, if the root keeps the data.
     *
     * The result of this round may then be sent, because it stands for all earlier ones too.
     */
    bool IsOver(const IncSlotRound& round) const
    {
        return round.sequence < m_firstIncomplete;
    }

    /** \brief Return the workers to notify of the result of a complete round. */
    IncResultScope GetScope(const IncSlotRound& round);

    /** \brief Pass the state to a visitor. */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// Largest number of children that have a mark each; otherwise bits tell the contributions.
    static constexpr uint32_t MARKED = 64;

    /// Return true if a contribution stands for all workers of the child.
    bool IsAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits)
    {
        return &m_known[child]->bits == &bits || LearnAllOf(child, frame, bits);
    }

    /// Compare the bits. The next time their address is compared.
    bool LearnAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits);

    /// Return ADDED, DUPLICATE or OVERLAP, in constant time if the contribution is of a whole
    /// child.
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
    /// Return true if a switch sent these bits alone, because the packet with data had no room for
    /// them.
    bool IsBitsAlone(const IncFrame& frame, const IncBitString& bits, uint32_t child) const;

    /// Return true if a message has a single worker as destination or source.
    bool IsRooted(const IncFrame& frame) const
    {
        const IncCollective collective = frame.inc.collective;
        return (IncGoesToRoot(collective) || IncComesFromRoot(collective)) &&
               !m_config.resultsAreEmpty;
    }

    /// Return the bit of that worker, 0 if there is none, or OUTSIDE_SUBTREE.
    uint32_t RootOf(const IncFrame& frame) const;
    bool HasValidRoot(const IncFrame& frame, uint32_t root) const;
    /// Return true if a contribution has no elements, and should have none.
    bool IsDataless(const IncFrame& frame,
                    const IncBitString& bits,
                    uint32_t child,
                    uint32_t root) const;
    /// Let a contribution begin or join its round: return ADDED, or the reason why it cannot.
    Outcome Join(IncSlotRound* round,
                 IncSlotPool::Match match,
                 const IncFrame& frame,
                 uint32_t root,
                 bool dataless);
    /// Return true if a contribution equals an earlier one in everything but number and data.
    bool IsLike(const IncSlotRound& round, const IncFrame& frame) const;
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
        } // otherwise there are no values to add
    }

    void AddData(IncSlotRound& round, IncFrame& frame, uint32_t child);
    void ReduceRows(IncSlotRound& round);
    IncReduceFunction Reducer(const IncSlotRound& round) const;

    INC_FIELDS(IncTreeState,
               INC_VALUE(m_firstIncomplete) +
                   INC_UNVISITED(m_config, m_childOfBit, m_slots, m_all, m_known, m_cells))

    IncTreeConfig m_config;             //!< configuration that was installed
    std::vector<uint32_t> m_childOfBit; //!< child of each bit, by bit number
    IncSlotPool m_slots;                //!< slots of the tree and their rounds
    uint64_t m_all{0}; //!< marks of all children; 0 if they are too many, or some workers have none
    std::vector<Ptr<const IncSharedBitString>> m_known; //!< by child; see IsKnownAsAllOf()
    uint64_t m_firstIncomplete{
        0}; //!< if most workers get no elements: first round that is not complete
    IncCellUser* m_cells{nullptr}; //!< shared cells for the rounds; null: each slot has its own
};

} // namespace ns3

#endif // INC_TREE_STATE_H
