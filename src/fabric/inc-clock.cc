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

void
IncClock::Synchronise()
{
    int64_t ps = Time::FromInteger(1, Time::NS).GetTimeStep();
    // Ticks of one nanosecond: 1000 at PS, 1 at NS, 0 where the resolution is coarser.
    NS_ABORT_MSG_IF(ps == 0 || ps > 1000,
                    "Time::SetResolution: inc needs a resolution of NS or PS");
    g_psPerTick = 1000 / ps;
}

} // namespace ns3
