/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of RoCEv2 over IPv6: addresses, sizes, and the bytes of a frame's fields.

#include "../suites/inc-wire-parser.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-cm-message.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-priority.h"
#include "ns3/ipv6-address.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

constexpr IncMacOctets A{2, 0, 0, 0, 0, 1};
constexpr IncMacOctets B{2, 0, 0, 0, 0, 2};

std::string
Ipv6Text(uint32_t address)
{
    IncIpv6Octets octets = IncAddressPlan::Ipv6Of(address);
    std::ostringstream text;
    text << Ipv6Address(octets.data());
    return text.str();
}

IncFramePtr
MakeFrame(IncOpcode opcode, bool hasInc, uint32_t payload)
{
    IncFramePtr frame = IncFrame::Create();
    frame->ip = IncIpVersion::V6;
    frame->source = IncAddressPlan::AddressOf(3);
    frame->destination = IncAddressPlan::AddressOf(0x123456);
    frame->sourcePort = 50000;
    frame->flowHash = 0x123456789abcdef;
    frame->priority = 3;
    frame->ecn = IncFrame::ECT0;
    frame->bth.opcode = opcode;
    frame->hasInc = hasInc;
    frame->payloadSize = payload;
    frame->payload = IncPayload::Create(payload);
    for (uint32_t i = 0; i < payload; ++i)
    {
        frame->payload->GetData()[i] = static_cast<uint8_t>(i * 37 + 1);
    }
    frame->UpdateSize();
    return frame;
}

IncParsedFrame
Parse(const IncFrame& frame, std::vector<uint8_t>& bytes)
{
    bytes = IncFrameCodec::ToBytes(frame, A, B);
    return IncParseFrame(bytes.data(), bytes.size());
}

} // namespace

TEST(IncAddressPlan, NodesHaveUniqueLocalAddressesAndGroupsPrefixBasedOnes)
{
    EXPECT_EQ(Ipv6Text(IncAddressPlan::AddressOf(0)), "fd69:6e63::a00:1");
    EXPECT_EQ(Ipv6Text(IncAddressPlan::AddressOf(0x123456)), "fd69:6e63::a12:3457");
    EXPECT_EQ(Ipv6Text(0xefc00007), "ff35:40:fd69:6e63::efc0:7");
    const std::string group = Ipv6Text(0xefc00007);
    EXPECT_TRUE(Ipv6Address(group.c_str()).IsMulticast());
}

TEST(IncFrameOverIpv6, IsTwentyBytesLongerThanOverIpv4)
{
    for (const auto opcode :
         {IncOpcode::RC_ACK, IncOpcode::RC_WRITE_MIDDLE, IncOpcode::UC_WRITE_ONLY_IMM})
    {
        IncFramePtr frame = MakeFrame(opcode, opcode == IncOpcode::UC_WRITE_ONLY_IMM, 1001);
        const uint32_t size = frame->GetSize();
        frame->ip = IncIpVersion::V4;
        frame->UpdateSize();
        EXPECT_EQ(size, frame->GetSize() + 20);
    }
}

TEST(IncFrameOverIpv6, BytesSayWhatTheFieldsSay)
{
    for (const uint32_t payload : {1U, 2U, 3U, 4U, 1024U, 4096U})
    {
        IncFramePtr frame = MakeFrame(IncOpcode::UC_WRITE_ONLY_IMM, true, payload);
        std::vector<uint8_t> bytes;
        const IncParsedFrame parsed = Parse(*frame, bytes);
        ASSERT_EQ(parsed.error, "");
        EXPECT_EQ(bytes.size() + IncFrame::FCS_SIZE, frame->GetSize());
        EXPECT_EQ(parsed.ethernet.etherType, 0x86dd);
        ASSERT_TRUE(parsed.ipv6 && parsed.udp && parsed.inc);
        EXPECT_EQ(parsed.ipv6->dscp, IncDscpOf(3));
        EXPECT_EQ(parsed.ipv6->ecn, IncFrame::ECT0);
        EXPECT_EQ(parsed.ipv6->hopLimit, IncFrame::INITIAL_TTL);
        EXPECT_EQ(parsed.ipv6->payloadLength, bytes.size() - 54);
        EXPECT_NE(parsed.ipv6->flowLabel, 0U);
        EXPECT_EQ(parsed.ipv6->source, IncAddressPlan::Ipv6Of(frame->source));
        EXPECT_EQ(parsed.ipv6->destination, IncAddressPlan::Ipv6Of(frame->destination));
        EXPECT_NE(parsed.udp->checksum, 0U);
        EXPECT_TRUE(parsed.udpChecksumOk);
        EXPECT_TRUE(parsed.icrcOk);
        EXPECT_EQ(parsed.payloadLength, payload);
    }
}

TEST(IncFrameOverIpv6, HopsLeaveTheIcrcAsItIsAndAMarkIsSeen)
{
    IncFramePtr frame = MakeFrame(IncOpcode::RC_WRITE_LAST, false, 100);
    std::vector<uint8_t> bytes;
    const IncParsedFrame before = Parse(*frame, bytes);
    frame->ttl -= 3;
    frame->ecn = IncFrame::CE;
    const IncParsedFrame after = Parse(*frame, bytes);
    EXPECT_TRUE(after.icrcOk && after.udpChecksumOk);
    EXPECT_EQ(after.icrc, before.icrc);
    EXPECT_EQ(after.ipv6->flowLabel, before.ipv6->flowLabel) << "of the flow";
    EXPECT_EQ(after.ipv6->ecn, IncFrame::CE);
    EXPECT_EQ(after.ipv6->hopLimit, IncFrame::INITIAL_TTL - 3);
    frame->flowHash += 1;
    EXPECT_NE(Parse(*frame, bytes).ipv6->flowLabel, before.ipv6->flowLabel) << "another flow";
}

TEST(IncFrameOverIpv6, IsAnnouncedByTheBierHeaderBeforeIt)
{
    IncFramePtr frame = MakeFrame(IncOpcode::UC_WRITE_ONLY_IMM, true, 64);
    Ptr<IncBierEncapsulation> bier = IncBierEncapsulation::Create();
    bier->header = IncBierHeader();
    bier->header.proto = static_cast<uint8_t>(frame->ip);
    bier->bits = IncBitString(64);
    frame->SetBier(bier);
    frame->UpdateSize();
    std::vector<uint8_t> bytes;
    const IncParsedFrame parsed = Parse(*frame, bytes);
    EXPECT_EQ(parsed.error, "");
    EXPECT_EQ(parsed.bier->proto, IncBierHeader::PROTO_IPV6);
    EXPECT_TRUE(parsed.ipv6 && parsed.icrcOk && parsed.udpChecksumOk);
}

TEST(IncCmMessage, GidsAreTheAddressesOfThePacket)
{
    IncCmMessage message;
    message.ip = IncIpVersion::V6;
    message.localAddress = IncAddressPlan::AddressOf(0);
    message.remoteAddress = IncAddressPlan::AddressOf(1);
    std::vector<uint8_t> bytes(IncCmMessage::SIZE);
    message.Write(bytes.data());
    const IncIpv6Octets local = IncAddressPlan::Ipv6Of(message.localAddress);
    const IncIpv6Octets remote = IncAddressPlan::Ipv6Of(message.remoteAddress);
    EXPECT_TRUE(std::equal(local.begin(), local.end(), bytes.begin() + 24 + 56));
    EXPECT_TRUE(std::equal(remote.begin(), remote.end(), bytes.begin() + 24 + 72));
    const auto read = IncCmMessage::Read(bytes.data());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->ip, IncIpVersion::V6);
    EXPECT_EQ(read->localAddress, message.localAddress);
    EXPECT_EQ(read->remoteAddress, message.remoteAddress);
}
