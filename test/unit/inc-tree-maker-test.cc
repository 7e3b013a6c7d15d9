/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the ways in which the aggregation manager finds trees.

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-tree-maker.h"

#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// \brief A user-defined way: the last switch is the root, and only it aggregates.
class IncLastSwitchTreeMaker : public IncTreeMaker
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncLastSwitchTreeMaker")
                                .SetParent<IncTreeMaker>()
                                .AddConstructor<IncLastSwitchTreeMaker>();
        return tid;
    }

    IncAggregationTree Make(const Request& request) override
    {
        IncAggregationTreeNode root;
        root.node = static_cast<uint32_t>(request.topology.GetNodes().size()) - 1;
        root.aBm = IncBitString(IncMaxBfrId(request.workers));
        for (uint32_t i = 0; i < request.workers.size(); ++i)
        {
            root.workers.push_back(i);
            root.aBm.Set(request.workers[i].bfrId);
        }
        return {request.topology, request.workers, {root}};
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncLastSwitchTreeMaker);

/// \brief Return the roots of some trees, made one after another over all hosts of a fat-tree.
std::vector<std::string>
RootsOf(IncTreeMaker& maker, uint32_t trees)
{
    const IncTopology topology = IncFatTreeTopology(4).Build();
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    std::vector<std::string> roots;
    for (uint32_t i = 0; i < trees; ++i)
    {
        IncTreeMaker::Request request{topology, workers, {}, {}, {}, std::nullopt};
        request.load.resize(topology.GetNodes().size());
        roots.push_back(topology.GetName(maker.Make(request).GetRoot()));
    }
    return roots;
}

} // namespace

TEST(IncTreeMaker, IsFoundByItsNameOrRefusedWithAllOfThem)
{
    EXPECT_EQ(IncTreeMaker::GetAccepted(), "last-switch, plan:FILE, round-robin or shortest-path");
    EXPECT_EQ(RootsOf(*IncTreeMaker::Create("last-switch"), 1).front(), "core3");
    for (const std::string text : {"", "tallest", "plan", "plan:", "round-robin:x", ":x"})
    {
        try
        {
            IncTreeMaker::Create(text);
            ADD_FAILURE() << text;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_EQ(error.what(), "accepted: " + IncTreeMaker::GetAccepted()) << text;
        }
    }
}

TEST(IncTreeMaker, TakesTurnsOrTheLeastLoaded)
{
    auto roundRobin = IncTreeMaker::Create("round-robin");
    const auto roots = RootsOf(*roundRobin, 8);
    const std::set<std::string> all{"core0", "core1", "core2", "core3"};
    EXPECT_EQ(std::set<std::string>(roots.begin(), roots.begin() + 4), all);
    EXPECT_EQ(std::vector<std::string>(roots.begin(), roots.begin() + 4),
              std::vector<std::string>(roots.begin() + 4, roots.end()));
    roundRobin->Forget();
    EXPECT_EQ(RootsOf(*roundRobin, 1).front(), roots.front());
    // Without loads, all trees have the same root.
    const auto same = RootsOf(*IncTreeMaker::Create("shortest-path"), 3);
    EXPECT_EQ(std::set<std::string>(same.begin(), same.end()), std::set<std::string>{"core0"});
}
