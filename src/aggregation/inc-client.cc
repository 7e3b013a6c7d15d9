/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-client.h"

#include "inc-client-list.h"
#include "inc-rc-client-link.h"
#include "inc-uc-client-link.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-log-component.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncClient");
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
                          "Data in a full message, which is one packet, bytes",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&IncClient::m_payload),
                          MakeUintegerChecker<uint32_t>(8, 4096))
            .AddAttribute("RetransmitTimeout",
                          "Time without a result after which a message is sent again, until "
                          "the round trip is measured; 0: three times the group's longest round "
                          "trip without loss",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncClient::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MinRetransmitTimeout",
                          "Floor of the timeout that follows the measured round trip; 0: twice "
                          "the group's longest round trip without loss",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncClient::m_minTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxRetransmitTimeout",
                          "Limit of the timeout, which doubles with every expiry; 0: 16 ms, or "
                          "four times the others where that is more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncClient::m_maxTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StallTimeout",
                          "Time without any result after which requests fail, whatever switches "
                          "say of those that they wait for; at least eight of the group's longest "
                          "round trips",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&IncClient::m_stallTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("StragglerTimeout",
                          "UC: time since a message was first sent in which \"pending\" answers "
                          "excuse its expiries, because a worker may be late; afterwards "
                          "MaxRetries counts them all. 0: no answer but the result excuses one",
                          TimeValue(Seconds(8)),
                          MakeTimeAccessor(&IncClient::m_straggler),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RetransmitOnTimeoutOnly",
                          "UC: send a message again only if its timer times out "
                          "(draft-liu-nfsv4-rocev2, section 7), and not as soon as a later "
                          "message has its result",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncClient::m_onTimeoutOnly),
                          MakeBooleanChecker())
            .AddAttribute("MaxRetries",
                          "Expiries of one message without an answer after which the request "
                          "fails (N of draft-liu-nfsv4-rocev2, section 7); see StragglerTimeout",
                          UintegerValue(100),
                          MakeUintegerAccessor(&IncClient::m_maxRetries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PacketsPerMessage",
                          "UC: so many packets, each with a slot of its own, are one RDMA message "
                          "with one RETH, sent when all of its slots are free; alike at all "
                          "workers. SwitchML: 4",
                          UintegerValue(1),
                          MakeUintegerAccessor(&IncClient::m_packets),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("MaxRate",
                          "Rate that contributions never exceed on the wire, preamble and gap "
                          "included, bit/s; 0: not limited",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&IncClient::m_maxRate),
                          MakeDataRateChecker())
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
    : m_watch(*this)
{
}

IncClient::~IncClient()
{
    Unlist();
}

void
IncClient::DoDispose()
{
    m_watch.Cancel();
    m_hot.link.reset();
    Unlist();
    m_nic = nullptr;
    m_hot.requests.clear();
    m_hot.slots.Clear();
    m_runner = nullptr;
    Object::DoDispose();
}

void
IncClient::Unlist()
{
    if (m_list)
    {
        m_list->Remove(this);
        m_list = nullptr;
    }
}

void
IncClient::Attach(Ptr<IncRdmaNic> nic, IncAggregationTransport transport, bool resultsPassBy)
{
    NS_ABORT_MSG_IF(m_hot.link, "IncClient::Attach: attached already");
    // The region covers the memory of all requests.
    m_hot.key = nic->RegisterMemory(nullptr, UINT64_MAX);
    m_nic = nic;
    m_list = nic->GetObject<IncClientList>();
    if (!m_list)
    {
        m_list = CreateObject<IncClientList>();
        nic->AggregateObject(m_list);
    }
    m_list->Add(this);
    m_hot.transport = transport;
    m_hot.resultsPassBy = resultsPassBy;
    MakeLink();
}

void
IncClient::MakeLink()
{
    IncClientLink::Listener& self = *this;
    m_hot.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    if (m_hot.transport == IncAggregationTransport::RC)
    {
        m_hot.opcode = IncOpcode::RC_WRITE_ONLY_IMM;
        m_hot.link = std::make_unique<IncRcClientLink>(self, m_nic, m_hot.resultsPassBy);
        return;
    }
    m_hot.link = std::make_unique<IncUcClientLink>(self, m_nic, m_hot.slots, m_counters);
}

uint32_t
IncClient::GetQpn() const
{
    return m_hot.link->GetQpn();
}

uint32_t
IncClient::GetResultQpn() const
{
    return m_hot.link->GetResultQpn();
}

void
IncClient::Join(const IncClientConfig& config)
{
    NS_ABORT_MSG_UNLESS(m_hot.link, "IncClient::Join: attach the client to a NIC first");
    m_hot.sequence = IncSequence(config.firstMessageId);
    if (config.recovers)
    {
        m_hot.log = std::make_unique<IncReplayLog>();
    }
    Connect(config, 0);
}

void
IncClient::Connect(const IncClientConfig& config, uint64_t first)
{
    NS_ABORT_MSG_IF(config.slots == 0, "IncClientConfig::slots: at least 1");
    m_config = config;
    m_config.maxRate = m_maxRate;
    m_config.times = IncRetransmitTimes::Complete({m_timeout, m_minTimeout, m_maxTimeout},
                                                  "IncClient",
                                                  config.roundTrip);
    m_config.maxRetries = m_maxRetries;
    m_config.stragglerTimeout = m_straggler;
    m_config.onTimeoutOnly = m_onTimeoutOnly;
    m_config.packetsPerMessage = m_hot.transport == IncAggregationTransport::UC ? m_packets : 1;
    m_watch.SetTimeout(Max(m_stallTimeout, 8 * config.roundTrip));
    m_hot.link->Connect(m_config);
    m_hot.slots.Start(config.slots, first);
    m_sentLike.Clear();
    m_receivedLike.Clear();
    m_hot.run = Run();
    m_hot.over = first;
    if (m_hot.log)
    {
        m_hot.log->Start(first, config.slots);
    }
}

void
IncClient::SendNewMessages()
{
    // Begin with the slot of the oldest message, so that messages are sent in order.
    const uint32_t oldest = m_hot.slots.NumberOf(GetFinishedRounds());
    const uint32_t begin = oldest - oldest % m_config.packetsPerMessage;
    SendNewMessages(begin, m_hot.slots.GetSize());
    SendNewMessages(0, begin);
}

void
IncClient::SendNewMessages(uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; ++i)
    {
        if (m_hot.failure.empty() && !m_hot.slots[i].offered && m_hot.slots[i].sequence < m_hot.end)
        {
            Offer(i);
        }
    }
}

const IncClient::Request&
IncClient::FindRequest(uint64_t sequence) const
{
    for (const Request& request : m_hot.requests)
    {
        if (sequence < request.End())
        {
            return request;
        }
    }
    NS_ABORT_MSG("IncClient: message " << sequence << " belongs to no request");
}

IncClient::Request&
IncClient::RequestOf(uint64_t sequence)
{
    return const_cast<Request&>(std::as_const(*this).RequestOf(sequence));
}

inline void
IncClient::Leaves(uint64_t sequence)
{
    IncClientSlot& slot = m_hot.slots[m_hot.slots.NumberOf(sequence)];
    m_sentTrace(m_hot.sequence.ToMessageId(sequence));
    m_hot.inFlight += !slot.inFlight;
    slot.inFlight = true;
}

void
IncClient::FillMessage(uint32_t number, uint32_t run, IncFrame& frame)
{
    const uint64_t last = m_hot.slots[number].sequence;
    frame.pbm = m_config.pbm;
    if (m_sentLike.Covers(last))
    {
        m_sentLike.Fill(last, m_hot.sequence.ToMessageId(last), frame);
    }
    else
    {
        FillUnpredicted(last, run, frame);
    }
    NS_LOG_INFO("rank " << m_config.rank << " contributes message " << frame.inc.messageId
                        << " from slot " << number);
    m_counters.messagesSent += run;
    for (uint32_t before = run; before-- > 1;)
    {
        Leaves(last - before);
    }
    Leaves(last);
    m_counters.slotPeak = std::max<uint64_t>(m_counters.slotPeak, m_hot.inFlight);
    m_hot.sequence.Note(last);
}

void
IncClient::FillUnpredicted(uint64_t sequence, uint32_t run, IncFrame& frame)
{
    frame.hasInc = true;
    frame.inc.flags = 0;
    frame.inc.bslCode = m_config.bslCode;
    frame.inc.si = m_config.si;
    frame.inc.subDomain = m_config.subDomain;
    frame.inc.treeId = m_config.treeId;
    frame.inc.epoch = m_config.epoch;
    frame.inc.rank = m_config.rank;
    frame.inc.messageId = m_hot.sequence.ToMessageId(sequence);
    const bool isReplayed = IsReplayed(sequence);
    if (isReplayed)
    {
        FillReplayed(sequence, frame);
    }
    else
    {
        LogRun(sequence + 1 - run, run - 1);
        FillRequested(sequence, frame);
    }
    frame.inc.flags |= frame.payloadSize == 0 ? IncHeader::EMPTY : 0;
    if (run > 1)
    {
        frame.inc.flags |= IncHeader::UP_TO;
        frame.immediate = run;
    }
    if (!isReplayed)
    {
        Predict(m_sentLike, RequestOf(sequence), sequence, frame);
    }
}

void
IncClient::FillRequested(uint64_t sequence, IncFrame& frame)
{
    const Request& request = RequestOf(sequence);
    const uint32_t size = IncSizeOf(request.what.dataType);
    const auto part = request.PartOf(sequence);
    m_hot.lastSent = m_hot.lastSent || sequence + 1 == m_hot.end;
    const bool isRooted =
        IncGoesToRoot(request.what.collective) || IncComesFromRoot(request.what.collective);

    frame.payloadSize = SendsData(request, part) ? part.count * size : 0;
    frame.reth = {AddressOf(request, part), m_config.remoteKey, frame.payloadSize};
    if (ResultMayWait(request, sequence))
    {
        frame.inc.flags |= IncHeader::UP_TO;
    }
    frame.inc.collective = request.what.collective;
    frame.inc.operation = request.what.operation;
    frame.inc.dataType = request.what.dataType;
    frame.inc.count = static_cast<uint16_t>(part.count);
    frame.immediate =
        isRooted && !m_config.resultsAreEmpty ? (*m_config.bits)[part.root] : frame.inc.messageId;
    if (request.what.send && frame.payloadSize > 0)
    {
        const bool isOwnBlock = request.what.collective == IncCollective::ALLGATHER;
        frame.payload = IncPayload::Create(frame.payloadSize);
        std::memcpy(frame.payload->GetData(),
                    request.what.send + (isOwnBlock ? part.first : part.offset) * size,
                    frame.payloadSize);
    }
    if (m_hot.log)
    {
        m_hot.log->Sent(sequence, frame, !GetsData(request, part), sequence + 1 == request.End());
    }
}

void
IncClient::ReceiveMessage(const IncFrame& frame)
{
    if (frame.inc.Has(IncHeader::ABORT))
    {
        LinkFailed("the aggregation tree has failed: a switch lost one of its neighbors");
        return;
    }
    const int64_t sequence = m_hot.sequence.FromMessageId(frame.inc.messageId);
    const uint32_t number = sequence < 0 ? 0 : m_hot.slots.NumberOf(sequence);
    const IncClientSlot& slot = m_hot.slots[number];
    if (sequence < 0 || slot.sequence != static_cast<uint64_t>(sequence) || !slot.inFlight)
    {
        ++m_counters.duplicates;
    }
    else if (frame.inc.Has(IncHeader::PENDING))
    {
        m_hot.link->Pending(number);
    }
    else if (frame.inc.Has(IncHeader::RESULT))
    {
        ReceiveResult(number, frame);
    }
}

uint64_t
IncClient::AddressOf(const Request& request, const IncMessageLayout::Part& part)
{
    return uint64_t{request.what.callTag} << INC_CALL_TAG_SHIFT |
           part.offset * IncSizeOf(request.what.dataType);
}

bool
IncClient::SendsData(const Request& request, const IncMessageLayout::Part& part) const
{
    return !IncComesFromRoot(request.what.collective) || part.root == m_config.rank;
}

bool
IncClient::GetsData(const Request& request, const IncMessageLayout::Part& part) const
{
    return !m_config.resultsAreEmpty &&
           (IncGoesToRoot(request.what.collective)      ? part.root == m_config.rank
            : IncComesFromRoot(request.what.collective) ? part.root != m_config.rank
                                                        : true);
}

void
IncClient::ReceiveResult(uint32_t number, const IncFrame& frame)
{
    const uint64_t sequence = m_hot.slots[number].sequence;
    // Over UC, Admits() has already examined every packet with a RETH.
    const bool isPredicted = m_receivedLike.Covers(sequence);
    const bool isExamined = isPredicted || (m_hot.transport == IncAggregationTransport::UC &&
                                            IncHasReth(frame.bth.opcode));
    if (!isExamined && !FitsAwaited(frame, sequence))
    {
        m_counters.refused.Add(IncRefusal::MISMATCH); // not a result of this request
        return;
    }
    const bool repaired = frame.inc.Has(IncHeader::RETRANSMITTED);
    if (frame.inc.Has(IncHeader::UP_TO))
    {
        ReceiveResultsBefore(sequence, repaired);
    }
    if (!isPredicted && (!m_hot.log || !m_hot.log->IsOver(sequence)))
    {
        StoreResult(sequence, frame);
    }
    Answered(number, repaired);
    FinishRequests();
}

void
IncClient::StoreResult(uint64_t sequence, const IncFrame& frame)
{
    const Request& request = RequestOf(sequence);
    if (request.isUniform)
    {
        Predict(m_receivedLike, request, sequence, frame); // virtual data: nothing to store
        return;
    }
    const auto part = request.PartOf(sequence);
    if (!GetsData(request, part))
    {
        return;
    }
    if (m_hot.log)
    {
        m_hot.log->SetResult(sequence, frame);
    }
    uint8_t* place = PlaceOf(request, part);
    if (place && frame.payload)
    {
        std::memcpy(place, frame.payload->GetData(), frame.payloadSize);
    }
}

void
IncClient::Answered(uint32_t number, bool repaired)
{
    IncClientSlot& slot = m_hot.slots[number];
    const uint64_t sequence = slot.sequence;
    NS_LOG_INFO("rank " << m_config.rank << " has the result of message "
                        << m_hot.sequence.ToMessageId(sequence));
    m_receivedTrace(m_hot.sequence.ToMessageId(sequence));
    m_hot.link->Answered(number, sequence, repaired);
    m_watch.Progress();
    slot.inFlight = false;
    --m_hot.inFlight;
    if (!m_hot.log || !m_hot.log->IsOver(sequence))
    {
        --RequestOf(sequence).missing;
    }
    if (m_hot.log)
    {
        m_hot.log->SetOver(sequence);
    }
    slot.offered = false;
    slot.sequence = sequence + m_hot.slots.GetSize();
    GoOn(number);
}

void
IncClient::GoOn(uint32_t number)
{
    if (m_config.packetsPerMessage > 1)
    {
        GoOnTogether(number);
    }
    else if (m_hot.failure.empty() && m_hot.slots[number].sequence < m_hot.end)
    {
        Offer(number);
    }
}

void
IncClient::GoOnTogether(uint32_t number)
{
    const uint32_t packets = m_config.packetsPerMessage;
    const uint32_t begin = number - number % packets;
    const auto end = std::min(begin + packets, m_hot.slots.GetSize());
    for (uint32_t i = begin; i < end; ++i)
    {
        if (m_hot.slots[i].offered)
        {
            return; // another packet of the RDMA message still waits for its result
        }
    }
    SendNewMessages(begin, end);
}

uint32_t
IncClient::GetContinuation(uint64_t sequence) const
{
    if (m_hot.slots.NumberOf(sequence) % m_config.packetsPerMessage == 0 || IsReplayed(sequence))
    {
        return 0;
    }
    const Request& request = RequestOf(sequence);
    const bool isContiguous = request.what.collective == IncCollective::ALLREDUCE;
    return isContiguous && sequence > request.first
               ? request.PartOf(sequence).count * IncSizeOf(request.what.dataType)
               : 0;
}

void
IncClient::MessageBroken()
{
    m_counters.refused.Add(IncRefusal::OUT_OF_ORDER);
}

void
IncClient::LinkFailed(const std::string& reason)
{
    if (!m_hot.log || !m_failureHandler)
    {
        Fail(reason); // without recovery a suspended client could never continue
        return;
    }
    if (m_hot.suspended || !m_hot.failure.empty())
    {
        return; // keep the first reason
    }
    NS_LOG_WARN("rank " << m_config.rank << ": " << reason);
    StopSending();
    m_hot.suspended = true;
    m_failureHandler(reason);
}

void
IncClient::Fail(const std::string& reason)
{
    if (!m_hot.failure.empty())
    {
        return; // keep the first reason
    }
    NS_LOG_WARN("rank " << m_config.rank << ": " << reason);
    m_hot.failure = reason;
    StopSending();
    std::list<Request> requests;
    requests.swap(m_hot.requests);
    for (const Request& request : requests)
    {
        if (!request.what.done.IsNull())
        {
            request.what.done(reason);
        }
    }
    PostHeld(); // report the failure to each request that was held back
    if (m_failureHandler)
    {
        m_failureHandler(reason);
    }
}

} // namespace ns3
