/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the parts of the transport that need no simulator.

#include "../suites/inc-environment.h"

#include "ns3/inc-cm-message.h"
#include "ns3/inc-fifo.h"
#include "ns3/inc-loss-scoreboard.h"
#include "ns3/inc-path-mtu.h"
#include "ns3/inc-rc-parameters.h"
#include "ns3/inc-rc-responder.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

TEST(IncPathMtu, OnlyTheFiveOfTheTableAreValid)
{
    std::set<uint32_t> valid;
    for (uint32_t bytes = 0; bytes <= 10000; ++bytes)
    {
        if (IncPathMtu::IsValid(bytes))
        {
            valid.insert(bytes);
        }
    }
    EXPECT_EQ(valid, (std::set<uint32_t>{256, 512, 1024, 2048, 4096}));
    uint8_t code = 1;
    for (const uint32_t bytes : valid)
    {
        EXPECT_EQ(IncPathMtu::ToCode(bytes), code);
        EXPECT_EQ(IncPathMtu::FromCode(code), bytes);
        ++code;
    }
    EXPECT_EQ(IncPathMtu::FromCode(0), 0U);
    EXPECT_EQ(IncPathMtu::FromCode(6), 0U);
}

TEST(IncPathMtu, TheLargestThatIsNoLongerThanAPayloadAndTheSmallestOfAll)
{
    for (uint32_t bytes = 0; bytes <= 10000; ++bytes)
    {
        uint32_t expected = 256;
        for (const uint32_t mtu : {512, 1024, 2048, 4096})
        {
            expected = mtu <= bytes ? mtu : expected;
        }
        ASSERT_EQ(IncPathMtu::NoLongerThan(bytes), expected) << bytes;
    }
}

TEST(IncFifo, BehavesAsADeque)
{
    std::mt19937 random(1);
    IncFifo<uint32_t> fifo;
    std::deque<uint32_t> model;
    for (uint32_t i = 0; i < 20000; ++i)
    {
        if (random() % 100 < (i / 1000 % 2 ? 40U : 60U) || model.empty())
        {
            fifo.Push(i);
            model.push_back(i);
        }
        else
        {
            ASSERT_EQ(fifo.Front(), model.front());
            fifo.Pop();
            model.pop_front();
        }
        ASSERT_EQ(fifo.GetSize(), model.size());
        if (!model.empty())
        {
            const std::size_t index = random() % model.size();
            ASSERT_EQ(fifo[index], model[index]);
        }
    }
}

/// A model of IncLossScoreboard by its definition: it examines every packet each time.
struct ScoreboardModel
{
    std::map<uint64_t, uint64_t> order; // order of the latest transmission, by packet in the window
    std::set<uint64_t> arrived;
    std::set<uint64_t> lost; // lost packets that were not sent again
    uint64_t transmissions{0};
    uint64_t tolerance{0};

    void Sent(uint64_t number)
    {
        order[number] = ++transmissions;
        lost.erase(number);
    }

    void Arrived(uint64_t number)
    {
        arrived.insert(number);
        lost.erase(number);
        for (const auto& [other, when] : order)
        {
            if (!arrived.count(other) && when + tolerance < order[number])
            {
                lost.insert(other);
            }
        }
    }

    /// Acknowledge all packets before the first that is missing.
    uint64_t Advance(uint64_t oldest)
    {
        Arrived(oldest);
        for (; arrived.count(oldest); ++oldest)
        {
            order.erase(oldest);
            arrived.erase(oldest);
        }
        return oldest;
    }
};

TEST(IncLossScoreboard, NamesWhatWasSentBeforeAnArrivalAndHasNotArrived)
{
    constexpr uint64_t WINDOW = 50;
    const uint32_t boards = IncFromEnvironment("INC_ITERATIONS", 300);
    const uint32_t first = IncFromEnvironment("INC_SEED", 0);
    for (uint32_t seed = first; seed < first + boards; ++seed)
    {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        IncLossScoreboard board;
        ScoreboardModel model;
        model.tolerance = seed % 3 == 0 ? random() % 8 : 0;
        board.Start(WINDOW, model.tolerance);
        uint64_t oldest = 0;
        uint64_t next = 0;
        const auto send = [&](uint64_t number) {
            board.Sent(number);
            model.Sent(number);
        };
        for (int step = 0; step < 2000; ++step)
        {
            if (board.HasLost() && random() % 2)
            {
                const uint64_t number = board.TakeLost();
                ASSERT_EQ(model.lost.count(number), 1U) << number;
                send(number);
            }
            else if (next < oldest + WINDOW && random() % 2)
            {
                send(next++);
            }
            else if (oldest < next)
            {
                const uint64_t number = oldest + random() % (next - oldest);
                if (number == oldest)
                {
                    const uint64_t to = model.Advance(oldest);
                    board.Advance(oldest, to);
                    oldest = to;
                }
                else
                {
                    board.Arrived(number);
                    model.Arrived(number);
                }
            }
            ASSERT_EQ(board.HasLost(), !model.lost.empty()) << "step " << step;
        }
        // After a timeout, all packets that have not arrived are sent again.
        board.TimedOut(oldest, next);
        for (uint64_t number = oldest; number < next; ++number)
        {
            if (!model.arrived.count(number))
            {
                ASSERT_TRUE(board.HasLost());
                EXPECT_EQ(board.TakeLost(), number);
            }
        }
        EXPECT_FALSE(board.HasLost());
    }
}

TEST(IncReorderBuffer, GivesPacketsBackInOrder)
{
    std::mt19937 random(3);
    IncReorderBuffer buffer;
    buffer.Start(16);
    EXPECT_TRUE(buffer.Reaches(16));
    EXPECT_FALSE(buffer.Reaches(17));
    std::set<uint32_t> kept;
    uint32_t base = 0;
    for (int step = 0; step < 5000; ++step)
    {
        const uint32_t ahead = 1 + random() % 16;
        IncFramePtr frame = IncFrame::Create();
        frame->bth.psn = base + ahead;
        EXPECT_EQ(buffer.Keep(ahead, std::move(frame)), kept.insert(base + ahead).second);
        if (random() % 3 == 0)
        {
            // When the missing packet arrives from the wire, the packets after it follow.
            buffer.Advance();
            ++base;
            while (IncFramePtr next = buffer.Take())
            {
                EXPECT_EQ(next->bth.psn, base);
                EXPECT_EQ(kept.erase(base), 1U);
                buffer.Advance();
                ++base;
            }
            EXPECT_EQ(kept.count(base), 0U);
        }
    }
}

TEST(IncRcParameters, RetryExhaustionIsTheSumOfTheTimeouts)
{
    IncRcParameters parameters;
    parameters.timeout = MicroSeconds(100);
    parameters.maxTimeout = MicroSeconds(1000);
    parameters.retryCount = 0;
    EXPECT_EQ(parameters.GetRetryExhaustion(), MicroSeconds(100));
    parameters.retryCount = 6;
    EXPECT_EQ(parameters.GetRetryExhaustion(),
              MicroSeconds(100 + 200 + 400 + 800 + 1000 + 1000 + 1000));
}

TEST(IncCmMessage, BytesAreWhereIbtaHasThem)
{
    IncCmMessage message;
    message.kind = IncCmMessage::Kind::REQ;
    message.transactionId = 0x0102030405060708;
    message.localCommId = 0x11223344;
    message.serviceId = 0xa1a2a3a4a5a6a7a8;
    message.qpn = 0x123456;
    message.startingPsn = 0xabcdef;
    message.service = IncCmMessage::Service::UC;
    message.pathMtu = 4096;
    message.retryCount = 5;
    message.rnrRetryCount = 6;
    message.localAddress = 0x0a000001;
    message.remoteAddress = 0x0a000002;
    std::vector<uint8_t> bytes(IncCmMessage::SIZE, 0xee);
    message.Write(bytes.data());
    const auto at = [&](std::size_t offset, const std::vector<uint8_t>& expected) {
        EXPECT_EQ(
            std::vector<uint8_t>(bytes.begin() + offset, bytes.begin() + offset + expected.size()),
            expected)
            << "offset " << offset;
    };
    at(0, {1, 7, 2, 3, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0x10});
    at(24, {0x11, 0x22, 0x33, 0x44});
    at(32, {0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8});
    at(24 + 32, {0x12, 0x34, 0x56});
    at(24 + 43, {0x02}); // transport service type 1 in bits 2-1
    at(24 + 44, {0xab, 0xcd, 0xef, 5});
    at(24 + 48, {0xff, 0xff, 0x56}); // P_Key; MTU code 5, RNR retry count 6
    at(24 + 56, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1});
    at(24 + 72, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 2});
    for (const auto kind : {IncCmMessage::Kind::REQ,
                            IncCmMessage::Kind::REJ,
                            IncCmMessage::Kind::REP,
                            IncCmMessage::Kind::RTU,
                            IncCmMessage::Kind::DREQ,
                            IncCmMessage::Kind::DREP})
    {
        message.kind = kind;
        message.remoteCommId = 0x55667788;
        message.reason = IncCmMessage::Reason::CONSUMER_REJECT;
        message.Write(bytes.data());
        const auto read = IncCmMessage::Read(bytes.data());
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(read->kind, kind);
        EXPECT_EQ(read->transactionId, message.transactionId);
        EXPECT_EQ(read->localCommId, message.localCommId);
        std::vector<uint8_t> again(IncCmMessage::SIZE);
        read->Write(again.data());
        EXPECT_EQ(again, bytes) << "kind " << static_cast<int>(kind);
    }
    bytes[1] = 4;
    EXPECT_FALSE(IncCmMessage::Read(bytes.data()).has_value()) << "another class";
}
