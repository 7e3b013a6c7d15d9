/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_STATE_H
#define INC_TREE_STATE_H

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
 * Knows bitmaps and numbers, neither ports nor routes: frames come in through Contribute() and
 * SetResult(), what is to be sent is the caller's business.
 */
class IncTreeState
{
  public:
    /// Outcome of a contribution.
    enum class Outcome : uint8_t
    {
        ADDED,     //!< it was aggregated, and others are missing
        COMPLETED, //!< aggregated, and it was the last
        DUPLICATE, //!< had been aggregated before; see the round's state
        OLD,       //!< the round is over for all workers
        BEYOND,    //!< the round cannot have begun yet
        OVERLAP,   //!< part of its workers had been aggregated before
        MISMATCH   //!< operation, type or length differ from the round's
    };

    /** \param config checked */
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

    /**
     * \param frame of a child
     * \return whether its P-BM says whom it stands for
     */
    bool CarriesBits(const IncFrame& frame) const
    {
        return !frame.inc.Has(IncHeader::ABORT) &&
               (m_config.bitmaps || frame.inc.Has(IncHeader::ASKING));
    }

    /**
     * \param child whose queue pair a frame names
     * \param bits of the frame, a subset of the A-BM
     * \return number of the child that sent it: addressed to the root, all name the same queue
     * pair, and the P-BM tells
     */
    uint32_t SenderOf(uint32_t child, const IncBitString& bits) const
    {
        return m_config.addressing == IncVatAddressing::ROOT ? m_childOfBit[bits.FindFirst()]
                                                             : child;
    }

    /**
     * \param child number of a child
     * \param bits of a contribution
     * \return whether they are known to be all workers behind the child: the very string that a
     * contribution of them had. Others may have the same bits
     */
    bool IsKnownAsAllOf(uint32_t child, const Ptr<const IncSharedBitString>& bits) const
    {
        return m_known[child] == bits;
    }

    /**
     * \param round of this tree
     * \return the workers that were aggregated
     */
    IncBitString SeenOf(const IncSlotRound& round) const;

    /**
     * \brief Aggregate the data of a frame, once.
     * \param frame payload and INC header
     * \param bits its workers, a subset of the A-BM
     * \param child number of the child that sent it
     * \param round the round that it belongs to, or nullptr
     * \return the outcome
     */
    Outcome Contribute(IncFrame& frame,
                       const IncBitString& bits,
                       uint32_t child,
                       IncSlotRound*& round);

    /**
     * \brief Take the result from the parent.
     * \param frame payload and INC header
     * \return the round that it completes, or nullptr when none waits for it
     */
    IncSlotRound* SetResult(const IncFrame& frame);

    /**
     * \brief At the root, which keeps the results: a round is complete.
     * \param round COLLECTING until now
     * \return the last round up to which all are complete, if there are new ones and a result of
     * one of them was asked for; or nullptr
     */
    IncSlotRound* Keep(IncSlotRound& round);

    /**
     * \brief Take the parent's word that all rounds up to a message are complete.
     * \param frame INC header
     * \return the round of that message, or nullptr when none waits for it
     */
    IncSlotRound* SetResultsUpTo(const IncFrame& frame);

    /**
     * \param round of this tree
     * \return whether its result may be sent, where the root keeps the data: it stands for all the
     * rounds before it
     */
    bool IsOver(const IncSlotRound& round) const
    {
        return round.sequence < m_over;
    }

    /**
     * \param round whose result is there
     * \return the receivers of the result
     */
    IncResultScope GetScope(const IncSlotRound& round);

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// Children that are marked one by one; contributions of others are told by their bits.
    static constexpr uint32_t MARKED = 64;

    /// Return true if a contribution is of all workers of the child.
    bool IsAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits)
    {
        return &m_known[child]->bits == &bits || LearnAllOf(child, frame, bits);
    }

    /// Do so by comparing the bits: next time one look at their address will do.
    bool LearnAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits);

    /// ADDED, DUPLICATE or OVERLAP. Of whole children it takes one look, however many workers they
    /// are.
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
    /// The bits of a switch's aggregate that its packet with the data could not carry.
    bool IsBitsAlone(const IncFrame& frame, const IncBitString& bits, uint32_t child) const;

    /// Return true if a message has a single worker as destination or source.
    bool IsRooted(const IncFrame& frame) const
    {
        const IncCollective collective = frame.inc.collective;
        return (IncGoesToRoot(collective) || IncComesFromRoot(collective)) &&
               !m_config.resultsAreEmpty;
    }

    /// Bit of that worker; 0: there is none; or ELSEWHERE.
    uint32_t RootOf(const IncFrame& frame) const;
    bool HasValidRoot(const IncFrame& frame, uint32_t root) const;
    /// Return true if a contribution brings no elements, and should not.
    bool IsDataless(const IncFrame& frame,
                    const IncBitString& bits,
                    uint32_t child,
                    uint32_t root) const;
    /// Let a contribution begin its round or be part of it: ADDED, or why it cannot.
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
        } // else there is nothing to add to what is not there
    }

    void AddData(IncSlotRound& round, IncFrame& frame, uint32_t child);
    void ReduceRows(IncSlotRound& round);
    IncReduceFunction Reducer(const IncSlotRound& round) const;

    INC_FIELDS(IncTreeState,
               INC_VALUE(m_over) + INC_UNVISITED(m_config, m_childOfBit, m_slots, m_all, m_known))

    IncTreeConfig m_config;             //!< configuration that was installed
    std::vector<uint32_t> m_childOfBit; //!< by bit number
    IncSlotPool m_slots;                //!< rounds under way
    uint64_t m_all{0}; //!< marks of all children; 0: there are too many, or some workers have none
    std::vector<Ptr<const IncSharedBitString>> m_known; //!< by child: see IsKnownAsAllOf()
    uint64_t m_over{0}; //!< where most get no elements of results: rounds before are over
};

} // namespace ns3

#endif // INC_TREE_STATE_H
