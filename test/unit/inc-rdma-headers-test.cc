/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-known-frames.h"

#include "ns3/inc-aeth.h"
#include "ns3/inc-bth.h"
#include "ns3/inc-cnp.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-reth.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

template <typename Header>
std::vector<uint8_t>
Written(const Header& header)
{
    std::vector<uint8_t> octets(Header::SIZE);
    header.Write(octets.data());
    return octets;
}

} // namespace

TEST(IncBth, EveryFieldHasItsPlace)
{
    IncBth bth;
    bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    bth.solicited = true;
    bth.padCount = 2;
    bth.pkey = 0x8001;
    bth.fecn = true;
    bth.destQp = 0x123456;
    bth.ackRequest = true;
    bth.psn = 0xabcdef;
    EXPECT_EQ(Written(bth), FromHex("2ba08001 80 123456 80 abcdef"));

    bth.solicited = false;
    bth.migration = true;
    bth.fecn = false;
    bth.becn = true;
    bth.ackRequest = false;
    bth.ackAtOnce = true;
    EXPECT_EQ(Written(bth), FromHex("2b608001 40 123456 40 abcdef"));
}

TEST(IncBth, ReadingGivesEveryFieldBack)
{
    for (const char* text : {"2ba08001 80 123456 80 abcdef",
                             "2b608001 40 123456 40 abcdef",
                             "0a71ffff c0 ffffff 00 000001",
                             "8100ffff 40 000033 00 000000"})
    {
        const auto octets = FromHex(text);
        EXPECT_EQ(Written(IncBth::Read(octets.data())), octets);
    }
    const auto bth = IncBth::Read(FromHex("0a71ffff c0 ffffff 00 000001").data());
    EXPECT_EQ(bth.opcode, IncOpcode::RC_WRITE_ONLY);
    EXPECT_FALSE(bth.solicited);
    EXPECT_TRUE(bth.migration);
    EXPECT_EQ(bth.padCount, 3);
    EXPECT_EQ(bth.version, 1);
    EXPECT_TRUE(bth.fecn);
    EXPECT_TRUE(bth.becn);
    EXPECT_EQ(bth.destQp, 0xffffffu);
    EXPECT_EQ(bth.psn, 1u);
}

TEST(IncReth, FieldsAreInNetworkOrder)
{
    const IncReth reth{0x0102030405060708, 0x11121314, 0x21222324};
    const auto octets = Written(reth);
    EXPECT_EQ(octets, FromHex("0102030405060708 11121314 21222324"));
    EXPECT_EQ(Written(IncReth::Read(octets.data())), octets);
}

TEST(IncImmdt, ValueIsInNetworkOrder)
{
    const auto octets = Written(IncImmdt{0xfedcba98});
    EXPECT_EQ(octets, FromHex("fedcba98"));
    EXPECT_EQ(IncImmdt::Read(octets.data()).value, 0xfedcba98u);
}

TEST(IncAeth, SyndromesOfTheThreeKinds)
{
    EXPECT_EQ(Written(IncAeth::Ack(0x010203)), FromHex("1f010203"));
    EXPECT_EQ(Written(IncAeth::Ack(0, 5)), FromHex("05000000"));
    EXPECT_EQ(Written(IncAeth::RnrNak(1, 14)), FromHex("2e000001"));
    EXPECT_EQ(Written(IncAeth::Nak(2, IncAeth::PSN_SEQUENCE_ERROR)), FromHex("60000002"));
    EXPECT_EQ(Written(IncAeth::Nak(2, IncAeth::REMOTE_OPERATIONAL_ERROR)), FromHex("63000002"));
}

TEST(IncAeth, EverySyndromeIsOfOneKindAtMost)
{
    for (int syndrome = 0; syndrome < 256; ++syndrome)
    {
        const auto aeth = IncAeth::Read(FromHex("00fffffe").data());
        const IncAeth varied{static_cast<uint8_t>(syndrome), aeth.msn};
        EXPECT_EQ(varied.IsAck(), syndrome / 32 == 0);
        EXPECT_EQ(varied.IsRnrNak(), syndrome / 32 == 1);
        EXPECT_EQ(varied.IsNak(), syndrome / 32 == 3);
        EXPECT_EQ(varied.GetValue(), syndrome % 32);
        EXPECT_EQ(varied.msn, 0xfffffeu);
    }
}

TEST(IncAeth, RnrTimersOfTable45)
{
    EXPECT_EQ(IncAeth::RnrTimerMicroseconds(0), 655360u);
    EXPECT_EQ(IncAeth::RnrTimerMicroseconds(1), 10u);
    EXPECT_EQ(IncAeth::RnrTimerMicroseconds(14), 1280u);
    EXPECT_EQ(IncAeth::RnrTimerMicroseconds(31), 491520u);
    for (uint8_t code = 5; code < 32; ++code)
    {
        // from 40 us on, the time doubles with every second code
        EXPECT_EQ(IncAeth::RnrTimerMicroseconds(code),
                  code == 5 ? 60 : 2 * IncAeth::RnrTimerMicroseconds(code - 2));
    }
}

TEST(IncAeth, TheRnrCodeIsTheShortestWaitThatIsLongEnough)
{
    EXPECT_EQ(IncAeth::RnrTimerCode(0), 1);
    EXPECT_EQ(IncAeth::RnrTimerCode(10), 1);
    EXPECT_EQ(IncAeth::RnrTimerCode(11), 2);
    EXPECT_EQ(IncAeth::RnrTimerCode(491520), 31);
    EXPECT_EQ(IncAeth::RnrTimerCode(491521), 0);
    EXPECT_EQ(IncAeth::RnrTimerCode(1000000), 0);
}

TEST(IncCnp, IsABthWithBecnAndSixteenZeros)
{
    std::vector<uint8_t> octets(IncCnp::SIZE, 0xee);
    IncCnp::Write(octets.data(), IncCnp::MakeBth(0x33));
    EXPECT_EQ(octets, FromHex("8100ffff 40 000033 00 000000 00000000000000000000000000000000"));
}
