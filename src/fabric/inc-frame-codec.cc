/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-codec.h"

#include "inc-address-plan.h"
#include "inc-clock.h"
#include "inc-ecmp-hash.h"
#include "inc-priority.h"

#include "ns3/abort.h"
#include "ns3/global-value.h"
#include "ns3/inc-byte-order.h"
#include "ns3/inc-icrc.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-udp.h"
#include "ns3/ipv4-header.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cstring>

namespace ns3
{

namespace
{

GlobalValue g_roceHeaderSize(
    "IncRoceHeaderSize",
    "Bytes that count for Ethernet, IPv4, UDP and BTH headers, ICRC and FCS in the size of a "
    "RoCEv2 frame: 62 as they are, 66 with a VLAN tag, 112 in VXLAN",
    UintegerValue(IncFrameFormat::ROCE),
    MakeUintegerChecker<uint32_t>(0, 1024));

GlobalValue g_incHeaderSize(
    "IncHeaderSize",
    "Bytes that count for the INC header, without a P-BM, in the size of a frame: 16 as it is, 0 "
    "where other headers say the same",
    UintegerValue(IncHeader::SIZE),
    MakeUintegerChecker<uint32_t>(0, 1024));

GlobalValue g_incTagSize(
    "IncTagSize",
    "Bytes of the message authentication tag of a frame with an INC header, a multiple of 4; 0: "
    "frames have none. Keys come from the aggregation manager",
    UintegerValue(0),
    MakeUintegerChecker<uint32_t>(0, 32));

GlobalValue g_incTagDelay("IncTagDelay",
                          "Time in which a network card or switch makes a tag (IncTagSize), and in "
                          "which it checks one; a frame waits that long for each",
                          TimeValue(Time(0)),
                          MakeTimeChecker(Time(0)));

} // namespace

void
IncFrameFormat::Read()
{
    UintegerValue roce;
    UintegerValue inc;
    g_roceHeaderSize.GetValue(roce);
    g_incHeaderSize.GetValue(inc);
    UintegerValue tag;
    g_incTagSize.GetValue(tag);
    g_tagSize = static_cast<uint32_t>(tag.Get());
    TimeValue delay;
    g_incTagDelay.GetValue(delay);
    g_tagDelayPs = g_tagSize == 0 ? 0 : IncClock::ToPs(delay.Get());
    NS_ABORT_MSG_IF(g_tagSize == 0 && !delay.Get().IsZero(),
                    "IncTagDelay: " << delay.Get().As(Time::NS)
                                    << ", but frames have no tags; set IncTagSize, or 0");
    NS_ABORT_MSG_IF(tag.Get() % 4 != 0, "IncTagSize: " << tag.Get() << ", not a multiple of 4");
    g_headers[false] = static_cast<int32_t>(roce.Get());
    g_headers[true] =
        g_headers[false] + static_cast<int32_t>(inc.Get() + tag.Get()) - int32_t{IncHeader::SIZE};
}

namespace
{

constexpr std::size_t SHORTEST_FRAME = 60; // bytes without FCS

std::size_t
DatagramSize(const IncFrame& frame)
{
    std::size_t size = IncUdp::SIZE + IncBth::SIZE;
    size += IncHasReth(frame.bth.opcode) ? IncReth::SIZE : 0;
    size += IncHasImm(frame.bth.opcode) ? IncImmdt::SIZE : 0;
    size += IncHasAeth(frame.bth.opcode) ? IncAeth::SIZE : 0;
    size += frame.hasInc ? frame.inc.Size() + IncFrameFormat::TagSize() : 0;
    return size + frame.payloadSize + frame.bth.padCount + INC_ICRC_SIZE;
}

void
WriteIpv4(const IncFrame& frame, uint8_t* out, std::size_t datagramSize)
{
    IncIpv4 ip;
    ip.dscp = IncDscpOf(frame.priority);
    ip.ecn = frame.ecn;
    ip.ttl = frame.ttl;
    ip.source = frame.source;
    ip.destination = frame.destination;
    ip.totalLength = static_cast<uint16_t>(IncIpv4::SIZE + datagramSize);
    ip.Write(out);
}

IncIpv6
MakeIpv6(const IncFrame& frame, std::size_t datagramSize)
{
    IncIpv6 ip;
    ip.dscp = IncDscpOf(frame.priority);
    ip.ecn = frame.ecn;
    // From a hash of the five-tuple (RFC 6437).
    ip.flowLabel = static_cast<uint32_t>(IncMix64(frame.flowHash) >> 44);
    ip.hopLimit = frame.ttl;
    ip.source = IncAddressPlan::Ipv6Of(frame.source);
    ip.destination = IncAddressPlan::Ipv6Of(frame.destination);
    ip.payloadLength = static_cast<uint16_t>(datagramSize);
    return ip;
}

void
WriteRdma(const IncFrame& frame, uint8_t* out)
{
    frame.bth.Write(out);
    out += IncBth::SIZE;
    if (IncHasReth(frame.bth.opcode))
    {
        frame.reth.Write(out);
        out += IncReth::SIZE;
    }
    if (IncHasImm(frame.bth.opcode))
    {
        IncImmdt{frame.immediate}.Write(out);
        out += IncImmdt::SIZE;
    }
    if (IncHasAeth(frame.bth.opcode))
    {
        frame.GetAeth().Write(out);
        out += IncAeth::SIZE;
    }
    if (frame.hasInc)
    {
        if (frame.pbm)
        {
            const uint32_t length = IncBitString::LengthOfCode(frame.inc.bslCode);
            frame.inc.Write(out, frame.pbm->bits.GetSet(frame.inc.si, length));
        }
        else
        {
            frame.inc.Write(out);
        }
        out += frame.inc.Size();
    }
    if (frame.payload)
    {
        std::memcpy(out, frame.payload->GetData(), frame.payloadSize);
    }
    if (frame.hasInc && IncFrameFormat::TagSize() > 0)
    {
        IncPut32(out + frame.payloadSize, frame.tag);
    }
}

/// Write the IP and UDP headers; over IPv6 the datagram must be complete.
void
WriteIpAndUdp(const IncFrame& frame, uint16_t port, uint8_t* ip, std::size_t datagramSize)
{
    uint8_t* datagram = ip + IncIpHeaderSize(frame.ip);
    IncUdp udp;
    udp.sourcePort = frame.sourcePort;
    udp.destinationPort = port;
    udp.length = static_cast<uint16_t>(datagramSize);
    udp.Write(datagram);
    if (frame.ip == IncIpVersion::V4)
    {
        WriteIpv4(frame, ip, datagramSize);
        return;
    }
    const IncIpv6 header = MakeIpv6(frame, datagramSize);
    header.Write(ip);
    // Over IPv6, hosts drop a UDP datagram without check sum.
    const auto length = static_cast<uint32_t>(datagramSize);
    udp.checksum = IncUdp::Checksum(header.PseudoHeaderSum(length), datagram, length);
    udp.Write(datagram);
}

/// Write the bytes from the IP header to the ICRC into memory that contains zeros.
void
WriteRoce(const IncFrame& frame, uint8_t* ip, std::size_t datagramSize)
{
    uint8_t* rdma = ip + IncIpHeaderSize(frame.ip) + IncUdp::SIZE;
    uint8_t* icrc = rdma + datagramSize - IncUdp::SIZE - INC_ICRC_SIZE;
    WriteRdma(frame, rdma);
    WriteIpAndUdp(frame, IncUdp::ROCE_PORT, ip, datagramSize);
    IncWriteIcrc(icrc, IncIcrc(ip, icrc - ip));
    if (const auto telemetry = frame.GetTelemetry())
    {
        // The receiver removes the telemetry before it checks the ICRC, because switches cannot
        // correct an ICRC.
        const uint32_t size = telemetry->GetSize();
        std::memmove(rdma + size, rdma, datagramSize - IncUdp::SIZE);
        telemetry->Write(rdma);
        WriteIpAndUdp(frame, IncTelemetry::UDP_PORT, ip, datagramSize + size);
    }
    else if (frame.ip == IncIpVersion::V6)
    {
        WriteIpAndUdp(frame, IncUdp::ROCE_PORT, ip, datagramSize); // the check sum covers the ICRC
    }
}

} // namespace

std::vector<uint8_t>
IncFrameCodec::ToBytes(const IncFrame& frame, const IncMacOctets& from, const IncMacOctets& to)
{
    if (frame.kind == IncFrame::Kind::PFC)
    {
        const uint8_t* data = frame.payload->GetData();
        return std::vector<uint8_t>(data, data + IncPfcFrame::SIZE);
    }
    IncEthernet ethernet;
    ethernet.source = from;
    ethernet.destination = to;
    const std::size_t start = IncEthernet::SIZE + (frame.IsBier() ? frame.GetBier()->GetSize() : 0);
    std::vector<uint8_t> bytes;
    if (frame.kind == IncFrame::Kind::PACKET)
    {
        ethernet.etherType = frame.payload->GetProtocol();
        Ptr<Packet> packet = InnerPacket(frame);
        bytes.resize(start + packet->GetSize());
        packet->CopyData(bytes.data() + start, packet->GetSize());
    }
    else
    {
        ethernet.etherType = IncEtherTypeOf(frame.ip);
        const std::size_t datagramSize = DatagramSize(frame);
        const auto telemetry = frame.GetTelemetry();
        bytes.resize(start + IncIpHeaderSize(frame.ip) + datagramSize +
                     (telemetry ? telemetry->GetSize() : 0));
        WriteRoce(frame, bytes.data() + start, datagramSize);
    }
    if (const IncBierEncapsulation* bier = frame.GetBier())
    {
        ethernet.etherType = IncEthernet::BIER;
        bier->header.Write(bytes.data() + IncEthernet::SIZE);
        bier->bits.WriteTo(bytes.data() + IncEthernet::SIZE + IncBierHeader::SIZE);
    }
    ethernet.Write(bytes.data());
    if (bytes.size() < SHORTEST_FRAME)
    {
        bytes.resize(SHORTEST_FRAME);
    }
    return bytes;
}

Ptr<Packet>
IncFrameCodec::ToPacket(const IncFrame& frame, const IncMacOctets& from, const IncMacOctets& to)
{
    const std::vector<uint8_t> bytes = ToBytes(frame, from, to);
    return Create<Packet>(bytes.data(), bytes.size());
}

IncFramePtr
IncFrameCodec::FromPacket(Ptr<const Packet> packet, uint16_t protocol)
{
    IncFramePtr frame = IncFrame::Create();
    frame->kind = IncFrame::Kind::PACKET;
    frame->ip = protocol == IncEthernet::IPV6 ? IncIpVersion::V6 : IncIpVersion::V4;
    if (protocol == IncEthernet::IPV4)
    {
        Ipv4Header header;
        packet->PeekHeader(header);
        frame->source = header.GetSource().Get();
        frame->destination = header.GetDestination().Get();
        frame->ttl = header.GetTtl();
        frame->ecn = static_cast<uint8_t>(header.GetEcn());
        frame->priority = IncPriorityOf(static_cast<uint8_t>(header.GetDscp()));
        frame->flowHash =
            (uint64_t(frame->source) << 32 | frame->destination) * UINT64_C(0x9e3779b97f4a7c15);
    }
    frame->payload = IncPayload::Wrap(packet->Copy(), protocol);
    frame->UpdateSize();
    return frame;
}

Ptr<Packet>
IncFrameCodec::InnerPacket(const IncFrame& frame)
{
    Ptr<Packet> packet = frame.payload->GetPacket()->Copy();
    if (frame.payload->GetProtocol() == IncEthernet::IPV4)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        header.SetTtl(frame.ttl);
        header.SetEcn(static_cast<Ipv4Header::EcnType>(frame.ecn));
        header.EnableChecksum();
        packet->AddHeader(header);
    }
    return packet;
}

} // namespace ns3
