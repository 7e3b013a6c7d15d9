/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-net-device.h"
#include "inc-pause-receiver.h"

namespace ns3
{

IncPriorityCounters
IncNetDevice::GetCounters(uint32_t priority) const
{
    IncPriorityCounters counters;
    if (m_counters)
    {
        counters = m_counters->priorities[priority];
    }
    static_cast<IncTrafficCounters&>(counters) = m_queues.GetTraffic(priority);
    if (m_pauseReceiver)
    {
        counters.pausesReceived = m_pauseReceiver->GetPauses(priority);
        counters.pausedPs = m_pauseReceiver->GetPausedPs(priority);
    }
    counters.maxQueuedBytes = m_queues.GetMaxBytes(priority);
    return counters;
}

IncPortCounters
IncNetDevice::GetCounters() const
{
    IncPortCounters total;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        total.Add(GetCounters(priority));
    }
    total.sentResults = m_sentResults;
    if (m_counters)
    {
        total.pfcFramesSent = m_counters->pfcFramesSent;
        total.pfcFramesReceived = m_counters->pfcFramesReceived;
    }
    return total;
}

uint32_t
IncNetDevice::GetQueuedBytes() const
{
    return m_queues.GetBytes();
}

} // namespace ns3
