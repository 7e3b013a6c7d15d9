/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-config.h"

#include "ns3/inc-jobs-result.h"

#include <gtest/gtest.h>

namespace ns3
{

using Hands = std::vector<std::vector<uint32_t>>;

TEST(IncDealWorkers, BlocksAreNeighbors)
{
    const Hands expected{{4, 9}, {2, 7}, {0, 5}};
    EXPECT_EQ(IncDealWorkers({4, 9, 2, 7, 0, 5}, 3, IncJobPlacement::BLOCKS), expected);
}

TEST(IncDealWorkers, InterleavedAreEveryNth)
{
    const Hands expected{{4, 7}, {9, 0}, {2, 5}};
    EXPECT_EQ(IncDealWorkers({4, 9, 2, 7, 0, 5}, 3, IncJobPlacement::INTERLEAVED), expected);
}

TEST(IncDealWorkers, OneJobHasAllInOrder)
{
    const Hands expected{{3, 1, 2}};
    for (const auto placement : {IncJobPlacement::BLOCKS, IncJobPlacement::INTERLEAVED})
    {
        EXPECT_EQ(IncDealWorkers({3, 1, 2}, 1, placement), expected);
    }
}

TEST(IncJobsResult, TheFirstJobIsKnownOnlyWhenAllAreDone)
{
    IncJobsResult result;
    result.jobs = {{2, 30.0, 1.0, 0, "s0"}, {2, 20.0, 1.5, 0, ""}};
    EXPECT_EQ(result.ToColumns()["first_job_us"], 20.0);
    EXPECT_EQ(result.ToJson()["jobs"][0]["root"], "s0");
    EXPECT_TRUE(result.ToJson()["jobs"][1]["root"].is_null());
    result.jobs[0].timeUs.reset();
    EXPECT_TRUE(result.ToColumns()["first_job_us"].is_null());
    EXPECT_TRUE(result.ToJson()["ecmp"].is_null());
}

} // namespace ns3
