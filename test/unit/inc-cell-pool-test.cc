/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of IncCellPool: shares of rounds without a cell in closed form, claims and priorities.

#include "ns3/boolean.h"
#include "ns3/inc-cell-pool.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-slot-pool.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

Ptr<IncPoolPolicy>
MakePolicy(const std::string& name, uint32_t ways)
{
    ObjectFactory factory("ns3::Inc" + name + "PoolPolicy");
    factory.Set("Ways", UintegerValue(ways));
    return factory.Create<IncPoolPolicy>();
}

/// A tree that notes which rounds lose their cells.
class Tree : public IncCellUser
{
  public:
    using IncCellUser::IncCellUser;

    std::vector<const IncSlotRound*> lost; // rounds that lost their cells, in order

  private:
    void CellTaken(IncSlotRound& round, bool isFlushed) override
    {
        lost.push_back(&round);
    }
};

IncCellShare
ShareOf(uint8_t priority, uint32_t least = 0, uint32_t most = UINT32_MAX)
{
    IncCellShare share;
    share.isShared = true;
    share.priority = priority;
    share.least = least;
    share.most = most;
    return share;
}

/// Return the share without a cell of `keys` rounds that begin at once and can use one cell each.
double
ShareOfManyAtOnce(uint32_t cells, uint32_t keys, uint16_t seed)
{
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Shared", 1), cells, counters);
    std::vector<IncSlotRound> rounds(keys);
    Tree tree(pool, ShareOf(0), seed);
    for (uint32_t i = 0; i < keys; ++i)
    {
        tree.Acquire(rounds[i], i, 0);
    }
    return static_cast<double>(counters.collisions) / keys;
}

/// Return the share without a cell if there are always as many rounds, each ending at random.
double
ShareOfClosedLoop(uint32_t cells, uint32_t live, uint32_t ways)
{
    constexpr uint32_t ROUNDS = 200000;
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Shared", ways), cells, counters);
    std::vector<IncSlotRound> rounds(live);
    Tree tree(pool, ShareOf(0), 1);
    std::mt19937 random(1);
    uint64_t sequence = 0;
    for (auto& round : rounds)
    {
        tree.Acquire(round, sequence++, 0);
    }
    for (uint32_t i = 0; i < 20 * live; ++i) // forget the start
    {
        IncSlotRound& round = rounds[random() % live];
        tree.Release(round);
        tree.Acquire(round, sequence++, 0);
    }
    const uint64_t before = counters.collisions;
    for (uint32_t i = 0; i < ROUNDS; ++i)
    {
        IncSlotRound& round = rounds[random() % live];
        tree.Release(round);
        tree.Acquire(round, sequence++, 0);
    }
    return static_cast<double>(counters.collisions - before) / ROUNDS;
}

/// Return the blocking of `servers` servers with this offered load (Erlang B).
double
ErlangB(uint32_t servers, double load)
{
    double blocking = 1;
    for (uint32_t i = 1; i <= servers; ++i)
    {
        blocking = load * blocking / (i + load * blocking);
    }
    return blocking;
}

} // namespace

TEST(IncCellPool, HasNoCellForTheShareThatIsKnownInClosedForm)
{
    for (const auto& [cells, keys] : {std::pair(256U, 256U), {64U, 256U}, {256U, 64U}, {16U, 3U}})
    {
        double sum = 0;
        constexpr uint16_t SEEDS = 100;
        for (uint16_t seed = 0; seed < SEEDS; ++seed)
        {
            sum += ShareOfManyAtOnce(cells, keys, seed);
        }
        const double k = cells;
        const double m = keys;
        EXPECT_NEAR(sum / SEEDS, 1 - k / m * (1 - std::pow(1 - 1 / k, m)), 0.01)
            << cells << " cells, " << keys << " rounds";
    }
}

TEST(IncCellPool, HasTheShareOfAClosedLoopInClosedForm)
{
    // A round that ends leaves its cell, so that the others are in the way of the next one.
    for (const auto& [live, cells] : {std::pair(64U, 256U), {256U, 256U}, {512U, 256U}})
    {
        const double a = (live - 1.0) / cells;
        EXPECT_NEAR(ShareOfClosedLoop(cells, live, 1), a / (1 + a), 0.02) << live;
    }
    for (const uint32_t ways : {2U, 4U})
    {
        const double a = 255.0 / 256;
        EXPECT_NEAR(ShareOfClosedLoop(256, 256, ways), ErlangB(ways, ways * a), 0.02) << ways;
    }
    EXPECT_NEAR(ShareOfClosedLoop(256, 512, 0), 0.5, 0.02);
}

TEST(IncCellPool, GivesEveryCellOnceAndTakesItBack)
{
    for (const uint32_t ways : {0U, 1U, 3U})
    {
        IncAggregatorCounters counters;
        constexpr uint32_t CELLS = 10;
        IncCellPool pool(MakePolicy("Shared", ways), CELLS, counters);
        const uint32_t usable = ways == 0 ? CELLS : CELLS / ways * ways;
        std::vector<IncSlotRound> rounds(1000);
        {
            Tree tree(pool, ShareOf(0), 1);
            for (uint32_t i = 0; i < rounds.size(); ++i)
            {
                tree.Acquire(rounds[i], i, 0);
            }
            EXPECT_EQ(pool.GetHeld(), usable) << ways;
            EXPECT_EQ(tree.GetHeld(), usable) << ways;
            EXPECT_EQ(counters.acquired, usable) << ways;
            EXPECT_EQ(counters.collisions, rounds.size() - usable) << ways;
            EXPECT_EQ(tree.GetRefused() > 0, true) << ways;
        }
        EXPECT_EQ(pool.GetHeld(), 0U) << "the tree has gone";
        EXPECT_EQ(pool.GetPeak(), usable) << ways;
        EXPECT_TRUE(std::all_of(rounds.begin(), rounds.end(), [](const IncSlotRound& round) {
            return round.cell == nullptr;
        }));
    }
}

TEST(IncCellPool, KeepsWhatATreeIsPromisedAndNoMoreThanItMayHave)
{
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Shared", 0), 10, counters);
    std::deque<IncSlotRound> rounds(40);
    Tree promised(pool, ShareOf(0, 3), 1);
    Tree greedy(pool, ShareOf(0, 0, 8), 2);
    uint32_t next = 0;
    for (uint32_t i = 0; i < 10; ++i)
    {
        greedy.Acquire(rounds[next], next, 0);
        ++next;
    }
    EXPECT_EQ(greedy.GetHeld(), 7U) << "three are promised to the other";
    for (uint32_t i = 0; i < 10; ++i)
    {
        promised.Acquire(rounds[next], next, 0);
        ++next;
    }
    EXPECT_EQ(promised.GetHeld(), 3U);
    greedy.Release(rounds[0]);
    promised.Acquire(rounds[next], next, 0);
    ++next;
    EXPECT_EQ(promised.GetHeld(), 4U) << "a free cell beyond the promise";

    IncCellPool large(MakePolicy("Shared", 0), 100, counters);
    std::vector<IncSlotRound> many(20);
    Tree limited(large, ShareOf(0, 0, 8), 2);
    for (uint32_t i = 0; i < many.size(); ++i)
    {
        limited.Acquire(many[i], i, 0);
    }
    EXPECT_EQ(limited.GetHeld(), 8U);
}

TEST(IncCellPool, LetsOtherRoundsTakeRestingCellsOldestFirst)
{
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Shared", 0), 2, counters);
    std::vector<IncSlotRound> rounds(4);
    Tree tree(pool, ShareOf(0), 1);
    EXPECT_TRUE(tree.Acquire(rounds[0], 0, 0));
    EXPECT_TRUE(tree.Acquire(rounds[1], 1, 0));
    EXPECT_FALSE(tree.Acquire(rounds[2], 2, 0));
    tree.Rest(rounds[1]);
    tree.Rest(rounds[0]);
    EXPECT_EQ(pool.GetHeld(), 0U);
    EXPECT_TRUE(tree.Acquire(rounds[2], 2, 0));
    ASSERT_EQ(tree.lost.size(), 1U);
    EXPECT_EQ(tree.lost[0], &rounds[1]);
    EXPECT_EQ(rounds[1].cell, nullptr);
    EXPECT_EQ(counters.taken, 1U);
    EXPECT_EQ(counters.evicted, 0U);
}

TEST(IncCellPool, EvictsTheOldestRoundOfTheLowestPriorityOnly)
{
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Preempt", 0), 3, counters);
    std::vector<IncSlotRound> rounds(8);
    Tree low(pool, ShareOf(1), 1);
    Tree middle(pool, ShareOf(2), 2);
    Tree high(pool, ShareOf(3), 3);
    middle.Acquire(rounds[0], 0, 0);
    low.Acquire(rounds[1], 1, 0);
    low.Acquire(rounds[2], 2, 0);
    EXPECT_FALSE(low.Acquire(rounds[3], 3, 0)) << "equals take nothing from each other";
    EXPECT_TRUE(high.Acquire(rounds[4], 4, 0));
    EXPECT_TRUE(high.Acquire(rounds[5], 5, 0));
    EXPECT_EQ(low.lost, (std::vector<const IncSlotRound*>{&rounds[1], &rounds[2]}));
    EXPECT_FALSE(low.Acquire(rounds[6], 6, 0));
    EXPECT_TRUE(high.Acquire(rounds[7], 7, 0));
    EXPECT_EQ(middle.lost, (std::vector<const IncSlotRound*>{&rounds[0]}));
    EXPECT_EQ(counters.evicted, 3U);
    EXPECT_EQ(low.GetCellCounters().evicted, 2U);
}

TEST(IncCellPool, RaisesThePriorityOfATreeThatIsRefusedInARow)
{
    IncAggregatorCounters counters;
    Ptr<IncPoolPolicy> policy = MakePolicy("Preempt", 0);
    policy->SetAttribute("Aging", UintegerValue(3));
    IncCellPool pool(policy, 1, counters);
    std::vector<IncSlotRound> rounds(10);
    Tree high(pool, ShareOf(1), 1);
    Tree low(pool, ShareOf(0), 2);
    high.Acquire(rounds[0], 0, 0);
    uint32_t refused = 0;
    while (refused < 8 && !low.Acquire(rounds[1 + refused], 1 + refused, 0))
    {
        ++refused;
    }
    EXPECT_EQ(refused, 6U) << "a priority of 2, larger than that of the holder, after 2 x 3";
}

TEST(IncCellPool, GivesAPlaceWithoutACellAnotherHashIfRehashIsOn)
{
    for (const bool rehash : {false, true})
    {
        IncAggregatorCounters counters;
        Ptr<IncPoolPolicy> policy = MakePolicy("Shared", 1);
        policy->SetAttribute("Hash", IncEnumValue(IncCellHash::PLACE));
        policy->SetAttribute("Rehash", BooleanValue(rehash));
        constexpr uint32_t CELLS = 8;
        IncCellPool pool(policy, CELLS, counters);
        std::vector<IncSlotRound> rounds(CELLS + 1);
        Tree holder(pool, ShareOf(0), 1);
        Tree tree(pool, ShareOf(0), 2);
        for (uint32_t slot = 0; pool.GetHeld() < CELLS - 1; ++slot)
        {
            holder.Acquire(rounds[pool.GetHeld()], slot, slot); // one cell is left
        }
        uint32_t found = 0;
        for (uint32_t slot = 0; slot < 10; ++slot)
        {
            bool has = false;
            for (uint32_t window = 0; window < 200 && !has; ++window)
            {
                has = tree.Acquire(rounds[CELLS], 10 * window + slot, slot);
            }
            found += has;
            tree.Release(rounds[CELLS]);
        }
        EXPECT_EQ(found == 10, rehash) << found << " of 10 places have found the free cell";
    }
}

TEST(IncCellPool, GivesReservedCellsToNobodyUntilTheyReturn)
{
    IncAggregatorCounters counters;
    IncCellPool pool(MakePolicy("Shared", 0), 6, counters);
    std::vector<IncSlotRound> rounds(20);
    Tree tree(pool, ShareOf(0), 1);
    for (uint32_t i = 0; i < 5; ++i)
    {
        tree.Acquire(rounds[i], i, 0);
    }
    tree.Rest(rounds[4]);
    pool.Reserve(4);
    for (uint32_t i = 0; i < 5; ++i)
    {
        tree.Release(rounds[i]);
    }
    for (uint32_t i = 5; i < 12; ++i)
    {
        tree.Acquire(rounds[i], i, 0);
    }
    EXPECT_EQ(pool.GetHeld(), 2U);
    pool.Return(4);
    for (uint32_t i = 12; i < 20; ++i)
    {
        tree.Acquire(rounds[i], i, 0);
    }
    EXPECT_EQ(pool.GetHeld(), 6U);
}
