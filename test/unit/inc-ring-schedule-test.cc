/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-ring-agent.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t SEED = 41;

// Run all ranks' schedules in lockstep, on sets of contributions instead of numbers.
std::vector<std::vector<std::multiset<uint32_t>>>
RunOnSets(uint32_t ranks, uint64_t count, uint32_t sliceElements)
{
    std::vector<IncRingSchedule> schedules;
    std::vector<std::vector<std::multiset<uint32_t>>> held(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        schedules.emplace_back(rank, ranks, count, sliceElements);
        held[rank].assign(count, {rank});
    }
    for (uint32_t step = 0; step < schedules[0].GetSteps(); ++step)
    {
        const auto before = held;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t chunk = schedules[rank].GetSentChunk(step);
            const uint32_t next = (rank + 1) % ranks;
            EXPECT_EQ(chunk, schedules[next].GetReceivedChunk(step));
            for (uint64_t s = 0; s < schedules[rank].GetSlices(chunk); ++s)
            {
                const auto slice = schedules[rank].GetSlice(chunk, s);
                EXPECT_GT(slice.count, 0u);
                EXPECT_LE(slice.count, sliceElements);
                for (uint64_t i = slice.first; i < slice.first + slice.count; ++i)
                {
                    auto& there = held[next].at(i);
                    if (!schedules[next].IsReducing(step))
                    {
                        there.clear();
                    }
                    there.insert(before[rank][i].begin(), before[rank][i].end());
                }
            }
        }
    }
    return held;
}

} // namespace

TEST(IncRingSchedule, EveryRankEndsWithEveryContributionOnce)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    for (uint32_t trial = 0; trial < 60; ++trial)
    {
        const uint32_t ranks = 1 + random() % 9;
        const uint64_t count = random() % 40;
        const uint32_t sliceElements = 1 + random() % 7;
        SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(count) + " elements");
        std::multiset<uint32_t> all;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            all.insert(rank);
        }
        for (const auto& elements : RunOnSets(ranks, count, sliceElements))
        {
            for (const auto& contributions : elements)
            {
                EXPECT_EQ(contributions, all);
            }
        }
    }
}

TEST(IncRingSchedule, ChunksDifferByOneElementAtMost)
{
    const IncRingSchedule schedule(0, 5, 13, 100);
    std::map<uint32_t, uint32_t> sizes;
    uint64_t next = 0;
    for (uint32_t chunk = 0; chunk < 5; ++chunk)
    {
        const auto slice = schedule.GetSlice(chunk, 0);
        EXPECT_EQ(slice.first, next);
        next += slice.count;
        ++sizes[slice.count];
    }
    EXPECT_EQ(next, 13u);
    EXPECT_EQ(sizes, (std::map<uint32_t, uint32_t>{{2, 2}, {3, 3}}));
}

TEST(IncRingSchedule, CursorVisitsEverySliceOfEveryStepInOrder)
{
    // With three elements over five ranks, two chunks are empty.
    const IncRingSchedule schedule(2, 5, 3, 1);
    for (bool sending : {true, false})
    {
        IncRingCursor cursor(&schedule, sending);
        for (uint32_t step = 0; step < schedule.GetSteps(); ++step)
        {
            const uint32_t chunk =
                sending ? schedule.GetSentChunk(step) : schedule.GetReceivedChunk(step);
            for (uint64_t s = 0; s < schedule.GetSlices(chunk); ++s)
            {
                ASSERT_FALSE(cursor.IsAtEnd());
                EXPECT_EQ(cursor.GetStep(), step);
                EXPECT_EQ(cursor.GetIndex(), s);
                EXPECT_EQ(cursor.Get().first, schedule.GetSlice(chunk, s).first);
                EXPECT_FALSE(cursor.HasPassed(step, s));
                cursor.Advance();
                EXPECT_TRUE(cursor.HasPassed(step, s));
            }
        }
        EXPECT_TRUE(cursor.IsAtEnd());
    }
}

TEST(IncRingSchedule, OneRankHasNothingToDo)
{
    const IncRingSchedule schedule(0, 1, 10, 4);
    EXPECT_EQ(schedule.GetSteps(), 0u);
    EXPECT_TRUE(IncRingCursor(&schedule, true).IsAtEnd());
}
