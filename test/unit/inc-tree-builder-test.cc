/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../suites/inc-environment.h"
#include "inc-random-topology.h"

#include "ns3/inc-aggregator-selection.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-placement.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

using namespace ns3;

namespace
{

std::string
What(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const IncTopologyError& error)
    {
        return error.what();
    }
    return "accepted";
}

/// Return the names of the switches with a VAT node, with the root first.
std::vector<std::string>
Names(const IncTopology& topology, const IncAggregationTree& tree)
{
    std::vector<std::string> names;
    for (const auto& vatNode : tree.GetNodes())
    {
        names.push_back(topology.GetName(vatNode.node));
    }
    std::sort(names.begin() + 1, names.end());
    return names;
}

IncAggregationTree
Build(const IncTopology& topology,
      uint32_t workers,
      const std::string& aggregators = "all",
      IncPlacement placement = IncPlacement::PACKED)
{
    IncTreeBuilder builder(topology);
    builder.SetAggregators(IncAggregatorSelection::Parse(aggregators));
    return builder.Build(IncTreeWorkers(topology, IncPlaceWorkers(topology, workers, placement)));
}

/// Sum all contributions up the tree. A rank adds 2^rank, so that the sum shows which rank counts
/// how often.
std::vector<uint32_t>
RanksBelow(const IncAggregationTree& tree, uint32_t vatNode)
{
    std::vector<uint32_t> ranks;
    for (const auto& input : tree.GetInputs(vatNode))
    {
        auto below =
            input.isWorker ? std::vector<uint32_t>{input.index} : RanksBelow(tree, input.index);
        EXPECT_EQ(input.lowestRank, *std::min_element(below.begin(), below.end()));
        ranks.insert(ranks.end(), below.begin(), below.end());
    }
    return ranks;
}

/// Check that each contribution reaches the root once, on a shortest path, and that A-BMs are
/// right.
void
ExpectRight(const IncTopology& topology, const IncAggregationTree& tree)
{
    auto distance = ModelDistances(topology);
    const auto& nodes = tree.GetNodes();
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        auto ranks = RanksBelow(tree, i);
        IncBitString bits(tree.GetMaxBfrId());
        for (uint32_t rank : ranks)
        {
            bits.Set(tree.GetWorkers()[rank].bfrId);
        }
        EXPECT_EQ(bits, nodes[i].aBm);
        EXPECT_EQ(bits.Count(), ranks.size()) << "nobody is counted twice";
    }
    EXPECT_EQ(nodes[0].aBm.Count(), tree.GetWorkers().size());
    for (uint32_t rank = 0; rank < tree.GetWorkers().size(); ++rank)
    {
        uint32_t host = tree.GetWorkers()[rank].host;
        uint32_t length = distance[host][nodes[tree.GetLeafOf(rank)].node];
        for (uint32_t i = tree.GetLeafOf(rank); i != 0; i = nodes[i].parent)
        {
            length += distance[nodes[i].node][nodes[nodes[i].parent].node];
        }
        EXPECT_EQ(length, distance[host][tree.GetRoot()]);
    }
}

} // namespace

TEST(IncTreeBuilder, MakesRightTreesOnRandomGraphs)
{
    const uint64_t graphs = IncFromEnvironment("INC_ITERATIONS", 200);
    const uint64_t first = IncFromEnvironment("INC_SEED", 1);
    for (uint64_t seed = first; seed < first + graphs; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937_64 random(seed);
        IncTopology topology = RandomTopology(random);
        auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
        auto draw = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
        auto workers =
            IncPlaceWorkers(topology, Draw(random, 1, hosts), IncPlacement::RANDOM, draw);
        IncTreeBuilder builder(topology);
        builder.SetSeed(random() % 2 == 0 ? 0 : seed);
        if (random() % 4 == 0)
        {
            builder.SetAggregators(IncAggregatorSelection::Parse("1"));
        }
        const uint32_t server = topology.GetHosts()[random() % hosts];
        if (std::find(workers.begin(), workers.end(), server) == workers.end())
        {
            builder.SetRoot(server);
        }
        auto tree = builder.Build(IncTreeWorkers(topology, workers));
        ExpectRight(topology, tree);
        auto again = builder.Build(IncTreeWorkers(topology, workers));
        EXPECT_EQ(Names(topology, tree), Names(topology, again));
    }
}

TEST(IncTreeBuilder, UsesOneSwitchOfEachPodAndTheCoreInAFatTree)
{
    IncTopology topology = IncFatTreeTopology(4).Build();
    auto tree = Build(topology, 16);
    EXPECT_EQ(Names(topology, tree),
              (std::vector<std::string>{"core0",
                                        "agg0",
                                        "agg2",
                                        "agg4",
                                        "agg6",
                                        "edge0",
                                        "edge1",
                                        "edge2",
                                        "edge3",
                                        "edge4",
                                        "edge5",
                                        "edge6",
                                        "edge7"}));
    EXPECT_EQ(tree.GetDepth(), 3u);
    EXPECT_EQ(tree.GetMaxAdditions(), 1u + 1u + 3u);
    ExpectRight(topology, tree);
}

TEST(IncTreeBuilder, PutsTheRootNearTheWorkers)
{
    IncTopology fatTree = IncFatTreeTopology(4).Build();
    EXPECT_EQ(Names(fatTree, Build(fatTree, 1)), (std::vector<std::string>{"edge0"}));
    EXPECT_EQ(Names(fatTree, Build(fatTree, 2)), (std::vector<std::string>{"edge0"}));
    EXPECT_EQ(Names(fatTree, Build(fatTree, 4)),
              (std::vector<std::string>{"agg0", "edge0", "edge1"}));
    EXPECT_EQ(Names(fatTree, Build(fatTree, 5)),
              (std::vector<std::string>{"core0", "agg0", "edge0", "edge1"}));
    IncTopology leafSpine = IncLeafSpineTopology(4, 4, 8).Build();
    EXPECT_EQ(Names(leafSpine, Build(leafSpine, 16)),
              (std::vector<std::string>{"spine0", "leaf0", "leaf1"}));
    IncTopology star = IncStarTopology(8).Build();
    EXPECT_EQ(Names(star, Build(star, 8)), (std::vector<std::string>{"s0"}));
}

TEST(IncTreeBuilder, LeavesOutSwitchesThatAddNothing)
{
    IncTopology topology = IncFatTreeTopology(4).Build();
    IncTreeBuilder builder(topology);
    builder.SetRoot(*topology.Find("core3"));
    auto workers = IncTreeWorkers(topology, {0, 1, 15});
    auto tree = builder.Build(workers);
    EXPECT_EQ(Names(topology, tree), (std::vector<std::string>{"core3", "edge0"}));
}

TEST(IncTreeBuilder, UsesOnlyTheAggregatorsAskedFor)
{
    IncTopology topology = IncFatTreeTopology(4).Build();
    auto names = [&](const std::string& aggregators) {
        auto tree = Build(topology, 16, aggregators);
        ExpectRight(topology, tree);
        return Names(topology, tree);
    };
    using List = std::vector<std::string>;
    EXPECT_EQ(names("edge"),
              (List{"edge0", "edge1", "edge2", "edge3", "edge4", "edge5", "edge6", "edge7"}));
    EXPECT_EQ(names("core"), (List{"core0"}));
    EXPECT_EQ(names("1"), (List{"core0"}));
    EXPECT_EQ(names("5"), (List{"core0", "edge0", "edge2", "edge4", "edge6"}));
    EXPECT_EQ(names("9").size(), 9u);
    EXPECT_EQ(names("11").size(), 11u);
    EXPECT_EQ(names("20"), names("all")) << "more are of no use";
    EXPECT_EQ(names("list:agg2,core3"), (List{"core3"})) << "agg2 is on no shortest path to core3";
    EXPECT_EQ(names("list:agg3,core3,edge1"), (List{"core3", "agg3", "edge1"}));
}

TEST(IncTreeBuilder, PrefersPathsThatMeetAtAnAggregator)
{
    // Of two middle switches between edges and root, only the second can aggregate.
    IncTopology topology;
    IncTopologyNode plain;
    plain.name = "plain";
    plain.inc = false;
    uint32_t first = topology.AddNode(plain);
    uint32_t second = topology.AddSwitch("second");
    uint32_t root = topology.AddSwitch("root");
    uint32_t e0 = topology.AddSwitch("e0");
    uint32_t e1 = topology.AddSwitch("e1");
    uint32_t h0 = topology.AddHost("h0");
    uint32_t h1 = topology.AddHost("h1");
    for (auto [a, b] : {std::pair(first, root),
                        std::pair(second, root),
                        std::pair(e0, first),
                        std::pair(e0, second),
                        std::pair(e1, first),
                        std::pair(e1, second),
                        std::pair(h0, e0),
                        std::pair(h1, e1)})
    {
        topology.AddLink(a, b, 1'000'000'000, 0);
    }
    topology.DeriveTiers();
    topology.SetRoot(root);
    auto tree = IncTreeBuilder(topology).Build(IncTreeWorkers(topology, {h0, h1}));
    EXPECT_EQ(Names(topology, tree), (std::vector<std::string>{"root", "second"}));
}

TEST(IncTreeBuilder, PrefersTheHigherTierOfEquallyNearRoots)
{
    // The switch "low" has its own host, and "high" has none.
    IncTopology topology;
    uint32_t low = topology.AddSwitch("low");
    uint32_t high = topology.AddSwitch("high");
    uint32_t e0 = topology.AddSwitch("e0");
    uint32_t e1 = topology.AddSwitch("e1");
    uint32_t h0 = topology.AddHost("h0");
    uint32_t h1 = topology.AddHost("h1");
    uint32_t other = topology.AddHost("other");
    for (auto [a, b] : {std::pair(h0, e0),
                        std::pair(h1, e1),
                        std::pair(e0, low),
                        std::pair(e1, low),
                        std::pair(e0, high),
                        std::pair(e1, high),
                        std::pair(other, low)})
    {
        topology.AddLink(a, b, 1'000'000'000, 0);
    }
    topology.DeriveTiers();
    auto tree = IncTreeBuilder(topology).Build(IncTreeWorkers(topology, {h0, h1}));
    EXPECT_EQ(topology.GetName(tree.GetRoot()), "high");
}

TEST(IncTreeBuilder, SpreadsEqualRootsByLoadOrSeed)
{
    IncTopology topology = IncFatTreeTopology(8).Build();
    auto workers = IncTreeWorkers(topology, topology.GetHosts());
    std::vector<uint32_t> load(topology.GetNodes().size());
    std::set<uint32_t> roots;
    for (int job = 0; job < 16; ++job)
    {
        IncTreeBuilder builder(topology);
        builder.SetLoad(load);
        auto tree = builder.Build(workers);
        ++load[tree.GetRoot()];
        roots.insert(tree.GetRoot());
    }
    EXPECT_EQ(roots.size(), 16u) << "one job on each core";
    std::set<uint32_t> seeded;
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        IncTreeBuilder builder(topology);
        builder.SetSeed(seed);
        seeded.insert(builder.Build(workers).GetRoot());
    }
    EXPECT_GT(seeded.size(), 5u);
}

TEST(IncTreeBuilder, TreesOfTheSameWorkersShareNoLinkAsLongAsThereAreOthers)
{
    const IncTopology topology = IncFatTreeTopology(8).Build();
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    std::vector<uint32_t> load(topology.GetNodes().size());
    std::set<std::pair<uint32_t, uint32_t>> links;
    std::size_t used = 0;
    for (int job = 0; job < 4; ++job) // each edge switch has four links upwards
    {
        IncTreeBuilder builder(topology);
        builder.SetLoad(load);
        const auto tree = builder.Build(workers);
        for (const auto& node : tree.GetNodes())
        {
            ++load[node.node];
            if (node.parent != IncAggregationTreeNode::NO_PARENT)
            {
                ++used;
                links.emplace(node.node, tree.GetNodes()[node.parent].node);
            }
        }
    }
    EXPECT_EQ(links.size(), used);
}

TEST(IncTreeBuilder, RefusesWhatIsImpossible)
{
    IncTopology topology = IncLeafSpineTopology(2, 2, 2).Build();
    auto refusal = [&](const std::string& aggregators, const std::string& root = "") {
        return What([&] {
            IncTreeBuilder builder(topology);
            builder.SetAggregators(IncAggregatorSelection::Parse(aggregators));
            if (!root.empty())
            {
                builder.SetRoot(*topology.Find(root));
            }
            builder.Build(IncTreeWorkers(topology, {0, 1}));
        });
    };
    for (const char* text : {"", "some", "0", "-1", "1.5", "2x", "99999999999"})
    {
        EXPECT_EQ(refusal(text),
                  "aggregators: \"" + std::string(text) +
                      "\" is not accepted; expected all, edge, core, a number from 1, or "
                      "list:NAME,…");
    }
    EXPECT_EQ(
        refusal("5"),
        "aggregators: 5 is not accepted; expected at most 4, the switches that can aggregate");
    EXPECT_EQ(refusal("list:"),
              "aggregators: \"\" is not in the topology; expected names of switches");
    EXPECT_EQ(refusal("list:leaf0,leaf9"),
              "aggregators: \"leaf9\" is not in the topology; expected names of switches");
    EXPECT_EQ(refusal("list:h0"),
              "aggregators: \"h0\" cannot aggregate; expected switches with \"inc\": true");
    EXPECT_EQ(refusal("list:leaf0,leaf0"),
              "aggregators: \"leaf0\" is listed twice; expected each switch once");
    EXPECT_EQ(refusal("edge", "spine0"),
              "root: \"spine0\" is not among the switches that may aggregate; expected one of "
              "them, or a host that is no worker");
    IncTopology plain;
    IncTopologyNode node;
    node.name = "s";
    node.inc = false;
    plain.AddNode(node);
    plain.AddLink(plain.AddHost("h"), 0, 1'000'000, 0);
    plain.DeriveTiers();
    EXPECT_EQ(What([&] { Build(plain, 1); }),
              "aggregators: no switch can aggregate; expected at least one with \"inc\": true");
    EXPECT_EQ(
        What([&] { Build(plain, 1, "edge"); }),
        "aggregators: no edge switch can aggregate; expected at least one with \"inc\": true");
    IncTopology taken;
    node.isTaken = true;
    taken.AddNode(node);
    taken.AddLink(taken.AddHost("h"), 0, 1'000'000, 0);
    taken.DeriveTiers();
    EXPECT_EQ(What([&] { Build(taken, 1, "edge"); }),
              "aggregators: no edge switch is free: the trees or slots of all 1 that can aggregate "
              "are in use, or they have refused the group");
    plain.AddSwitch("island");
    EXPECT_EQ(What([&] { Build(plain, 1); }),
              "root: no switch that may aggregate is connected to all workers");
    EXPECT_EQ(What([&] { IncTreeBuilder(plain).SetRoot(12); }),
              "root: node 12 is not in the topology");
}

TEST(IncPlacement, PacksSpreadsAndShuffles)
{
    IncTopology topology = IncFatTreeTopology(4).Build();
    EXPECT_EQ(IncPlaceWorkers(topology, 3, IncPlacement::PACKED), (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(IncPlaceWorkers(topology, 10, IncParsePlacement("spread")),
              (std::vector<uint32_t>{0, 2, 4, 6, 8, 10, 12, 14, 1, 3}));
    std::mt19937_64 random(5);
    auto draw = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
    std::vector<uint32_t> first(16);
    for (int i = 0; i < 1600; ++i)
    {
        auto hosts = IncPlaceWorkers(topology, 16, IncPlacement::RANDOM, draw);
        ++first[hosts[0]];
        std::sort(hosts.begin(), hosts.end());
        ASSERT_EQ(hosts, topology.GetHosts());
    }
    for (uint32_t count : first)
    {
        EXPECT_NEAR(count, 100, 50) << "every host is first as often";
    }
}

TEST(IncPlacement, RefusesMoreWorkersThanHosts)
{
    IncTopology topology = IncStarTopology(4).Build();
    for (uint32_t workers : {0u, 5u})
    {
        EXPECT_EQ(What([&] { IncPlaceWorkers(topology, workers, IncPlacement::PACKED); }),
                  "workers: " + std::to_string(workers) +
                      " is not accepted; expected 1 to 4, the number of hosts");
    }
    EXPECT_EQ(What([] { IncParsePlacement("tight"); }),
              "placement: \"tight\" is not accepted; expected packed, spread or random");
}
