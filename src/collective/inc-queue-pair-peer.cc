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
      m_queuePair(nic->CreateRcQueuePair()),
      m_scratchKey(nic->RegisterMemory(m_scratch.get(), uint64_t{m_sliceBytes} * m_slots))
{
    // The receiver acknowledges at least four times per window, before the sender must stop.
    const uint32_t gathered = std::min(slices.gathered, m_queuePair->window / 4 / m_sliceBytes);
    if (gathered > 1 && m_queuePair->ackDelay.IsStrictlyNegative())
    {
        const double bits = 8.0 * gathered * m_sliceBytes;
        m_queuePair->ackInterval = gathered;
        m_queuePair->ackDelay = Seconds(bits / nic->GetSlowestRate());
    }
}

IncQueuePairPeer::~IncQueuePairPeer()
{
    m_queuePair->Destroy();
}

IncQueuePairPeer::Endpoint
IncQueuePairPeer::GetEndpoint() const
{
    return {Ipv4Address(m_queuePair->GetConnection().localAddress),
            m_queuePair->GetQpn(),
            m_scratchKey};
}

void
IncQueuePairPeer::Connect(const Endpoint& other)
{
    m_remoteKey = other.rkey;
    m_queuePair->SetSendCompletionCallback(MakeCallback(&IncQueuePairPeer::Sent, this));
    m_queuePair->SetReceiveCompletionCallback(MakeCallback(&IncQueuePairPeer::Received, this));
    m_queuePair->Connect(other.address, other.qpn);
    for (uint32_t i = 0; i < IncBaselineMessage::POSTED_RECEIVES; ++i)
    {
        m_queuePair->PostReceive({});
    }
}

void
IncQueuePairPeer::Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail)
{
    if (!m_isPlaced)
    {
        m_isPlaced = true;
        spread.Place(*m_queuePair, phase, rail);
    }
}

void
IncQueuePairPeer::Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request)
{
    request.id = static_cast<uint64_t>(kind);
    request.withImmediate = true;
    request.immediate =
        IncBaselineMessage{kind, static_cast<uint32_t>(number & IncBaselineMessage::NUMBER_MASK)}
            .Encode();
    m_queuePair->PostWrite(request);
}

void
IncQueuePairPeer::Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes)
{
    const uint64_t offset = m_sent % m_slots * m_sliceBytes;
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
    Post(IncBaselineMessage::Kind::DATA, m_sent++, request);
}

void
IncQueuePairPeer::Take()
{
    ++m_taken;
    if (m_taken - m_reported >= std::max(1U, m_slots / 8))
    {
        m_reported = m_taken;
        Post(IncBaselineMessage::Kind::CREDIT, m_taken, {});
    }
}

void
IncQueuePairPeer::Abort()
{
    if (!m_queuePair->IsInError())
    {
        Post(IncBaselineMessage::Kind::ABORT, 0, {});
    }
}

void
IncQueuePairPeer::Sent(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        m_listener.PeerFailed("sending to rank " + std::to_string(m_rank) + " failed: " +
                              std::string(IncCompletionStatusName(completion.status)));
        return;
    }
    if (completion.id == static_cast<uint64_t>(IncBaselineMessage::Kind::DATA) &&
        m_sent - m_acknowledged++ == m_posted)
    {
        m_listener.PeerProgressed();
    }
}

void
IncQueuePairPeer::Received(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        return; // the receive was flushed; a send's completion reports the error
    }
    m_queuePair->PostReceive({});
    const auto message = IncBaselineMessage::Decode(completion.immediate);
    switch (message.kind)
    {
    case IncBaselineMessage::Kind::DATA:
        ++m_arrived;
        break;
    case IncBaselineMessage::Kind::CREDIT:
        // Numbers count modulo 2^30; far fewer slices were taken since the last CREDIT.
        m_credited += (message.number - m_credited) & IncBaselineMessage::NUMBER_MASK;
        break;
    case IncBaselineMessage::Kind::ABORT:
        m_listener.PeerFailed("rank " + std::to_string(m_rank) + " has failed");
        return;
    }
    m_listener.PeerProgressed();
}

} // namespace ns3
