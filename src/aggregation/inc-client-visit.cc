/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-client.h"
#include "inc-rc-client-link.h"
#include "inc-uc-client-link.h"

#include "ns3/inc-state-visitor.h"

#include <algorithm>

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncSequence, 16);
INC_STATE_SIZE(IncMessageTimer, 32);
INC_STATE_SIZE(IncClientLink, 16);
INC_STATE_SIZE(IncClientCounters, 48 + sizeof(IncRefusalCounts));

} // namespace

void
IncSequence::VisitState(IncStateVisitor& visitor)
{
    visitor.Sequence("IncSequence::m_newest", m_newest);
}

void
IncRefusalCounts::VisitState(IncStateVisitor& visitor)
{
    for (uint64_t& count : m_counts)
    {
        visitor.Count("IncRefusalCounts::m_counts", count);
    }
}

uint64_t
IncClient::GetOver() const
{
    uint64_t over = m_end;
    for (const IncClientSlot& slot : m_slots.GetAll())
    {
        over = std::min(over, slot.sequence);
    }
    return over;
}

uint64_t
IncClient::GetRequestEnd() const
{
    return m_requests.empty() ? m_end : m_requests.front().End();
}

uint64_t
IncClient::GetLikeOnes() const
{
    const uint64_t next = GetOver() + m_slots.GetSize();
    // The last message of a request may be shorter.
    return GetRequestEnd() <= next + 1 ? 0 : GetRequestEnd() - 1 - next;
}

void
IncClient::VisitState(IncStateVisitor& visitor)
{
    INC_STATE_SIZE(IncClient, sizeof(Object) + sizeof(IncClientConfig) + 784);
    visitor.UseTree(m_config.treeId);
    if (m_log)
    {
        visitor.Refuse("recovery: clients keep a log to be resumed from");
    }
    if (m_packets > 1)
    {
        visitor.Refuse("INC messages of several packets");
    }
    if (m_config.resultsAreEmpty)
    {
        visitor.Refuse("a root that keeps the results");
    }
    if (!m_sentTrace.IsEmpty() || !m_receivedTrace.IsEmpty())
    {
        visitor.Refuse("traces of clients: somebody sees every message");
    }
    visitor.Value("IncClient::m_requests", m_requests.empty());
    if (!m_requests.empty())
    {
        Request& request = m_requests.front();
        if (request.what.send || request.what.receive)
        {
            visitor.Refuse("real data: requests bring values");
        }
        if (request.what.collective != IncCollective::ALLREDUCE)
        {
            visitor.Refuse("another collective than AllReduce");
        }
        visitor.Count("IncClient::Request::missing", request.missing);
    }
    else
    {
        visitor.Sequence("IncClient::m_end", m_end);
    }
    m_sequence.VisitState(visitor);
    visitor.Value("IncClient::m_over", m_over);
    visitor.Value("IncClient::m_run", m_run.length);
    m_link->VisitState(visitor); // it looks at the slots: before they move
    visitor.Ring(m_slots.GetAll(), [&](IncClientSlot& slot) { slot.VisitState(visitor); });
    visitor.Value("IncClient::m_inFlight", m_inFlight);
    visitor.Value("IncClient::m_failure", m_failure.empty());
    visitor.Value("IncClient::m_results", m_results.size());
    visitor.Value("IncClient::m_suspended", m_suspended);
    visitor.Count("IncClientCounters::messagesSent", m_counters.messagesSent);
    visitor.Count("IncClientCounters::retransmissions", m_counters.retransmissions);
    visitor.Count("IncClientCounters::timeouts", m_counters.timeouts);
    visitor.Count("IncClientCounters::duplicates", m_counters.duplicates);
    visitor.Count("IncClientCounters::pending", m_counters.pending);
    visitor.Value("IncClientCounters::slotPeak", m_counters.slotPeak);
    m_counters.refused.VisitState(visitor);
    m_watch.VisitState(visitor);
    // Predictions are what requests say.
}

void
IncRcClientLink::VisitState(IncStateVisitor& visitor)
{
    INC_STATE_SIZE(IncRcClientLink, 48);
    // The rest of the queue pairs is their NIC's.
    for (const auto& queuePair : {m_queuePair, m_results})
    {
        if (queuePair)
        {
            queuePair->VisitHalves(visitor);
        }
    }
}

void
IncClientSlot::VisitState(IncStateVisitor& visitor)
{
    INC_STATE_SIZE(IncClientSlot, 32);
    visitor.Sequence("IncClientSlot::sequence", sequence);
    visitor.Time("IncClientSlot::sentPs", sentPs);
    visitor.Time("IncClientSlot::deadlinePs", deadlinePs);
    visitor.Value("IncClientSlot::unanswered", unanswered);
    visitor.Value("IncClientSlot::inFlight", inFlight);
    visitor.Value("IncClientSlot::offered", offered);
    visitor.Value("IncClientSlot::queued", queued);
    visitor.Value("IncClientSlot::pending", pending);
    visitor.Value("IncClientSlot::asked", asked);
    visitor.Value("IncClientSlot::expiries", expiries);
    visitor.Value("IncClientSlot::run", run);
}

void
IncUcClientLink::VisitState(IncStateVisitor& visitor)
{
    INC_STATE_SIZE(Sent, 16);
    INC_STATE_SIZE(IncUcClientLink, sizeof(m_ready) + sizeof(m_order) + 184);
    // The queue pair is its NIC's. What round trips have taught, IncRoundTrips, is replayed.
    for (Sent& sent : m_order)
    {
        // What is answered leaves the list some time, without consequence.
        const IncClientSlot& slot = m_slots[sent.slot];
        if (slot.inFlight && slot.sentPs == sent.sentPs)
        {
            visitor.Slot("IncUcClientLink::Sent::slot", sent.slot, m_slots.GetSize());
            visitor.Time("IncUcClientLink::Sent::sentPs", sent.sentPs);
        }
    }
    visitor.Value("IncUcClientLink::m_ready", m_ready.size());
    for (uint32_t& slot : m_ready)
    {
        visitor.Slot("IncUcClientLink::m_ready", slot, m_slots.GetSize());
    }
    visitor.Count("IncUcClientLink::m_unrepaired", m_unrepaired);
    visitor.Value("IncUcClientLink::m_pendingSlots", m_pendingSlots);
    visitor.Shifted("IncUcClientLink::m_timerPs", m_timerPs);
    visitor.Time("IncUcClientLink::m_answeredPs", m_answeredPs);
    visitor.Value("IncUcClientLink::m_hasRepairs", m_hasRepairs);
    visitor.Value("IncUcClientLink::m_stopped", m_stopped);
    visitor.Lazy(PeekPointer(m_timer));
}

std::optional<IncRoundTrips>
IncUcClientLink::Replay(const std::vector<IncAnswer>& period,
                        uint64_t times,
                        int64_t periodPs) const
{
    IncRoundTrips known = GetRoundTrips();
    const int64_t timeout = known.timer.GetTimeout();
    int64_t latePs = 0;
    for (uint64_t i = 0; i < times; ++i)
    {
        latePs += periodPs;
        for (const IncAnswer& answer : period)
        {
            known.timer.Measure(answer.roundTripPs);
            known.overtakenPs =
                std::max(known.overtakenPs, answer.sentPs + latePs - known.timer.GetReordering());
            if (known.timer.GetTimeout() != timeout || answer.roundTripPs >= timeout)
            {
                return std::nullopt;
            }
        }
    }
    return known;
}

IncRoundTrips
IncUcClientLink::GetRoundTrips() const
{
    return {m_timeout, m_overtaken};
}

void
IncUcClientLink::SetRoundTrips(const IncRoundTrips& roundTrips)
{
    m_timeout = roundTrips.timer;
    m_overtaken = roundTrips.overtakenPs;
}

} // namespace ns3
