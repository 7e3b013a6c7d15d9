/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-message-timer.h"

#include <gtest/gtest.h>
#include <random>

using namespace ns3;

namespace
{

constexpr int64_t MICROSECOND = 1'000'000; // ps

} // namespace

TEST(IncTypicalRoundTrip, StaysWhereItIs)
{
    IncTypicalRoundTrip typical;
    EXPECT_EQ(typical.Get(), 0);
    for (int i = 0; i < 1000; ++i)
    {
        typical.Measure(10 * MICROSECOND);
        EXPECT_NEAR(typical.Get(), 10 * MICROSECOND, 1.5 * MICROSECOND);
    }
}

TEST(IncTypicalRoundTrip, FollowsAQueueThatBuildsUpAndGoes)
{
    IncTypicalRoundTrip typical;
    for (int64_t i = 0; i < 256; ++i)
    {
        typical.Measure((10 + i / 2) * MICROSECOND); // samples of a worker's first window
    }
    EXPECT_GT(2 * typical.Get(), 137 * MICROSECOND);
    for (int i = 0; i < 256; ++i)
    {
        typical.Measure(10 * MICROSECOND);
    }
    EXPECT_LT(typical.Get(), 11 * MICROSECOND);
}

TEST(IncTypicalRoundTrip, IsNotMovedByRepairs)
{
    const uint64_t seed = 11;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    IncTypicalRoundTrip typical;
    for (int i = 0; i < 10'000; ++i)
    {
        const bool repaired = random() % 100 < 60; // three messages out of five
        const int64_t noise = random() % (2 * MICROSECOND);
        typical.Measure((repaired ? 500 : 10) * MICROSECOND + noise);
        EXPECT_LT(typical.Get(), 20 * MICROSECOND) << i;
    }
}
