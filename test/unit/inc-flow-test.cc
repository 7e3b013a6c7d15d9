/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-pattern.h"

#include "ns3/inc-ecmp-balance.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-flow-result.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-link-failure.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace ns3;

namespace
{

std::vector<IncFlow>
Make(IncFlowPattern pattern, const IncTopology& topology, uint64_t seed = 1)
{
    std::mt19937_64 random(seed);
    return pattern.Make(topology, topology.GetHosts(), [&random](uint32_t n) {
        return static_cast<uint32_t>(random() % n);
    });
}

IncFlowPattern
Pattern(const std::string& name, uint32_t flows = 1)
{
    IncFlowPattern pattern;
    pattern.name = name;
    pattern.flows = flows;
    pattern.bytes = 1000;
    return pattern;
}

} // namespace

TEST(IncFlowPattern, PermutationHasNoFixedPointAndDrawsEveryFlowAnew)
{
    const IncTopology topology = IncFatTreeTopology(4).Build();
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        const auto flows = Make(Pattern("permutation", 3), topology, seed);
        ASSERT_EQ(flows.size(), 48u);
        std::map<uint32_t, int> received;
        for (const auto& flow : flows)
        {
            EXPECT_NE(flow.from, flow.to) << "seed " << seed;
            ++received[flow.to];
        }
        for (const auto& [host, count] : received)
        {
            EXPECT_EQ(count, 3) << host;
        }
    }
}

TEST(IncFlowPattern, RingGoesFromHostJToHostJPlusHostsPerLeaf)
{
    const IncTopology topology = IncLeafSpineTopology(4, 2, 8).Build();
    for (const auto& flow : Make(Pattern("ring"), topology))
    {
        EXPECT_EQ(flow.to, (flow.from + 8) % 32);
        EXPECT_EQ(flow.bytes, 1000u);
    }
}

TEST(IncFlowPattern, AlltoallIsAPermutationInEveryRound)
{
    const IncTopology topology = IncFatTreeTopology(4).Build();
    std::map<uint32_t, std::set<uint32_t>> to;
    const auto flows = Make(Pattern("alltoall"), topology);
    EXPECT_EQ(flows.size(), 16u * 15);
    for (const auto& flow : flows)
    {
        EXPECT_TRUE(to[flow.round].insert(flow.to).second);
    }
    EXPECT_EQ(to.size(), 15u);
    const auto byRound = [](const IncFlow& a, const IncFlow& b) {
        return std::pair(a.from, a.round) < std::pair(b.from, b.round);
    };
    EXPECT_TRUE(std::is_sorted(flows.begin(), flows.end(), byRound));
}

TEST(IncFlowPattern, RailsAreRingsOverTheLeavesAtOnePlaceTheSameForAJob)
{
    const IncTopology topology = IncLeafSpineTopology(6, 2, 8).Build();
    auto pattern = Pattern("rails");
    pattern.jobs = 4;
    // The destination leaf of each leaf, by position below a leaf.
    std::map<uint32_t, std::map<uint32_t, uint32_t>> next;
    for (const auto& flow : Make(pattern, topology))
    {
        EXPECT_EQ(flow.from % 8, flow.to % 8) << "one rail";
        next[flow.from % 8][flow.from / 8] = flow.to / 8;
    }
    std::set<std::map<uint32_t, uint32_t>> orders;
    for (const auto& [place, ring] : next)
    {
        uint32_t leaf = 0;
        std::set<uint32_t> visited;
        for (uint32_t i = 0; i < 6; ++i)
        {
            leaf = ring.at(leaf);
            visited.insert(leaf);
        }
        EXPECT_EQ(visited.size(), 6u);
        EXPECT_EQ(ring, next[place / 2 * 2]) << "places 0 and 1 are one job, and so on";
        orders.insert(ring);
    }
    EXPECT_GT(orders.size(), 1u);
}

TEST(IncFlowPattern, MixHasItsShareOfElephantsAndSpreadsItsStarts)
{
    const IncTopology topology = IncFatTreeTopology(8).Build();
    auto pattern = Pattern("mix", 20);
    pattern.mouseBytes = 10;
    pattern.elephants = 0.25;
    pattern.spread = MicroSeconds(100);
    uint32_t elephants = 0;
    Time last;
    const auto flows = Make(pattern, topology);
    for (const auto& flow : flows)
    {
        EXPECT_NE(flow.from, flow.to);
        EXPECT_TRUE(flow.bytes == 1000 || flow.bytes == 10);
        elephants += flow.bytes == 1000;
        EXPECT_LT(flow.start, MicroSeconds(100));
        last = std::max(last, flow.start);
    }
    // Of 2560 flows, 640 should be elephants; the standard deviation is 22.
    EXPECT_NEAR(elephants, 640, 75);
    EXPECT_GT(last, MicroSeconds(95));
}

TEST(IncFlowPattern, KnowsWhereHostsAreNotInEqualNumbersUnderLeaves)
{
    const IncTopology topology = IncLeafSpineTopology(4, 2, 8).Build();
    const auto perLeaf = [&](std::vector<uint32_t> hosts) {
        return IncFlowPattern::HostsPerLeaf(topology, hosts);
    };
    EXPECT_EQ(perLeaf(topology.GetHosts()), 8u);
    EXPECT_EQ(perLeaf({0, 8, 16}), 1u);
    EXPECT_EQ(perLeaf({0, 1, 8, 9}), 2u);
    EXPECT_EQ(perLeaf({0, 1, 8}), 0u);
    EXPECT_EQ(perLeaf({0, 1, 8, 16}), 0u);
    EXPECT_EQ(perLeaf({0, 1}), 0u) << "a single leaf";
}

TEST(IncEcmpBalance, IsThatOfTheGroupsThatCarrySomething)
{
    const auto balance = IncEcmpBalance::Of(
        {{{"a", 100, 2}, {"b", 0, 0}}, {{"c", 50, 1}, {"d", 50, 3}}, {{"e", 0, 0}, {"f", 0, 0}}});
    ASSERT_TRUE(balance.has_value());
    EXPECT_DOUBLE_EQ(balance->maxOverMean, 2);
    EXPECT_DOUBLE_EQ(balance->jain, 200.0 * 200 / (4 * (10000 + 2500 + 2500)));
    EXPECT_DOUBLE_EQ(balance->idle, 0.5);
    EXPECT_DOUBLE_EQ(balance->collisions, 0.5) << "where no member is idle nothing collides";
    EXPECT_FALSE(IncEcmpBalance::Of({{{"e", 0, 0}}}).has_value());
}

TEST(IncFlowTimes, InterpolatesQuantiles)
{
    const auto times = IncFlowTimes::Of({5, 1, 2, 4, 3});
    EXPECT_DOUBLE_EQ(times.mean, 3);
    EXPECT_DOUBLE_EQ(times.median, 3);
    EXPECT_DOUBLE_EQ(times.p95, 4.8);
    EXPECT_DOUBLE_EQ(times.p99, 4.96);
    EXPECT_DOUBLE_EQ(times.max, 5);
}

TEST(IncLinkFailure, ReadsLinkAndTimesAndNothingElse)
{
    const auto failure = IncLinkFailure::Parse("leaf0->spine1@50us:2ms");
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->from, "leaf0");
    EXPECT_EQ(failure->to, "spine1");
    EXPECT_EQ(failure->at, MicroSeconds(50));
    EXPECT_EQ(failure->until, MilliSeconds(2));
    EXPECT_FALSE(IncLinkFailure::Parse("a->b@1us")->until.has_value());
    EXPECT_EQ(IncLinkFailure::Parse("a->b@1us")->number, 0U);
    EXPECT_EQ(IncLinkFailure::Parse("a->b#12@1us")->number, 12U);
    EXPECT_EQ(IncLinkFailure::Parse("a->b#12@1us")->to, "b");
    EXPECT_EQ(IncLinkFailure::Parse("v0@1us")->from, "v0");
    EXPECT_EQ(IncLinkFailure::Parse("v0@1us")->to, "");
    for (const char* wrong : {"",
                              "a->b",
                              "a->b@",
                              "@1us",
                              "->b@1us",
                              "a->@1us",
                              "a->b@1",
                              "a->#1@1us",
                              "a->b#@1us",
                              "a->b#0@1us",
                              "a->b#-1@1us",
                              "a->b#1x@1us",
                              "a->b#1#2@1us",
                              "a->b@1us:",
                              "a->b@2us:1us",
                              "a->b@1us:2us:3us"})
    {
        EXPECT_FALSE(IncLinkFailure::Parse(wrong).has_value()) << wrong;
    }
}

TEST(IncLinkFailure, NamesOneOfParallelLinksOrAll)
{
    IncTopology topology;
    const uint32_t a = topology.AddSwitch("a");
    const uint32_t b = topology.AddSwitch("b");
    const uint32_t c = topology.AddSwitch("c");
    for (const auto& [from, to] : {std::pair(a, b), {a, c}, {b, a}, {a, b}})
    {
        topology.AddLink(from, to, 1'000'000'000, 1000);
    }
    const auto links = [&](const char* text) {
        return IncLinkFailure::Parse(text)->FindLinks(topology);
    };
    EXPECT_EQ(links("a->b@1us"), (std::vector<uint32_t>{0, 2, 3}));
    EXPECT_EQ(links("a->b#1@1us"), (std::vector<uint32_t>{0}));
    EXPECT_EQ(links("b->a#2@1us"), (std::vector<uint32_t>{2}));
    EXPECT_EQ(links("a->b#3@1us"), (std::vector<uint32_t>{3}));
    EXPECT_TRUE(links("a->b#4@1us").empty());
    EXPECT_TRUE(links("b->c@1us").empty());
    EXPECT_EQ(links("c@1us"), (std::vector<uint32_t>{1}));
    EXPECT_EQ(IncLinkName(topology, a, 0), "a->b#1");
    EXPECT_EQ(IncLinkName(topology, a, 1), "a->c");
    EXPECT_EQ(IncLinkName(topology, b, 1), "b->a#2");
}
