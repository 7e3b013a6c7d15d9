/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Responses to RDMA READs at the requester (IBTA volume 1, 9.7.5.2). After a lost response, a new
// READ requests the rest.

#include "inc-rc-requester.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

uint64_t
IncRcRequester::FirstMissingResponse() const
{
    const auto* read = m_queue.FindRead(0);
    return read ? std::max(read->first, m_unacknowledged) : UINT64_MAX;
}

void
IncRcRequester::ReceiveResponse(const IncFrame& frame)
{
    const int32_t ahead = DistanceOf(frame.bth.psn);
    const uint64_t number = m_unacknowledged + ahead;
    const uint64_t missing = FirstMissingResponse();
    if (ahead < 0 || number < missing || number >= m_sentEnd)
    {
        ++m_counters.duplicates;
        return;
    }
    if (number > missing)
    {
        ++m_counters.outOfOrder;
        LoseResponses(missing);
        return;
    }
    const auto& read = *m_queue.FindRead(0);
    const uint64_t offset = (number - read.first) * m_parameters.pathMtu;
    if (frame.payloadSize != std::min<uint64_t>(m_parameters.pathMtu, read.request.length - offset))
    {
        Fail(IncCompletionStatus::REMOTE_INVALID);
        return;
    }
    if (read.request.destination && frame.payload)
    {
        std::memcpy(read.request.destination + offset, frame.payload->GetData(), frame.payloadSize);
    }
    m_isGapSeen = false;
    Acknowledge(number + 1);
    Probed(number + 1, 1, frame);
    CompleteMessages();
}

void
IncRcRequester::LoseResponses(uint64_t missing)
{
    if (missing > m_unacknowledged)
    {
        // A response also acknowledges all packets that were sent before its READ.
        Acknowledge(missing);
        CompleteMessages();
    }
    if (m_isGapSeen)
    {
        return; // these responses were sent before the repeated request arrived
    }
    m_isGapSeen = true;
    GoBackAfterGap();
    m_listener.PacketReady();
}

} // namespace ns3
