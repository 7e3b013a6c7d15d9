/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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

} // namespace ns3
