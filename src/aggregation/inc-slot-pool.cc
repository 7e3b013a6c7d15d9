/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-slot-pool.h"

#include <algorithm>

namespace ns3
{

IncSlotPool::IncSlotPool(uint32_t slots,
                         IncSlotMode mode,
                         uint32_t firstMessageId,
                         bool resultsPassBy)
    : m_slots(slots),
      m_roundsPerSlot(mode == IncSlotMode::SHADOW ? 2 : 1),
      m_resultsPassBy(resultsPassBy),
      m_sequence(firstMessageId),
      m_rounds(uint64_t(slots) * m_roundsPerSlot),
      m_statistics(slots)
{
    for (uint64_t i = 0; i < m_rounds.size(); ++i)
    {
        m_rounds[i].sequence = i;
    }
}

IncSlotRound*
IncSlotPool::Find(uint32_t messageId, Match& match)
{
    const int64_t sequence = m_sequence.FromMessageId(messageId);
    if (sequence < 0)
    {
        match = Match::OLD;
        return nullptr;
    }
    // Rounds are used in turn: message n has round n mod (S times rounds per slot).
    IncSlotRound& round = m_rounds[sequence % m_rounds.size()];
    const int64_t ahead = sequence - static_cast<int64_t>(round.sequence);
    if (ahead == 0)
    {
        match = Match::CURRENT;
    }
    else if (ahead < 0)
    {
        match = Match::OLD;
    }
    else if (ahead == static_cast<int64_t>(m_rounds.size()) &&
             (round.state == IncSlotRound::State::DONE ||
              (m_resultsPassBy && round.state == IncSlotRound::State::COMPLETE)))
    {
        match = Match::NEXT;
    }
    else
    {
        match = Match::BEYOND;
    }
    return &round;
}

void
IncSlotPool::Advance(IncSlotRound& round)
{
    round.sequence += m_rounds.size();
    round.state = IncSlotRound::State::IDLE;
    round.congested = false;
    round.repaired = false;
    round.ecnCapable = true;
    round.carriesData.reset();
    round.whole = 0;
    round.split = false;
    round.passed.Clear();
    round.data = nullptr;
}

void
IncSlotPool::Begin(IncSlotRound& round)
{
    round.state = IncSlotRound::State::COLLECTING;
    m_sequence.Note(round.sequence);
    ++m_busy;
    m_peak = std::max(m_peak, m_busy.Get());
}

void
IncSlotPool::HandOver(IncSlotRound& round)
{
    --m_busy;
    ++m_statistics[GetSlot(round)].rounds;
    round.state = IncSlotRound::State::COMPLETE;
}

void
IncSlotPool::Deliver(IncSlotRound& round, uint32_t acknowledgements)
{
    --m_busy;
    ++m_statistics[GetSlot(round)].rounds;
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
    // SHADOW keeps the result; LITERAL clears the slot and expects its next message.
    round.state = IncSlotRound::State::DONE;
    if (m_roundsPerSlot == 1)
    {
        Advance(round);
    }
}

} // namespace ns3
