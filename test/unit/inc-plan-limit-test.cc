/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-aro-planner.h"
#include "ns3/inc-atp-planner.h"
#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-away-planner.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-grid-planner.h"
#include "ns3/inc-jobs-planner.h"
#include "ns3/inc-paring-planner.h"
#include "ns3/inc-ratio-search.h"
#include "ns3/inc-rr-planner.h"
#include "ns3/inc-simplex.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const IncDeadline PAST = std::chrono::steady_clock::now();

IncEdge
Edge(uint32_t aggregators, uint32_t parameterServers, bool integers)
{
    IncEdgeGenerator make;
    make.aggregators = aggregators;
    make.parameterServers = parameterServers;
    make.integerRates = integers;
    return make.Make();
}

/** Check a plan and its bound. If the plan is not proven optimal, its status must be TIMEOUT. */
void
ExpectEnded(const IncPlanAnswer& plan, const std::vector<std::string>& violations)
{
    EXPECT_TRUE(violations.empty()) << plan.algorithm;
    EXPECT_GE(plan.upperBound, plan.objective) << plan.algorithm;
    EXPECT_TRUE(plan.status == IncPlanStatus::OPTIMAL || plan.notes.contains("time_limit_reached"))
        << plan.algorithm;
}

} // namespace

TEST(IncTimeLimit, EndsTheSimplexMethod)
{
    const IncLinearModel model = IncGridModel(Edge(12, 2, false));
    EXPECT_EQ(IncSolveByRows(model, PAST).status, IncLinearAnswer::Status::UNKNOWN);
    EXPECT_EQ(IncSimplex(model, PAST).Solve().status, IncLinearAnswer::Status::UNKNOWN);
    EXPECT_EQ(IncSolveByRows(model).status, IncLinearAnswer::Status::OPTIMAL);
}

TEST(IncTimeLimit, LeavesGridAPlanThatAggregatesAtHome)
{
    const IncEdge edge = Edge(120, 5, true);
    const IncEdgePlan plan = IncGridPlanner(edge).TimeLimit(0).Run();
    EXPECT_EQ(plan.status, IncPlanStatus::FEASIBLE);
    EXPECT_GT(plan.objective, 0);
    EXPECT_TRUE(
        std::all_of(plan.raw.begin(), plan.raw.end(), [](const auto& raw) { return raw.empty(); }));
    ExpectEnded(plan, IncCheckPlan(plan));
}

TEST(IncTimeLimit, EndsEveryPlannerOfEdges)
{
    for (const bool integers : {false, true})
    {
        const IncEdge edge = Edge(60, 2, integers);
        for (const IncEdgePlan& plan : {IncEinaPlanner(edge).TimeLimit(0).Run(),
                                        IncEinaAwayPlanner(edge).TimeLimit(0).Run(),
                                        IncAtpPlanner(edge).TimeLimit(0).Run(),
                                        IncRrPlanner(edge).TimeLimit(0).Run()})
        {
            ExpectEnded(plan, IncCheckPlan(plan));
        }
    }
}

TEST(IncTimeLimit, EndsEveryPlannerOfClusters)
{
    IncClusterGenerator make;
    const IncClusterPlan free = IncAtroPlanner(make.Make()).TimeLimit(0).Run();
    ExpectEnded(free, IncCheckPlan(free));
    const IncClusterJobs jobs{make.Make(), {{"job0", 60}, {"job1", 30}}};
    const IncJobsPlan several = IncJobsPlanner(jobs).TimeLimit(0).Run();
    EXPECT_TRUE(several.HasPlan());
    ExpectEnded(several, IncCheckPlan(several));
    make.topology = "leaf-spine";
    const IncCluster fixed = make.Make();
    for (const IncClusterPlan& plan :
         {IncAroPlanner(fixed).TimeLimit(0).Run(), IncParingPlanner(fixed).TimeLimit(0).Run()})
    {
        ExpectEnded(plan, IncCheckPlan(plan));
    }
}

TEST(IncTimeLimit, IsNotWhatEndsEinaWithManyAggregators)
{
    for (const bool integers : {false, true})
    {
        const IncEdge edge = Edge(1000, 2, integers);
        const IncEdgePlan plan = IncEinaPlanner(edge).TimeLimit(60).Run();
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
        EXPECT_FALSE(plan.notes.contains("time_limit_reached"));
        EXPECT_TRUE(IncCheckPlan(plan).empty());
    }
}

TEST(IncRatioSearch, HasAValidBoundAfterItsLastNode)
{
    // y = k r, and r + 2 y <= 4 with k below 1.5: the best whole multiple is k = 1.
    IncRatioModel products;
    const uint32_t r = products.model.AddVariable("r", 1, 10, false, 1);
    const uint32_t y = products.model.AddVariable("y", 0, 10, false, 1);
    products.model.AddRow("limit", {{r, 1}, {y, 2}}, IncLinearModel::Sense::LESS, 4);
    products.model.AddRow("more", {{y, 1}, {r, -0.5}}, IncLinearModel::Sense::GREATER, 0);
    products.ratios.push_back({y, r, 0, 3});
    const auto all = [](const auto&) { return true; };
    const auto answer = IncRatioSearch(products, IncDeadline::max()).Run(0, 1e-9, all);
    const auto cut = IncRatioSearch(products, IncDeadline::max(), 0).Run(0, 1e-9, all);
    ASSERT_TRUE(answer.proven);
    EXPECT_FALSE(cut.proven);
    EXPECT_GE(cut.bound, answer.bound);
    EXPECT_GT(IncRatioSearch(products, PAST).Run(0, 1e-9, all).bound, answer.bound);
}
