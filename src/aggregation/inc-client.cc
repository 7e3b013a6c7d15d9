/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-client.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ns3
{

namespace
{

void
Tell(const Callback<void, const std::string&>& done, const std::string& status)
{
    if (!done.IsNull())
    {
        done(status);
    }
}

} // namespace

NS_LOG_COMPONENT_DEFINE("IncClient");
NS_OBJECT_ENSURE_REGISTERED(IncClient);

TypeId
IncClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncClient")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncClient>()
            .AddAttribute("Payload",
                          "Data in a full message, bytes",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&IncClient::m_payload),
                          MakeUintegerChecker<uint32_t>(8, 8192))
            .AddAttribute("RetransmitTimeout",
                          "Time without a result after which a message is sent again, until "
                          "the round trip is measured",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&IncClient::m_timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MinRetransmitTimeout",
                          "Floor of the timeout that follows the measured round trip",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&IncClient::m_minTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxRetransmitTimeout",
                          "Limit of the timeout, which doubles with every expiry",
                          TimeValue(MilliSeconds(16)),
                          MakeTimeAccessor(&IncClient::m_maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxRetries",
                          "Expiries of one message without any answer after which the request "
                          "fails (N of draft-liu-nfsv4-rocev2, section 7)",
                          UintegerValue(100),
                          MakeUintegerAccessor(&IncClient::m_maxRetries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("MessageSent",
                            "A message leaves the host",
                            MakeTraceSourceAccessor(&IncClient::m_sentTrace),
                            "ns3::IncClient::MessageTracedCallback")
            .AddTraceSource("ResultReceived",
                            "The result of a message came, for the first time",
                            MakeTraceSourceAccessor(&IncClient::m_receivedTrace),
                            "ns3::IncClient::MessageTracedCallback");
    return tid;
}

IncClient::IncClient()
    : m_timer(Create<TimerEvent>(this))
{
}

void
IncClient::DoDispose()
{
    m_timer->Detach();
    if (m_queuePair)
    {
        m_queuePair->Destroy();
        m_queuePair = nullptr;
    }
    m_requests.clear();
    m_slots.clear();
    Object::DoDispose();
}

void
IncClient::Attach(Ptr<IncRdmaNic> nic)
{
    NS_ABORT_MSG_IF(m_queuePair, "IncClient::Attach: attached already");
    m_queuePair = CreateObject<IncUcQueuePair>();
    m_queuePair->SetEndpoint(this);
    nic->AddQueuePair(m_queuePair);
}

uint32_t
IncClient::GetQpn() const
{
    return m_queuePair->GetQpn();
}

void
IncClient::Join(const IncClientConfig& config)
{
    NS_ABORT_MSG_UNLESS(m_queuePair, "IncClient::Join: attach the client to a NIC first");
    NS_ABORT_MSG_IF(config.slots == 0, "IncClientConfig::slots: at least 1");
    m_config = config;
    m_limits = {IncClock::ToPs(m_timeout),
                IncClock::ToPs(m_minTimeout),
                IncClock::ToPs(m_maxTimeout)};
    NS_ABORT_MSG_IF(m_limits.floor > m_limits.ceiling,
                    "IncClient::MinRetransmitTimeout: above MaxRetransmitTimeout");
    m_queuePair->SetAttribute("Priority", UintegerValue(config.priority));
    m_queuePair->Connect(config.remote, config.remoteQpn);
    m_sequence = IncSequence(config.firstMessageId);
    m_slots.assign(config.slots, Slot());
    m_ready.set_capacity(config.slots);
    for (uint32_t i = 0; i < config.slots; ++i)
    {
        m_slots[i].sequence = i;
        m_slots[i].timer.Reset(m_limits);
    }
}

void
IncClient::Post(const IncClientRequest& request)
{
    NS_ABORT_MSG_IF(m_slots.empty(), "IncClient::Post: join a group first");
    const uint32_t perMessage = m_payload / IncSizeOf(request.dataType);
    const uint64_t messages = std::max<uint64_t>(1, (request.count + perMessage - 1) / perMessage);
    m_requests.push_back({request, m_end, messages, messages, perMessage});
    m_end += messages;
    EnqueueNewMessages();
}

const IncClientCounters&
IncClient::GetCounters() const
{
    return m_counters;
}

void
IncClient::EnqueueNewMessages()
{
    for (uint32_t i = 0; i < m_slots.size(); ++i)
    {
        if (!m_slots[i].inFlight && m_slots[i].sequence < m_end)
        {
            Enqueue(i);
        }
    }
}

void
IncClient::Enqueue(uint32_t slot)
{
    if (!m_slots[slot].queued && !m_failed)
    {
        m_slots[slot].queued = true;
        m_ready.push_back(slot);
        m_queuePair->MessageReady();
    }
}

IncClient::Request&
IncClient::RequestOf(uint64_t sequence)
{
    for (Request& request : m_requests)
    {
        if (sequence < request.first + request.messages)
        {
            return request;
        }
    }
    NS_ABORT_MSG("IncClient: message " << sequence << " belongs to no request");
}

bool
IncClient::HasMessage() const
{
    return !m_ready.empty();
}

void
IncClient::FillMessage(IncFrame& frame)
{
    const uint32_t number = m_ready.front();
    m_ready.pop_front();
    Slot& slot = m_slots[number];
    const Request& request = RequestOf(slot.sequence);
    const uint32_t size = IncSizeOf(request.what.dataType);
    const uint64_t element = request.FirstElement(slot.sequence);
    const uint32_t count = request.Elements(slot.sequence);

    frame.bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    frame.payloadSize = count * size;
    frame.reth = {element * size, 0, frame.payloadSize};
    frame.hasInc = true;
    frame.inc.flags =
        (slot.inFlight ? IncHeader::RETRANSMITTED : 0) | (count == 0 ? IncHeader::EMPTY : 0);
    frame.inc.collective = request.what.collective;
    frame.inc.operation = request.what.operation;
    frame.inc.dataType = request.what.dataType;
    frame.inc.bslCode = m_config.bslCode;
    frame.inc.si = m_config.si;
    frame.inc.treeId = m_config.treeId;
    frame.inc.epoch = m_config.epoch;
    frame.inc.rank = m_config.rank;
    frame.inc.count = static_cast<uint16_t>(count);
    frame.inc.messageId = m_sequence.ToMessageId(slot.sequence);
    frame.immediate = frame.inc.messageId;
    frame.pbm = m_config.pbm;
    if (request.what.send && count > 0)
    {
        frame.payload = IncPayload::Create(frame.payloadSize);
        std::memcpy(frame.payload->GetData(),
                    request.what.send + element * size,
                    frame.payloadSize);
    }

    ++m_counters.messagesSent;
    m_sentTrace(frame.inc.messageId);
    if (slot.inFlight)
    {
        ++m_counters.retransmissions;
        slot.repeated = true;
    }
    slot.queued = false;
    slot.inFlight = true;
    slot.sentPs = IncClock::NowPs();
    slot.deadlinePs = slot.sentPs + slot.timer.GetTimeout();
    m_sequence.Note(slot.sequence);
    ScheduleTimer(slot.deadlinePs);
}

bool
IncClient::IsOurs(const IncFrame& frame) const
{
    const Ipv4Address& sender =
        frame.inc.Has(IncHeader::PENDING) ? m_config.pendingSource : m_config.resultSource;
    return frame.hasInc && frame.inc.treeId == m_config.treeId &&
           frame.inc.epoch == m_config.epoch && frame.inc.rank == m_config.rank &&
           frame.source == sender.Get() && !m_slots.empty();
}

void
IncClient::ReceiveMessage(const IncFrame& frame)
{
    if (!IsOurs(frame))
    {
        ++m_counters.stale;
        return;
    }
    const int64_t sequence = m_sequence.FromMessageId(frame.inc.messageId);
    Slot& slot = m_slots[sequence < 0 ? 0 : sequence % m_slots.size()];
    if (sequence < 0 || slot.sequence != static_cast<uint64_t>(sequence) || !slot.inFlight)
    {
        ++m_counters.duplicates;
        return;
    }
    if (frame.inc.Has(IncHeader::PENDING))
    {
        ++m_counters.pending;
        slot.unanswered = 0;
        if (!slot.pending)
        {
            slot.pending = true;
            ++m_pendingSlots;
        }
    }
    else if (frame.inc.Has(IncHeader::RESULT))
    {
        ReceiveResult(slot, frame);
    }
}

void
IncClient::ReceiveResult(Slot& slot, const IncFrame& frame)
{
    Request& request = RequestOf(slot.sequence);
    const uint64_t element = request.FirstElement(slot.sequence);
    if (frame.inc.operation != request.what.operation ||
        frame.inc.dataType != request.what.dataType ||
        frame.inc.count != request.Elements(slot.sequence) ||
        frame.payloadSize != frame.inc.count * IncSizeOf(frame.inc.dataType))
    {
        ++m_counters.stale; // not a result of this request
        return;
    }
    if (request.what.receive && frame.payload)
    {
        std::memcpy(request.what.receive + element * IncSizeOf(frame.inc.dataType),
                    frame.payload->GetData(),
                    frame.payloadSize);
    }
    m_receivedTrace(frame.inc.messageId);
    if (slot.repeated)
    {
        slot.timer.Restart(m_limits);
    }
    else
    {
        slot.timer.Measure(IncClock::NowPs() - slot.sentPs, m_limits);
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
        m_ready.erase(std::find(m_ready.begin(),
                                m_ready.end(),
                                static_cast<uint32_t>(slot.sequence % m_slots.size())));
    }
    slot.sequence += m_slots.size();
    if (m_pendingSlots > 0)
    {
        EndWait();
    }
    --request.missing;
    if (slot.sequence < m_end)
    {
        Enqueue(static_cast<uint32_t>(slot.sequence % m_slots.size()));
    }
    FinishRequests();
}

void
IncClient::FinishRequests()
{
    while (!m_requests.empty() && m_requests.front().missing == 0)
    {
        const auto done = m_requests.front().what.done;
        m_requests.pop_front();
        Tell(done, "");
    }
}

void
IncClient::EndWait()
{
    // The straggler is back: give what is pending a fresh timeout instead of a backed-off one.
    for (Slot& slot : m_slots)
    {
        if (slot.pending)
        {
            slot.pending = false;
            slot.timer.Restart(m_limits);
            slot.deadlinePs = IncClock::NowPs() + slot.timer.GetTimeout();
            ScheduleTimer(slot.deadlinePs);
        }
    }
    m_pendingSlots = 0;
}

void
IncClient::ScheduleTimer(int64_t deadlinePs)
{
    if (deadlinePs < m_timerPs)
    {
        m_timerPs = deadlinePs;
        m_timer->Schedule(Simulator::GetContext(), IncClock::DelayUntilPs(deadlinePs));
    }
}

uint64_t
IncClient::OldestInFlight() const
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
IncClient::TimerExpired()
{
    const int64_t now = IncClock::NowPs();
    if (m_failed || now < m_timerPs)
    {
        return; // an earlier event has taken this one's place
    }
    m_timerPs = NEVER;
    const uint64_t oldest = OldestInFlight();
    int64_t next = NEVER;
    for (uint32_t i = 0; i < m_slots.size(); ++i)
    {
        Slot& slot = m_slots[i];
        if (!slot.inFlight || slot.queued)
        {
            continue;
        }
        if (slot.deadlinePs <= now && !Expire(i, oldest))
        {
            return;
        }
        if (!slot.queued)
        {
            next = std::min(next, slot.deadlinePs);
        }
    }
    ScheduleTimer(next);
}

bool
IncClient::Expire(uint32_t number, uint64_t oldest)
{
    Slot& slot = m_slots[number];
    if (slot.pending && slot.sequence != oldest)
    {
        // The switch waits for somebody else: the oldest message asks for all.
        slot.deadlinePs = IncClock::NowPs() + slot.timer.GetTimeout();
        return true;
    }
    ++m_counters.timeouts;
    if (++slot.unanswered >= m_maxRetries)
    {
        Fail("message " + std::to_string(m_sequence.ToMessageId(slot.sequence)) + ": " +
             std::to_string(m_maxRetries) + " timeouts without progress");
        return false;
    }
    slot.timer.BackOff(m_limits);
    Enqueue(number);
    return true;
}

void
IncClient::Fail(const std::string& reason)
{
    NS_LOG_WARN("rank " << m_config.rank << ": " << reason);
    m_failed = true;
    m_ready.clear();
    std::deque<Request> requests;
    requests.swap(m_requests);
    for (Slot& slot : m_slots)
    {
        slot.inFlight = false;
    }
    for (const Request& request : requests)
    {
        Tell(request.what.done, reason);
    }
}

} // namespace ns3
