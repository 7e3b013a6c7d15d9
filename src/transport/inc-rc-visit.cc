/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The state of reliable connections. Those that carry aggregation have messages of one packet, each
// with the number of a round; others have messages of any length.

#include "inc-rc-queue-pair.h"

#include "ns3/inc-frame-visit.h"
#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncSendQueue, 64);
INC_STATE_SIZE(IncSendQueue::Message, 72);
INC_STATE_SIZE(IncWorkRequest, 48);
INC_STATE_SIZE(IncReceiveRequest, 24);
INC_STATE_SIZE(IncReceiveQueue, 120);
INC_STATE_SIZE(IncRttEstimator, 16);
INC_STATE_SIZE(IncRetransmitTimer, 88);
INC_STATE_SIZE(IncLossScoreboard, 128);
INC_STATE_SIZE(IncReorderBuffer, 40);
INC_STATE_SIZE(IncRcRequester, 456);
INC_STATE_SIZE(IncRcResponder, 256);
INC_STATE_SIZE(IncRcQueuePair, sizeof(IncQueuePair) + 832);

} // namespace

void
IncSendQueue::VisitState(IncStateVisitor& visitor, uint64_t from)
{
    visitor.Value("IncSendQueue::m_end", m_end - from);
    visitor.Count("IncSendQueue::m_end", m_end);
    visitor.Value("IncSendQueue::m_cursor", m_cursor);
    visitor.Value("IncSendQueue::m_messages", m_messages.GetSize());
    for (std::size_t i = 0; i < m_messages.GetSize(); ++i)
    {
        Message& message = m_messages[i];
        if (!message.made)
        {
            visitor.Refuse("reliable connections that carry other messages beside aggregation");
            return;
        }
        visitor.Value("IncSendQueue::Message::first", message.first - from);
        visitor.Count("IncSendQueue::Message::first", message.first);
        visitor.Value("IncSendQueue::Message::packets", message.packets);
        auto messageId = static_cast<uint32_t>(message.request.id);
        visitor.UseTree(message.made->inc.treeId);
        visitor.Sequence("IncWorkRequest::id", messageId);
        message.request.id = messageId;
        visitor.Value("IncWorkRequest::length", message.request.length);
        // It gets its PSN when it leaves.
        message.made->bth.psn = IncPsn::Add(0, static_cast<int64_t>(visitor.GetRounds().over));
        message.made->VisitState(visitor);
        message.made->bth.psn = 0;
    }
}

void
IncSendQueue::VisitPosted(IncStateVisitor& visitor,
                          uint64_t from,
                          const IncStateVisitor::Numbers* numbers)
{
    visitor.Value("IncSendQueue::m_end", m_end - from);
    visitor.Count("IncSendQueue::m_end", m_end);
    visitor.Value("IncSendQueue::m_cursor", m_cursor);
    visitor.Value("IncSendQueue::m_messages", m_messages.GetSize());
    for (std::size_t i = 0; i < m_messages.GetSize(); ++i)
    {
        Message& message = m_messages[i];
        visitor.Value("IncSendQueue::Message::first", message.first - from);
        visitor.Count("IncSendQueue::Message::first", message.first);
        visitor.Value("IncSendQueue::Message::packets", message.packets);
        visitor.Value("IncSendQueue::Message::write", message.write);
        IncWorkRequest& request = message.request;
        if (request.data)
        {
            visitor.Refuse("real data: messages bring values");
        }
        visitor.Count("IncWorkRequest::id", request.id);
        visitor.Value("IncWorkRequest::withImmediate", request.withImmediate);
        IncReth reth{request.remoteAddress, request.rkey, request.length};
        IncVisitReth(reth, numbers, visitor);
        request.remoteAddress = reth.virtualAddress;
        IncVisitImmediate(request.immediate, numbers, visitor);
    }
}

void
IncReceiveQueue::VisitState(IncStateVisitor& visitor, uint64_t window)
{
    for (std::size_t i = 0; i < m_receives.GetSize(); ++i)
    {
        visitor.Value("IncReceiveRequest::id", m_receives[i].id);
        visitor.Value("IncReceiveRequest::length", m_receives[i].length);
    }
    visitor.Value("IncReceiveQueue::m_receives", m_receives.GetSize());
    visitor.Value("IncReceiveQueue::m_inMessage", m_inMessage);
    if (!m_inMessage)
    {
        return;
    }
    // Where data would go decides nothing where there are none.
    visitor.Value("IncReceiveQueue::m_isWrite", m_isWrite);
    visitor.Value("IncReth::dmaLength", m_reth.dmaLength);
    const bool isLong = m_isWrite && m_reth.dmaLength > m_bytes + 2 * window;
    visitor.Value("IncReceiveQueue::m_bytes", isLong);
    if (isLong)
    {
        const uint64_t lastLongOne = m_reth.dmaLength - 2 * window - 1;
        visitor.Bounded("IncReceiveQueue::m_bytes", m_bytes, lastLongOne);
    }
    else
    {
        visitor.Value("IncReceiveQueue::m_bytes", m_bytes);
    }
}

void
IncRttEstimator::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncRttEstimator::m_smoothed", m_smoothed);
    visitor.Value("IncRttEstimator::m_variation", m_variation);
}

void
IncRetransmitTimer::VisitState(IncStateVisitor& visitor)
{
    if (m_hasTied)
    {
        visitor.Refuse("a retransmission timer that ended in the very tick of the answer");
    }
    m_estimator.VisitState(visitor);
    visitor.Value("IncRetransmitTimer::m_firstPs", m_firstPs);
    visitor.Value("IncRetransmitTimer::m_timeoutPs", m_timeoutPs);
    visitor.Time("IncRetransmitTimer::m_deadlinePs", m_deadlinePs);
    if (m_eventPs != NEVER)
    {
        visitor.Shifted("IncRetransmitTimer::m_eventPs", m_eventPs);
    }
    visitor.Lazy(PeekPointer(m_event));
}

void
IncLossScoreboard::VisitState(IncStateVisitor& visitor, uint64_t from, uint64_t to, uint64_t growth)
{
    if (HasLost())
    {
        visitor.Refuse("selective repeat: packets are to be sent again");
    }
    const uint64_t before = m_order;
    visitor.Count("IncLossScoreboard::m_order", m_order);
    const uint64_t later = m_order - before;
    visitor.Value("IncLossScoreboard::m_oldest", m_oldest - from);
    m_oldest += growth;
    std::vector<Packet> window;
    for (uint64_t number = from; number < to; ++number)
    {
        Packet& packet = m_packets[Slot(number)];
        visitor.Value("IncLossScoreboard::Packet::order", before - packet.order);
        visitor.Value("IncLossScoreboard::Packet::arrived", packet.arrived);
        window.push_back({packet.order + later, packet.arrived});
        packet = Packet();
    }
    for (uint64_t number = from; number < to; ++number)
    {
        m_packets[Slot(number + growth)] = window[number - from];
    }
    for (std::size_t i = 0; i < m_sent.GetSize(); ++i)
    {
        Transmission& sent = m_sent[i];
        visitor.Value("IncLossScoreboard::Transmission::number", sent.number - from);
        visitor.Value("IncLossScoreboard::Transmission::order", before - sent.order);
        sent.number += growth;
        sent.order += later;
    }
}

uint64_t
IncRcRequester::GetLikeOnes() const
{
    if (m_queue.IsEmpty() || m_queue.Front().made || m_queue.Front().first >= m_unacknowledged)
    {
        return 0;
    }
    // Packets in the middle of a message are alike; its last ones are far from what is in flight.
    const uint64_t end = m_unacknowledged + 2 * uint64_t{m_largestWindow};
    return m_queue.Front().End() > end ? m_queue.Front().End() - end : 0;
}

void
IncRcRequester::VisitState(IncStateVisitor& visitor, bool isAggregation)
{
    const uint64_t from = m_unacknowledged;
    const uint64_t to = m_sentEnd;
    const uint64_t sent = m_origin - m_firstPsn;
    const auto psn = [&]() {
        return IncPsn::Add(0, static_cast<int64_t>(m_unacknowledged - sent));
    };
    visitor.Await(IncConnectionKey(m_connection.localAddress, m_connection.localQpn), psn());
    if (isAggregation)
    {
        // Where results pass by the connections of contributions, the halves for them stand still.
        visitor.Value("IncRcRequester::m_sentEnd", to > m_origin);
        if (to > m_origin)
        {
            uint32_t oldest = psn();
            visitor.Sequence("IncRcRequester::m_unacknowledged", oldest, 24);
        }
        visitor.Count("IncRcRequester::m_unacknowledged", m_unacknowledged);
        VisitWindow(visitor, from);
        m_queue.VisitState(visitor, from);
    }
    else
    {
        VisitPosted(visitor);
    }
    m_timer.VisitState(visitor);
    if (IsSelective())
    {
        m_scoreboard.VisitState(visitor, from, to, m_unacknowledged - from);
    }
}

void
IncRcRequester::VisitPosted(IncStateVisitor& visitor)
{
    const uint64_t from = m_unacknowledged;
    const uint64_t likeOnes = GetLikeOnes();
    visitor.Value("IncSendQueue::m_hasLong", m_queue.HasLong());
    // The last packet of a message asks in any case.
    visitor.Value("IncRcRequester::m_askInterval", m_queue.HasLong() ? from % m_askInterval : 0);
    visitor.Value("IncSendQueue::Message::packets", likeOnes > 0);
    if (likeOnes > 0)
    {
        // In the middle of a message it does not matter where; it has to be the same one.
        visitor.Bounded("IncRcRequester::m_unacknowledged", m_unacknowledged, from + likeOnes);
        VisitWindow(visitor, from);
        m_queue.VisitPosted(visitor, 0, nullptr);
        return;
    }
    const auto* numbers =
        visitor.FindNumbers(IncConnectionKey(m_connection.remoteAddress, m_connection.remoteQpn));
    if (!numbers && m_connection.remoteQpn != 0)
    {
        visitor.Value("IncSendQueue::m_messages, whose owner does not tell its state", from);
    }
    visitor.Count("IncRcRequester::m_unacknowledged", m_unacknowledged);
    VisitWindow(visitor, from);
    m_queue.VisitPosted(visitor, from, numbers);
}

void
IncRcRequester::VisitWindow(IncStateVisitor& visitor, uint64_t from)
{
    visitor.Value("IncRcRequester::m_next", m_next - from);
    visitor.Count("IncRcRequester::m_next", m_next);
    visitor.Value("IncRcRequester::m_sentEnd", m_sentEnd - from);
    visitor.Count("IncRcRequester::m_sentEnd", m_sentEnd);
    visitor.Value("IncRcRequester::m_limit", m_limit - from);
    visitor.Count("IncRcRequester::m_limit", m_limit);
    visitor.Value("IncRcRequester::m_windowPackets", m_windowPackets);
    visitor.Value("IncRcRequester::m_retries", m_retries);
    visitor.Value("IncRcRequester::m_rnrRetries", m_rnrRetries);
    visitor.Value("IncRcRequester::m_askInterval", m_askInterval);
    visitor.Value("IncRcRequester::m_asksNext", m_asksNext);
    visitor.Value("IncRcRequester::m_failure", m_failure);
    visitor.Value("IncRcRequester::m_paused", m_paused);
    for (std::size_t i = 0; i < m_probes.GetSize(); ++i)
    {
        Probe& probe = m_probes[i];
        visitor.Value("IncRcRequester::Probe::number", probe.number - from);
        visitor.Count("IncRcRequester::Probe::number", probe.number);
        visitor.Time("IncRcRequester::Probe::sentPs", probe.sentPs);
    }
}

void
IncRcResponder::VisitState(IncStateVisitor& visitor)
{
    if (m_early.GetKept() > 0)
    {
        visitor.Refuse("selective repeat: packets have overtaken others");
    }
    if (m_sink)
    {
        const bool isUsed = m_counters.packetsReceived > 0;
        visitor.Value("IncRcResponder::m_expectedPsn", isUsed);
        if (isUsed)
        {
            visitor.Sequence("IncRcResponder::m_expectedPsn", m_expectedPsn, 24);
        }
    }
    else
    {
        const uint64_t own = IncConnectionKey(m_connection.localAddress, m_connection.localQpn);
        visitor.Await(own | IncStateVisitor::RESPONDER, m_expectedPsn);
        const uint64_t peer = IncConnectionKey(m_connection.remoteAddress, m_connection.remoteQpn);
        visitor.Awaited("IncRcResponder::m_expectedPsn", peer, m_expectedPsn);
        m_receives.VisitState(visitor,
                              uint64_t{m_parameters.GetWindowPackets()} * m_parameters.pathMtu);
    }
    visitor.Count("IncRcResponder::m_msn", m_msn, 24);
    visitor.Value("IncRcResponder::m_isGapReported", m_isGapReported);
    visitor.Value("IncRcResponder::m_reported", m_reported);
    visitor.Value("IncRcResponder::m_delayed", m_delayed);
    visitor.Value("IncRcResponder::m_gathered", m_gathered);
    const bool isFilled = m_gathered == MANY && !m_hasTied;
    if (isFilled)
    {
        // No wait has ended in the period, so when its event looks has no consequence.
        visitor.Value("IncRcResponder::m_waits", m_waits);
        visitor.Lazy(PeekPointer(m_delay));
    }
    else
    {
        visitor.Count("IncRcResponder::m_waits", m_waits);
        visitor.Value("IncRcResponder::m_isDelayWatched", m_isDelayWatched);
    }
    if (m_delayed > 0 || (m_isDelayWatched && !isFilled))
    {
        visitor.Time("IncRcResponder::m_delayEndsPs", m_delayEndsPs);
    }
    else if (m_delayEndsPs > 0)
    {
        visitor.Shifted("IncRcResponder::m_delayEndsPs", m_delayEndsPs);
    }
}

void
IncRcQueuePair::VisitHalves(IncStateVisitor& visitor)
{
    m_requester.VisitState(visitor, m_sink != nullptr);
    m_responder.VisitState(visitor);
}

void
IncRcQueuePair::VisitState(IncStateVisitor& visitor)
{
    IncQueuePair::VisitState(visitor);
    if (GetState() != IncQueuePairState::RESET && !m_sink)
    {
        VisitHalves(visitor);
    }
}

} // namespace ns3
