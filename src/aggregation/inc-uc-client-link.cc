/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-uc-client-link.h"

#include "inc-client.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{

IncUcClientLink::IncUcClientLink(Listener& listener,
                                 Ptr<IncRdmaNic> nic,
                                 IncClientCounters& counters)
    : m_listener(listener),
      m_counters(counters),
      m_queuePair(nic->CreateUcQueuePair()),
      m_timer(Create<TimerEvent>(this))
{
    m_queuePair->SetEndpoint(this);
}

IncUcClientLink::~IncUcClientLink()
{
    m_timer->Detach();
    m_queuePair->Destroy();
}

void
IncUcClientLink::SetRetries(const Retries& retries)
{
    m_retries = retries;
}

uint32_t
IncUcClientLink::GetQpn() const
{
    return m_queuePair->GetQpn();
}

uint32_t
IncUcClientLink::GetResultQpn() const
{
    return GetQpn(); // one queue pair hears all
}

void
IncUcClientLink::Connect(const IncClientConfig& config)
{
    m_queuePair->SetAttribute("Priority", UintegerValue(config.priority));
    m_queuePair->SetAttribute("MaxRate", DataRateValue(config.maxRate));
    m_queuePair->Connect(config.remote, config.remoteQpn);
    m_slots.assign(config.slots, Slot());
    m_ready.set_capacity(config.slots);
    for (Slot& slot : m_slots)
    {
        slot.timer.Reset(m_retries.limits);
    }
}

void
IncUcClientLink::Send(uint32_t slot, uint64_t sequence)
{
    m_slots[slot].sequence = sequence;
    Enqueue(slot);
}

void
IncUcClientLink::Enqueue(uint32_t slot)
{
    if (!m_slots[slot].queued && !m_stopped)
    {
        m_slots[slot].queued = true;
        m_ready.push_back(slot);
        m_queuePair->MessageReady();
    }
}

bool
IncUcClientLink::HasMessage() const
{
    return !m_ready.empty();
}

void
IncUcClientLink::FillMessage(IncFrame& frame)
{
    const uint32_t number = m_ready.front();
    m_ready.pop_front();
    Slot& slot = m_slots[number];
    frame.bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    m_listener.FillMessage(number, frame);
    if (slot.inFlight)
    {
        ++m_counters.retransmissions;
        frame.inc.flags |= IncHeader::RETRANSMITTED;
        slot.repeated = true;
    }
    slot.messageId = frame.inc.messageId;
    slot.queued = false;
    slot.inFlight = true;
    slot.sentPs = IncClock::NowPs();
    slot.deadlinePs = slot.sentPs + slot.timer.GetTimeout();
    ScheduleTimer(slot.deadlinePs);
}

void
IncUcClientLink::ReceiveMessage(const IncFrame& frame)
{
    m_listener.ReceiveMessage(frame);
}

void
IncUcClientLink::Pending(uint32_t number)
{
    Slot& slot = m_slots[number];
    ++m_counters.pending;
    slot.unanswered = 0;
    if (!slot.pending)
    {
        slot.pending = true;
        ++m_pendingSlots;
    }
}

void
IncUcClientLink::Answered(uint32_t number)
{
    Slot& slot = m_slots[number];
    if (!slot.repeated) // else the timeout stays backed off (Karn)
    {
        const int64_t roundTrip = IncClock::NowPs() - slot.sentPs;
        slot.timer.Measure(roundTrip, m_retries.limits);
        m_typical.Measure(roundTrip);
        // For slots that have only seen losses, and have no measurement of their own.
        m_anySlot.Measure(roundTrip, m_retries.limits);
        m_retries.limits.initial = m_anySlot.GetTimeout();
    }
    if (slot.pending)
    {
        slot.pending = false;
        --m_pendingSlots;
    }
    slot.unanswered = 0;
    slot.inFlight = false;
    slot.repeated = false;
    if (slot.queued)
    {
        // A retransmission waits for the wire and is not needed any more.
        slot.queued = false;
        m_ready.erase(std::find(m_ready.begin(), m_ready.end(), number));
    }
    if (m_pendingSlots > 0)
    {
        EndWait();
    }
}

void
IncUcClientLink::EndWait()
{
    // The straggler is back: give what is pending a fresh timeout instead of a backed-off one.
    for (Slot& slot : m_slots)
    {
        if (slot.pending)
        {
            slot.pending = false;
            slot.timer.Restart(m_retries.limits);
            slot.deadlinePs = IncClock::NowPs() + slot.timer.GetTimeout();
            ScheduleTimer(slot.deadlinePs);
        }
    }
    m_pendingSlots = 0;
}

void
IncUcClientLink::ScheduleTimer(int64_t deadlinePs)
{
    if (deadlinePs < m_timerPs)
    {
        m_timerPs = deadlinePs;
        m_timer->Schedule(Simulator::GetContext(), IncClock::DelayUntilPs(deadlinePs));
    }
}

uint64_t
IncUcClientLink::OldestInFlight() const
{
    uint64_t oldest = std::numeric_limits<uint64_t>::max();
    for (const Slot& slot : m_slots)
    {
        if (slot.inFlight)
        {
            oldest = std::min(oldest, slot.sequence);
        }
    }
    return oldest;
}

void
IncUcClientLink::TimerExpired()
{
    const int64_t now = IncClock::NowPs();
    if (m_stopped || now < m_timerPs)
    {
        return; // an earlier event has taken this one's place
    }
    m_timerPs = NEVER;
    const uint64_t oldest = OldestInFlight();
    int64_t next = NEVER;
    for (uint32_t i = 0; i < m_slots.size(); ++i)
    {
        Slot& slot = m_slots[i];
        if (!slot.inFlight)
        {
            continue;
        }
        // One that waits for the wire expires as well: the link may be down for good.
        if (slot.deadlinePs <= now)
        {
            // Queues may have grown since the message was sent.
            slot.deadlinePs = std::max(slot.deadlinePs, slot.sentPs + 2 * m_typical.Get());
        }
        if (slot.deadlinePs <= now && !Expire(i, oldest))
        {
            return;
        }
        next = std::min(next, slot.deadlinePs);
    }
    ScheduleTimer(next);
}

bool
IncUcClientLink::Expire(uint32_t number, uint64_t oldest)
{
    Slot& slot = m_slots[number];
    if (slot.pending && slot.sequence != oldest)
    {
        // The switch waits for somebody else: the oldest message asks for all. When its answer
        // comes all have a fresh timeout (EndWait()).
        slot.timer.BackOff(m_retries.limits);
        slot.deadlinePs = IncClock::NowPs() + slot.timer.GetTimeout();
        return true;
    }
    ++m_counters.timeouts;
    if (++slot.unanswered >= m_retries.most)
    {
        m_listener.LinkFailed("message " + std::to_string(slot.messageId) + ": " +
                              std::to_string(m_retries.most) + " timeouts without progress");
        return false;
    }
    slot.timer.BackOff(m_retries.limits);
    slot.deadlinePs = IncClock::NowPs() + slot.timer.GetTimeout();
    Enqueue(number);
    return true;
}

void
IncUcClientLink::Stop()
{
    m_stopped = true;
    m_ready.clear();
}

} // namespace ns3
