/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../suites/inc-environment.h"
#include "inc-random-topology.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-route-computation.h"
#include "ns3/inc-shortest-path.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;

TEST(IncRouteComputation, UsesEveryShortestPathOfRandomGraphsAndNoOther)
{
    const uint64_t graphs = IncFromEnvironment("INC_ITERATIONS", 100);
    const uint64_t first = IncFromEnvironment("INC_SEED", 1);
    for (uint64_t seed = first; seed < first + graphs; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        IncTopology topology = RandomTopology(random);
        auto model = ModelDistances(topology);
        IncRouteComputation routes(topology);
        const auto n = static_cast<uint32_t>(topology.GetNodes().size());
        for (uint32_t from = 0; from < n; ++from)
        {
            const auto& table = routes.GetRoutes(from);
            for (uint32_t to = 0; to < n; ++to)
            {
                std::vector<uint16_t> expected;
                for (uint16_t p = 0; p < topology.GetPorts(from).size(); ++p)
                {
                    uint32_t peer = topology.GetPorts(from)[p].peer;
                    if (model[from][to] == model[peer][to] + 1 &&
                        (peer == to || !topology.IsHost(peer)))
                    {
                        expected.push_back(p);
                    }
                }
                ASSERT_EQ(expected.empty(), from == to);
                if (from == to)
                {
                    ASSERT_EQ(table.groupOf[to], IncNodeRoutes::NO_GROUP);
                    continue;
                }
                ASSERT_EQ(table.groups.at(table.groupOf[to]), expected);
            }
            std::set<std::vector<uint16_t>> distinct(table.groups.begin(), table.groups.end());
            ASSERT_EQ(distinct.size(), table.groups.size());
        }
    }
}

TEST(IncRouteComputation, HasTheGroupsOfAFatTree)
{
    const uint32_t k = 8;
    const uint32_t half = k / 2;
    IncTopology topology = IncFatTreeTopology(k).Build();
    IncRouteComputation routes(topology);
    auto group = [&](const std::string& from, const std::string& to) {
        const auto& table = routes.GetRoutes(*topology.Find(from));
        return table.groups.at(table.groupOf[*topology.Find(to)]);
    };
    EXPECT_EQ(group("h0", "h127").size(), 1u);
    EXPECT_EQ(group("edge0", "h3"), (std::vector<uint16_t>{3}));
    EXPECT_EQ(group("edge0", "h4"), (std::vector<uint16_t>{4, 5, 6, 7})) << "the same pod";
    EXPECT_EQ(group("edge0", "h127").size(), half);
    EXPECT_EQ(group("agg0", "h127"), (std::vector<uint16_t>{4, 5, 6, 7}));
    EXPECT_EQ(group("agg0", "h5"), (std::vector<uint16_t>{1}));
    EXPECT_EQ(group("core0", "h127"), (std::vector<uint16_t>{7}));
    EXPECT_EQ(group("edge0", "core0"), (std::vector<uint16_t>{4})) << "agg0 alone leads there";
    // A core has one group for each pod and one for the other cores.
    EXPECT_EQ(routes.GetRoutes(*topology.Find("core0")).groups.size(), k + 1u)
        << "to the other cores over all pods, to a pod over one port";
    EXPECT_EQ(routes.GetRoutes(0).groups.size(), 1u);
}

TEST(IncRouteComputation, StaysSmallOnAThousandHosts)
{
    IncTopology topology = IncFatTreeTopology(16).Build();
    IncRouteComputation routes(topology);
    std::size_t bytes = 0;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        const auto& table = routes.GetRoutes(node);
        bytes += table.groupOf.capacity() * sizeof(uint16_t);
        for (const auto& group : table.groups)
        {
            bytes += sizeof(group) + group.capacity() * sizeof(uint16_t);
        }
    }
    EXPECT_LT(bytes, 6u << 20);
}

TEST(IncShortestPath, IsAsLongAsTheModelSaysOnRandomGraphs)
{
    for (uint64_t seed = 1; seed <= 50; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        IncTopology topology = RandomTopology(random);
        auto model = ModelDistances(topology);
        const auto n = static_cast<uint32_t>(topology.GetNodes().size());
        for (uint32_t from = 0; from < n; ++from)
        {
            uint32_t to = Draw(random, 0, n - 1);
            auto path = IncShortestPath(topology, from, to);
            ASSERT_EQ(path.size(), model[from][to]);
            uint32_t at = from;
            for (uint32_t link : path)
            {
                ASSERT_TRUE(at == from || !topology.IsHost(at));
                const auto& ends = topology.GetLinks()[link];
                ASSERT_TRUE(ends.a == at || ends.b == at);
                at = ends.a == at ? ends.b : ends.a;
            }
            ASSERT_EQ(at, to);
        }
    }
}

TEST(IncShortestPath, AddsPropagationAndSerialisationOfEveryHop)
{
    IncTopology topology = IncFatTreeTopology(4).Build();
    auto path = IncShortestPath(topology, 0, 15);
    ASSERT_EQ(path.size(), 6u);
    EXPECT_EQ(IncUnloadedLatency(topology, path, 0), 6'000'000);
    // 1250 B at 100 Gb/s take 100 ns.
    EXPECT_EQ(IncUnloadedLatency(topology, path, 1250), 6'000'000 + 6 * 100'000);
    EXPECT_TRUE(IncShortestPath(topology, 3, 3).empty());
}
