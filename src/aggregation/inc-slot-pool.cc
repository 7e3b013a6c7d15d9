/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-slot-pool.h"

#include "ns3/inc-frame-state.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>

namespace ns3
{

IncSlotPool::IncSlotPool(uint32_t slots,
                         IncSlotMode mode,
                         uint32_t firstMessageId,
                         bool resultsPassBy)
    : m_slots(slots),
      m_resultsPassBy(resultsPassBy),
      m_turn(mode == IncSlotMode::SHADOW ? 2 * slots : slots),
      m_sequence(firstMessageId),
      m_rounds(m_turn)
{
    for (uint64_t i = 0; i < m_rounds.size(); ++i)
    {
        m_rounds[i].sequence = i;
    }
}

IncSlotPool::Match
IncSlotPool::MatchOther(const IncSlotRound& round, uint64_t sequence) const
{
    if (sequence < round.sequence)
    {
        return Match::OLD;
    }
    const bool isOver = round.state == IncSlotRound::State::DONE || round.IsPassing() ||
                        (m_resultsPassBy && round.state == IncSlotRound::State::COMPLETE);
    return isOver && sequence - round.sequence == m_turn ? Match::NEXT : Match::BEYOND;
}

void
IncSlotPool::TellBusy(uint32_t busy) const
{
    (*m_busyTrace)(m_treeId, m_busy, busy);
}

void
IncSlotPool::Advance(IncSlotRound& round)
{
    round.sequence += m_turn;
    round.state = IncSlotRound::State::IDLE;
    round.passed.Clear();
    ClearSum(round);
}

void
IncSlotPool::ClearSum(IncSlotRound& round)
{
    round.congested = false;
    round.repaired = false;
    round.ecnCapable = true;
    round.carriesData.reset();
    round.whole = 0;
    round.split = false;
    round.parts = 0;
    round.data = nullptr;
}

void
IncSlotPool::Begin(IncSlotRound& round)
{
    round.state = IncSlotRound::State::COLLECTING;
    NoteNewest(round);
    SetBusy(m_busy + 1);
    m_peak = std::max(m_peak, m_busy);
}

void
IncSlotPool::NoteNewest(const IncSlotRound& round)
{
    m_sequence.Note(round.sequence);
    if (m_sequence.GetNewest() == round.sequence)
    {
        m_newestPlace = PlaceOf(round);
    }
}

void
IncSlotPool::Pass(IncSlotRound& round)
{
    using State = IncSlotRound::State;
    if (round.state == State::IDLE)
    {
        NoteNewest(round);
    }
    if (round.state == State::COLLECTING || (round.state == State::COMPLETE && !m_resultsPassBy))
    {
        SetBusy(m_busy - 1);
    }
    const bool hasResult = round.state == State::DELIVERING || round.state == State::DONE;
    round.state = hasResult ? State::RELAYED : State::PASSING;
    ClearSum(round);
}

void
IncSlotPool::HandOver(IncSlotRound& round)
{
    SetBusy(m_busy - 1);
    round.state = IncSlotRound::State::COMPLETE;
}

void
IncSlotPool::Deliver(IncSlotRound& round, uint32_t acknowledgements)
{
    SetBusy(m_busy - 1);
    round.state = IncSlotRound::State::DELIVERING;
    round.unacknowledged = acknowledgements;
    if (acknowledgements == 0)
    {
        Release(round);
    }
}

void
IncSlotPool::Acknowledge(IncSlotRound& round)
{
    if (--round.unacknowledged == 0)
    {
        Release(round);
    }
}

void
IncSlotPool::Release(IncSlotRound& round)
{
    // A shadow slot keeps the result; a literal slot is cleared for its next message at once.
    round.state = IncSlotRound::State::DONE;
    if (m_turn == m_slots)
    {
        Advance(round);
    }
}

void
IncSlotRound::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    visitor.Value("IncSlotRound::carriesData", carriesData.has_value());
    visitor.Value("IncSlotRound::carriesData", carriesData.value_or(false));
    IncVisitBits(seen, "IncSlotRound::seen", visitor);
    if (data)
    {
        visitor.Refuse("real data: slots hold values");
    }
    visitor.Value("IncSlotRound::rows", rows.size());
    IncVisitBits(passed, "IncSlotRound::passed", visitor);
}

void
IncSlotPool::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    m_newestPlace = m_sequence.GetNewest() % m_rounds.size();
    visitor.Ring(m_rounds, [&visitor](IncSlotRound& round) { round.VisitState(visitor); });
}

} // namespace ns3
