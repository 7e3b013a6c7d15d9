/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The state of reliable connections that carry aggregation: every message is one packet, and has
// the number of a round.

#include "inc-rc-queue-pair.h"

#include "ns3/inc-frame-visit.h"
#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncSendQueue, 64);
INC_STATE_SIZE(IncSendQueue::Message, 72);
INC_STATE_SIZE(IncRttEstimator, 16);
INC_STATE_SIZE(IncRetransmitTimer, 88);
INC_STATE_SIZE(IncLossScoreboard, 128);
INC_STATE_SIZE(IncReorderBuffer, 40);
INC_STATE_SIZE(IncRcRequester, 448);
INC_STATE_SIZE(IncRcResponder, 256);
INC_STATE_SIZE(IncRcQueuePair, sizeof(IncQueuePair) + 824);

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
            visitor.Refuse("reliable connections that carry other messages than aggregation");
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

void
IncRcRequester::VisitState(IncStateVisitor& visitor)
{
    const uint64_t from = m_unacknowledged;
    const uint64_t to = m_sentEnd;
    const uint64_t sent = m_origin - m_firstPsn;
    const auto psn = [&]() {
        return IncPsn::Add(0, static_cast<int64_t>(m_unacknowledged - sent));
    };
    visitor.Await(IncConnectionKey(m_connection.localAddress, m_connection.localQpn), psn());
    uint32_t oldest = psn();
    visitor.Sequence("IncRcRequester::m_unacknowledged", oldest, 24);
    visitor.Count("IncRcRequester::m_unacknowledged", m_unacknowledged);
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
    m_queue.VisitState(visitor, from);
    m_timer.VisitState(visitor);
    if (IsSelective())
    {
        m_scoreboard.VisitState(visitor, from, to, m_unacknowledged - from);
    }
}

void
IncRcResponder::VisitState(IncStateVisitor& visitor)
{
    if (!m_sink)
    {
        visitor.Refuse("reliable connections that carry other messages than aggregation");
    }
    if (m_early.GetKept() > 0)
    {
        visitor.Refuse("selective repeat: packets have overtaken others");
    }
    visitor.Sequence("IncRcResponder::m_expectedPsn", m_expectedPsn, 24);
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
    m_requester.VisitState(visitor);
    m_responder.VisitState(visitor);
}

void
IncRcQueuePair::VisitState(IncStateVisitor& visitor)
{
    if (GetState() != IncQueuePairState::RESET && !m_sink)
    {
        visitor.Refuse("reliable connections that carry other messages than aggregation");
    }
    IncQueuePair::VisitState(visitor);
}

} // namespace ns3
