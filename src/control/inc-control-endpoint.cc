/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-endpoint.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-ethernet.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-priority.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncControlEndpoint");
NS_OBJECT_ENSURE_REGISTERED(IncControlEndpoint);

namespace
{

constexpr uint8_t UDP = 17; // IP protocol number

uint64_t
NowNs()
{
    return static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
}

} // namespace

TypeId
IncControlEndpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncControlEndpoint")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncControlEndpoint>()
            .AddAttribute("Priority",
                          "Traffic class of control datagrams, 0 to 7",
                          UintegerValue(7),
                          MakeUintegerAccessor(&IncControlEndpoint::m_priority),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("RetransmitTimeout",
                          "Time without an ACK after which a datagram is sent again; it doubles "
                          "each time",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&IncControlEndpoint::m_timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxRetransmitTimeout",
                          "Limit of the timeout",
                          TimeValue(MilliSeconds(160)),
                          MakeTimeAccessor(&IncControlEndpoint::m_maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Tries",
                          "How often a datagram is sent in all before the peer counts as lost",
                          UintegerValue(7),
                          MakeUintegerAccessor(&IncControlEndpoint::m_tries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Authenticate",
                          "Whether datagrams carry an HMAC that is checked, the same on all nodes; "
                          "wants a build with libgcrypt, and is on there by default",
                          BooleanValue(IncHmacIsAvailable()),
                          MakeBooleanAccessor(&IncControlEndpoint::m_authenticate),
                          MakeBooleanChecker())
            .AddAttribute("Encrypt",
                          "Whether bodies of datagrams are encrypted, the same on all nodes; false "
                          "to read them in captures; only with Authenticate",
                          BooleanValue(IncHmacIsAvailable()),
                          MakeBooleanAccessor(&IncControlEndpoint::m_encrypt),
                          MakeBooleanChecker())
            .AddTraceSource("Sent",
                            "A datagram leaves",
                            MakeTraceSourceAccessor(&IncControlEndpoint::m_sentTrace),
                            "ns3::IncControlEndpoint::DatagramTracedCallback")
            .AddTraceSource("Received",
                            "A datagram came and was taken",
                            MakeTraceSourceAccessor(&IncControlEndpoint::m_receivedTrace),
                            "ns3::IncControlEndpoint::DatagramTracedCallback");
    return tid;
}

void
IncControlEndpoint::DoDispose()
{
    m_channels.clear();
    m_handlers.clear();
    m_neighborHandler = nullptr;
    m_frameHandler = nullptr;
    m_lossHandlers.clear();
    m_ports.clear();
    m_running = false;
    m_forwarder = nullptr;
    m_next = nullptr;
    Object::DoDispose();
}

void
IncControlEndpoint::Attach(Ptr<IncSwitch> device, const IncDigest& secret)
{
    Attach(PeekPointer(device), device->GetNode(), secret);
    m_next = device->SetLocalProcessor(this);
}

void
IncControlEndpoint::Attach(Ptr<IncRdmaNic> nic, Ptr<Node> node, const IncDigest& secret)
{
    Attach(PeekPointer(nic), node, secret);
    m_next = nic->SetLocalProcessor(this);
}

void
IncControlEndpoint::Attach(IncFrameForwarder* forwarder, Ptr<Node> node, const IncDigest& secret)
{
    NS_ABORT_MSG_IF(m_forwarder, "IncControlEndpoint::Attach: attached already");
    NS_ABORT_MSG_IF(m_authenticate && !IncHmacIsAvailable(),
                    "IncControlEndpoint::Authenticate: true, but this build has no libgcrypt");
    NS_ABORT_MSG_IF(m_timeout > m_maxTimeout,
                    "IncControlEndpoint::RetransmitTimeout: above MaxRetransmitTimeout");
    m_forwarder = forwarder;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto port = DynamicCast<IncNetDevice>(node->GetDevice(i)))
        {
            m_ports.push_back(PeekPointer(port));
        }
    }
    m_seal = std::make_unique<IncControlSeal>(GetAddress(), secret, NowNs());
    m_seal->SetAuthentication(m_authenticate, m_encrypt);
    m_running = true;
}

void
IncControlEndpoint::Stop()
{
    m_retransmissions = GetRetransmissions();
    m_channels.clear();
    m_running = false;
}

void
IncControlEndpoint::Restart()
{
    m_seal->Forget(NowNs());
    m_running = true;
}

uint32_t
IncControlEndpoint::GetAddress() const
{
    return m_forwarder->GetIpv4();
}

uint64_t
IncControlEndpoint::GetRefused(IncControlRefusal refusal) const
{
    return m_seal->GetRefused(refusal);
}

std::string
IncControlEndpoint::Prove(const IncControlBody& claim) const
{
    const IncDigest digest = m_seal->Prove(claim.GetBytes());
    return {digest.begin(), digest.begin() + 16};
}

uint64_t
IncControlEndpoint::GetRetransmissions() const
{
    uint64_t sum = m_retransmissions;
    for (const auto& [peer, channel] : m_channels)
    {
        sum += channel->GetRetransmissions();
    }
    return sum;
}

std::size_t
IncControlEndpoint::GetOutstanding() const
{
    std::size_t sum = 0;
    for (const auto& [peer, channel] : m_channels)
    {
        sum += channel->GetOutstanding();
    }
    return sum;
}

void
IncControlEndpoint::SetHandler(IncControlKind kind, Handler handler)
{
    m_handlers[kind] = std::move(handler);
}

void
IncControlEndpoint::AddLossHandler(LossHandler handler)
{
    m_lossHandlers.push_back(std::move(handler));
}

IncControlChannel&
IncControlEndpoint::ChannelTo(uint32_t peer)
{
    auto& channel = m_channels[peer];
    if (!channel)
    {
        IncControlChannel::Owner& self = *this;
        channel = std::make_unique<IncControlChannel>(self, peer, GetRetries());
    }
    return *channel;
}

void
IncControlEndpoint::Send(uint32_t peer, IncControlKind kind, const IncControlBody& body)
{
    if (m_running)
    {
        ChannelTo(peer).Send(kind, body);
    }
}

void
IncControlEndpoint::Tell(uint32_t peer, IncControlKind kind, const IncControlBody& body)
{
    if (m_running)
    {
        IncControlDatagram datagram;
        datagram.kind = kind;
        datagram.body = body.GetBytes();
        SendDatagram(peer, datagram);
    }
}

void
IncControlEndpoint::TellNeighbor(IncNetDevice& port,
                                 IncControlKind kind,
                                 const IncControlBody& body)
{
    if (m_running)
    {
        IncControlDatagram datagram;
        datagram.kind = kind;
        datagram.body = body.GetBytes();
        port.Enqueue(MakeFrame(NEIGHBORS, datagram, 1));
    }
}

void
IncControlEndpoint::SendDatagram(uint32_t peer, IncControlDatagram& datagram)
{
    IncFramePtr frame = MakeFrame(peer, datagram, IncFrame::INITIAL_TTL);
    if (peer != GetAddress())
    {
        m_forwarder->Forward(std::move(frame));
        return;
    }
    Ptr<const Packet> packet = frame->payload->GetPacket();
    Ptr<IncControlEndpoint> self = this;
    Simulator::ScheduleNow([self, peer, packet]() {
        if (self->m_running)
        {
            self->Receive(peer, peer, packet, nullptr);
        }
    });
}

IncFramePtr
IncControlEndpoint::MakeFrame(uint32_t destination, IncControlDatagram& datagram, uint8_t ttl)
{
    NS_ABORT_MSG_IF(datagram.body.size() > IncControlDatagram::LARGEST_BODY,
                    "IncControlEndpoint: " << IncControlKindName(datagram.kind) << " of "
                                           << datagram.body.size() << " bytes, at most "
                                           << IncControlDatagram::LARGEST_BODY);
    const std::vector<uint8_t> bytes = m_seal->Close(destination, datagram, NowNs());
    Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
    const Ipv4Address from(GetAddress());
    const Ipv4Address to(destination);
    UdpHeader udp;
    udp.SetSourcePort(m_port);
    udp.SetDestinationPort(m_port);
    udp.EnableChecksums();
    udp.InitializeChecksum(from, to, UDP);
    packet->AddHeader(udp);
    IncFramePtr frame = MakeFrame(destination, packet, UDP, ttl);
    ++m_counters.sent;
    m_counters.bytes += packet->GetSize();
    m_sentTrace(destination, datagram.kind, packet->GetSize());
    return frame;
}

IncFramePtr
IncControlEndpoint::MakeFrame(uint32_t destination,
                              Ptr<Packet> packet,
                              uint8_t protocol,
                              uint8_t ttl)
{
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(GetAddress()));
    ip.SetDestination(Ipv4Address(destination));
    ip.SetProtocol(protocol);
    ip.SetTtl(ttl);
    ip.SetTos(IncDscpOf(m_priority) << 2);
    ip.SetIdentification(m_identification++);
    ip.SetPayloadSize(packet->GetSize());
    ip.EnableChecksum();
    packet->AddHeader(ip);
    return IncFrameCodec::FromPacket(packet, IncEthernet::IPV4);
}

bool
IncControlEndpoint::Process(IncFramePtr& frame, IncNetDevice& port)
{
    if (m_next && m_next->Process(frame, port))
    {
        return true;
    }
    if (!m_running || (frame->destination != GetAddress() && frame->destination != NEIGHBORS))
    {
        return false;
    }
    if (frame->kind == IncFrame::Kind::ROCE)
    {
        return m_frameHandler && m_frameHandler(*frame);
    }
    if (frame->payload->GetProtocol() != IncEthernet::IPV4)
    {
        return false;
    }
    Ptr<Packet> packet = frame->payload->GetPacket()->Copy();
    Ipv4Header ip;
    packet->RemoveHeader(ip);
    UdpHeader udp;
    if (ip.GetProtocol() == TCP)
    {
        return m_frameHandler && m_frameHandler(*frame);
    }
    if (ip.GetProtocol() != UDP || packet->PeekHeader(udp) == 0 ||
        udp.GetDestinationPort() != m_port)
    {
        return false;
    }
    Receive(frame->source, frame->destination, frame->payload->GetPacket(), &port);
    frame.reset();
    return true;
}

void
IncControlEndpoint::Receive(uint32_t source,
                            uint32_t destination,
                            Ptr<const Packet> packet,
                            IncNetDevice* port)
{
    Ptr<Packet> copy = packet->Copy();
    Ipv4Header ip;
    UdpHeader udp;
    copy->RemoveHeader(ip);
    copy->RemoveHeader(udp);
    std::vector<uint8_t> bytes(copy->GetSize());
    copy->CopyData(bytes.data(), bytes.size());
    const auto datagram = m_seal->Open(source, destination, bytes.data(), bytes.size());
    if (!datagram)
    {
        return; // the refusal is only counted by its reason; the sender gets no answer
    }
    ++m_counters.received;
    m_receivedTrace(source, datagram->kind, packet->GetSize());
    const bool exchange = datagram->flags & IncControlDatagram::RELIABLE ||
                          datagram->kind == IncControlKind::ACK ||
                          datagram->kind == IncControlKind::RESTART;
    if (destination == NEIGHBORS || !exchange)
    {
        const auto body = IncControlBody::Read(datagram->body.data(), datagram->body.size());
        if (!body)
        {
            m_seal->Refuse(IncControlRefusal::MALFORMED);
        }
        else if (destination == NEIGHBORS)
        {
            // All neighbors of a node hold the key of their links, so the key does not identify a
            // neighbor.
            if (datagram->kind == IncControlKind::HELLO && m_neighborHandler)
            {
                m_neighborHandler(*port, source, *body);
            }
            else
            {
                Refuse(IncControlRefusal::UNEXPECTED);
            }
        }
        else
        {
            Deliver(source, datagram->kind, *body);
        }
        return;
    }
    ChannelTo(source).Receive(*datagram);
}

void
IncControlEndpoint::Deliver(uint32_t peer, IncControlKind kind, const IncControlBody& body)
{
    NS_LOG_DEBUG(Ipv4Address(GetAddress())
                 << ": " << IncControlKindName(kind) << " of " << Ipv4Address(peer));
    const auto handler = m_handlers.find(kind);
    if (handler == m_handlers.end())
    {
        m_seal->Refuse(IncControlRefusal::UNEXPECTED);
        return;
    }
    handler->second(peer, body);
}

void
IncControlEndpoint::Discard()
{
    m_seal->Refuse(IncControlRefusal::OLD);
}

void
IncControlEndpoint::PeerLost(uint32_t peer, IncControlChannel::Loss loss)
{
    NS_LOG_INFO(Ipv4Address(GetAddress()) << ": lost " << Ipv4Address(peer));
    for (const auto& handler : m_lossHandlers)
    {
        handler(peer, loss);
    }
}

} // namespace ns3
