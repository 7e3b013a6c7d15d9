/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atp-planner.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-away-planner.h"
#include "ns3/inc-eina-model.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-eina-tree.h"
#include "ns3/inc-grid-planner.h"
#include "ns3/inc-plan-random.h"
#include "ns3/inc-rr-planner.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

void
ExpectSound(const IncEdgePlan& plan)
{
    for (const std::string& violation : IncCheckPlan(plan))
    {
        ADD_FAILURE() << violation;
    }
}

IncEdge
RandomEdge(IncPlanRandom& random, bool integer, bool printed)
{
    IncEdge edge;
    const uint32_t count = random.Between(1, 4);
    edge.maxDepth = random.Between(1, 4);
    edge.integerRates = integer;
    edge.rateMax = random.Between(0, 1) ? 1000 : 4;
    for (uint32_t i = 0; i < count; ++i)
    {
        edge.aggregators.push_back({"a" + std::to_string(i),
                                    uint32_t(random.Between(0, 3)),
                                    double(random.Between(4, 20)),
                                    double(random.Between(2, 14)),
                                    double(random.Between(2, 14))});
    }
    for (int64_t p = random.Between(1, 2); p > 0; --p)
    {
        const uint32_t home = random.Below(count);
        edge.ps.push_back({"p" + std::to_string(p), home, 0, edge.rateMax, false});
        // In the printed model, a parameter server beside workers is never feasible, so that such
        // cases are kept rare.
        if (printed && random.Between(0, 3) > 0)
        {
            edge.aggregators[home].workers = 0;
        }
    }
    return edge;
}

void
ComparePlannerWithCbc(uint64_t seed, bool integer, bool printed, int instances)
{
    SCOPED_TRACE("seed " + std::to_string(seed));
    IncPlanRandom random(seed);
    IncPlanOptions options;
    options.printed = printed;
    for (int i = 0; i < instances; ++i)
    {
        const IncEdge edge = RandomEdge(random, integer, printed);
        const IncEdgePlan ours = IncEinaPlanner(edge).Options(options).Run();
        const IncEdgePlan literal = IncSolveEinaBy(edge, printed, "cbc", 60);
        ASSERT_EQ(IncName(ours.status), IncName(literal.status)) << edge.ToJson().dump();
        ASSERT_NEAR(ours.objective, literal.objective, 1e-4) << edge.ToJson().dump();
        ExpectSound(ours);
        ExpectSound(literal);
    }
}

/// Return whether each sender can have a parent without cycles, within the limits of depth and
/// children.
bool
AnyTree(const IncEinaTree& task)
{
    const std::size_t count = task.children.size();
    std::vector<uint32_t> sending = task.senders;
    sending.insert(sending.end(), task.relays.begin(), task.relays.end());
    std::vector<int> parent(count, -1);
    const auto sound = [&] {
        std::vector<uint32_t> children(count, 0);
        for (const uint32_t i : sending)
        {
            if (parent[i] >= 0)
            {
                children[parent[i]]++;
            }
        }
        for (const uint32_t i : sending)
        {
            uint32_t at = i;
            uint32_t depth = 0;
            while (parent[at] >= 0 && depth <= count)
            {
                at = parent[at];
                ++depth;
            }
            if (parent[i] >= 0 && (at != task.root || depth > task.depth))
            {
                return false;
            }
            const bool relay = i != task.root && parent[i] < 0;
            if (children[i] > task.children[i] || (relay && children[i] > 0))
            {
                return false;
            }
        }
        return children[task.root] <= task.children[task.root];
    };
    const std::function<bool(std::size_t)> choose = [&](std::size_t at) {
        if (at == sending.size())
        {
            return sound();
        }
        const uint32_t i = sending[at];
        for (int to = at < task.senders.size() ? 0 : -1; to < int(count); ++to)
        {
            parent[i] = to;
            if (to != int(i) && choose(at + 1))
            {
                return true;
            }
        }
        parent[i] = -1;
        return false;
    };
    return choose(0);
}

} // namespace

TEST(IncEinaTree, ExistsIfAndOnlyIfSomeChoiceOfParentsDoes)
{
    IncPlanRandom random(7);
    for (int i = 0; i < 3000; ++i)
    {
        IncEinaTree task;
        const uint32_t count = random.Between(2, 5);
        task.depth = random.Between(1, 4);
        for (uint32_t j = 0; j < count; ++j)
        {
            task.children.push_back(random.Between(0, 3));
            if (j > 0)
            {
                const bool relay = random.Between(0, 2) == 0;
                if (!relay)
                {
                    task.senders.push_back(j);
                }
                else if (task.children[j] > 0)
                {
                    task.relays.push_back(j);
                }
            }
        }
        ASSERT_EQ(task.Exists(), AnyTree(task)) << "instance " << i << " of seed 7";
        const auto tree = task.Build();
        ASSERT_EQ(tree.has_value(), task.Exists());
        std::vector<uint32_t> children(count, 0);
        for (const auto& [child, parent] : tree.value_or(IncEinaTree::Tree{}))
        {
            ASSERT_LE(++children[parent], task.children[parent]);
        }
    }
}

TEST(IncEinaPlanner, GivesFigure1OneHalfAndAtpTwoFifthsOrOneThird)
{
    const IncEdge edge = IncEdgeGenerator::Figure1();
    const IncEdgePlan eina = IncEinaPlanner(edge).Run();
    EXPECT_EQ(eina.objective, 0.5);
    EXPECT_EQ(eina.status, IncPlanStatus::OPTIMAL);
    ExpectSound(eina);
    IncPlanOptions options;
    options.rootAggregates = true;
    EXPECT_NEAR(IncAtpPlanner(edge).Options(options).Run().objective, 1.0 / 3, 1e-9);
    options.rootAggregates = false;
    EXPECT_NEAR(IncAtpPlanner(edge).Options(options).Run().objective, 0.4, 1e-9);
}

TEST(IncEinaPlanner, FindsOneThirdAmongTheOutcomesOfRandomRoutingAndGridOnFigure1)
{
    const IncEdge edge = IncEdgeGenerator::Figure1();
    bool rr = false;
    bool grid = false;
    for (uint64_t seed = 1; seed <= 60; ++seed)
    {
        IncPlanOptions options;
        options.seed = seed;
        rr = rr || std::abs(IncRrPlanner(edge).Options(options).Run().objective - 1.0 / 3) < 1e-6;
        grid = grid ||
               std::abs(IncGridPlanner(edge).Options(options).Run().objective - 1.0 / 3) < 1e-6;
    }
    EXPECT_TRUE(rr);
    EXPECT_TRUE(grid);
}

TEST(IncEinaPlanner, EqualsCbcOnTheLiteralModelWithIntegerRates)
{
    ComparePlannerWithCbc(11, true, false, 60);
}

TEST(IncEinaPlanner, EqualsCbcOnTheLiteralModelWithRealRates)
{
    ComparePlannerWithCbc(12, false, false, 60);
}

TEST(IncEinaPlanner, EqualsCbcOnTheModelAsPrinted)
{
    ComparePlannerWithCbc(13, true, true, 60);
    ComparePlannerWithCbc(14, false, true, 30);
}

TEST(IncEinaPlanner, IsOptimalOnThePapersSizes)
{
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        IncEdgeGenerator make;
        make.seed = seed;
        for (const uint32_t aggregators : {12, 50})
        {
            make.aggregators = aggregators;
            const IncEdgePlan plan = IncEinaPlanner(make.Make()).Run();
            EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << aggregators << " seed " << seed;
            ExpectSound(plan);
        }
    }
}

TEST(IncEinaPlanner, SearchesOnWithMoreEffortWhereTheDepthLimitBinds)
{
    IncEdgeGenerator narrow;
    narrow.aggregators = 50;
    narrow.ingress = narrow.egress = {20, 60};
    narrow.seed = 1050;
    IncEdgeGenerator flat;
    flat.aggregators = 50;
    flat.maxDepth = 3;
    flat.seed = 6;
    for (const IncEdgeGenerator& make : {narrow, flat})
    {
        const IncEdgePlan plan = IncEinaPlanner(make.Make()).Run();
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << "seed " << make.seed;
        ExpectSound(plan);
    }
}

TEST(IncEinaPlanner, IsOptimalIfEveryTreeIsAStar)
{
    for (const bool integers : {false, true})
    {
        IncEdgeGenerator make;
        make.aggregators = 90;
        make.emptyAggregators = 20;
        make.parameterServers = 8;
        make.maxDepth = 2;
        make.integerRates = integers;
        for (make.seed = 1; make.seed <= 5; ++make.seed)
        {
            const IncEdge edge = make.Make();
            const IncEdgePlan plan = IncEinaPlanner(edge).TimeLimit(60).Run();
            EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << make.seed;
            ExpectSound(plan);
        }
    }
}

TEST(IncEinaPlanner, BoundsTwoRealRatesWithinFivePercent)
{
    IncEdgeGenerator make;
    make.aggregators = 30;
    make.workers = {5, 5};
    make.parameterServers = 2;
    make.integerRates = false;
    make.seed = 8;
    const IncEdge edge = make.Make();
    const IncEdgePlan plan = IncEinaPlanner(edge).TimeLimit(10).Run();
    EXPECT_LT(plan.upperBound, 1.05 * plan.objective);
    ExpectSound(plan);
}

TEST(IncEinaPlanner, PlansFiveThousandAggregatorsForOneParameterServer)
{
    for (const bool integer : {true, false})
    {
        IncEdgeGenerator make;
        make.parameterServers = 1;
        make.aggregators = 5000;
        make.emptyAggregators = 1000;
        make.integerRates = integer;
        const IncEdgePlan plan = IncEinaPlanner(make.Make()).Run();
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
        ExpectSound(plan);
    }
}

TEST(IncEinaPlanner, IsNeverBelowRandomRoutingNorAtpWithRealRates)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        IncEdgeGenerator make;
        make.seed = seed;
        make.integerRates = false;
        make.parameterServers = 1 + seed % 3;
        const IncEdge edge = make.Make();
        const double eina = IncEinaPlanner(edge).Run().objective;
        IncPlanOptions options;
        options.seed = seed;
        const IncEdgePlan rr = IncRrPlanner(edge).Options(options).Run();
        const IncEdgePlan atp = IncAtpPlanner(edge).Options(options).Run();
        const IncEdgePlan grid = IncGridPlanner(edge).Options(options).Run();
        EXPECT_GE(eina, rr.objective * (1 - 1e-9)) << "seed " << seed;
        EXPECT_GE(eina, atp.objective * (1 - 1e-9)) << "seed " << seed;
        ExpectSound(rr);
        ExpectSound(atp);
        ExpectSound(grid);
    }
}

TEST(IncEinaPlanner, ShowsTheDefectsOfThePrintedModel)
{
    // Constraint (2) makes the root of a tree send if it has workers, so that the paper's figure 1
    // itself is infeasible.
    const IncEdge edge = IncEdgeGenerator::Figure1();
    IncPlanOptions options;
    options.printed = true;
    EXPECT_EQ(IncEinaPlanner(edge).Options(options).Run().status, IncPlanStatus::INFEASIBLE);
    // An aggregator without workers may drop what it receives.
    IncEdge lost = edge;
    lost.aggregators[0].workers = 0;
    lost.aggregators[0].egress = 0.1;
    const IncEdgePlan printed = IncEinaPlanner(lost).Options(options).Run();
    EXPECT_GT(printed.objective, IncEinaPlanner(lost).Run().objective);
    IncEdgePlan corrected = printed;
    corrected.printed = false;
    EXPECT_TRUE(IncCheckPlan(printed).empty());
    EXPECT_FALSE(IncCheckPlan(corrected).empty());
}

TEST(IncEinaAwayPlanner, IsNeverBelowEinaAndGainsWhereAggregationIsScarce)
{
    for (const bool integer : {true, false})
    {
        for (uint64_t seed = 1; seed <= 10; ++seed)
        {
            IncEdgeGenerator make;
            make.seed = seed;
            make.integerRates = integer;
            make.parameterServers = 1 + seed % 4;
            make.capacity = {60, 300};
            make.ingress = {400, 500};
            make.egress = {400, 500};
            const IncEdge edge = make.Make();
            const double eina = IncEinaPlanner(edge).Run().objective;
            const IncEdgePlan away = IncEinaAwayPlanner(edge).Run();
            EXPECT_GE(away.objective, eina * 1.1) << "seed " << seed;
            ExpectSound(away);
        }
    }
}
