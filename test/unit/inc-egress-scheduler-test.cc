/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-net-device.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

namespace
{

using Shares = std::array<double, INC_PRIORITIES>;

/// Serve priorities that always have a frame of the given size; return each one's share of all
/// bytes.
Shares
Serve(IncEgressScheduler& scheduler, uint32_t ready, const std::array<uint32_t, 8>& sizes)
{
    constexpr int FRAMES = 200000;
    Shares bytes{};
    double sum = 0;
    for (int i = 0; i < FRAMES; ++i)
    {
        const uint32_t priority = scheduler.Choose(ready);
        EXPECT_TRUE(ready >> priority & 1);
        scheduler.Charge(priority, sizes[priority]);
        bytes[priority] += sizes[priority];
        sum += sizes[priority];
    }
    for (double& share : bytes)
    {
        share /= sum;
    }
    return bytes;
}

} // namespace

TEST(IncEgressSchedulerTest, ServesTheHighestFirstByDefault)
{
    IncEgressScheduler scheduler;
    for (uint32_t ready = 1; ready < 256; ++ready)
    {
        const uint32_t priority = scheduler.Choose(ready);
        EXPECT_EQ(ready >> priority, 1U); // none above
        scheduler.Charge(priority, 9000);
    }
}

TEST(IncEgressSchedulerTest, SharesBytesAsTheWeightsWhateverTheSizes)
{
    constexpr uint32_t seed = 20260801;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 20; ++round)
    {
        IncPriorityWeights weights;
        std::array<uint32_t, 8> sizes;
        uint32_t ready = 1 + random() % 255;
        double sum = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            weights[priority] = 1 + random() % 20;
            sizes[priority] = 64 + random() % 9000;
            sum += (ready >> priority & 1) ? weights[priority] : 0;
        }
        IncEgressScheduler scheduler;
        scheduler.SetWeights(weights);
        const Shares shares = Serve(scheduler, ready, sizes);
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            const double expected = (ready >> priority & 1) ? weights[priority] / sum : 0.0;
            EXPECT_NEAR(shares[priority], expected, 0.005);
        }
    }
}

TEST(IncEgressSchedulerTest, ServesWeightZeroBeforeAllOthers)
{
    IncEgressScheduler scheduler;
    scheduler.SetWeights({1, 1, 1, 0, 1, 1, 0, 1});
    EXPECT_EQ(scheduler.Choose(0xff), 6U);
    EXPECT_EQ(scheduler.Choose(0xbf), 3U);
    EXPECT_NE(scheduler.Choose(0xb7), 3U);
}

TEST(IncEgressSchedulerTest, SavesNothingForWhoHasNothingToSend)
{
    IncEgressScheduler scheduler;
    scheduler.SetWeights({1, 1, 1, 1, 1, 1, 1, 1});
    // After priority 1 has long been alone, priority 0 must not catch up at its cost.
    for (int i = 0; i < 10000; ++i)
    {
        scheduler.Charge(scheduler.Choose(0x02), 1000);
    }
    const Shares shares = Serve(scheduler, 0x03, {1000, 1000});
    EXPECT_NEAR(shares[0], 0.5, 0.001);
    int longest = 0;
    int run = 0;
    for (int i = 0; i < 1000; ++i)
    {
        const uint32_t priority = scheduler.Choose(0x03);
        scheduler.Charge(priority, 1000);
        run = priority == 0 ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    EXPECT_LE(longest, 3);
}
