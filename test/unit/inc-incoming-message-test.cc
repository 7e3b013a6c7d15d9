/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of INC messages of several packets: the fields on the wire, and those that the receiver
// keeps.

#include "../suites/inc-wire-parser.h"

#include "ns3/inc-frame-codec.h"
#include "ns3/inc-incoming-message.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr IncMacOctets A{2, 0, 0, 0, 0, 1};
constexpr IncMacOctets B{2, 0, 0, 0, 0, 2};

/// Return a packet of a message of 2500 bytes, address 7000 and key 9. If the opcode has no RETH,
/// the packet has none.
IncFramePtr
MakePacket(IncOpcode opcode, uint32_t psn, uint32_t payload = 1000)
{
    IncFramePtr frame = IncFrame::Create();
    frame->bth.opcode = opcode;
    frame->bth.psn = psn;
    frame->bth.pkey = IncHeader::PARTITION;
    frame->hasInc = true;
    frame->payloadSize = payload;
    frame->payload = IncPayload::Create(payload);
    if (IncHasReth(opcode))
    {
        frame->reth = {7000, 9, IncIsFirst(opcode) ? 2500 : payload};
    }
    frame->UpdateSize();
    return frame;
}

constexpr IncOpcode FIRST = IncOpcode::UC_WRITE_FIRST;
constexpr IncOpcode MIDDLE = IncOpcode::UC_WRITE_MIDDLE;
constexpr IncOpcode LAST = IncOpcode::UC_WRITE_LAST_IMM;
constexpr IncOpcode ONLY = IncOpcode::UC_WRITE_ONLY_IMM;

} // namespace

TEST(IncIncomingMessage, GivesEveryPacketItsPlace)
{
    IncIncomingMessage message;
    const uint32_t last = 0xffffff; // the last PSN before the wrap-around
    IncFramePtr first = MakePacket(FIRST, last);
    IncFramePtr middle = MakePacket(MIDDLE, 0);
    IncFramePtr end = MakePacket(LAST, 1, 500);
    ASSERT_TRUE(message.Take(*first));
    ASSERT_TRUE(message.Take(*middle));
    ASSERT_TRUE(message.Take(*end));
    EXPECT_EQ(first->reth.dmaLength, 2500U);
    EXPECT_EQ(middle->reth.virtualAddress, 8000U);
    EXPECT_EQ(middle->reth.dmaLength, 1000U);
    EXPECT_EQ(end->reth.virtualAddress, 9000U);
    EXPECT_EQ(end->reth.rkey, 9U);
    EXPECT_FALSE(message.Take(*MakePacket(LAST, 2, 500))) << "nothing follows a last packet";
}

TEST(IncIncomingMessage, DiscardsUpToTheNextMessageWhatFollowsALoss)
{
    IncIncomingMessage message;
    EXPECT_FALSE(message.Take(*MakePacket(MIDDLE, 5))) << "the first one is missing";
    EXPECT_TRUE(message.Take(*MakePacket(FIRST, 10)));
    EXPECT_FALSE(message.Take(*MakePacket(LAST, 12, 500))) << "the middle one is missing";
    EXPECT_FALSE(message.Take(*MakePacket(MIDDLE, 11))) << "and comes too late";
    EXPECT_TRUE(message.Take(*MakePacket(ONLY, 13)));
    EXPECT_TRUE(message.Take(*MakePacket(FIRST, 14)));
    EXPECT_TRUE(message.Take(*MakePacket(FIRST, 15))) << "the other one was given up";
    EXPECT_TRUE(message.Take(*MakePacket(MIDDLE, 16)));
    EXPECT_TRUE(message.Take(*MakePacket(ONLY, 17)));
    EXPECT_FALSE(message.Take(*MakePacket(LAST, 17, 500)));
}

TEST(IncIncomingMessage, RefusesLengthsThatItsFirstPacketHasNotSaid)
{
    for (const auto& [opcode, payload] : {std::pair(LAST, 1500U),
                                          std::pair(LAST, 1499U),
                                          std::pair(MIDDLE, 1500U),
                                          std::pair(MIDDLE, 1501U),
                                          std::pair(MIDDLE, 1499U)})
    {
        IncIncomingMessage message;
        ASSERT_TRUE(message.Take(*MakePacket(FIRST, 1)));
        const bool isRight =
            (opcode == LAST && payload == 1500) || (opcode == MIDDLE && payload == 1499);
        EXPECT_EQ(message.Take(*MakePacket(opcode, 2, payload)), isRight) << payload;
    }
}

TEST(IncIncomingMessage, HasOneRethAndOneImmediateOnTheWire)
{
    const uint32_t rest = 14 + 20 + 8 + 12 + IncHeader::SIZE + 1000 + 4;
    for (const auto& [opcode, more] :
         {std::pair(ONLY, 20U), std::pair(FIRST, 16U), std::pair(MIDDLE, 0U), std::pair(LAST, 4U)})
    {
        IncFramePtr frame = MakePacket(opcode, 3);
        EXPECT_EQ(frame->GetSize(), rest + more + IncFrame::FCS_SIZE);
        const auto bytes = IncFrameCodec::ToBytes(*frame, A, B);
        ASSERT_EQ(bytes.size(), rest + more);
        const IncParsedFrame parsed = IncParseFrame(bytes.data(), bytes.size());
        ASSERT_EQ(parsed.error, "");
        EXPECT_TRUE(parsed.inc) << more;
        EXPECT_EQ(parsed.reth.has_value(), IncHasReth(opcode));
        // Other traffic may have these opcodes, but in another partition.
        frame->bth.pkey = 0xffff;
        const auto others = IncFrameCodec::ToBytes(*frame, A, B);
        EXPECT_EQ(IncParseFrame(others.data(), others.size()).inc.has_value(), opcode == ONLY);
    }
}
