/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of links of aggregation trees, which are chosen by load.

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-tree-paths.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// \brief A network as the manager hears of it: the address of a node is its index, and ports have
/// their own numbers.
IncHeardTopology
Hear(const IncTopology& topology)
{
    IncHeardTopology heard;
    heard.topology = topology;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        heard.addresses.push_back(node);
        heard.nodes[node] = node;
        auto& ports = heard.ports.emplace_back();
        for (uint32_t port = 0; port < topology.GetPorts(node).size(); ++port)
        {
            ports.push_back(port);
        }
    }
    return heard;
}

/// \brief Two switches with two links between them; the hosts are at the second.
IncTopology
MakeParallel()
{
    IncTopology topology;
    topology.AddSwitch("s0");
    topology.AddSwitch("s1");
    topology.AddLink(0, 1, 1000000000, 0);
    topology.AddLink(0, 1, 1000000000, 0);
    for (uint32_t host = 2; host < 4; ++host)
    {
        topology.AddHost("h" + std::to_string(host - 2));
        topology.AddLink(1, host, 1000000000, 0);
    }
    topology.DeriveTiers();
    return topology;
}

} // namespace

TEST(IncTreePaths, TakesTheParallelLinkThatCarriesLess)
{
    const IncHeardTopology heard = Hear(MakeParallel());
    IncTreeBuilder builder(heard.topology);
    builder.SetRoot(0);
    const IncAggregationTree tree =
        builder.Build(IncTreeWorkers(heard.topology, heard.topology.GetHosts()));
    ASSERT_EQ(tree.GetNodes().size(), 2U);
    for (const uint32_t loaded : {0U, 1U})
    {
        const IncTreePaths paths(heard, tree, {{{1, loaded}, 1}});
        const IncTreePaths::Path& path = paths.Get(0, 0);
        EXPECT_TRUE(path.isPinned);
        ASSERT_EQ(path.hops.size(), 1U);
        EXPECT_EQ(path.hops[0].port, 1 - loaded);
        EXPECT_EQ(path.hops[0].peerPort, 1 - loaded);
        EXPECT_FALSE(paths.Get(1, 0).isPinned) << "a host has one link";
    }
}

TEST(IncTreePaths, SpreadsOverSwitchesThatDoNotAggregate)
{
    const IncHeardTopology heard = Hear(IncFatTreeTopology(4).Build());
    IncTreeBuilder builder(heard.topology);
    builder.SetAggregators(IncAggregatorSelection::Parse("edge"));
    const IncAggregationTree tree =
        builder.Build(IncTreeWorkers(heard.topology, heard.topology.GetHosts()));
    const IncTreePaths paths(heard, tree, {});
    std::map<uint32_t, uint32_t> lastLinks; // paths by port of the root
    for (std::size_t i = 0; i < tree.GetInputs(0).size(); ++i)
    {
        const IncTreePaths::Path& path = paths.Get(0, i);
        for (std::size_t hop = 1; hop < path.hops.size(); ++hop)
        {
            EXPECT_EQ(path.hops[hop].node, path.hops[hop - 1].peer);
        }
        EXPECT_EQ(path.hops.back().peer, tree.GetRoot());
        if (!tree.GetInputs(0)[i].isWorker)
        {
            EXPECT_TRUE(path.isPinned);
            ++lastLinks[path.hops.back().peerPort];
        }
    }
    ASSERT_EQ(lastLinks.size(), 2U) << "both links from above";
    EXPECT_EQ(lastLinks.begin()->second + lastLinks.rbegin()->second, 7U);
    EXPECT_LE(std::max(lastLinks.begin()->second, lastLinks.rbegin()->second), 4U);
}

TEST(IncTreePaths, SpreadsResultsByUnicastAndLeavesContributionsToTheHashIfSoAsked)
{
    IncHeardTopology heard = Hear(MakeParallel());
    IncTreeBuilder builder(heard.topology);
    builder.SetRoot(0);
    builder.SetAggregators(IncAggregatorSelection::Parse("list:s0"));
    const IncAggregationTree tree =
        builder.Build(IncTreeWorkers(heard.topology, heard.topology.GetHosts()));
    const IncTreePaths paths(heard, tree, {}, {false, true});
    ASSERT_EQ(paths.GetAll().size(), 4U);
    for (uint32_t worker = 0; worker < 2; ++worker)
    {
        EXPECT_FALSE(paths.Get(0, worker).isPinned);
        const IncTreePaths::Path& path = *paths.FindResult(worker);
        ASSERT_EQ(path.hops.size(), 2U);
        EXPECT_TRUE(path.isPinned);
        EXPECT_EQ(path.hops.front().node, 0U);
        EXPECT_EQ(path.hops.back().peer, tree.GetWorkers()[worker].host);
    }
    EXPECT_NE(paths.FindResult(0)->hops[0].port, paths.FindResult(1)->hops[0].port);
}
