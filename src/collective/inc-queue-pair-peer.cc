/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair-peer.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

IncQueuePairPeer::IncQueuePairPeer(Listener& listener,
                                   Ptr<IncRdmaNic> nic,
                                   uint32_t rank,
                                   const IncHostSlices& slices)
    : m_listener(listener),
      m_rank(rank),
      m_sliceBytes(slices.bytes),
      m_slots(slices.scratch),
      m_posted(slices.posted),
      // Nothing is written here for virtual data, so that the memory takes no physical pages.
      m_scratch(new uint8_t[uint64_t{m_sliceBytes} * m_slots]),
      m_connection(*nic),
      m_scratchKey(nic->RegisterMemory(m_scratch.get(), uint64_t{m_sliceBytes} * m_slots))
{
    // The receiver acknowledges at least four times per window, before the sender must stop.
    IncRcQueuePair& queuePair = m_connection.GetQueuePair();
    const uint32_t gathered = std::min(slices.gathered, queuePair.window / 4 / m_sliceBytes);
    if (gathered > 1 && queuePair.ackDelay.IsStrictlyNegative())
    {
        const double bits = 8.0 * gathered * m_sliceBytes;
        queuePair.ackInterval = gathered;
        queuePair.ackDelay = Seconds(bits / nic->GetSlowestRate());
    }
}

void
IncQueuePairPeer::Connect(IncQueuePairPeer& a, IncQueuePairPeer& b)
{
    a.ConnectTo(b);
    b.ConnectTo(a);
}

void
IncQueuePairPeer::ConnectTo(const IncQueuePairPeer& other)
{
    m_remoteKey = other.m_scratchKey;
    const std::string rank = "rank " + std::to_string(m_rank);
    m_connection.Connect(other.m_connection.GetEndpoint(other.m_scratchKey),
                         {[this](uint64_t) {
                              if (m_counts.sent - m_counts.acknowledged++ == m_posted)
                              {
                                  m_listener.PeerProgressed();
                              }
                          },
                          [this](const auto& message) { Received(message); },
                          [this](const auto& why) { m_listener.PeerFailed(why); },
                          "sending to " + rank + " failed",
                          rank + " has failed"});
}

void
IncQueuePairPeer::Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail)
{
    if (!m_isPlaced)
    {
        m_isPlaced = true;
        spread.Place(m_connection.GetQueuePair(), phase, rail);
    }
}

void
IncQueuePairPeer::Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes)
{
    const uint64_t offset = m_counts.sent % m_slots * m_sliceBytes;
    IncWorkRequest request;
    if (data && bytes > 0)
    {
        if (!m_staging)
        {
            m_staging.reset(new uint8_t[uint64_t{m_sliceBytes} * m_slots]);
        }
        std::memcpy(&m_staging[offset], data, bytes);
        request.data = &m_staging[offset];
    }
    request.length = bytes;
    request.remoteAddress = offset;
    request.rkey = m_remoteKey;
    m_connection.Post(IncBaselineMessage::Kind::DATA, m_counts.sent++, request);
}

void
IncQueuePairPeer::Take()
{
    ++m_counts.taken;
    if (m_counts.taken - m_counts.reported >= std::max(1U, m_slots / 8))
    {
        m_counts.reported = m_counts.taken;
        m_connection.Post(IncBaselineMessage::Kind::CREDIT, m_counts.taken);
    }
}

void
IncQueuePairPeer::Received(const IncBaselineMessage& message)
{
    if (message.kind == IncBaselineMessage::Kind::DATA)
    {
        ++m_counts.arrived;
    }
    else
    {
        // Numbers count modulo 2^30; far fewer slices were taken since the last CREDIT.
        m_counts.credited += (message.number - m_counts.credited) & IncBaselineMessage::NUMBER_MASK;
    }
    m_listener.PeerProgressed();
}

void
IncQueuePairPeer::VisitState(IncStateVisitor& visitor)
{
    // Visit distances between the numbers, because waits depend on these.
    visitor.Value("IncQueuePairPeer::Counts::credited", m_counts.sent - m_counts.credited);
    visitor.Value("IncQueuePairPeer::Counts::acknowledged", m_counts.sent - m_counts.acknowledged);
    visitor.Value("IncQueuePairPeer::Counts::taken", m_counts.arrived - m_counts.taken);
    visitor.Value("IncQueuePairPeer::Counts::reported", m_counts.taken - m_counts.reported);
    visitor.Fields(m_counts);
}

} // namespace ns3
