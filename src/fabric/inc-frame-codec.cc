/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-codec.h"

#include "inc-priority.h"

#include "ns3/inc-icrc.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-udp.h"
#include "ns3/ipv4-header.h"

#include <cstring>

namespace ns3
{

namespace
{

constexpr std::size_t SHORTEST_FRAME = 60; // without FCS

/// \brief What the IP header of a RoCEv2 frame carries, from the UDP header to the ICRC.
std::size_t
DatagramSize(const IncFrame& frame)
{
    std::size_t size = IncUdp::SIZE + IncBth::SIZE;
    size += IncHasReth(frame.bth.opcode) ? IncReth::SIZE : 0;
    size += IncHasImm(frame.bth.opcode) ? IncImmdt::SIZE : 0;
    size += IncHasAeth(frame.bth.opcode) ? IncAeth::SIZE : 0;
    size += frame.hasInc ? frame.inc.Size() : 0;
    return size + frame.payloadSize + frame.bth.padCount + INC_ICRC_SIZE;
}

void
WriteRoce(const IncFrame& frame, uint8_t* ip, std::size_t datagramSize)
{
    IncIpv4 ipv4;
    ipv4.dscp = IncDscpOf(frame.priority);
    ipv4.ecn = frame.ecn;
    ipv4.ttl = frame.ttl;
    ipv4.source = frame.source;
    ipv4.destination = frame.destination;
    ipv4.totalLength = static_cast<uint16_t>(IncIpv4::SIZE + datagramSize);
    ipv4.Write(ip);
    uint8_t* out = ip + IncIpv4::SIZE;

    IncUdp udp;
    udp.sourcePort = frame.sourcePort;
    udp.length = static_cast<uint16_t>(datagramSize);
    udp.Write(out);
    out += IncUdp::SIZE;

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
        frame.aeth.Write(out);
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
    out += frame.payloadSize + frame.bth.padCount;
    IncWriteIcrc(out, IncIcrc(ip, out - ip));
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
        ethernet.etherType = frame.protocol;
        Ptr<Packet> packet = InnerPacket(frame);
        bytes.resize(start + packet->GetSize());
        packet->CopyData(bytes.data() + start, packet->GetSize());
    }
    else
    {
        const std::size_t datagramSize = DatagramSize(frame);
        bytes.resize(start + IncIpv4::SIZE + datagramSize);
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
    frame->protocol = protocol;
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
    frame->packet = packet->Copy();
    frame->UpdateSize();
    return frame;
}

Ptr<Packet>
IncFrameCodec::InnerPacket(const IncFrame& frame)
{
    Ptr<Packet> packet = frame.packet->Copy();
    if (frame.protocol == IncEthernet::IPV4)
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
