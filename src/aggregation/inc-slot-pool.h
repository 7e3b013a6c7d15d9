/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SLOT_POOL_H
#define INC_SLOT_POOL_H

#include "inc-sequence.h"
#include "inc-tree-config.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-state-fields.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One round of a slot: the contributions to one message, and then its result.
 */
struct IncSlotRound
{
    /// How far the round is.
    enum class State : uint8_t
    {
        IDLE,       //!< nothing has arrived
        COLLECTING, //!< some contributions have
        COMPLETE,   //!< all have, and the aggregate went to the parent
        DELIVERING, //!< the result was sent; not all children have acknowledged it
        DONE        //!< the result is with the children, or on its way without guarantee
    };

    /// A root that is not known yet: contributions that stand for several messages do not say it.
    static constexpr uint32_t ELSEWHERE = UINT32_MAX;

    /**
     * \param bits some of the group's workers
     * \return whether these contribute elements: in broadcast and allgather only the root does
     */
    bool TakesDataOf(const IncBitString& bits) const
    {
        return root == 0 || !IncComesFromRoot(header.collective) ||
               (root != ELSEWHERE && bits.Test(root));
    }

    /**
     * \param bits some of the group's workers
     * \return whether these get the elements of the result: in reduce and reducescatter only the
     * root does, in broadcast and allgather all but the root
     */
    bool GivesDataTo(const IncBitString& bits) const
    {
        if (root == 0)
        {
            return true;
        }
        return IncGoesToRoot(header.collective)
                   ? bits.Test(root)
                   : bits.FindFirst() != root || bits.FindNext(root) != 0;
    }

    /**
     * \param bit of a worker
     * \return whether that worker gets the elements of the result
     */
    bool GivesDataTo(uint32_t bit) const
    {
        return root == 0 || IncGoesToRoot(header.collective) == (bit == root);
    }

    // Looked at for every contribution: side by side.
    uint64_t sequence{0};            //!< message that the round is for
    uint64_t whole{0};               //!< children, by number, all of whose workers are in
    uint32_t payloadSize{0};         //!< bytes of data
    State state{State::IDLE};        //!< how far it is
    bool congested{false};           //!< some contribution was marked CE
    bool repaired{false};            //!< something that it was made of was sent again
    bool ecnCapable{true};           //!< all contributions are ECT: who sent them takes CNPs
    std::optional<bool> carriesData; //!< real data, not virtual ones; once some have come
    bool split{false};               //!< `seen` says who is in, not `whole`
    IncOpcode opcode{IncOpcode::UC_WRITE_ONLY_IMM}; //!< opcode of the first contribution
    uint32_t root{0};           //!< bit of the rank that it goes to or comes from; 0: none; or
                                //!< ELSEWHERE
    IncHeader header;           //!< INC header of the first contribution
    uint32_t messageBytes{0};   //!< bytes of the RDMA message that it is in or begins
    Ptr<IncPayload> data;       //!< accumulator, then result; null for virtual data
    IncReth reth;               //!< RETH of the first contribution
    int64_t sentPs{0};          //!< when the aggregate was last sent up, or the result to all
    int64_t parentPs{0};        //!< COMPLETE: when it became so, or the parent last said "pending"
    IncBitString passed;        //!< last hop, COMPLETE: workers that the result has left for; no
                                //!< bits at all before the first
    int64_t passedPs{0};        //!< when the latest copy did
    uint32_t resultPsn{0};      //!< root, DONE: first PSN of the result by BIER
    uint32_t unacknowledged{0}; //!< DELIVERING: children that owe an acknowledgement
    IncBitString seen;          //!< OR of the P-BMs that were aggregated
    std::vector<Ptr<IncPayload>> rows; //!< rank order: the contributions, by child

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    INC_FIELDS(IncSlotRound,
               INC_FIELD(sequence, SEQUENCE) + INC_VALUE(state) + INC_VALUE(congested) +
                   INC_VALUE(repaired) + INC_VALUE(ecnCapable) + INC_VALUE(payloadSize) +
                   INC_VALUE(root) + INC_VALUE(whole) + INC_VALUE(split) + INC_PART(header) +
                   INC_PART(reth) + INC_TIME(sentPs) + INC_TIME(parentPs) + INC_PSN(resultPsn) +
                   INC_TIME(passedPs) + INC_VALUE(unacknowledged) +
                   INC_UNVISITED(carriesData, opcode, messageBytes, data, passed, seen) +
                   INC_UNVISITED(rows))
};

/**
 * \ingroup inc
 * \brief What one slot counted.
 */
struct IncSlotStatistics
{
    uint64_t rounds{0};     //!< results that were sent
    uint64_t duplicates{0}; //!< contributions that had been counted before

    INC_FIELDS(IncSlotStatistics, INC_VALUE(duplicates) + INC_UNVISITED(rounds))
};

/**
 * \ingroup inc
 * \brief The aggregator slots of one tree on one switch
 * (draft-liu-nfsv4-rocev2, section 5.2, figure 4).
 *
 * Message n goes to slot n mod S. In SHADOW mode a slot has two rounds, used in turn, so that
 * the last result outlives the start of the next round; in LITERAL mode it has one.
 *
 * If results pass a switch by (BIER, unicast), its rounds end COMPLETE. The next contribution to
 * such a round says that the result is out, for two reasons. No worker begins a message before it
 * has the result of the message that used the slot before. In SHADOW mode a round serves every
 * second message of its slot; therefore all workers have the result of the present message before
 * any of them begins the next message of this round.
 */
class IncSlotPool
{
  public:
    /// How a message relates to the round that it belongs to.
    enum class Match : uint8_t
    {
        CURRENT, //!< the round is for this message
        NEXT,    //!< the round is over and this message is its next
        OLD,     //!< the message's round was given up long ago
        BEYOND   //!< the message is too far ahead for the slot
    };

    /// Told of a tree's rounds under way, before and now.
    using BusyTrace = TracedCallback<uint16_t, uint32_t, uint32_t>;

    /**
     * \param slots how many
     * \param mode see IncSlotMode
     * \param firstMessageId MessageID of the first message
     * \param resultsPassBy whether a round that is COMPLETE is over
     */
    IncSlotPool(uint32_t slots,
                IncSlotMode mode,
                uint32_t firstMessageId,
                bool resultsPassBy = false);

    /**
     * \brief Find the round of a message.
     * \param messageId of a frame
     * \param match how the message relates to it
     * \return the round, or nullptr where the message is before the first
     */
    IncSlotRound* Find(uint32_t messageId, Match& match)
    {
        const int64_t sequence = m_sequence.FromMessageId(messageId);
        if (sequence < 0)
        {
            match = Match::OLD;
            return nullptr;
        }
        // Most messages are near the newest one, and their rounds near its: no division.
        const uint64_t place = m_newestPlace + (sequence - m_sequence.GetNewest());
        IncSlotRound& round = place < m_turn ? m_rounds[place] : RoundOf(sequence);
        match = round.sequence == static_cast<uint64_t>(sequence) ? Match::CURRENT
                                                                  : MatchOther(round, sequence);
        return &round;
    }

    /**
     * \brief Begin the round anew for its next message.
     * \param round found as NEXT
     */
    void Advance(IncSlotRound& round);

    /**
     * \brief A first contribution has arrived.
     * \param round IDLE until now
     */
    void Begin(IncSlotRound& round);

    /**
     * \brief The result of a round was sent.
     * \param round COLLECTING or COMPLETE until now
     * \param acknowledgements that must come before the round's memory is free; 0: it is at once
     */
    void Deliver(IncSlotRound& round, uint32_t acknowledgements);

    /**
     * \brief A child has acknowledged the result of a round.
     * \param round DELIVERING
     */
    void Acknowledge(IncSlotRound& round);

    /**
     * \brief All contributions of a round went on to the parent, and its result will pass by: keep
     * it until the slot's next message, to send it up again or to ask for the result.
     * \param round COMPLETE from now on
     */
    void HandOver(IncSlotRound& round);

    /**
     * \param sequence of a message
     * \return the round that serves it, or served it, or will
     */
    IncSlotRound& RoundOf(uint64_t sequence)
    {
        // Rounds are used in turn: message n has round n mod (S times rounds per slot).
        return m_rounds[sequence % m_turn];
    }

    /**
     * \param round of this pool
     * \return its MessageID
     */
    uint32_t GetMessageId(const IncSlotRound& round) const
    {
        return m_sequence.ToMessageId(round.sequence);
    }

    /**
     * \param round of this pool
     * \return number of its slot
     */
    uint32_t GetSlot(const IncSlotRound& round) const
    {
        const uint32_t place = PlaceOf(round);
        return place < m_slots ? place : place - m_slots;
    }

    /**
     * \param slot number of a slot
     * \return what it counted
     */
    const IncSlotStatistics& GetStatistics(uint32_t slot) const
    {
        return m_statistics[slot];
    }

    /** \param round that met a duplicate */
    void CountDuplicate(const IncSlotRound& round)
    {
        ++m_statistics[GetSlot(round)].duplicates;
    }

    /** \return sequence number of the newest message */
    uint64_t GetNewest() const
    {
        return m_sequence.GetNewest();
    }

    /** \return number of slots */
    uint32_t GetSize() const
    {
        return m_slots;
    }

    /** \return rounds that collect or wait for their result */
    uint32_t GetBusy() const
    {
        return m_busy;
    }

    /**
     * \param trace told of GetBusy(), before and now; must outlive the pool
     * \param treeId whose pool it is
     */
    void TraceBusy(const BusyTrace& trace, uint16_t treeId)
    {
        m_busyTrace = &trace;
        m_treeId = treeId;
    }

    /** \return largest GetBusy() of the tree's life */
    uint32_t GetPeak() const
    {
        return m_peak;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t PlaceOf(const IncSlotRound& round) const
    {
        return static_cast<uint32_t>(&round - m_rounds.data());
    }

    /// How a message relates to a round that is not for it now.
    Match MatchOther(const IncSlotRound& round, uint64_t sequence) const;

    void SetBusy(uint32_t busy)
    {
        if (m_busyTrace && !m_busyTrace->IsEmpty())
        {
            TellBusy(busy);
        }
        m_busy = busy;
    }

    void TellBusy(uint32_t busy) const;
    void Release(IncSlotRound& round);
    void VisitStatistics(IncStateVisitor& visitor);

    INC_FIELDS(IncSlotPool,
               INC_VALUE(m_busy) + INC_FIELD(m_peak, PEAK) + INC_PART(m_sequence) +
                   INC_UNVISITED(m_slots, m_resultsPassBy, m_treeId, m_busyTrace) +
                   INC_UNVISITED(m_statistics, m_turn, m_newestPlace, m_rounds))

    uint32_t m_slots;                            //!< number of slots
    bool m_resultsPassBy;                        //!< a round that is COMPLETE is over
    uint16_t m_treeId{0};                        //!< tree id that the trace tells
    uint32_t m_busy{0};                          //!< rounds under way
    uint32_t m_peak{0};                          //!< largest number of rounds under way
    const BusyTrace* m_busyTrace{nullptr};       //!< told of m_busy, or null
    std::vector<IncSlotStatistics> m_statistics; //!< statistics by slot

    // Looked at for every message: side by side.
    uint32_t m_turn;                    //!< rounds: twice as many in SHADOW mode
    IncSequence m_sequence;             //!< MessageIDs in 64 bits
    uint64_t m_newestPlace{0};          //!< number of the newest one's round
    std::vector<IncSlotRound> m_rounds; //!< first rounds of all slots, then the second
};

} // namespace ns3

#endif // INC_SLOT_POOL_H
