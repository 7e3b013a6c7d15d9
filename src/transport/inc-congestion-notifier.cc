/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-congestion-notifier.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-cnp.h"

namespace ns3
{

IncFramePtr
IncCongestionNotifier::Notify(const IncConnection& connection, Time interval, uint8_t priority)
{
    const int64_t now = IncClock::NowPs();
    if (now < m_nextPs)
    {
        return nullptr;
    }
    m_nextPs = now + IncClock::ToPs(interval);
    IncFramePtr cnp = IncFrame::Create();
    cnp->bth = IncCnp::MakeBth(0);
    connection.Address(*cnp);
    cnp->priority = priority;
    cnp->payloadSize = IncCnp::RESERVED; // zeros
    cnp->UpdateSize();
    return cnp;
}

} // namespace ns3
