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

const char*
IncDropReasonName(IncDropReason reason)
{
    switch (reason)
    {
    case IncDropReason::BUFFER_FULL:
        return "buffer-full";
    case IncDropReason::LINK_ERROR:
        return "link-error";
    case IncDropReason::LINK_DOWN:
        return "link-down";
    case IncDropReason::NO_ROUTE:
        return "no-route";
    case IncDropReason::TTL_EXPIRED:
        return "ttl-expired";
    case IncDropReason::NOT_FOR_US:
        return "not-for-us";
    case IncDropReason::UNKNOWN_QP:
        return "unknown-qp";
    case IncDropReason::NO_HANDLER:
        return "no-handler";
    }
    return "unknown";
}

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
    m_node = nullptr;
    m_channel = nullptr;
    m_errorModel = nullptr;
    m_impairment = nullptr;
    m_sink = nullptr;
    m_source = nullptr;
    m_rxCallback = ReceiveCallback();
    m_promiscCallback = PromiscReceiveCallback();
    NetDevice::DoDispose();
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
    NS_ABORT_MSG_UNLESS(m_node && peer->m_node,
                        "IncChannel::Connect: add both devices to their nodes first");
    m_channel = channel;
    m_peer = peer;
    m_peerNodeId = peer->m_node->GetId();
    m_delayPs = IncClock::ToPs(channel->GetDelay());
    m_linkUp = true;
    for (const auto& callback : m_linkChange)
    {
        callback();
    }
}

int64_t
IncNetDevice::TransmissionPs(uint32_t size) const
{
    return ((size + IncFrame::PREAMBLE_AND_GAP) * m_psPerKilobyte + 999) / 1000;
}

bool
IncNetDevice::Enqueue(IncFramePtr frame)
{
    if (!m_macTxTrace.IsEmpty())
    {
        m_macTxTrace(OutgoingBytes(*frame));
    }
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
    TraceSent(*frame);
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
    TraceReceived(*frame);
    if (m_sink)
    {
        m_sink->Receive(std::move(frame), *this);
    }
    else if (frame->kind == IncFrame::Kind::PACKET)
    {
        DeliverPacket(*frame);
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
    return m_errorModel->IsCorrupt(m_errorModelReads ? IncomingBytes(frame)
                                                     : Create<Packet>(frame.GetSize()));
}

void
IncNetDevice::Drop(IncFramePtr frame, IncDropReason reason)
{
    m_frameDroppedTrace(*frame, reason);
    if (reason == IncDropReason::LINK_ERROR)
    {
        if (!m_phyRxDropTrace.IsEmpty())
        {
            m_phyRxDropTrace(IncomingBytes(*frame));
        }
    }
    else if (!m_macTxDropTrace.IsEmpty() &&
             (reason == IncDropReason::BUFFER_FULL || reason == IncDropReason::LINK_DOWN))
    {
        m_macTxDropTrace(OutgoingBytes(*frame));
    }
}

Ptr<Packet>
IncNetDevice::OutgoingBytes(const IncFrame& frame) const
{
    return IncFrameCodec::ToPacket(frame, m_octets, m_peer->m_octets);
}

Ptr<Packet>
IncNetDevice::IncomingBytes(const IncFrame& frame) const
{
    return IncFrameCodec::ToPacket(frame, m_peer->m_octets, m_octets);
}

void
IncNetDevice::TraceSent(const IncFrame& frame)
{
    m_frameSentTrace(frame);
    if (!m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() ||
        !m_phyTxBeginTrace.IsEmpty())
    {
        Ptr<const Packet> packet = OutgoingBytes(frame);
        m_phyTxBeginTrace(packet);
        m_snifferTrace(packet);
        m_promiscSnifferTrace(packet);
    }
}

void
IncNetDevice::TraceReceived(const IncFrame& frame)
{
    m_frameReceivedTrace(frame);
    if (!m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() || !m_macRxTrace.IsEmpty() ||
        !m_phyRxEndTrace.IsEmpty())
    {
        Ptr<const Packet> packet = IncomingBytes(frame);
        m_phyRxEndTrace(packet);
        m_snifferTrace(packet);
        m_promiscSnifferTrace(packet);
        m_macRxTrace(packet);
    }
}

void
IncNetDevice::DeliverPacket(const IncFrame& frame)
{
    Ptr<Packet> packet = IncFrameCodec::InnerPacket(frame);
    const Address from = m_peer->GetAddress();
    if (!m_promiscCallback.IsNull())
    {
        m_promiscCallback(this, packet, frame.protocol, from, GetAddress(), PACKET_HOST);
    }
    if (!m_rxCallback.IsNull())
    {
        m_rxCallback(this, packet, frame.protocol, from);
    }
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

bool
IncNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocol)
{
    return Send(packet, dest, protocol);
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

void
IncNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
IncNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
IncNetDevice::GetChannel() const
{
    return m_channel;
}

void
IncNetDevice::SetAddress(Address address)
{
    Mac48Address::ConvertFrom(address).CopyTo(m_octets.data());
}

Address
IncNetDevice::GetAddress() const
{
    Mac48Address address;
    address.CopyFrom(m_octets.data());
    return address;
}

bool
IncNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
IncNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
IncNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
IncNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.push_back(callback);
}

bool
IncNetDevice::IsBroadcast() const
{
    return true;
}

Address
IncNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
IncNetDevice::IsMulticast() const
{
    return false;
}

Address
IncNetDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
IncNetDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
IncNetDevice::IsBridge() const
{
    return false;
}

bool
IncNetDevice::IsPointToPoint() const
{
    return true;
}

Ptr<Node>
IncNetDevice::GetNode() const
{
    return m_node;
}

void
IncNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
    m_nodeId = node->GetId();
    m_port = 0;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        Ptr<NetDevice> other = node->GetDevice(i);
        if (other != this && DynamicCast<IncNetDevice>(other))
        {
            ++m_port;
        }
    }
}

bool
IncNetDevice::NeedsArp() const
{
    return false;
}

void
IncNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
IncNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
IncNetDevice::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3
