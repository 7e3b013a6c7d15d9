/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-net-device.h"

#include "inc-channel.h"
#include "inc-ecn-marker.h"
#include "inc-frame-codec.h"
#include "inc-impairment.h"
#include "inc-node-memory.h"
#include "inc-pause.h"

#include "ns3/abort.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <memory>
#include <optional>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncNetDevice);

TypeId
IncNetDevice::GetTypeId()
{
    static TypeId tid =
        AddTraceSources(TypeId("ns3::IncNetDevice").SetParent<NetDevice>().SetGroupName("Inc"))
            .AddConstructor<IncNetDevice>()
            .AddAttribute(
                "DataRate",
                "Rate of the link, bit/s",
                DataRateValue(DataRate("100Gb/s")),
                MakeDataRateAccessor(&IncNetDevice::SetDataRate, &IncNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute(
                "QueueSize",
                "Most that waits at this port, bytes of Ethernet frames, where it shares no "
                "buffer with others (IncSharedBuffer)",
                UintegerValue(2 * 1024 * 1024),
                MakeUintegerAccessor(&IncNetDevice::SetQueueSize, &IncNetDevice::GetQueueSize),
                MakeUintegerChecker<uint32_t>(64))
            .AddAttribute("Mtu",
                          "Largest ordinary ns-3 packet, bytes",
                          UintegerValue(9000),
                          MakeUintegerAccessor(&IncNetDevice::SetMtu, &IncNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddAttribute(
                "ReceiveErrorModel",
                "Takes frames on arrival, none by default",
                PointerValue(),
                MakePointerAccessor(&IncNetDevice::SetErrorModel, &IncNetDevice::GetErrorModel),
                MakePointerChecker<ErrorModel>())
            .AddAttribute(
                "Impairment",
                "Repeats and delays frames on arrival, none by default",
                PointerValue(),
                MakePointerAccessor(&IncNetDevice::SetImpairment, &IncNetDevice::GetImpairment),
                MakePointerChecker<IncImpairment>())
            .AddAttribute(
                "Scheduler",
                "Which priority sends next: \"strict\", the highest first; or eight weights of "
                "deficit round robin, priority 0 first, as \"1,1,1,4,1,2,0,0\": those of weight 0 "
                "are strict and before the others",
                StringValue("strict"),
                MakeStringAccessor(&IncNetDevice::SetScheduler, &IncNetDevice::GetScheduler),
                MakeStringChecker())
            .AddTraceSource("FrameDropped",
                            "A frame ended here, in parsed form, and why",
                            MakeTraceSourceAccessor(&IncNetDevice::m_frameDroppedTrace),
                            "ns3::IncNetDevice::DropTracedCallback")
            .AddTraceSource("EcnMarked",
                            "A frame got a CE mark in the output queue, in parsed form",
                            MakeTraceSourceAccessor(&IncNetDevice::m_ecnMarkedTrace),
                            "ns3::IncNetDevice::FrameTracedCallback")
            .AddTraceSource("PfcSent",
                            "Transmission of a PFC frame begins",
                            MakeTraceSourceAccessor(&IncNetDevice::m_pfcSentTrace),
                            "ns3::IncNetDevice::PfcTracedCallback")
            .AddTraceSource("PfcReceived",
                            "A PFC frame arrived",
                            MakeTraceSourceAccessor(&IncNetDevice::m_pfcReceivedTrace),
                            "ns3::IncNetDevice::PfcTracedCallback");
    return tid;
}

IncNetDevice::IncNetDevice()
{
    m_hot.wireFree = Create<WireFreeEvent>(this);
    m_hot.arrival = Create<ArrivalEvent>(this);
    IncClock::Synchronise();
    LookAtLog();
}

IncNetDevice::~IncNetDevice() = default;

void
IncNetDevice::DoInitialize()
{
    LookAtLog();
    IncPortBase::DoInitialize();
}

void
IncNetDevice::DoDispose()
{
    m_hot.wireFree->Detach();
    m_hot.arrival->Detach();
    m_faults = IncLinkFaults();
    m_pauseSender = nullptr;
    m_pauseReceiver = nullptr;
    m_hot.sink = nullptr;
    m_hot.source = nullptr;
    m_hot.buffer = nullptr;
    m_marker = nullptr;
    IncPortBase::DoDispose();
}

void
IncNetDevice::Attach(Ptr<IncChannel> channel, IncNetDevice* peer)
{
    NS_ABORT_MSG_UNLESS(GetNode() && peer->GetNode(),
                        "IncChannel::Connect: add both devices to their nodes first");
    m_hot.peer = peer;
    m_hot.peerNodeId = peer->m_nodeId;
    m_hot.delayPs = IncClock::ToPs(channel->GetDelay());
    SetLinkUp(channel);
}

void
IncNetDevice::SetUp(bool up)
{
    NS_ABORT_MSG_UNLESS(m_hot.peer, "IncNetDevice::SetUp: there is no link");
    if (up == m_linkUp)
    {
        return;
    }
    for (uint32_t priority = 0; !up && priority < INC_PRIORITIES; ++priority)
    {
        DropWaiting(priority, IncDropReason::LINK_DOWN);
    }
    ChangeLink(up);
    Wake();
}

void
IncNetDevice::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(m_hot);
    memory.Add(*m_hot.arrival);
    memory.Add(*m_hot.wireFree);
    if (m_hot.peer)
    {
        memory.Add(&m_hot.peer->m_hot, 1); // an arriving frame uses this memory
        memory.Add(*m_hot.peer->m_hot.arrival);
    }
}

int64_t
IncNetDevice::TransmissionPs(uint32_t size) const
{
    return ((size + IncFrame::PREAMBLE_AND_GAP) * m_hot.psPerKilobyte + 999) / 1000;
}

bool
IncNetDevice::Enqueue(IncFramePtr frame)
{
    CaptureGiven(*frame, Outgoing());
    if (!m_linkUp)
    {
        Drop(std::move(frame), IncDropReason::LINK_DOWN);
        return false;
    }
    const uint32_t priority = frame->priority;
    const bool open = m_hot.open >> priority & 1;
    if (open && !(m_hot.queues.GetWaiting() & m_hot.open))
    {
        const int64_t now = IncClock::NowPs();
        if (m_hot.busyUntilPs <= now && !m_hot.wakePending)
        {
            Transmit(std::move(frame), now);
            return true;
        }
    }
    IncDropReason reason = IncDropReason::BUFFER_FULL;
    if (!Admit(*frame, reason))
    {
        Drop(std::move(frame), reason);
        return false;
    }
    const uint32_t before = m_hot.queues.GetBytes();
    m_hot.queues.Push(std::move(frame));
    CaptureQueued(before, m_hot.queues.GetBytes());
    if (open && !m_hot.wakePending)
    {
        ScheduleWireFree();
    }
    return true;
}

bool
IncNetDevice::Admit(IncFrame& frame, IncDropReason& reason)
{
    if (!m_hot.buffer && !m_marker)
    {
        return m_hot.queues.Fits(frame.GetSize());
    }
    const uint32_t queued = m_hot.queues.GetBytes(frame.priority);
    if (m_hot.buffer ? !m_hot.buffer->Admit(frame, queued, reason)
                     : !m_hot.queues.Fits(frame.GetSize()))
    {
        return false;
    }
    if (m_marker && !m_marker->IsAtDequeue())
    {
        Mark(frame, queued);
    }
    return true;
}

void
IncNetDevice::Mark(IncFrame& frame, uint32_t queued)
{
    if (m_marker->Mark(frame, queued))
    {
        ++CountersOf(frame.priority).ecnMarked;
        m_ecnMarkedTrace(frame);
    }
}

void
IncNetDevice::DropWaiting(uint32_t priority, IncDropReason reason)
{
    while (m_hot.queues.GetWaiting() >> priority & 1)
    {
        Drop(Dequeue(priority), reason);
    }
}

IncPrioritySet
IncNetDevice::GetReady()
{
    const IncPrioritySet waiting = m_hot.queues.GetWaiting();
    return (m_hot.source ? waiting | m_hot.source->GetReady() : waiting) & m_hot.open;
}

void
IncNetDevice::Kick()
{
    Wake();
}

void
IncNetDevice::Wake()
{
    if (m_hot.wakePending || !m_linkUp)
    {
        return;
    }
    const int64_t now = IncClock::NowPs();
    if (m_hot.busyUntilPs <= now)
    {
        SendNext(now);
    }
    else if (m_hot.pfcPending || GetReady() != 0)
    {
        ScheduleWireFree();
    }
}

void
IncNetDevice::WireFree()
{
    m_hot.wakePending = false;
    if (!m_linkUp)
    {
        return;
    }
    // The wire has been free since m_hot.busyUntilPs; the event came at the next tick.
    SendNext(m_hot.busyUntilPs);
}

void
IncNetDevice::SendNext(int64_t startPs)
{
    if (m_hot.pfcPending)
    {
        m_hot.pfcPending = false;
        Transmit(m_pauseSender->MakeFrame(), startPs);
        return;
    }
    const IncPrioritySet ready = GetReady();
    if (ready != 0)
    {
        const uint32_t priority = m_hot.scheduler.Choose(ready);
        const bool waits = m_hot.queues.GetWaiting() >> priority & 1;
        IncFramePtr frame = waits ? Dequeue(priority) : m_hot.source->Pull(priority);
        if (waits && m_marker && m_marker->IsAtDequeue())
        {
            Mark(*frame, m_hot.queues.GetBytes(priority));
        }
        Transmit(std::move(frame), startPs);
    }
}

void
IncNetDevice::Transmit(IncFramePtr&& frame, int64_t startPs)
{
    if (frame->kind == IncFrame::Kind::PFC)
    {
        ++CountRarely().pfcFramesSent;
        m_pfcSentTrace(IncPfcFrame::Read(frame->payload->GetData()));
    }
    else
    {
        if (frame->marks & IncFrame::MEASURED && frame->ingress != IncFrame::LOCAL)
        {
            Measure(*frame, startPs);
        }
        IncTrafficCounters& counters = m_hot.queues.GetTraffic(frame->priority);
        ++counters.sentFrames;
        counters.sentBytes += frame->GetSize();
        m_hot.scheduler.Charge(frame->priority, frame->GetSize());
        m_hot.sentResults += frame->hasInc && frame->inc.Has(IncHeader::RESULT);
    }
    CaptureSent(*frame, Outgoing());
    m_hot.busyUntilPs = startPs + TransmissionPs(frame->GetSize());
    const int64_t tagPs = IncFrameFormat::TagDelayPs() == 0 ? 0 : GetTagTimePs(*frame);
    m_hot.onWire.PushBack(std::move(frame));
    m_hot.arrival->ScheduleAtPs(m_hot.peerNodeId, m_hot.busyUntilPs + m_hot.delayPs + tagPs);
    if (!m_hot.wakePending && (m_hot.pfcPending || GetReady() != 0))
    {
        ScheduleWireFree();
    }
}

void
IncNetDevice::AskPeer(uint32_t priority, bool pause, uint16_t quanta)
{
    if (!m_pauseSender)
    {
        m_pauseSender = std::make_unique<IncPauseSender>(*this, quanta);
    }
    CountersOf(priority).pausesSent += pause;
    m_pauseSender->Ask(priority, pause);
}

void
IncNetDevice::SendPfc()
{
    m_hot.pfcPending = true;
    Wake();
}

void
IncNetDevice::SetPaused(IncPrioritySet paused)
{
    m_hot.open = ~paused;
    Wake();
}

/// Flattened, because calls for every frame would cost more than the work here.
[[gnu::flatten]] void
IncNetDevice::ArriveNext()
{
    IncFramePtr frame = m_hot.onWire.PopFront();
    // Prefetch the next frame: if a node executes its events together, the next event may be its
    // arrival.
    m_hot.onWire.FetchFront();
    m_hot.peer->ReceiveFromWire(std::move(frame));
}

void
IncNetDevice::ReceiveFromWire(IncFramePtr&& frame)
{
    if (!m_linkUp)
    {
        LoseOnLink(*frame);
        return;
    }
    if (frame->kind == IncFrame::Kind::PFC)
    {
        ReceivePfc(*frame); // a PFC frame is never lost, and only neighbors see it
        return;
    }
    if (m_hot.isFaulty)
    {
        ReceiveFromFaultyLink(std::move(frame));
        return;
    }
    Deliver(std::move(frame));
}

void
IncNetDevice::ReceiveFromFaultyLink(IncFramePtr&& frame)
{
    if (m_faults.IsLost(*frame, m_hot.peer->GetOctets(), GetOctets()))
    {
        Drop(std::move(frame), IncDropReason::LINK_ERROR);
        return;
    }
    if (m_faults.IsRepeated(*frame))
    {
        IncFramePtr repetition = frame->Copy();
        repetition->marks |= IncFrame::REPETITION;
        Deliver(std::move(repetition));
    }
    const Time late = m_faults.DrawDelay();
    if (!late.IsZero())
    {
        // ns-3 copies events. All copies share the owner of the frame, and the last one frees it.
        auto held = std::make_shared<IncFramePtr>(std::move(frame));
        Simulator::Schedule(late, [this, held]() { Deliver(std::move(*held)); });
        return;
    }
    Deliver(std::move(frame));
}

void
IncNetDevice::ReceivePfc(const IncFrame& frame)
{
    ++CountRarely().pfcFramesReceived;
    CaptureReceived(frame, Incoming());
    const IncPfcFrame pfc = IncPfcFrame::Read(frame.payload->GetData());
    m_pfcReceivedTrace(pfc);
    if (!m_pauseReceiver)
    {
        m_pauseReceiver = std::make_unique<IncPauseReceiver>(*this);
    }
    m_pauseReceiver->Receive(pfc);
}

void
IncNetDevice::Deliver(IncFramePtr&& frame)
{
    IncTrafficCounters& counters = m_hot.queues.GetTraffic(frame->priority);
    ++counters.receivedFrames;
    counters.receivedBytes += frame->GetSize();
    CaptureReceived(*frame, Incoming());
    if (!m_hot.sink && frame->kind == IncFrame::Kind::PACKET && !frame->IsBier())
    {
        DeliverPacket(*frame);
        return;
    }
    GiveTo(m_hot.sink, std::move(frame));
}

void
IncNetDevice::GiveTo(IncFrameSink* sink, IncFramePtr frame)
{
    if (sink)
    {
        sink->Receive(std::move(frame), *this);
    }
    else
    {
        Drop(std::move(frame), IncDropReason::NO_HANDLER);
    }
}

void
IncNetDevice::Drop(IncFramePtr frame, IncDropReason reason)
{
    LogDrop(*frame, reason);
    ++CountersOf(frame->priority).drops[static_cast<std::size_t>(reason)];
    m_frameDroppedTrace(*frame, reason);
    if (reason == IncDropReason::LINK_ERROR)
    {
        CaptureLost(*frame, Incoming());
    }
    else if (IncIsBufferDrop(reason) || reason == IncDropReason::LINK_DOWN)
    {
        CaptureNotSent(*frame, Outgoing());
    }
}

void
IncNetDevice::DeliverPacket(const IncFrame& frame)
{
    PassUp(IncFrameCodec::InnerPacket(frame),
           frame.payload->GetProtocol(),
           m_hot.peer->GetAddress());
}

bool
IncNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return Enqueue(IncFrameCodec::FromPacket(packet, protocol));
}

void
IncNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "IncNetDevice::DataRate: must be above 0");
    m_rate = rate;
    m_hot.psPerKilobyte = UINT64_C(8000000000000000) / rate.GetBitRate();
}

void
IncNetDevice::SetQueueSize(uint32_t bytes)
{
    m_hot.queues.SetLimit(bytes);
}

uint32_t
IncNetDevice::GetQueueSize() const
{
    return m_hot.queues.GetLimit();
}

void
IncNetDevice::SetErrorModel(Ptr<ErrorModel> model)
{
    m_faults.SetErrorModel(model);
    m_hot.isFaulty = m_faults.IsAny();
}

Ptr<ErrorModel>
IncNetDevice::GetErrorModel() const
{
    return m_faults.GetErrorModel();
}

void
IncNetDevice::SetImpairment(Ptr<IncImpairment> impairment)
{
    m_faults.SetImpairment(impairment);
    m_hot.isFaulty = m_faults.IsAny();
}

Ptr<IncImpairment>
IncNetDevice::GetImpairment() const
{
    return m_faults.GetImpairment();
}

void
IncNetDevice::SetScheduler(std::string text)
{
    const auto weights = text == "strict" ? std::optional<IncPriorityWeights>(IncPriorityWeights{})
                                          : IncParseWeights(text);
    NS_ABORT_MSG_UNLESS(weights,
                        "IncNetDevice::Scheduler: \""
                            << text << "\", must be strict or eight weights from 0 to 1000, as "
                            << "\"1,1,1,4,1,2,0,0\"");
    m_hot.scheduler.SetWeights(*weights);
}

std::string
IncNetDevice::GetScheduler() const
{
    const auto& weights = m_hot.scheduler.GetWeights();
    return weights == IncPriorityWeights{} ? "strict" : IncFormatWeights(weights);
}

} // namespace ns3
