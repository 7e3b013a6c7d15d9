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

struct IncCell;

/// \ingroup inc
/// \brief One round of a slot: the contributions to one message, and then its result.
struct IncSlotRound
{
    /// Progress of the round.
    enum class State : uint8_t
    {
        IDLE,       //!< no contribution has arrived
        PASSING,    //!< no memory (shared cell): contributions are forwarded to the parent
        RELAYED,    //!< as PASSING, and the result was forwarded down the tree
        COLLECTING, //!< some contributions have arrived
        COMPLETE,   //!< all contributions have arrived, and the aggregate went to the parent
        DELIVERING, //!< the result was sent, but some children have not acknowledged it
        DONE        //!< the children have the result, or it was sent without acknowledgement
    };

    /// Value of `root` while it is unknown, because a contribution for several messages does not
    /// name it.
    static constexpr uint32_t OUTSIDE_SUBTREE = UINT32_MAX;

    /** \return whether contributions are forwarded to the parent, for lack of a cell */
    bool IsPassing() const
    {
        return state == State::PASSING || state == State::RELAYED;
    }

    /** \return whether these workers contribute elements; in Broadcast and AllGather only the
     * root does */
    bool TakesDataOf(const IncBitString& bits) const
    {
        return root == 0 || !IncComesFromRoot(header.collective) ||
               (root != OUTSIDE_SUBTREE && bits.Test(root));
    }

    /** \return whether these workers get elements of the result: in Reduce and ReduceScatter
     * only the root does, in Broadcast and AllGather all others do */
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

    /** \brief Return whether the worker with this bit gets elements of the result. */
    bool GivesDataTo(uint32_t bit) const
    {
        return root == 0 || IncGoesToRoot(header.collective) == (bit == root);
    }

    // These members are read for every contribution, therefore they are adjacent.
    uint64_t sequence{0};     //!< number of the message
    uint64_t whole{0};        //!< one bit per child: all workers behind the child have contributed
    uint32_t payloadSize{0};  //!< bytes of data
    State state{State::IDLE}; //!< progress of the round
    bool congested{false};    //!< whether any contribution was marked CE
    bool repaired{false};     //!< whether any contribution was a retransmission
    bool ecnCapable{true};    //!< whether all senders support ECN (ECT), so that they react to CNPs
    std::optional<bool> carriesData; //!< whether data have values; unset: no data yet
    bool split{false};               //!< whether `seen`, not `whole`, tells who has contributed
    IncOpcode opcode{IncOpcode::UC_WRITE_ONLY_IMM}; //!< opcode of the first contribution
    uint32_t root{0};         //!< bit of the root rank; 0: no root; or OUTSIDE_SUBTREE
    IncHeader header;         //!< INC header of the first contribution
    uint32_t messageBytes{0}; //!< bytes of the RDMA message of which the packet is a part
    Ptr<IncPayload> data;     //!< accumulator, then result; null for virtual data
    IncReth reth;             //!< RETH of the first contribution
    int64_t sentPs{0}; //!< time when the aggregate last went up, or the result to all children, ps
    int64_t parentPs{0};   //!< COMPLETE: time of completion or of the latest "pending" answer, ps
    IncBitString passed;   //!< COMPLETE: workers on this switch's links whose result has left
    int64_t passedPs{0};   //!< time when the latest of these results left, ps
    uint32_t resultPsn{0}; //!< root, DONE: first PSN of the result, if sent by BIER
    uint32_t unacknowledged{0}; //!< DELIVERING: number of missing acknowledgements
    uint32_t parts{0};          //!< number of contributions in the sum, if `split`
    IncBitString seen;          //!< workers that have contributed: OR of P-BMs
    IncBitString asked;     //!< PASSING, RELAYED: workers that asked for the result by repeating
    IncBitString sentUp;    //!< shared cells: workers whose contributions went to the parent
    IncCell* cell{nullptr}; //!< shared cell; null: none, or cells are not shared
    std::vector<Ptr<IncPayload>> rows; //!< contributions by child, to be reduced in rank order

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    INC_FIELDS(IncSlotRound,
               INC_FIELD(sequence, SEQUENCE) + INC_VALUE(state) + INC_VALUE(congested) +
                   INC_VALUE(repaired) + INC_VALUE(ecnCapable) + INC_VALUE(payloadSize) +
                   INC_VALUE(root) + INC_VALUE(whole) + INC_VALUE(split) + INC_PART(header) +
                   INC_PART(reth) + INC_TIME(sentPs) + INC_TIME(parentPs) + INC_PSN(resultPsn) +
                   INC_TIME(passedPs) + INC_VALUE(unacknowledged) + INC_VALUE(parts) +
                   INC_UNVISITED(carriesData, opcode, messageBytes, data, passed, seen) +
                   INC_UNVISITED(asked, sentUp, cell, rows))
};

/**
 * \ingroup inc
 * \brief The aggregator slots of one tree on one switch (draft-liu-nfsv4-rocev2, section 5.2,
 * figure 4).
 *
 * Message n uses slot n mod S. In SHADOW mode a slot has two rounds, used in turn, so that the last
 * result survives while the next message collects. In LITERAL mode a slot has one round.
 *
 * If results go straight to the workers (BIER, unicast), rounds of a switch end COMPLETE. A
 * contribution to the next message of such a round proves that all workers have the result: No
 * worker begins a message before it has the result of the previous message of the slot. In SHADOW
 * mode a round serves every second message of its slot.
 */
class IncSlotPool
{
  public:
    /// Relation of a message to the round that serves it.
    enum class Match : uint8_t
    {
        CURRENT, //!< the round serves this message
        NEXT,    //!< the round is over, and can serve this message next
        OLD,     //!< the round has served a later message
        BEYOND   //!< the message is too far ahead for the slot
    };

    /// Trace of the number of a tree's messages in progress: tree id, number before, number now.
    using BusyTrace = TracedCallback<uint16_t, uint32_t, uint32_t>;

    /** \brief Make the slots of a tree. `resultsPassBy`: results do not pass this switch, so a
     * COMPLETE round is over. */
    IncSlotPool(uint32_t slots,
                IncSlotMode mode,
                uint32_t firstMessageId,
                bool resultsPassBy = false);

    /** \brief Return the round of a message; nullptr if the message is before the first. */
    IncSlotRound* Find(uint32_t messageId, Match& match)
    {
        const int64_t sequence = m_sequence.FromMessageId(messageId);
        if (sequence < 0)
        {
            match = Match::OLD;
            return nullptr;
        }
        // Avoid a division: most messages are near the newest one, and so are their rounds.
        const uint64_t place = m_newestPlace + (sequence - m_sequence.GetNewest());
        IncSlotRound& round = place < m_turn ? m_rounds[place] : RoundOf(sequence);
        match = round.sequence == static_cast<uint64_t>(sequence) ? Match::CURRENT
                                                                  : MatchOther(round, sequence);
        return &round;
    }

    /** \brief Let a round serve its next message, which Find() reported as NEXT. */
    void Advance(IncSlotRound& round);

    /** \brief Change a round from IDLE to COLLECTING, because a first contribution has arrived. */
    void Begin(IncSlotRound& round);

    /** \brief Change a round to PASSING or RELAYED, because it has no cell. */
    void Pass(IncSlotRound& round);

    /** \brief Note that the result of a COLLECTING or COMPLETE round was sent. The slot is free
     * after this number of acknowledgements; 0: at once. */
    void Deliver(IncSlotRound& round, uint32_t acknowledgements);

    /** \brief Count a child's acknowledgement of the result of a DELIVERING round. */
    void Acknowledge(IncSlotRound& round);

    /** \brief Change a round to COMPLETE, because its result will not pass this switch. The slot
     * keeps the round until its next message, to repeat the aggregate or a repair request. */
    void HandOver(IncSlotRound& round);

    /** \brief Return the round that served, serves or will serve a message. */
    IncSlotRound& RoundOf(uint64_t sequence)
    {
        // Message n uses round n mod (S times the number of rounds per slot).
        return m_rounds[sequence % m_turn];
    }

    /** \brief Return the MessageID of a round's present message. */
    uint32_t GetMessageId(const IncSlotRound& round) const
    {
        return m_sequence.ToMessageId(round.sequence);
    }

    /** \brief Return the number of the slot of a round. */
    uint32_t GetSlot(const IncSlotRound& round) const
    {
        const uint32_t place = PlaceOf(round);
        return place < m_slots ? place : place - m_slots;
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

    /** \return number of messages that collect contributions or wait for their result */
    uint32_t GetBusy() const
    {
        return m_busy;
    }

    /** \brief Notify a trace, which must outlive the pool, of changes of GetBusy(). */
    void TraceBusy(const BusyTrace& trace, uint16_t treeId)
    {
        m_busyTrace = &trace;
        m_treeId = treeId;
    }

    /** \return largest value of GetBusy() so far */
    uint32_t GetPeak() const
    {
        return m_peak;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    uint32_t PlaceOf(const IncSlotRound& round) const
    {
        return static_cast<uint32_t>(&round - m_rounds.data());
    }

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
    static void ClearSum(IncSlotRound& round);
    void NoteNewest(const IncSlotRound& round);
    void Release(IncSlotRound& round);

    INC_FIELDS(IncSlotPool,
               INC_VALUE(m_busy) + INC_FIELD(m_peak, PEAK) + INC_PART(m_sequence) +
                   INC_UNVISITED(m_slots, m_resultsPassBy, m_treeId, m_busyTrace) +
                   INC_UNVISITED(m_turn, m_newestPlace, m_rounds))

    uint32_t m_slots;
    bool m_resultsPassBy;
    uint16_t m_treeId{0};
    uint32_t m_busy{0};
    uint32_t m_peak{0};
    const BusyTrace* m_busyTrace{nullptr}; //!< notified of changes of GetBusy(); null: none

    // These members are read for every message, therefore they are adjacent.
    uint32_t m_turn; //!< number of rounds; in SHADOW mode twice as many as slots
    IncSequence m_sequence;
    uint64_t m_newestPlace{0}; //!< index of the newest message's round
    /// First round of each slot, then the second round of each slot.
    std::vector<IncSlotRound> m_rounds;
};

} // namespace ns3

#endif // INC_SLOT_POOL_H
