/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecn-marker.h"
#include "inc-frame-codec.h"
#include "inc-net-device.h"
#include "inc-pause.h"

#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>

namespace ns3
{

IncPriorityCounters
IncNetDevice::GetCounters(uint32_t priority) const
{
    IncPriorityCounters counters;
    if (m_counters)
    {
        static_cast<IncPriorityEvents&>(counters) = m_counters->priorities[priority];
    }
    static_cast<IncTrafficCounters&>(counters) = m_hot.queues.GetTraffic(priority);
    if (m_pauseReceiver)
    {
        counters.pausesReceived = m_pauseReceiver->GetPauses(priority);
        counters.pausedPs = m_pauseReceiver->GetPausedPs(priority);
    }
    counters.maxQueuedBytes = m_hot.queues.GetMaxBytes(priority);
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
    total.sentResults = m_hot.sentResults;
    if (m_counters)
    {
        total.pfcFramesSent = m_counters->pfcFramesSent;
        total.pfcFramesReceived = m_counters->pfcFramesReceived;
    }
    return total;
}

IncPriorityEvents
IncNetDevice::GetEvents() const
{
    IncPriorityEvents sum;
    for (uint32_t priority = 0; m_counters && priority < INC_PRIORITIES; ++priority)
    {
        IncAddCounters(sum, m_counters->priorities[priority]);
    }
    return sum;
}

uint32_t
IncNetDevice::GetQueuedBytes() const
{
    return m_hot.queues.GetBytes();
}

void
IncNetDevice::LoseOnLink(const IncFrame& frame)
{
    LogDrop(frame, IncDropReason::LINK_DOWN);
    ++CountersOf(frame.priority).drops[static_cast<std::size_t>(IncDropReason::LINK_DOWN)];
    m_frameDroppedTrace(frame, IncDropReason::LINK_DOWN);
    CaptureLost(frame, Incoming());
}

void
IncNetDevice::Measure(IncFrame& frame, int64_t startPs)
{
    const IncTrafficCounters traffic = m_hot.queues.GetTraffic();
    IncTelemetry::Hop hop;
    hop.rate = m_rate.GetBitRate();
    hop.timePs = startPs;
    hop.sentBytes = traffic.sentBytes + traffic.sentFrames * IncFrame::PREAMBLE_AND_GAP;
    hop.queuedBytes = m_hot.queues.GetBytes();
    frame.Measure(hop, m_nodeId);
}

void
IncNetDevice::VisitState(IncStateVisitor& visitor)
{
    VisitWatchers(visitor);
    if (m_hot.isFaulty)
    {
        visitor.Refuse("links that lose, repeat or delay frames");
    }
    if ((m_pauseSender && !m_pauseSender->IsIdle()) ||
        (m_pauseReceiver && !m_pauseReceiver->IsIdle()))
    {
        visitor.Refuse("PFC: ports pause");
    }
    // A period that recurs has no pause, and no queue that is long enough for a mark.
    visitor.Value("IncNetDevice::Counters::pfcFramesSent",
                  m_counters ? m_counters->pfcFramesSent : 0);
    visitor.Value("IncNetDevice::Counters::pfcFramesReceived",
                  m_counters ? m_counters->pfcFramesReceived : 0);
    visitor.Value("IncEcnMarker::m_draws", m_marker ? m_marker->GetDraws() : 0);
    if (IncFrameFormat::TagDelayPs() != 0)
    {
        visitor.Refuse("IncTagDelay: frames with tags take longer than others");
    }
    visitor.Value("IncPortBase::m_linkUp", m_linkUp);
    const bool isBusy = m_hot.wakePending || m_hot.busyUntilPs > visitor.GetNowPs();
    visitor.Value("IncNetDevice::HotState::busyUntilPs", isBusy);
    if (isBusy)
    {
        visitor.Time("IncNetDevice::HotState::busyUntilPs", m_hot.busyUntilPs);
    }
    else
    {
        visitor.Shifted("IncNetDevice::HotState::busyUntilPs", m_hot.busyUntilPs);
    }
    visitor.Fields(m_hot);
    visitor.Value("IncNetDevice::m_counters", m_counters != nullptr);
    visitor.Part(m_counters);
}

int64_t
IncNetDevice::GetBusyPs(int64_t nowPs) const
{
    const IncTrafficCounters sent = m_hot.queues.GetTraffic();
    const uint64_t pfcFrames = m_counters ? m_counters->pfcFramesSent : 0;
    const uint64_t frames = sent.sentFrames + pfcFrames;
    const uint64_t bytes = sent.sentBytes + pfcFrames * (IncPfcFrame::SIZE + IncFrame::FCS_SIZE) +
                           frames * IncFrame::PREAMBLE_AND_GAP;
    const uint64_t sentPs =
        bytes / 1000 * m_hot.psPerKilobyte + bytes % 1000 * m_hot.psPerKilobyte / 1000;
    // The counters already include the whole frame that is being sent.
    return static_cast<int64_t>(sentPs) - std::max<int64_t>(0, m_hot.busyUntilPs - nowPs);
}

int64_t
IncNetDevice::GetTagTimePs(IncFrame& frame)
{
    // A receiving host checks the tag of each frame with an INC header.
    int64_t operations = frame.hasInc && m_hot.peer->m_hot.source;
    if (frame.marks & IncFrame::SEALED)
    {
        // A switch that writes a tag has also checked the tag of the frame that caused it.
        operations += m_hot.source ? 1 : 2;
        frame.marks &= static_cast<uint8_t>(~IncFrame::SEALED);
    }
    const int64_t endPs = m_hot.busyUntilPs + operations * IncFrameFormat::TagDelayPs();
    // Tags are checked in order: a later frame is never ready before an earlier one.
    m_taggedUntilPs = std::max(m_taggedUntilPs, endPs);
    return m_taggedUntilPs - m_hot.busyUntilPs;
}

} // namespace ns3
