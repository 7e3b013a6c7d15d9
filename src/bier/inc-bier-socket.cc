/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-socket.h"

#include "ns3/abort.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/ipv4-header.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncBierSocket);

namespace
{

constexpr uint8_t UDP_PROTOCOL = 17;
constexpr uint32_t LARGEST_DATAGRAM = 65507;

} // namespace

TypeId
IncBierSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncBierSocket")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncBierSocket>()
            .AddAttribute("Group",
                          "IPv4 multicast address to which the datagrams inside BIER go",
                          Ipv4AddressValue("239.0.0.1"),
                          MakeIpv4AddressAccessor(&IncBierSocket::m_group),
                          MakeIpv4AddressChecker())
            .AddAttribute("Priority",
                          "Traffic class of the frames, 0 to 7",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncBierSocket::m_priority),
                          MakeUintegerChecker<uint8_t>(0, 7));
    return tid;
}

IncBierSocket::IncBierSocket()
    : m_wireFree(Create<WireFreeEvent>(this))
{
}

IncBierSocket::~IncBierSocket()
{
    Unbind();
}

void
IncBierSocket::Bind(Ptr<IncBfr> bfr, uint16_t port)
{
    NS_ABORT_MSG_IF(m_bfr, "IncBierSocket::Bind: bound already");
    m_bfr = bfr;
    m_port = port;
    m_bfr->AddReceiver(this);
}

void
IncBierSocket::Unbind()
{
    if (m_bfr)
    {
        m_bfr->RemoveReceiver(this);
    }
    m_bfr = nullptr;
    m_wireFree->Cancel(); // the event may be scheduled
}

void
IncBierSocket::DoDispose()
{
    Unbind();
    m_receive = ReceiveCallback();
    m_waiting.clear();
    Object::DoDispose();
}

void
IncBierSocket::Send(Ptr<const Packet> data, std::shared_ptr<const IncBierImposition> to)
{
    NS_ABORT_MSG_UNLESS(m_bfr, "IncBierSocket::Send: call Bind first");
    NS_ABORT_MSG_IF(data->GetSize() > LARGEST_DATAGRAM,
                    "IncBierSocket::Send: " << data->GetSize() << " bytes, at most "
                                            << LARGEST_DATAGRAM);
    m_waiting.push_back({MakeFrame(data), std::move(to)});
    if (!m_sending)
    {
        SendNext();
    }
}

void
IncBierSocket::SendNext()
{
    m_sending = !m_waiting.empty();
    if (m_sending)
    {
        const Waiting datagram = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_wireFreePs = std::max(m_wireFreePs, IncClock::NowPs()) + TransmissionPs(datagram);
        m_wireFree->ScheduleAtPs(m_bfr->GetObject<Node>()->GetId(), m_wireFreePs);
        m_bfr->Send(*datagram.frame, *datagram.to);
    }
}

int64_t
IncBierSocket::TransmissionPs(const Waiting& datagram) const
{
    uint64_t bytes = 0;
    for (const auto& set : datagram.to->GetSets())
    {
        bytes += datagram.frame->GetSize() + IncBierHeader::SIZE + set.bits.GetLength() / 8 +
                 IncFrame::PREAMBLE_AND_GAP;
    }
    const uint64_t rate = m_bfr->GetPorts().front()->GetDataRate().GetBitRate();
    return static_cast<int64_t>(bytes * UINT64_C(8000000000000) / rate);
}

IncFramePtr
IncBierSocket::MakeFrame(Ptr<const Packet> data) const
{
    const Ipv4Address own(m_bfr->GetPrefix());
    Ptr<Packet> packet = data->Copy();
    UdpHeader udp;
    udp.SetSourcePort(m_port);
    udp.SetDestinationPort(m_port);
    udp.EnableChecksums();
    udp.InitializeChecksum(own, m_group, UDP_PROTOCOL);
    packet->AddHeader(udp);
    Ipv4Header ip;
    ip.SetSource(own);
    ip.SetDestination(m_group);
    ip.SetProtocol(UDP_PROTOCOL);
    ip.SetTtl(IncFrame::INITIAL_TTL);
    ip.SetPayloadSize(packet->GetSize());
    ip.EnableChecksum();
    packet->AddHeader(ip);

    IncFramePtr frame = IncFrame::Create();
    frame->kind = IncFrame::Kind::PACKET;
    frame->source = m_bfr->GetPrefix();
    frame->destination = m_group.Get();
    frame->sourcePort = m_port;
    frame->priority = m_priority;
    frame->flowHash = IncFlowHash(frame->source, frame->destination, m_port);
    frame->payload = IncPayload::Wrap(packet, IncEthernet::IPV4);
    frame->UpdateSize();
    return frame;
}

bool
IncBierSocket::Receive(const IncFrame& frame)
{
    if (frame.kind != IncFrame::Kind::PACKET || frame.payload->GetProtocol() != IncEthernet::IPV4 ||
        frame.destination != m_group.Get())
    {
        return false;
    }
    Ptr<Packet> packet = IncFrameCodec::InnerPacket(frame);
    Ipv4Header ip;
    UdpHeader udp;
    packet->RemoveHeader(ip);
    packet->RemoveHeader(udp);
    if (ip.GetProtocol() != UDP_PROTOCOL || udp.GetDestinationPort() != m_port)
    {
        return false;
    }
    if (!m_receive.IsNull())
    {
        m_receive(packet, ip.GetSource(), frame.GetBier()->header.bfirId);
    }
    return true;
}

} // namespace ns3
