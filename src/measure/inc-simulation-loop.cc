/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-simulation-loop.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

const Time SHORTEST_SPELL = MicroSeconds(20);
const Time LONG_SPELL = Seconds(10000); // a spell that is longer than every timer
const Time LONGEST_SPELL = Days(30);    // longest spell, because a computation may be long

} // namespace

IncSimulationLoop::IncSimulationLoop(IncProgress& progress, std::optional<double> bound)
    : m_progress(progress),
      m_bytesPerSecond(bound.value_or(0) * 1e9)
{
}

void
IncSimulationLoop::Watch(Ptr<IncPfcWatchdog> watchdog)
{
    m_watchdog = watchdog;
    m_deadlocks = watchdog ? watchdog->GetDeadlocks().size() : 0;
}

bool
IncSimulationLoop::IsDeadlocked()
{
    if (!m_watchdog || m_watchdog->BreaksDeadlocks() ||
        m_watchdog->GetDeadlocks().size() == m_deadlocks)
    {
        return false;
    }
    m_status = m_watchdog->GetDeadlocks().back().ToString();
    return true;
}

void
IncSimulationLoop::Expect(uint32_t ranks)
{
    m_expected += ranks;
}

void
IncSimulationLoop::Completed(const std::string& status)
{
    if (m_expected == 0)
    {
        return; // another rank has failed earlier
    }
    m_last = Simulator::Now();
    --m_expected;
    if (!status.empty() && m_status == "ok")
    {
        // Other ranks may wait for the failed rank for ever, so wait for no rank any more.
        m_status = status;
        m_expected = 0;
    }
    if (m_expected == 0)
    {
        Simulator::Stop();
    }
}

void
IncSimulationLoop::SetFastForward(Ptr<IncFastForward> fastForward)
{
    m_fastForward = fastForward;
}

void
IncSimulationLoop::RunFor(Time spell)
{
    m_isDrained = false;
    if (m_fastForward && m_fastForward->IsWatching() && spell < LONG_SPELL)
    {
        m_fastForward->StopAfter(spell);
        Simulator::Run();
        m_fastForward->CancelStop();
        return;
    }
    // The event that ends a long spell also checks whether other events are left.
    EventId end = Simulator::Schedule(spell, [this]() {
        m_isDrained = Simulator::IsFinished();
        Simulator::Stop();
    });
    Simulator::Run();
    Simulator::Cancel(end);
}

Time
IncSimulationLoop::Run()
{
    if (m_begin)
    {
        m_begin(m_orderedBecause);
    }
    const Time start = Simulator::Now();
    Time spell = SHORTEST_SPELL;
    while (m_expected > 0)
    {
        const uint64_t events = Simulator::GetEventCount();
        RunFor(spell);
        if (IsDeadlocked())
        {
            break;
        }
        if (const std::string fault = m_check ? m_check() : ""; !fault.empty())
        {
            m_status = fault;
            break;
        }
        // If a spell has no event but its end, timers are far away: double the next spell.
        const bool idle = Simulator::GetEventCount() - events <= 1;
        if (m_expected > 0 && m_isDrained && spell >= LONG_SPELL)
        {
            m_status = "stalled: " + std::to_string(m_expected) + " ranks wait for ever";
            break;
        }
        spell = idle ? std::min(2 * spell, LONGEST_SPELL) : SHORTEST_SPELL;
        const double expected = (Simulator::Now() - start).GetSeconds() * m_bytesPerSecond;
        m_progress.Update(m_done ? m_done() : static_cast<uint64_t>(expected));
    }
    return m_last;
}

} // namespace ns3
