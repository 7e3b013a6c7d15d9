/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-format.h"
#include "inc-net-device.h"

#include "ns3/inc-pfc-frame.h"

#include <algorithm>

namespace ns3
{

int64_t
IncNetDevice::GetBusyPs(int64_t nowPs) const
{
    const IncTrafficCounters sent = m_queues.GetSent();
    const uint64_t pfcFrames = m_counters ? m_counters->pfcFramesSent : 0;
    const uint64_t frames = sent.sentFrames + pfcFrames;
    const uint64_t bytes = sent.sentBytes + pfcFrames * (IncPfcFrame::SIZE + IncFrame::FCS_SIZE) +
                           frames * IncFrame::PREAMBLE_AND_GAP;
    const uint64_t sentPs = bytes / 1000 * m_psPerKilobyte + bytes % 1000 * m_psPerKilobyte / 1000;
    // The frame that is under way is counted already.
    return static_cast<int64_t>(sentPs) - std::max<int64_t>(0, m_busyUntilPs - nowPs);
}

int64_t
IncNetDevice::GetTagTimePs(IncFrame& frame)
{
    int64_t operations = frame.hasInc && m_peer->m_source; // a host checks each tag
    if (frame.marks & IncFrame::SEALED)
    {
        // A switch has checked another tag before.
        operations += m_source ? 1 : 2;
        frame.marks &= static_cast<uint8_t>(~IncFrame::SEALED);
    }
    const int64_t endPs = m_busyUntilPs + operations * IncFrameFormat::TagDelayPs();
    m_taggedUntilPs = std::max(m_taggedUntilPs, endPs); // frames keep their order
    return m_taggedUntilPs - m_busyUntilPs;
}

} // namespace ns3
