/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-net-device.h"

#include "inc-channel.h"
#include "inc-frame-codec.h"
#include "inc-impairment.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncNetDevice");
NS_OBJECT_ENSURE_REGISTERED(IncNetDevice);

TypeId
IncNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Inc")
            .AddConstructor<IncNetDevice>()
            .AddAttribute(
                "DataRate",
                "Rate of the link, bit/s",
                DataRateValue(DataRate("100Gb/s")),
                MakeDataRateAccessor(&IncNetDevice::SetDataRate, &IncNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute(
                "QueueSize",
                "Most that waits in the output queue, bytes of Ethernet frames",
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
            .AddAttribute("Impairment",
                          "Repeats and delays frames on arrival, none by default",
                          PointerValue(),
                          MakePointerAccessor(&IncNetDevice::m_impairment),
                          MakePointerChecker<IncImpairment>())
            .AddTraceSource("MacTx",
                            "A frame was given to this port",
                            MakeTraceSourceAccessor(&IncNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A frame was dropped before transmission",
                            MakeTraceSourceAccessor(&IncNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A frame was received and is given to the node",
                            MakeTraceSourceAccessor(&IncNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The first bit of a frame goes on the wire",
                            MakeTraceSourceAccessor(&IncNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a frame arrived",
                            MakeTraceSourceAccessor(&IncNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame was lost on the wire",
                            MakeTraceSourceAccessor(&IncNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "Frames sent and received, as a capture on this port sees them",
                            MakeTraceSourceAccessor(&IncNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "Frames sent and received, as a capture on this port sees them",
                            MakeTraceSourceAccessor(&IncNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("FrameSent",
                            "Transmission of a frame begins, in parsed form",
                            MakeTraceSourceAccessor(&IncNetDevice::m_frameSentTrace),
                            "ns3::IncNetDevice::FrameTracedCallback")
            .AddTraceSource("FrameReceived",
                            "A frame arrived whole, in parsed form",
                            MakeTraceSourceAccessor(&IncNetDevice::m_frameReceivedTrace),
                            "ns3::IncNetDevice::FrameTracedCallback")
            .AddTraceSource("FrameDropped",
                            "A frame ended here, in parsed form, and why",
                            MakeTraceSourceAccessor(&IncNetDevice::m_frameDroppedTrace),
                            "ns3::IncNetDevice::DropTracedCallback");
    return tid;
}

IncNetDevice::IncNetDevice()
    : m_wireFree(Create<WireFreeEvent>(this)),
      m_arrival(Create<ArrivalEvent>(this))
{
    IncClock::Synchronise();
}

IncNetDevice::~IncNetDevice() = default;

void
IncNetDevice::DoDispose()
{
    m_wireFree->Detach();
    m_arrival->Detach();
    m_errorModel = nullptr;
    m_impairment = nullptr;
    m_sink = nullptr;
    m_source = nullptr;
    IncPortBase::DoDispose();
}

void
IncNetDevice::SetSink(IncFrameSink* sink)
{
    m_sink = sink;
}

void
IncNetDevice::SetSource(IncFrameSource* source)
{
    m_source = source;
}

void
IncNetDevice::Attach(Ptr<IncChannel> channel, IncNetDevice* peer)
{
    NS_ABORT_MSG_UNLESS(GetNode() && peer->GetNode(),
                        "IncChannel::Connect: add both devices to their nodes first");
    m_peer = peer;
    m_peerNodeId = peer->m_nodeId;
    m_delayPs = IncClock::ToPs(channel->GetDelay());
    SetLinkUp(channel);
}

int64_t
IncNetDevice::TransmissionPs(uint32_t size) const
{
    return ((size + IncFrame::PREAMBLE_AND_GAP) * m_psPerKilobyte + 999) / 1000;
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
    if (m_queue.IsEmpty())
    {
        const int64_t now = IncClock::NowPs();
        if (m_busyUntilPs <= now && !m_wakePending)
        {
            Transmit(std::move(frame), now);
            return true;
        }
    }
    if (!m_queue.Fits(frame->GetSize()))
    {
        ++m_counters.bufferDrops;
        Drop(std::move(frame), IncDropReason::BUFFER_FULL);
        return false;
    }
    m_queue.Push(std::move(frame));
    m_counters.maxQueuedBytes = std::max(m_counters.maxQueuedBytes, m_queue.GetBytes());
    if (!m_wakePending)
    {
        m_wakePending = true;
        m_wireFree->Schedule(m_nodeId, IncClock::DelayUntilPs(m_busyUntilPs));
    }
    return true;
}

void
IncNetDevice::Kick()
{
    if (m_wakePending || !m_linkUp)
    {
        return;
    }
    const int64_t now = IncClock::NowPs();
    if (m_busyUntilPs <= now)
    {
        if (m_source->HasFrame())
        {
            Transmit(m_source->Pull(), now);
        }
    }
    else
    {
        m_wakePending = true;
        m_wireFree->Schedule(m_nodeId, IncClock::DelayUntilPs(m_busyUntilPs));
    }
}

void
IncNetDevice::WireFree()
{
    m_wakePending = false;
    // The wire was free at m_busyUntilPs; the event came at the next tick.
    if (!m_queue.IsEmpty())
    {
        Transmit(m_queue.Pop(), m_busyUntilPs);
    }
    else if (m_source && m_source->HasFrame())
    {
        Transmit(m_source->Pull(), m_busyUntilPs);
    }
}

void
IncNetDevice::Transmit(IncFramePtr frame, int64_t startPs)
{
    ++m_counters.sentFrames;
    m_counters.sentBytes += frame->GetSize();
    m_counters.sentResults += frame->hasInc && frame->inc.Has(IncHeader::RESULT);
    m_frameSentTrace(*frame);
    CaptureSent(*frame, Outgoing());
    m_busyUntilPs = startPs + TransmissionPs(frame->GetSize());
    m_onWire.PushBack(std::move(frame));
    m_arrival->Schedule(m_peerNodeId, IncClock::DelayUntilPs(m_busyUntilPs + m_delayPs));
    if (!m_wakePending && (!m_queue.IsEmpty() || (m_source && m_source->HasFrame())))
    {
        m_wakePending = true;
        m_wireFree->Schedule(m_nodeId, IncClock::DelayUntilPs(m_busyUntilPs));
    }
}

void
IncNetDevice::ArriveNext()
{
    m_peer->ReceiveFromWire(m_onWire.PopFront());
}

void
IncNetDevice::ReceiveFromWire(IncFramePtr frame)
{
    if (m_errorModel && IsLost(*frame))
    {
        ++m_counters.lostFrames;
        Drop(std::move(frame), IncDropReason::LINK_ERROR);
        return;
    }
    if (m_impairment)
    {
        if (m_impairment->DrawDuplicate())
        {
            Deliver(frame->Copy());
        }
        const Time late = m_impairment->DrawExtraDelay();
        if (!late.IsZero())
        {
            IncFrame* raw = frame.release();
            Simulator::Schedule(late, [this, raw]() { Deliver(IncFramePtr(raw)); });
            return;
        }
    }
    Deliver(std::move(frame));
}

void
IncNetDevice::Deliver(IncFramePtr frame)
{
    ++m_counters.receivedFrames;
    m_frameReceivedTrace(*frame);
    CaptureReceived(*frame, Incoming());
    if (!m_sink && frame->kind == IncFrame::Kind::PACKET && !frame->IsBier())
    {
        DeliverPacket(*frame);
        return;
    }
    GiveTo(m_sink, std::move(frame));
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

bool
IncNetDevice::IsLost(const IncFrame& frame)
{
    // The known models of ns-3 draw per packet and never read it: spare them the bytes.
    return m_errorModel->IsCorrupt(
        m_errorModelReads ? IncFrameCodec::ToPacket(frame, m_peer->GetOctets(), GetOctets())
                          : Create<Packet>(frame.GetSize()));
}

void
IncNetDevice::Drop(IncFramePtr frame, IncDropReason reason)
{
    m_frameDroppedTrace(*frame, reason);
    if (reason == IncDropReason::LINK_ERROR)
    {
        CaptureLost(*frame, Incoming());
    }
    else if (reason == IncDropReason::BUFFER_FULL || reason == IncDropReason::LINK_DOWN)
    {
        CaptureNotSent(*frame, Outgoing());
    }
}

void
IncNetDevice::DeliverPacket(const IncFrame& frame)
{
    PassUp(IncFrameCodec::InnerPacket(frame), frame.protocol, m_peer->GetAddress());
}

bool
IncNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    IncFramePtr frame = IncFrame::Create();
    frame->kind = IncFrame::Kind::PACKET;
    frame->protocol = protocol;
    if (protocol == IncEthernet::IPV4)
    {
        Ipv4Header header;
        packet->PeekHeader(header);
        frame->source = header.GetSource().Get();
        frame->destination = header.GetDestination().Get();
        frame->ttl = header.GetTtl();
        frame->flowHash =
            (uint64_t(frame->source) << 32 | frame->destination) * UINT64_C(0x9e3779b97f4a7c15);
    }
    frame->packet = packet->Copy();
    frame->UpdateSize();
    return Enqueue(std::move(frame));
}

void
IncNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "IncNetDevice::DataRate: must be above 0");
    m_rate = rate;
    m_psPerKilobyte = UINT64_C(8000000000000000) / rate.GetBitRate();
}

DataRate
IncNetDevice::GetDataRate() const
{
    return m_rate;
}

void
IncNetDevice::SetQueueSize(uint32_t bytes)
{
    m_queue.SetLimit(bytes);
}

uint32_t
IncNetDevice::GetQueueSize() const
{
    return m_queue.GetLimit();
}

void
IncNetDevice::SetErrorModel(Ptr<ErrorModel> model)
{
    m_errorModel = model;
    m_errorModelReads =
        model && !DynamicCast<RateErrorModel>(model) && !DynamicCast<BurstErrorModel>(model);
}

Ptr<ErrorModel>
IncNetDevice::GetErrorModel() const
{
    return m_errorModel;
}

const IncPortCounters&
IncNetDevice::GetCounters() const
{
    return m_counters;
}

uint32_t
IncNetDevice::GetQueuedBytes() const
{
    return m_queue.GetBytes();
}

} // namespace ns3
