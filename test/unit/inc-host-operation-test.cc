/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of requests that continue over the hosts after a failure of the tree.

#include "ns3/inc-host-operation.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t COUNT = 4; // elements of a message

IncHostMessage
Message(IncCollective collective, uint32_t root, uint8_t* data, bool isMissing)
{
    IncHostMessage message;
    message.collective = collective;
    message.dataType = IncDataType::INT8;
    message.root = root;
    message.count = COUNT;
    message.send = data;
    message.receive = isMissing ? data : nullptr;
    message.isMissing = isMissing;
    return message;
}

} // namespace

TEST(IncHostMessages, JoinsThoseThatAreAlikeInTheOrderOfTheFirstOnes)
{
    std::vector<uint8_t> data(6 * COUNT);
    std::iota(data.begin(), data.end(), 0);
    IncHostMessages messages;
    // Rank 7 fills gaps, and nobody has sent the last two messages.
    messages.Add(Message(IncCollective::ALLREDUCE, 0, &data[0], true), false);
    messages.Add(Message(IncCollective::BROADCAST, 7, &data[COUNT], false), false);
    messages.Add(Message(IncCollective::ALLREDUCE, 0, &data[2 * COUNT], true), false);
    messages.Add(Message(IncCollective::BROADCAST, 7, &data[3 * COUNT], true), false);
    messages.Add(Message(IncCollective::ALLREDUCE, 0, &data[4 * COUNT], true), true);
    messages.Add(Message(IncCollective::ALLREDUCE, 0, &data[5 * COUNT], true), true);
    const auto batches = messages.Take();
    ASSERT_EQ(batches.size(), 3U);
    const std::vector<uint64_t> missing{2, 1, 2};
    for (std::size_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(batches[i].operation.count, 2 * COUNT);
        EXPECT_EQ(batches[i].operation.collective,
                  i == 1 ? IncCollective::BROADCAST : IncCollective::ALLREDUCE);
        EXPECT_EQ(batches[i].missing, missing[i]);
    }
    EXPECT_EQ(batches[1].operation.root, 7U);
    EXPECT_EQ(batches[2].operation.send, &data[4 * COUNT]) << "in place";
    EXPECT_EQ(batches[2].operation.receive, &data[4 * COUNT]);
    EXPECT_EQ(batches[0].operation.send[COUNT], 2 * COUNT) << "gathered";
    for (const auto& batch : batches)
    {
        std::fill_n(batch.operation.receive, batch.operation.count, 100);
        batch.Store();
    }
    for (std::size_t i = 0; i < data.size(); ++i)
    {
        EXPECT_EQ(data[i], i / COUNT == 1 ? i : 100) << "all but what nobody waited for";
    }
}

TEST(IncHostMessages, HaveNoMemoryWithVirtualData)
{
    IncHostMessages messages;
    for (int i = 0; i < 3; ++i)
    {
        IncHostMessage message = Message(IncCollective::ALLREDUCE, 0, nullptr, true);
        message.isVirtual = true;
        messages.Add(message, false);
    }
    const auto batches = messages.Take();
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_TRUE(batches[0].operation.isVirtual);
    EXPECT_EQ(batches[0].operation.count, 3 * COUNT);
    EXPECT_EQ(batches[0].operation.send, nullptr);
    EXPECT_EQ(batches[0].memory, nullptr);
    batches[0].Store();
}
