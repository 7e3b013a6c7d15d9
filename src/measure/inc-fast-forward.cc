/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fast-forward.h"

#include "inc-flow-rounds.h"
#include "inc-group-rounds.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-enum.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

/// Rounds before the intervals are looked at for the first time.
constexpr std::size_t FIRST_LOOK = 64;
/// Glances at the state before the search is given up for a time.
constexpr uint32_t MOST_LOOKS = 16;
/// Whole states that are written in vain where one looks the same and is not.
constexpr uint64_t WHOLE_STATES = 2;
/// Words of the state that are written in the time of an event, roughly.
constexpr uint64_t WORDS_PER_EVENT = 16;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncFastForward);

TypeId
IncFastForward::GetTypeId()
{
    using Mode = IncFastForwardMode;
    static TypeId tid =
        TypeId("ns3::IncFastForward")
            .SetParent<IncTimeWatch>()
            .SetGroupName("Inc")
            .AddConstructor<IncFastForward>()
            .AddAttribute("Mode",
                          "What becomes of rounds that repeat: they are simulated like all others "
                          "(off), jumped over (on), or simulated and compared with what a jump "
                          "would have led to (verify)",
                          IncEnumValue(Mode::OFF),
                          MakeIncEnumAccessor(&IncFastForward::m_mode),
                          MakeIncEnumChecker<Mode>(
                              {{Mode::OFF, "off"}, {Mode::ON, "on"}, {Mode::VERIFY, "verify"}}))
            .AddAttribute("LeastGain",
                          "A search begins where the events simulated, jumped over and to come are "
                          "so many times those that could be simulated in the time of all "
                          "searches; 0: always",
                          UintegerValue(40),
                          MakeUintegerAccessor(&IncFastForward::m_leastGain),
                          MakeUintegerChecker<uint64_t>(0, 1000000));
    return tid;
}

IncFastForward::IncFastForward()
{
    m_report.reason = "algorithms that do not tell their state";
}

IncFastForward::~IncFastForward() = default;

void
IncFastForward::DoDispose()
{
    m_watched.clear();
    m_phase = Phase::ASLEEP;
    IncTimeWatch::DoDispose();
}

void
IncFastForward::Watch(const std::vector<Ptr<IncClient>>& clients)
{
    if (!clients.empty())
    {
        Watch(std::make_unique<IncGroupRounds>(clients));
    }
}

void
IncFastForward::Watch(const std::vector<Ptr<IncRcQueuePair>>& senders)
{
    if (!senders.empty())
    {
        Watch(std::make_unique<IncFlowRounds>(senders));
    }
}

void
IncFastForward::Watch(std::unique_ptr<IncRepeater> repeater)
{
    m_report.mode = m_mode;
    if (m_mode == IncFastForwardMode::OFF)
    {
        return;
    }
    m_watched.push_back(std::move(repeater));
    m_engine = dynamic_cast<IncSimulatorImpl*>(&IncClock::Engine());
    if (!m_engine || !m_engine->HasWheels())
    {
        Sleep("another simulator implementation than ns3::IncSimulatorImpl with its own wheels");
        return;
    }
    if (m_engine->GetWatch() && m_engine->GetWatch() != this)
    {
        Sleep("time series, whose samples are of moments within the rounds");
        return;
    }
    IncStateWriter glance = Glance();
    MeasureStates(glance);
    if (!glance.GetState().refusal.empty())
    {
        Sleep(glance.GetState().refusal);
        return;
    }
    m_origin = m_origin.value_or(m_engine->GetEventCount());
    m_report.reason = "too few rounds: a jump over so few would not be worth the search";
    m_engine->SetWatch(this);
    for (const auto& watched : m_watched)
    {
        watched->Listen(this);
    }
    Restart();
}

void
IncFastForward::Unwatch()
{
    if (m_phase != Phase::ASLEEP)
    {
        Sleep(m_report.reason);
    }
    m_watched.clear();
    m_lead = 0;
}

void
IncFastForward::StopAfter(Time delay)
{
    m_due = m_engine->GetTicks() + static_cast<uint64_t>(delay.GetTimeStep());
}

void
IncFastForward::CancelStop()
{
    m_due = NEVER;
    if (m_phase == Phase::ASLEEP && m_engine->GetWatch() == this)
    {
        m_engine->SetWatch(nullptr);
    }
}

void
IncFastForward::Pass(uint64_t tick)
{
    CancelStop();
    Simulator::Stop();
}

void
IncFastForward::Restart()
{
    Record(false);
    m_phase = Phase::LISTEN;
    m_intervals.Restart();
    m_failures = 0;
    m_stretch = GetLead().GetStretch();
    m_begin = m_engine->GetEventCount();
    m_nextLook = FIRST_LOOK;
}

void
IncFastForward::Sleep(const std::string& reason)
{
    for (const auto& watched : m_watched)
    {
        watched->Listen(nullptr);
    }
    m_phase = Phase::ASLEEP;
    m_report.reason = reason;
    if (m_engine && m_engine->GetWatch() == this && m_due == NEVER)
    {
        m_engine->SetWatch(nullptr);
    }
}

void
IncFastForward::Record(bool isOn)
{
    for (const auto& watched : m_watched)
    {
        watched->Record(isOn);
    }
}

void
IncFastForward::RoundOver(const IncRepeater& repeater)
{
    if (&repeater != &GetLead())
    {
        if (m_phase == Phase::LISTEN && !GetLead().IsAtWork() && repeater.IsAtWork())
        {
            const auto is = [&](const auto& watched) { return watched.get() == &repeater; };
            m_lead = std::find_if(m_watched.begin(), m_watched.end(), is) - m_watched.begin();
            Restart();
        }
        return;
    }
    if (m_phase == Phase::LISTEN && GetLead().GetStretch() != m_stretch)
    {
        Restart();
    }
    m_intervals.Add(m_engine->GetTicks());
    if (m_intervals.GetRounds() < m_nextLook)
    {
        return;
    }
    if (m_phase == Phase::LISTEN)
    {
        LookAtIntervals();
    }
    if (m_phase != Phase::LISTEN)
    {
        m_nextLook += m_step;
        m_engine->DoBetweenEvents([this]() { LookAtState(); });
    }
}

void
IncFastForward::LookAtIntervals()
{
    const std::size_t rounds = m_intervals.GetRounds();
    // Each slot must have been used twice: what came before is still remembered there.
    const std::size_t least = 2 * GetLead().GetMemory() + FIRST_LOOK;
    const auto period = rounds < least ? std::nullopt : m_intervals.Find();
    const bool isWorth = IsWorthSearching();
    if (!period || !isWorth || GetLead().GetLikeOnes() < 3 * *period)
    {
        const bool isMissed = GetEventsAhead() >= m_leastGain * GetSearchCost();
        if (isMissed && GetLead().GetLikeOnes() >= std::max(least, rounds))
        {
            m_report.reason = "too few rounds: their intervals showed no period";
        }
        m_nextLook = std::max(least, rounds + rounds / 8);
        return;
    }
    // Messages that began in another order than that of their slots keep it, and come back to the
    // same slots only after all of them: looked for where the period of the intervals has failed.
    const std::size_t ofCycle = std::lcm(*period, GetLead().GetCycle());
    const bool takesAll = m_failures % 2 == 1 && GetLead().GetLikeOnes() >= 3 * ofCycle;
    m_nextLook = rounds;
    m_step = takesAll ? ofCycle : *period;
    m_looks = 0;
    m_phase = Phase::SEARCH;
}

/// Events that are still to come in the present request, as long as its rounds are alike.
uint64_t
IncFastForward::GetEventsAhead() const
{
    const uint64_t events = m_engine->GetEventCount() - m_begin;
    return events / m_intervals.GetRounds() * GetLead().GetLikeOnes();
}

/// What one search costs in vain, in events.
uint64_t
IncFastForward::GetSearchCost() const
{
    return (MOST_LOOKS * m_glanced + WHOLE_STATES * m_words) / WORDS_PER_EVENT;
}

/// Whether the time of this search and all before it is small beside that of everything else.
bool
IncFastForward::IsWorthSearching() const
{
    const uint64_t before = m_engine->GetEventCount() - *m_origin + m_engine->GetJumpedEvents();
    const bool hasBegun = m_phase == Phase::SEARCH;
    const uint64_t cost = m_written / WORDS_PER_EVENT + (hasBegun ? 0 : GetSearchCost());
    return before + GetEventsAhead() >= m_leastGain * cost;
}

void
IncFastForward::LookAtState()
{
    if (m_phase == Phase::ASLEEP || m_phase == Phase::LISTEN)
    {
        return; // the groups have ended within this event, others may have begun
    }
    if (m_phase == Phase::SEARCH)
    {
        Search();
        return;
    }
    Moment now = Write(m_phase == Phase::CHECK);
    if (!now.state.refusal.empty())
    {
        Sleep(now.state.refusal);
    }
    else if (m_phase == Phase::CONFIRM)
    {
        m_words = now.state.settled.size() + now.state.counts.size();
        m_written += m_words;
        Confirm(std::move(now));
    }
    else
    {
        Check(now);
    }
}

void
IncFastForward::Search()
{
    const std::size_t round = m_nextLook - m_step; // the present one
    // R. P. Brent, 1980: the state that later ones are compared with moves on at powers of two.
    const bool isKept = m_looks < MOST_LOOKS && (m_looks & (m_looks - 1)) == 0;
    IncStateWriter writer = Glance(isKept ? nullptr : &m_glance);
    IncState& glance = writer.GetState();
    if (!glance.refusal.empty())
    {
        Sleep(glance.refusal);
        return;
    }
    m_written += glance.settled.size() + glance.counts.size();
    if (m_looks > 0 && IsSame(m_glance, glance))
    {
        m_step = round - m_firstRound;
        m_nextLook = round + m_step;
        m_looks = 0;
        m_phase = Phase::CONFIRM;
        LookAtState();
        return;
    }
    if (m_looks == MOST_LOOKS)
    {
        GiveUp(FindDifference(m_glance, glance, true));
        return;
    }
    if (!IsWorthSearching())
    {
        m_phase = Phase::LISTEN; // more is under way than when its cost was foreseen
        m_nextLook = m_intervals.GetRounds() + m_intervals.GetRounds() / 8;
        return;
    }
    if (isKept)
    {
        m_glance = std::move(glance);
        m_firstRound = round;
    }
    ++m_looks;
}

/// What they cost, before one is searched.
void
IncFastForward::MeasureStates(IncStateWriter& glance)
{
    m_words = glance.GetWords();
    m_glanced = glance.GetState().settled.size() + glance.GetState().counts.size();
}

void
IncFastForward::GiveUp(const std::string& difference)
{
    m_report.reason = "no period was found: what differs is " + difference;
    Record(false);
    m_phase = Phase::LISTEN;
    ++m_failures;
    m_nextLook = 2 * m_intervals.GetRounds();
}

void
IncFastForward::Confirm(Moment&& now)
{
    if (m_looks == 0)
    {
        m_first = std::move(now);
        m_looks = 1;
        return;
    }
    const Moment& before = m_looks == 1 ? m_first : m_second;
    if (!IsSame(before.state, now.state))
    {
        GiveUp(FindDifference(before.state, now.state));
        return;
    }
    if (m_looks == 1)
    {
        m_second = std::move(now);
        m_looks = 2;
        Record(true);
        return;
    }
    m_period = Between(m_second, now);
    if (!(Between(m_first, m_second) == m_period))
    {
        GiveUp("what is counted in a period");
        return;
    }
    m_report.reason = Foresee(now);
    if (!m_report.reason.empty())
    {
        Restart();
        return;
    }
    m_report.periods.push_back({m_period.rounds[m_lead],
                                IncClock::ToPs(TimeStep(m_period.ticks)),
                                now.over[m_lead],
                                m_times});
    m_period.events = std::min(m_period.events, m_second.events - m_first.events);
    m_first = Write();
    if (m_mode == IncFastForwardMode::ON)
    {
        Leap();
        Restart();
        return;
    }
    Record(false);
    m_checked = 0;
    m_phase = Phase::CHECK;
}

/// Says how often the period comes again, or why it cannot be said.
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
    m_times = std::min(m_times, GetQuietTicks() / m_period.ticks);
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

/// Ticks up to the first event that is no part of the pattern, exclusively.
uint64_t
IncFastForward::GetQuietTicks() const
{
    for (const auto& entry : m_engine->GetPending())
    {
        if (!entry.subject && !entry.event.impl->IsCancelled())
        {
            const uint64_t ahead = entry.event.key.m_ts - m_engine->GetTicks();
            return ahead > 0 ? ahead - 1 : 0;
        }
    }
    return UINT64_MAX;
}

void
IncFastForward::Leap()
{
    IncStateAdvance advance(IncClock::NowPs(),
                            IncClock::ToPs(TimeStep(m_times * m_period.ticks)),
                            m_first.state.Multiply(m_period.growth, m_times));
    std::vector<uint64_t> rounds = m_period.rounds;
    for (uint64_t& growth : rounds)
    {
        growth *= m_times;
    }
    Announce(advance, rounds);
    Walk(advance);
    m_engine->Jump(m_times * m_period.ticks, m_times * m_period.events);
    m_report.jumpedEvents = m_engine->GetJumpedEvents();
    for (const auto& watched : m_watched)
    {
        watched->Leap();
    }
    Compare(Write(), m_times);
}

void
IncFastForward::Check(const Moment& now)
{
    Compare(now, ++m_checked);
    ++m_report.verifiedStates;
    if (m_checked == m_times)
    {
        Restart();
    }
}

void
IncFastForward::Compare(const Moment& now, uint64_t times) const
{
    IncState foreseen = m_first.state;
    foreseen.counts = foreseen.CountsAfter(m_period.growth, times);
    std::string difference;
    if (now.tick != m_first.tick + times * m_period.ticks)
    {
        difference = "the time";
    }
    else if (times == m_times && !IsAsForeseen())
    {
        difference = "what a client knows of round trips";
    }
    else if (!IsSame(foreseen, now.state) || foreseen.counts != now.state.counts)
    {
        difference = FindDifference(foreseen, now.state);
    }
    if (!difference.empty())
    {
        throw std::runtime_error("fast forward: after " + std::to_string(times) + " periods of " +
                                 std::to_string(m_period.rounds[m_lead]) + " rounds, from round " +
                                 std::to_string(m_first.over[m_lead]) +
                                 ", the state is not as foreseen: " + difference);
    }
}

bool
IncFastForward::IsAsForeseen() const
{
    return std::all_of(m_watched.begin(), m_watched.end(), [](const auto& watched) {
        return watched->IsAsForeseen();
    });
}

std::set<std::string>
IncFastForward::GetFields() const
{
    IncStateLocator locator(IncClock::NowPs(), false, 0);
    Walk(locator);
    return locator.GetFields();
}

IncFastForward::Period
IncFastForward::Between(const Moment& first, const Moment& second)
{
    Period period;
    period.ticks = second.tick - first.tick;
    period.events = second.events - first.events;
    for (std::size_t i = 0; i < second.over.size(); ++i)
    {
        period.rounds.push_back(second.over[i] - first.over[i]);
    }
    period.growth = first.state.GrowthTo(second.state);
    return period;
}

bool
IncFastForward::IsSame(const IncState& a, const IncState& b)
{
    return a.settled == b.settled && a.counts.size() == b.counts.size();
}

} // namespace ns3
