/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-known-frames.h"

#include "ns3/inc-bier-header.h"
#include "ns3/inc-ecmp-community.h"
#include "ns3/inc-ethernet.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-ipv6.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-udp.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

template <typename Header>
std::vector<uint8_t>
Written(const Header& header, std::size_t size = Header::SIZE)
{
    std::vector<uint8_t> octets(size, 0xee);
    header.Write(octets.data());
    return octets;
}

template <typename Header>
void
ExpectReadBack(const std::vector<uint8_t>& octets)
{
    EXPECT_EQ(Written(Header::Read(octets.data()), octets.size()), octets);
}

} // namespace

TEST(IncEthernet, PlainAndTagged)
{
    IncEthernet ethernet;
    ethernet.destination = {1, 2, 3, 4, 5, 6};
    ethernet.source = {7, 8, 9, 10, 11, 12};
    ethernet.etherType = IncEthernet::BIER;
    const auto plain = Written(ethernet, ethernet.Size());
    EXPECT_EQ(plain, FromHex("010203040506 0708090a0b0c ab37"));
    ExpectReadBack<IncEthernet>(plain);

    ethernet.tagged = true;
    ethernet.priority = 5;
    ethernet.dropEligible = true;
    ethernet.vlan = 0x123;
    const auto tagged = Written(ethernet, ethernet.Size());
    EXPECT_EQ(tagged, FromHex("010203040506 0708090a0b0c 8100 b123 ab37"));
    ExpectReadBack<IncEthernet>(tagged);
}

TEST(IncInternetChecksum, ExampleOfRfc1071)
{
    const auto octets = FromHex("0001 f203 f4f5 f6f7");
    EXPECT_EQ(IncInternetSum(octets.data(), octets.size()), 0x2ddf0u);
    EXPECT_EQ(IncInternetChecksum(0x2ddf0), static_cast<uint16_t>(~0xddf2));
    EXPECT_EQ(IncInternetSum(octets.data(), 3), 0xf201u) << "an odd octet is the upper one";
    EXPECT_EQ(IncInternetChecksum(0x1ffff), 0xfffe) << "a carry of the carry counts";
}

TEST(IncIpv4, CheckSumIsThatOfTheTextbookExample)
{
    // a widely published header: 4500 0073 0000 4000 4011 b861 c0a8 0001 c0a8 00c7
    IncIpv4 ip;
    ip.totalLength = 0x73;
    ip.source = 0xc0a80001;
    ip.destination = 0xc0a800c7;
    const auto octets = Written(ip);
    EXPECT_EQ(octets, FromHex("4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7"));
    EXPECT_TRUE(IncIpv4::IsChecksumOk(octets.data()));
}

TEST(IncIpv4, ReadsWhatItWritesAndNoticesAnyChangedBit)
{
    IncIpv4 ip;
    ip.dscp = 46;
    ip.ecn = 3;
    ip.totalLength = 0x1234;
    ip.identification = 0x5678;
    ip.fragment = 0x2001;
    ip.ttl = 17;
    ip.protocol = 6;
    ip.source = 0x0a000001;
    ip.destination = 0x0afffffe;
    EXPECT_TRUE(ip.IsFragment());
    EXPECT_FALSE(IncIpv4().IsFragment());
    auto octets = Written(ip);
    EXPECT_EQ(octets[1], 46 << 2 | 3);
    ExpectReadBack<IncIpv4>(octets);
    for (uint32_t bit = 0; bit < 8 * IncIpv4::SIZE; ++bit)
    {
        octets[bit / 8] ^= 1 << bit % 8;
        EXPECT_FALSE(IncIpv4::IsChecksumOk(octets.data()));
        octets[bit / 8] ^= 1 << bit % 8;
    }
}

TEST(IncIpv6, EveryFieldHasItsPlace)
{
    IncIpv6 ip;
    ip.dscp = 0x2a;
    ip.ecn = 1;
    ip.flowLabel = 0xfedcb;
    ip.payloadLength = 0x0102;
    ip.hopLimit = 9;
    ip.source = {0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    ip.destination = {0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x99};
    const auto octets = Written(ip);
    EXPECT_EQ(octets,
              FromHex("6a9fedcb 0102 11 09 20010db8000000000000000000000001"
                      "ff020000000000000000000000000099"));
    ExpectReadBack<IncIpv6>(octets);
}

TEST(IncUdp, CheckSumOverIpv6IsThatOfAnIndependentWriter)
{
    auto frame = FromHex(UC_WRITE_IPV6_FRAME);
    const auto ip = IncIpv6::Read(&frame[14]);
    const auto udp = IncUdp::Read(&frame[54]);
    const auto pseudo = ip.PseudoHeaderSum(udp.length);
    EXPECT_TRUE(IncUdp::IsChecksumOk(pseudo, &frame[54], udp.length));
    frame[60] = 0;
    frame[61] = 0;
    EXPECT_EQ(IncUdp::Checksum(pseudo, &frame[54], udp.length), udp.checksum);
    frame[80] ^= 1;
    EXPECT_NE(IncUdp::Checksum(pseudo, &frame[54], udp.length), udp.checksum);
}

TEST(IncUdp, CheckSumZeroIsSentAsOnes)
{
    // To make the sum of a datagram of 8 octets ffff, a port must have the value that is missing.
    IncUdp udp;
    udp.destinationPort = 0;
    udp.sourcePort = 0xffff - udp.length;
    EXPECT_EQ(IncUdp::Checksum(0, Written(udp).data(), udp.length), 0xffff);
}

TEST(IncUdp, ReadsWhatItWrites)
{
    const IncUdp udp{0xc001, IncUdp::ROCE_PORT, 0x0102, 0x0304};
    const auto octets = Written(udp);
    EXPECT_EQ(octets, FromHex("c001 12b7 0102 0304"));
    ExpectReadBack<IncUdp>(octets);
}

TEST(IncBierHeader, WordsOfRfc8296)
{
    IncBierHeader bier;
    bier.biftId = 0xabcde;
    bier.trafficClass = 5;
    bier.ttl = 63;
    bier.bslCode = 3;
    bier.entropy = 0x54321;
    bier.oam = 1;
    bier.dscp = 46;
    bier.bfirId = 0x0102;
    const auto octets = Written(bier);
    EXPECT_EQ(octets, FromHex("abcdeb3f 00354321 4b840102"));
    EXPECT_EQ(bier.Size(), 12u + 32u);
    ExpectReadBack<IncBierHeader>(octets);
    ExpectReadBack<IncBierHeader>(FromHex("12345a01 5a7fffff ffffffff"));
}

TEST(IncPfcFrame, IsSixtyBytesToTheMacControlGroup)
{
    IncPfcFrame pfc;
    pfc.source = {2, 0, 0, 0, 0, 9};
    pfc.enabled = 0x09; // priorities 0 and 3
    pfc.pause = {0xffff, 0, 0, 0x0102, 0, 0, 0, 0};
    const auto octets = Written(pfc);
    EXPECT_EQ(octets,
              FromHex("0180c2000001 020000000009 8808 0101 0009"
                      "ffff 0000 0000 0102 0000 0000 0000 0000"
                      "00000000000000000000000000000000000000000000000000 00"));
    EXPECT_EQ(octets.size(), 60u);
    ExpectReadBack<IncPfcFrame>(octets);
}

TEST(IncEcmpCommunity, ExampleOfTheDraft)
{
    const IncEcmpCommunity community{0, 0x0a000015, 2};
    const auto octets = Written(community);
    EXPECT_EQ(octets, FromHex("83 00 0a 00 00 15 00 02"));
    const auto read = IncEcmpCommunity::Read(octets.data());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(Written(*read), octets);
    EXPECT_EQ(Written(IncEcmpCommunity{0x42, 0xffffffff, 0xfffe}),
              FromHex("83 42 ff ff ff ff ff fe"));
    EXPECT_FALSE(IncEcmpCommunity::Read(FromHex("0300 0a000015 0002").data()).has_value());
}
