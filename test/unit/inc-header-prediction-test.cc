/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of header prediction with messages that differ only in number and place.

#include "ns3/inc-header-prediction.h"

#include <functional>
#include <gtest/gtest.h>
#include <iterator>

using namespace ns3;

namespace
{

constexpr uint64_t BASE = 7000; //!< virtual address of the first message

/// Return the result of a message of 1,000 bytes; the first message has sequence number 3.
IncFramePtr
MakeResult(uint32_t sequence)
{
    IncFramePtr frame = IncFrame::Create();
    frame->hasInc = true;
    frame->source = 42;
    frame->payloadSize = 1000;
    frame->inc.flags = IncHeader::RESULT;
    frame->inc.treeId = 5;
    frame->inc.epoch = 6;
    frame->inc.rank = 7;
    frame->inc.count = 250;
    frame->inc.messageId = 100 + sequence;
    frame->reth = {BASE + (sequence - 3) * 1000, 9, 1000};
    return frame;
}

/// Return a prediction for messages 3 to 8 that has learnt from message 6.
IncHeaderPrediction
MakePrediction()
{
    IncHeaderPrediction prediction;
    prediction.Learn(*MakeResult(6), 6, 3, 9);
    return prediction;
}

} // namespace

TEST(IncHeaderPrediction, KnowsWhichMessagesItCovers)
{
    IncHeaderPrediction prediction;
    EXPECT_FALSE(prediction.Covers(0));
    prediction = MakePrediction();
    EXPECT_FALSE(prediction.Covers(2));
    EXPECT_TRUE(prediction.Covers(3));
    EXPECT_TRUE(prediction.Covers(8));
    EXPECT_FALSE(prediction.Covers(9));
    EXPECT_FALSE(prediction.Covers(static_cast<uint64_t>(-1)));
    prediction.Clear();
    EXPECT_FALSE(prediction.Covers(3));
}

TEST(IncHeaderPrediction, MakesMessagesLikeTheOneItKnows)
{
    const IncHeaderPrediction prediction = MakePrediction();
    for (const uint32_t sequence : {3U, 5U, 8U})
    {
        const IncFramePtr expected = MakeResult(sequence);
        const IncFramePtr frame = IncFrame::Create();
        prediction.Fill(sequence, 100 + sequence, *frame);
        EXPECT_TRUE(frame->hasInc);
        EXPECT_EQ(frame->payloadSize, 1000U);
        EXPECT_EQ(frame->immediate, 100 + sequence);
        EXPECT_EQ(frame->inc.messageId, 100 + sequence);
        EXPECT_EQ(frame->inc.flags, IncHeader::RESULT);
        EXPECT_EQ(frame->inc.treeId, 5);
        EXPECT_EQ(frame->inc.epoch, 6);
        EXPECT_EQ(frame->inc.rank, 7);
        EXPECT_EQ(frame->inc.count, 250);
        EXPECT_EQ(frame->reth.virtualAddress, expected->reth.virtualAddress);
        EXPECT_EQ(frame->reth.rkey, 9U);
        EXPECT_EQ(frame->reth.dmaLength, 1000U);
    }
}

TEST(IncHeaderPrediction, TakesNothingForAResultThatDiffers)
{
    const IncHeaderPrediction prediction = MakePrediction();
    EXPECT_TRUE(prediction.IsResult(*MakeResult(4), 4));
    EXPECT_FALSE(prediction.IsResult(*MakeResult(4), 5));
    const auto marked = MakeResult(4);
    marked->inc.flags |= IncHeader::CE | IncHeader::RETRANSMITTED;
    EXPECT_TRUE(prediction.IsResult(*marked, 4));
    const std::function<void(IncFrame&)> changes[] = {
        [](IncFrame& f) { f.hasInc = false; },
        [](IncFrame& f) { f.source = 43; },
        [](IncFrame& f) { f.bth.opcode = IncOpcode::UC_WRITE_ONLY; },
        [](IncFrame& f) { f.inc.flags = IncHeader::PENDING; },
        [](IncFrame& f) { f.inc.collective = IncCollective::REDUCE; },
        [](IncFrame& f) { f.inc.operation = IncOperation::MAX; },
        [](IncFrame& f) { f.inc.dataType = IncDataType::INT32; },
        [](IncFrame& f) { ++f.inc.treeId; },
        [](IncFrame& f) { ++f.inc.epoch; },
        [](IncFrame& f) { ++f.inc.rank; },
        [](IncFrame& f) { ++f.inc.count; },
        [](IncFrame& f) { ++f.payloadSize; },
        [](IncFrame& f) { ++f.reth.virtualAddress; },
        [](IncFrame& f) { ++f.reth.rkey; },
        [](IncFrame& f) { ++f.reth.dmaLength; },
    };
    for (std::size_t i = 0; i < std::size(changes); ++i)
    {
        const auto frame = MakeResult(4);
        changes[i](*frame);
        EXPECT_FALSE(prediction.IsResult(*frame, 4)) << "change " << i;
    }
}
