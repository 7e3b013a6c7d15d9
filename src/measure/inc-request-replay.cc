/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-request-replay.h"

#include "ns3/inc-clock.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// Ticks before the first test whether the network is idle.
constexpr uint64_t FIRST_WAIT = 1000;

/// Return how many of the events that were pending earlier are no longer pending.
std::ptrdiff_t
CountHappened(const std::set<uint32_t>& before, const std::set<uint32_t>& now)
{
    return std::count_if(before.begin(), before.end(), [&now](uint32_t event) {
        return now.count(event) == 0;
    });
}

} // namespace

IncRequestReplay::IncRequestReplay(IncStateWalk& walk, IncGroupRounds& group)
    : m_walk(walk),
      m_group(group)
{
}

IncRequestReplay::~IncRequestReplay()
{
    CancelEvents();
}

void
IncRequestReplay::Forget()
{
    m_kept.reset();
    m_foreseen.reset();
    m_ticks = 0;
    m_isKnown = false;
    m_group.KeepRequest(false);
    CancelEvents();
}

void
IncRequestReplay::CancelEvents()
{
    for (EventId& event : m_pending)
    {
        event.Cancel();
    }
    m_pending.clear();
}

bool
IncRequestReplay::Begin(const IncCollectiveRequest& request, uint64_t events)
{
    auto now = m_walk.Write();
    m_words = now.state.settled.size() + now.state.counts.size();
    if (m_foreseen)
    {
        Check(now);
    }
    if (!now.state.refusal.empty() || !now.isIdle || !request.IsVirtual())
    {
        Forget();
        return false;
    }
    const bool isAlike = m_kept && IncStateWalk::IsSame(m_kept->state, now.state);
    const auto late = IncClock::ToPs(TimeStep(now.tick - (m_kept ? m_kept->tick : 0)));
    // Which results are told depends on the numbers of their messages.
    const uint64_t rounds = now.finished.front() - (m_kept ? m_kept->finished.front() : 0);
    const bool isInStep = rounds % m_group.GetResultInterval(request.collective) == 0;
    m_isKnown = isAlike && isInStep && (m_ticks > 0 || Learn(now, events)) && IsLikeKept(request) &&
                now.state.GetRoom(m_growth) > 0 && m_walk.GetQuietTicks() > *m_idle &&
                m_group.ForeseeRequest(m_rounds, late);
    m_begin = now.tick;
    m_finished = now.finished.front();
    m_now.clear();
    if (m_isKnown)
    {
        m_foreseen = Foreseen{now.tick + m_ticks, now.state.CountsAfter(m_growth, 1)};
        m_pending.assign(1, Simulator::Schedule(TimeStep(*m_idle), [this]() {
                             m_foreign = m_walk.GetForeign();
                         }));
        return true;
    }
    Forget();
    m_kept = std::move(now);
    m_request = request;
    m_before = events;
    m_foreign = m_walk.GetForeign();
    m_idle.reset();
    m_group.KeepRequest(true);
    return false;
}

/// Learn the result of the recorded request, because the state has recurred. Return false if the
/// network has not become idle, or if other models had events. The event that begins the request
/// does not count.
bool
IncRequestReplay::Learn(const IncStateWalk::Moment& now, uint64_t events)
{
    const auto foreign = m_walk.GetForeign();
    const bool isNew =
        !std::includes(m_foreign.begin(), m_foreign.end(), foreign.begin(), foreign.end());
    if (!m_idle || isNew || CountHappened(m_foreign, foreign) > 1)
    {
        return false;
    }
    m_ended = m_now;
    m_ticks = now.tick - m_kept->tick;
    m_rounds = now.finished.front() - m_kept->finished.front();
    m_growth = m_kept->state.GrowthTo(now.state);
    // A replay also executes the call and the completions of ranks as events, so do not count them.
    m_events = events - m_before - std::min(events - m_before, m_ended.size() + 1);
    return true;
}

bool
IncRequestReplay::IsLikeKept(const IncCollectiveRequest& request) const
{
    return request.collective == m_request.collective && request.type == m_request.type &&
           request.operation == m_request.operation && request.overflow == m_request.overflow &&
           request.count == m_request.count && request.root == m_request.root;
}

void
IncRequestReplay::Check(const IncStateWalk::Moment& now)
{
    const Foreseen foreseen = *std::exchange(m_foreseen, std::nullopt);
    if (CountHappened(m_foreign, m_walk.GetForeign()) > 1)
    {
        return; // other events may have changed the state in the meantime
    }
    std::string difference;
    if (now.tick == foreseen.tick && !IncStateWalk::IsSame(m_kept->state, now.state))
    {
        difference = m_walk.FindDifference(m_kept->state, now.state);
    }
    else if (now.state.counts != foreseen.counts)
    {
        IncState counted;
        counted.settled = now.state.settled;
        counted.counts = foreseen.counts;
        difference = m_walk.FindDifference(counted, now.state);
    }
    else if (!m_group.IsRequestAsForeseen())
    {
        difference = "what a client knows of round trips";
    }
    if (!difference.empty())
    {
        throw std::runtime_error("fast forward: after a request like the one before, from round " +
                                 std::to_string(m_finished) +
                                 ", the state is not as foreseen: " + difference);
    }
    ++m_verified;
}

IncFastForwardPeriod
IncRequestReplay::Replay(const Done& done)
{
    IncStateAdvance advance(IncClock::NowPs(),
                            IncClock::ToPs(TimeStep(m_ticks)),
                            m_kept->state.Multiply(m_growth, 1),
                            false);
    m_walk.Announce(advance, {m_rounds});
    m_walk.Walk(advance);
    m_group.LeapRequest();
    for (const Ended& ended : m_ended)
    {
        m_pending.push_back(Simulator::Schedule(TimeStep(ended.ticks),
                                                [done, rank = ended.rank]() { done(rank, ""); }));
    }
    return {m_rounds, IncClock::ToPs(TimeStep(m_ticks)), m_finished, 1};
}

IncRequestReplay::Done
IncRequestReplay::Simulate(const Done& done)
{
    return Done([replay = weak_from_this(), begin = m_begin, done](uint32_t rank,
                                                                   const std::string& status) {
        const auto self = replay.lock();
        if (self && self->m_kept && self->m_begin == begin)
        {
            self->RankEnded(rank, status);
        }
        done(rank, status);
    });
}

void
IncRequestReplay::RankEnded(uint32_t rank, const std::string& status)
{
    if (!status.empty())
    {
        Forget();
        return;
    }
    m_now.push_back({rank, static_cast<uint64_t>(Simulator::Now().GetTimeStep()) - m_begin});
    if (m_now.size() < m_group.GetRanks())
    {
        return;
    }
    if (!m_isKnown)
    {
        m_group.KeepRequest(false);
        AwaitIdleness(FIRST_WAIT);
    }
    else if (!(m_now == m_ended))
    {
        throw std::runtime_error("fast forward: ranks have not completed as foreseen, from round " +
                                 std::to_string(m_finished));
    }
}

void
IncRequestReplay::AwaitIdleness(uint64_t ticks)
{
    m_pending.assign(1, Simulator::Schedule(TimeStep(ticks), [this, ticks]() {
                         if (!m_walk.IsIdle(m_kept->state.ignoredEvents))
                         {
                             AwaitIdleness(2 * ticks);
                             return;
                         }
                         m_idle = static_cast<uint64_t>(Simulator::Now().GetTimeStep()) - m_begin;
                     }));
}

} // namespace ns3
