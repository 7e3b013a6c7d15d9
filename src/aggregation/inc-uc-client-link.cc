/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-uc-client-link.h"

#include "inc-client.h"

#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

IncUcClientLink::IncUcClientLink(Listener& listener,
                                 Ptr<IncRdmaNic> nic,
                                 IncClientSlots& slots,
                                 IncClientCounters& counters)
    : m_listener(listener),
      m_queuePair(nic->CreateUcQueuePair()),
      m_slots(slots),
      m_counters(counters),
      m_timer(Create<TimerEvent>(this))
{
    m_queuePair->SetEndpoint(this);
}

IncUcClientLink::~IncUcClientLink()
{
    m_timer->Detach();
    m_queuePair->Destroy();
}

uint32_t
IncUcClientLink::GetQpn() const
{
    return m_queuePair->GetQpn();
}

uint32_t
IncUcClientLink::GetResultQpn() const
{
    return GetQpn(); // one queue pair receives both results and "pending" answers
}

void
IncUcClientLink::Connect(const IncClientConfig& config)
{
    m_queuePair->SetAttribute("Priority", UintegerValue(config.priority));
    m_queuePair->SetAttribute("MaxRate", DataRateValue(config.maxRate));
    m_isOfPackets = config.packetsPerMessage > 1;
    if (m_isOfPackets)
    {
        m_queuePair->SetPartition(IncHeader::PARTITION);
    }
    m_queuePair->Connect(config.remote, config.remoteQpn);
    m_queuePair->SetSeal(config.seal);
    m_ready.set_capacity(config.slots);
    // A full buffer overwrites its oldest entries; the timers of their messages still run.
    m_order.set_capacity(config.onTimeoutOnly ? 0 : 2 * config.slots);
    m_timeout.Start(config.times);
    m_maxRetries = config.maxRetries;
    m_stragglerPs = IncClock::ToPs(config.stragglerTimeout);
}

void
IncUcClientLink::Send(uint32_t slot, uint32_t run)
{
    m_slots[slot].run = static_cast<uint8_t>(run);
    Enqueue(slot);
}

void
IncUcClientLink::Enqueue(uint32_t slot)
{
    if (!m_slots[slot].queued && !m_progress.stopped)
    {
        m_slots[slot].queued = true;
        m_ready.push_back(slot);
        m_queuePair->MessageReady();
    }
}

void
IncUcClientLink::ScheduleTimer(int64_t deadlinePs)
{
    if (deadlinePs < m_progress.timerPs)
    {
        m_progress.timerPs = deadlinePs;
        m_timer->ScheduleAtPs(Simulator::GetContext(), deadlinePs);
    }
}

inline void
IncUcClientLink::StartTimer(IncClientSlot& slot, int64_t nowPs)
{
    slot.deadlinePs = nowPs + m_timeout.GetTimeout(slot.expiries);
    ScheduleTimer(slot.deadlinePs);
}

inline void
IncUcClientLink::Leaves(uint32_t number, int64_t nowPs, bool isRepeated)
{
    IncClientSlot& slot = m_slots[number];
    if (!isRepeated)
    {
        slot.sentPs = nowPs;
        m_order.push_back({number, nowPs});
    }
    StartTimer(slot, nowPs);
}

void
IncUcClientLink::Withdraw(uint32_t slot)
{
    m_slots[slot].queued = false;
    m_ready.erase(std::find(m_ready.begin(), m_ready.end(), slot));
    if (m_ready.empty())
    {
        m_queuePair->NoMessage();
    }
}

bool
IncUcClientLink::FillMessage(IncFrame& frame)
{
    const uint32_t number = m_ready.front();
    m_ready.pop_front();
    IncClientSlot& slot = m_slots[number];
    // Repeat this message alone later: others of its run may have their results by then.
    const uint32_t run = std::exchange(slot.run, uint8_t{1});
    const bool isRepeated = slot.inFlight; // read before FillMessage() changes the slot
    m_listener.FillMessage(number, run, frame);
    Place(slot.sequence, frame);
    if (isRepeated)
    {
        ++m_counters.retransmissions;
        frame.inc.flags |= IncHeader::RETRANSMITTED;
    }
    slot.queued = false;
    m_firstMessageId = frame.inc.messageId - static_cast<uint32_t>(slot.sequence);
    const int64_t now = IncClock::NowPs();
    for (uint32_t before = run; before-- > 1;)
    {
        Leaves(m_slots.NumberOf(slot.sequence - before), now, isRepeated);
    }
    Leaves(number, now, isRepeated);
    return !m_ready.empty();
}

void
IncUcClientLink::Place(uint64_t sequence, IncFrame& frame)
{
    if (!m_isOfPackets)
    {
        frame.bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        return;
    }
    const bool isFirst = m_packetsLeft == 0 || sequence != m_follows;
    if (isFirst)
    {
        m_packetsLeft = 1;
        for (const uint32_t number : m_ready)
        {
            const uint64_t next = m_slots[number].sequence;
            const uint32_t bytes =
                next == sequence + m_packetsLeft ? m_listener.GetContinuation(next) : 0;
            if (bytes == 0)
            {
                break;
            }
            frame.reth.dmaLength += bytes;
            ++m_packetsLeft;
        }
    }
    --m_packetsLeft;
    m_follows = sequence + 1;
    frame.bth.opcode =
        isFirst ? (m_packetsLeft > 0 ? IncOpcode::UC_WRITE_FIRST : IncOpcode::UC_WRITE_ONLY_IMM)
                : (m_packetsLeft > 0 ? IncOpcode::UC_WRITE_MIDDLE : IncOpcode::UC_WRITE_LAST_IMM);
}

bool
IncUcClientLink::Admits(const IncFrame& frame)
{
    return m_listener.Admits(frame);
}

void
IncUcClientLink::ReceiveMessage(IncFrame& frame)
{
    if (m_incoming.Take(frame))
    {
        m_listener.ReceiveMessage(frame);
    }
    else
    {
        m_listener.MessageBroken();
    }
}

void
IncUcClientLink::Pending(uint32_t number)
{
    IncClientSlot& slot = m_slots[number];
    ++m_counters.pending;
    if (IncClock::NowPs() - slot.sentPs < m_stragglerPs)
    {
        slot.unanswered = 0; // a worker is late; after m_stragglerPs it counts as dead
    }
    slot.asked = true;
    if (!slot.pending)
    {
        slot.pending = true;
        ++m_progress.pendingSlots;
    }
}

void
IncUcClientLink::Answered(uint32_t number, uint64_t sequence, bool repaired)
{
    IncClientSlot& slot = m_slots[number];
    m_progress.answeredPs = IncClock::NowPs();
    m_progress.unrepaired = repaired ? 0 : m_progress.unrepaired + 1;
    m_progress.hasRepairs |= repaired;
    // Repairs at any worker delay results. Measure slots that asked only long after a repair.
    if (!repaired && (!slot.asked || m_progress.unrepaired > LOSSLESS))
    {
        const int64_t roundTrip = IncClock::NowPs() - slot.sentPs;
        m_timeout.Measure(roundTrip);
        m_overtaken = std::max(m_overtaken, slot.sentPs - m_timeout.GetReordering());
        if (m_answerListener)
        {
            m_answerListener->MessageAnswered({sequence, slot.sentPs, roundTrip});
        }
    }
    if (slot.pending)
    {
        slot.pending = false;
        --m_progress.pendingSlots;
    }
    slot.unanswered = 0;
    slot.expiries = 0;
    slot.inFlight = false;
    slot.asked = false;
    if (slot.queued)
    {
        Withdraw(number); // the result has come, so the message need not be repeated
    }
    if (m_progress.pendingSlots > 0)
    {
        EndWait();
    }
    // Without losses this is the oldest message: remove it here to save RepeatOvertaken() a search.
    if (!m_order.empty() && m_order.front().slot == number && m_order.front().sentPs == slot.sentPs)
    {
        m_order.pop_front();
    }
    if (!m_order.empty() && m_order.front().sentPs < m_overtaken)
    {
        RepeatOvertaken();
    }
}

/// Repeat lost messages: those without a result although messages sent well after them have one.
void
IncUcClientLink::RepeatOvertaken()
{
    while (!m_order.empty() && m_order.front().sentPs < m_overtaken)
    {
        const Sent sent = m_order.front();
        m_order.pop_front();
        const IncClientSlot& slot = m_slots[sent.slot];
        if (slot.inFlight && slot.sentPs == sent.sentPs && slot.expiries == 0 && !slot.asked)
        {
            Enqueue(sent.slot);
        }
    }
}

void
IncUcClientLink::EndWait()
{
    // The late worker is back: pending messages get a fresh timeout instead of a backed-off one.
    for (IncClientSlot& slot : m_slots.GetAll())
    {
        if (slot.pending)
        {
            slot.pending = false;
            slot.expiries = 0;
            StartTimer(slot, IncClock::NowPs());
        }
    }
    m_progress.pendingSlots = 0;
}

uint64_t
IncUcClientLink::OldestInFlight() const
{
    uint64_t oldest = std::numeric_limits<uint64_t>::max();
    for (const IncClientSlot& slot : m_slots.GetAll())
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
    if (m_progress.stopped || now < m_progress.timerPs)
    {
        return; // the link has stopped, or an earlier event replaces this one
    }
    m_progress.timerPs = NEVER;
    const uint64_t oldest = OldestInFlight();
    int64_t next = NEVER;
    for (uint32_t i = 0; i < m_slots.GetSize(); ++i)
    {
        const uint32_t number = m_slots.NumberOf(oldest + i);
        IncClientSlot& slot = m_slots[number];
        if (!slot.inFlight)
        {
            continue;
        }
        // A message that waits to be sent expires, too, because the link may be down for good.
        if (slot.deadlinePs <= now)
        {
            // The timeout may have grown with the queues since the message was sent.
            slot.deadlinePs =
                std::max(slot.deadlinePs, slot.sentPs + m_timeout.GetTimeout(slot.expiries));
        }
        if (slot.deadlinePs <= now && !Expire(number, oldest))
        {
            return;
        }
        next = std::min(next, slot.deadlinePs);
    }
    ScheduleTimer(next);
}

/// Return true if nothing seems lost but some rank is late. Then only the oldest message asks.
bool
IncUcClientLink::Waits(IncClientSlot& slot, uint64_t oldest)
{
    const int64_t now = IncClock::NowPs();
    const int64_t roundTrip = m_timeout.GetTimeout() / 2;
    const IncClientSlot& asking = m_slots[m_slots.NumberOf(oldest)];
    if (slot.sequence == oldest || slot.pending || now - m_progress.answeredPs < roundTrip ||
        (m_progress.hasRepairs && m_progress.unrepaired <= LOSSLESS))
    {
        return false;
    }
    if (asking.pending)
    {
        slot.pending = true;
        slot.asked = true;
        ++m_progress.pendingSlots;
        return false;
    }
    return asking.queued || now - asking.sentPs < roundTrip;
}

bool
IncUcClientLink::Expire(uint32_t number, uint64_t oldest)
{
    IncClientSlot& slot = m_slots[number];
    if (Waits(slot, oldest))
    {
        // If the link stays down, the oldest message backs off, and the others back off with it.
        const IncClientSlot& asking = m_slots[m_slots.NumberOf(oldest)];
        const uint8_t expiries = asking.queued ? asking.expiries : 0;
        slot.deadlinePs = IncClock::NowPs() + m_timeout.GetTimeout(expiries) / 2;
        return true;
    }
    slot.expiries = std::min(slot.expiries + 1, UINT8_MAX); // the timeout stops growing long before
    slot.deadlinePs = IncClock::NowPs() + m_timeout.GetTimeout(slot.expiries);
    if (slot.pending && slot.sequence != oldest)
    {
        return true; // only the oldest message asks while another worker is late
    }
    ++m_counters.timeouts;
    if (slot.unanswered == 0)
    {
        // Run events one by one from now on, because requests may fail.
        IncClock::HoldWindows();
    }
    if (++slot.unanswered >= m_maxRetries)
    {
        const auto messageId = m_firstMessageId + static_cast<uint32_t>(slot.sequence);
        m_listener.LinkFailed("message " + std::to_string(messageId) + ": " +
                              std::to_string(m_maxRetries) + " timeouts without progress");
        return false;
    }
    Enqueue(number);
    return true;
}

void
IncUcClientLink::Stop()
{
    m_progress.stopped = true;
    m_ready.clear();
    m_queuePair->NoMessage();
}

void
IncUcClientLink::VisitState(IncStateVisitor& visitor)
{
    // The NIC visits the queue pair. Replay() computes the round-trip estimates (IncRoundTrips).
    for (Sent& sent : m_order)
    {
        // A message that has its result is skipped, because nothing happens to it any more.
        const IncClientSlot& slot = m_slots[sent.slot];
        if (slot.inFlight && slot.sentPs == sent.sentPs)
        {
            visitor.Slot("IncUcClientLink::Sent::slot", sent.slot, m_slots.GetSize());
            visitor.Fields(sent);
        }
    }
    visitor.Value("IncUcClientLink::m_ready", m_ready.size());
    for (uint32_t& slot : m_ready)
    {
        visitor.Slot("IncUcClientLink::m_ready", slot, m_slots.GetSize());
    }
    visitor.Fields(m_progress);
    visitor.IgnoreEvent(PeekPointer(m_timer));
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

void
IncUcClientLink::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(*this);
    m_queuePair->AppendMemory(memory);
}

} // namespace ns3
