/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-random-topology.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-packet-lifetime.h"
#include "ns3/inc-retransmit-times.h"
#include "ns3/inc-star-topology.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

namespace
{

/// Return the length of the longest shortest path between two hosts, found hop by hop.
int64_t
NaiveLifetime(const IncTopology& topology, uint32_t bytes)
{
    const auto distances = ModelDistances(topology);
    int64_t longest = 0;
    for (const uint32_t from : topology.GetHosts())
    {
        for (const uint32_t to : topology.GetHosts())
        {
            std::function<void(uint32_t, int64_t)> walk = [&](uint32_t node, int64_t time) {
                if (node == to)
                {
                    longest = std::max(longest, time);
                    return;
                }
                for (const auto& port : topology.GetPorts(node))
                {
                    const bool passes = port.peer == to || !topology.IsHost(port.peer);
                    if (passes && distances[port.peer][to] + 1 == distances[node][to])
                    {
                        const auto& link = topology.GetLinks()[port.link];
                        const double bits = 8e12 * bytes;
                        const double rate = static_cast<double>(link.RateFrom(node));
                        walk(port.peer, time + link.delay + static_cast<int64_t>(bits / rate));
                    }
                }
            };
            walk(from, 0);
        }
    }
    return longest;
}

} // namespace

TEST(IncPacketLifetime, IsTheLongestOfAllShortestPaths)
{
    for (uint64_t seed = 1; seed <= 40; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        const IncTopology topology = RandomTopology(random);
        EXPECT_EQ(IncFindLongestPath(topology, 4216).timePs, NaiveLifetime(topology, 4216));
    }
}

TEST(IncPacketLifetime, OfRegularNetworksIsTheirDiameter)
{
    IncStarTopology star(4);
    star.SetLink(1'000'000'000, 5'000'000);
    EXPECT_EQ(IncFindLongestPath(star.Build(), 1000).timePs, 2 * (5'000'000 + 8'000'000));
    EXPECT_EQ(IncFindLongestPath(star.Build(), 1000).switches, 1u);
    IncFatTreeTopology fatTree(16); // 1024 hosts
    fatTree.SetLink(1'000'000'000, 5'000'000);
    EXPECT_EQ(IncFindLongestPath(fatTree.Build(), 1000).timePs, 6 * (5'000'000 + 8'000'000));
    EXPECT_EQ(IncFindLongestPath(fatTree.Build(), 1000).switches, 5u);
}

TEST(IncRetransmitTimes, FollowFromTheRoundTripUnlessGiven)
{
    const auto derived = IncRetransmitTimes::Complete({}, "IncClient", MicroSeconds(100));
    EXPECT_EQ(derived.first, MicroSeconds(300));
    EXPECT_EQ(derived.least, MicroSeconds(200));
    EXPECT_EQ(derived.longest, MilliSeconds(16));
    const auto slow = IncRetransmitTimes::Complete({}, "IncClient", Seconds(1));
    EXPECT_EQ(slow.longest, Seconds(12)) << "there is room to back off";
    const auto given =
        IncRetransmitTimes::Complete({MicroSeconds(1), MicroSeconds(2), MicroSeconds(3)},
                                     "IncClient",
                                     Seconds(1));
    EXPECT_EQ(given.first, MicroSeconds(1));
    EXPECT_EQ(given.least, MicroSeconds(2));
    EXPECT_EQ(given.longest, MicroSeconds(3));
}
