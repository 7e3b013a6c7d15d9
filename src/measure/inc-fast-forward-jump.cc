/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fast-forward.h"

#include "ns3/inc-clock.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace ns3
{

/// Find how often the period will repeat, and store it in m_times. Return the reason if this is
/// unknown, or an empty text.
std::string
IncFastForward::Foresee(const Moment& now)
{
    m_times = now.state.GetRoom(m_period.growth);
    for (std::size_t i = 0; i < m_watched.size(); ++i)
    {
        const std::string reason = m_watched[i]->Limit(m_period.rounds[i], m_times);
        if (!reason.empty())
        {
            return reason;
        }
    }
    if (m_times == 0)
    {
        return "too few rounds: the request ended when their period was known";
    }
    m_times = std::min(m_times, m_walk.GetQuietTicks() / m_period.ticks);
    if (m_times == 0)
    {
        return "events that are no part of the pattern, more often than its period";
    }
    const int64_t periodPs = IncClock::ToPs(TimeStep(m_period.ticks));
    const bool isKnown = std::all_of(m_watched.begin(), m_watched.end(), [&](const auto& watched) {
        return watched->Replay(m_times, periodPs);
    });
    return isKnown ? "" : "retransmission timeouts that follow the measured round trip";
}

void
IncFastForward::Jump()
{
    IncStateAdvance advance(IncClock::NowPs(),
                            IncClock::ToPs(TimeStep(m_times * m_period.ticks)),
                            m_first.state.Multiply(m_period.growth, m_times));
    std::vector<uint64_t> rounds = m_period.rounds;
    for (uint64_t& growth : rounds)
    {
        growth *= m_times;
    }
    m_walk.Announce(advance, rounds);
    m_walk.Walk(advance);
    m_engine->Jump(m_times * m_period.ticks, m_times * m_period.events);
    m_report.jumpedEvents += m_times * m_period.events;
    for (const auto& watched : m_watched)
    {
        watched->Jump();
    }
    Moment now = m_walk.Write();
    Compare(now, m_times);
    GoOn(std::move(now));
}

/// Look whether the period goes on after a jump, because an event outside the pattern may have had
/// no effect on it.
void
IncFastForward::GoOn(Moment&& now)
{
    const uint64_t rounds = m_period.rounds[m_lead];
    Restart();
    if (GetLead().CountEqualRounds() >= 3 * rounds)
    {
        m_first = std::move(now);
        m_looks = 1;
        m_step = rounds;
        m_nextLook = rounds;
        m_phase = Phase::CONFIRM;
    }
}

void
IncFastForward::Check(Moment&& now)
{
    Compare(now, ++m_checked);
    ++m_report.verifiedStates;
    if (m_checked == m_times)
    {
        GoOn(std::move(now));
    }
}

void
IncFastForward::Compare(const Moment& now, uint64_t times) const
{
    const auto counts = m_first.state.CountsAfter(m_period.growth, times);
    std::string difference;
    if (now.tick != m_first.tick + times * m_period.ticks)
    {
        difference = "the time";
    }
    else if (times == m_times && !std::all_of(m_watched.begin(),
                                              m_watched.end(),
                                              std::mem_fn(&IncRepeater::IsAsReplayed)))
    {
        difference = "what a client knows of round trips";
    }
    else if (!IncStateWalk::IsSame(m_first.state, now.state) || counts != now.state.counts)
    {
        IncState foreseen = m_first.state;
        foreseen.counts = counts;
        difference = m_walk.FindDifference(foreseen, now.state);
    }
    if (!difference.empty())
    {
        throw std::runtime_error("fast forward: after " + std::to_string(times) + " periods of " +
                                 std::to_string(m_period.rounds[m_lead]) + " rounds, from round " +
                                 std::to_string(m_first.finished[m_lead]) +
                                 ", the state is not as foreseen: " + difference);
    }
}

IncFastForward::Period
IncFastForward::Between(const Moment& first, const Moment& second)
{
    Period period;
    period.ticks = second.tick - first.tick;
    period.events = second.events - first.events;
    for (std::size_t i = 0; i < second.finished.size(); ++i)
    {
        period.rounds.push_back(second.finished[i] - first.finished[i]);
    }
    period.growth = first.state.GrowthTo(second.state);
    return period;
}

} // namespace ns3
