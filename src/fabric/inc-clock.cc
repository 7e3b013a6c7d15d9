/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-clock.h"

#include "ns3/abort.h"

namespace ns3
{

int64_t IncClock::g_psPerTick = 1000;
SimulatorImpl* IncClock::g_engine = nullptr;
IncSimulatorImpl* IncClock::g_own = nullptr;

void
IncClock::Synchronise()
{
    int64_t ps = Time::FromInteger(1, Time::NS).GetTimeStep();
    // Now `ps` is the number of ticks in a nanosecond: 1000 at PS, 1 at NS, 0 if coarser.
    NS_ABORT_MSG_IF(ps == 0 || ps > 1000,
                    "Time::SetResolution: inc needs a resolution of NS or PS");
    g_psPerTick = 1000 / ps;
}

void
IncClock::ScheduleElsewhere(uint32_t context, int64_t ticks, IncForeseenEvent* event)
{
    Engine().ScheduleWithContext(context, Time(ticks - NowTicks()), event);
}

SimulatorImpl&
IncClock::FindEngine()
{
    g_engine = PeekPointer(Simulator::GetImplementation());
    g_own = dynamic_cast<IncSimulatorImpl*>(g_engine);
    Simulator::ScheduleDestroy(&IncClock::ForgetEngine);
    return *g_engine;
}

void
IncClock::HoldWindows()
{
    if (IncSimulatorImpl* engine = OwnEngine())
    {
        engine->HoldWindows();
    }
}

void
IncClock::ReleaseWindows()
{
    if (g_own)
    {
        g_own->ReleaseWindows();
    }
}

void
IncClock::ForgetEngine()
{
    g_engine = nullptr;
    g_own = nullptr;
}

} // namespace ns3
