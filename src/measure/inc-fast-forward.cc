/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fast-forward.h"

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

/// Number of rounds before the intervals are examined for the first time.
constexpr std::size_t FIRST_LOOK = 64;
/// Largest number of brief states in a search.
constexpr uint32_t MOST_LOOKS = 16;
/// Largest number of whole states that a search records if brief states recur, but whole states do
/// not.
constexpr uint64_t WHOLE_STATES = 2;
/// Approximate number of words of a state that are written in the time of one event.
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
    : m_walk(m_watched)
{
    m_report.reason = "algorithms that do not tell their state";
}

IncFastForward::~IncFastForward() = default;

void
IncFastForward::DoDispose()
{
    m_watched.clear();
    m_requests.reset();
    m_phase = Phase::ASLEEP;
    IncTimeWatch::DoDispose();
}

void
IncFastForward::Watch(const std::vector<Ptr<IncClient>>& clients)
{
    if (!clients.empty())
    {
        auto rounds = std::make_unique<IncGroupRounds>(clients);
        IncGroupRounds& group = *rounds;
        Watch(std::move(rounds));
        if (m_mode != IncFastForwardMode::OFF)
        {
            m_requests = std::make_shared<IncRequestReplay>(m_walk, group);
        }
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
    m_walk.SetEngine(m_engine);
    if (m_engine->GetWatch() && m_engine->GetWatch() != this)
    {
        Sleep("time series, whose samples are of moments within the rounds");
        return;
    }
    IncStateWriter glance = m_walk.WriteBriefly();
    m_words = glance.GetWords();
    m_glanced = glance.GetState().settled.size() + glance.GetState().counts.size();
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
    if (m_requests)
    {
        m_requests->Forget();
    }
    if (m_phase != Phase::ASLEEP)
    {
        Sleep(m_report.reason);
    }
    m_watched.clear();
    m_requests.reset();
    m_lead = 0;
}

std::optional<IncRequestReplay::Done>
IncFastForward::Foretell(const IncCollectiveRequest& request,
                         bool isFollowed,
                         const IncRequestReplay::Done& done)
{
    if (!m_requests || m_phase == Phase::ASLEEP)
    {
        return done;
    }
    if (!isFollowed || m_watched.size() > 1 || GetLead().IsAtWork() ||
        !IsWorth(m_words / WORDS_PER_EVENT, 0))
    {
        m_requests->Forget();
        return done;
    }
    const uint64_t verified = m_requests->GetVerified();
    const bool isKnown =
        m_requests->Begin(request, m_engine->GetEventCount() + m_report.jumpedEvents);
    m_written += m_requests->GetWords();
    const bool verifies = m_mode == IncFastForwardMode::VERIFY;
    m_report.verifiedStates += verifies ? m_requests->GetVerified() - verified : 0;
    if (!isKnown || verifies)
    {
        return m_requests->Simulate(done);
    }
    m_report.periods.push_back(m_requests->Replay(done));
    m_report.reason.clear();
    m_report.jumpedEvents += m_requests->GetEvents();
    Restart();
    return std::nullopt;
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
    // Wait until each slot has been used twice, because a slot keeps traces of earlier rounds.
    const std::size_t least = 2 * GetLead().GetRememberedRounds() + FIRST_LOOK;
    const auto period = rounds < least ? std::nullopt : m_intervals.Find();
    const bool isWorth = IsWorthSearching();
    if (!period || !isWorth || GetLead().CountEqualRounds() < 3 * *period)
    {
        const bool isMissed = GetEventsAhead() >= m_leastGain * GetSearchCost();
        if (isMissed && GetLead().CountEqualRounds() >= std::max(least, rounds))
        {
            m_report.reason = "too few rounds: their intervals showed no period";
        }
        m_nextLook = std::max(least, rounds + rounds / 8);
        return;
    }
    // Messages may have another order than their slots. Then they return to the same slots only
    // after the whole cycle. Therefore every second search compares states one cycle apart.
    const std::size_t ofCycle = std::lcm(*period, GetLead().GetCycle());
    const bool takesAll = m_failures % 2 == 1 && GetLead().CountEqualRounds() >= 3 * ofCycle;
    m_nextLook = rounds;
    m_step = takesAll ? ofCycle : *period;
    m_looks = 0;
    m_phase = Phase::SEARCH;
}

/// Estimate the number of events in the equal rounds that are still to come.
uint64_t
IncFastForward::GetEventsAhead() const
{
    const uint64_t events = m_engine->GetEventCount() - m_begin;
    return events / m_intervals.GetRounds() * GetLead().CountEqualRounds();
}

/// Return the cost of a search that fails, as a number of events that take equal time.
uint64_t
IncFastForward::GetSearchCost() const
{
    return (MOST_LOOKS * m_glanced + WHOLE_STATES * m_words) / WORDS_PER_EVENT;
}

/// Return whether all searches, including this one, take little time compared with the simulation.
bool
IncFastForward::IsWorthSearching() const
{
    const bool hasBegun = m_phase == Phase::SEARCH;
    return IsWorth(hasBegun ? 0 : GetSearchCost(), GetEventsAhead());
}

bool
IncFastForward::IsWorth(uint64_t cost, uint64_t eventsAhead) const
{
    const uint64_t before = m_engine->GetEventCount() - *m_origin + m_report.jumpedEvents;
    return before + eventsAhead >= m_leastGain * (m_written / WORDS_PER_EVENT + cost);
}

void
IncFastForward::LookAtState()
{
    if (m_phase == Phase::ASLEEP || m_phase == Phase::LISTEN)
    {
        return; // the latest event ended the rounds; others may have begun
    }
    if (m_phase == Phase::SEARCH)
    {
        Search();
        return;
    }
    Moment now = m_walk.Write(m_phase == Phase::CHECK);
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
        Check(std::move(now));
    }
}

void
IncFastForward::Search()
{
    const std::size_t round = m_nextLook - m_step; // present round
    // Brent's cycle search (1980) replaces the state to compare with at powers of two.
    const bool isKept = m_looks < MOST_LOOKS && (m_looks & (m_looks - 1)) == 0;
    IncStateWriter writer = m_walk.WriteBriefly(isKept ? nullptr : &m_glance);
    IncState& glance = writer.GetState();
    if (!glance.refusal.empty())
    {
        Sleep(glance.refusal);
        return;
    }
    m_written += glance.settled.size() + glance.counts.size();
    if (m_looks > 0 && IncStateWalk::IsSame(m_glance, glance))
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
        GiveUp(m_walk.FindDifference(m_glance, glance, true));
        return;
    }
    if (!IsWorthSearching())
    {
        m_phase = Phase::LISTEN; // the state is larger than estimated
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
    if (!IncStateWalk::IsSame(before.state, now.state))
    {
        GiveUp(m_walk.FindDifference(before.state, now.state));
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
                                now.finished[m_lead],
                                m_times});
    m_period.events = std::min(m_period.events, m_second.events - m_first.events);
    m_first = IncStateWriter::IsComplete() ? std::move(now) : m_walk.Write();
    if (m_mode == IncFastForwardMode::ON)
    {
        Jump();
        return;
    }
    Record(false);
    m_checked = 0;
    m_phase = Phase::CHECK;
}

std::set<std::string>
IncFastForward::GetFields() const
{
    IncStateLocator locator(IncClock::NowPs(), false, 0);
    m_walk.Walk(locator);
    return locator.GetFields();
}

} // namespace ns3
