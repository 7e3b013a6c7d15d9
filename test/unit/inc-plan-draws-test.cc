/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-eina-planner.h"
#include "ns3/inc-grid-planner.h"
#include "ns3/inc-rr-planner.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace ns3;

namespace
{

/// Return an edge in which the root can take one sender and a1 none, so that a1 must send to a2,
/// and a2 to the root.
IncEdge
Chain()
{
    IncEdge edge;
    edge.rateMin = 1;
    edge.aggregators = {{"a0", 0, 9, 9, 1}, {"a1", 1, 1, 9, 9}, {"a2", 1, 2, 9, 9}};
    edge.ps = {{"p0", 0, 1, 1000}};
    return edge;
}

/// Return an edge in which rounding the workers' targets usually gives a parameter server too
/// little.
IncEdge
Narrow()
{
    IncEdge edge;
    edge.maxDepth = 2;
    edge.aggregators = {{"a0", 4, 10, 11, 2}, {"a1", 1, 3, 11, 4}, {"a2", 1, 20, 2, 16}};
    edge.ps = {{"p0", 0, 0.5, 1000, true}, {"p1", 2, 2, 1000, true}};
    return edge;
}

} // namespace

TEST(IncDraws, AreRepeatedUntilTheLeastRatesAreMet)
{
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        IncPlanOptions options;
        options.seed = seed;
        for (const IncEdgePlan& plan : {IncRrPlanner(Chain()).Options(options).Run(),
                                        IncGridPlanner(Narrow()).Options(options).Run()})
        {
            EXPECT_EQ(plan.status, IncPlanStatus::FEASIBLE) << plan.algorithm << " seed " << seed;
            EXPECT_TRUE(IncCheckPlan(plan).empty()) << plan.algorithm << " " << seed;
        }
    }
}

TEST(IncDraws, AreInfeasibleOnlyWithAProof)
{
    // a2 no longer relays to the root, so that no tree exists.
    IncEdge none = Chain();
    none.aggregators[2].capacity = 1;
    EXPECT_EQ(IncRrPlanner(none).Run().status, IncPlanStatus::INFEASIBLE);
    // Without time for any draw, nothing is known.
    IncPlanOptions hurry;
    hurry.timeLimit = 0;
    const IncEdgePlan late = IncRrPlanner(Chain()).Options(hurry).Run();
    EXPECT_EQ(late.status, IncPlanStatus::TIMEOUT);
    EXPECT_GE(late.upperBound, 1);
    // The rate exceeds what the workers' aggregators can receive together.
    IncEdge much = Narrow();
    much.ps[1].rateMin = 30;
    EXPECT_EQ(IncGridPlanner(much).Run().status, IncPlanStatus::INFEASIBLE);
}

TEST(IncEina, WritesNoNegativeZero)
{
    IncEdge edge = Chain();
    edge.aggregators[0].egress = 9;
    edge.ps = {{"p0", 0, 0, 1000}, {"p1", 0, 0, 1000}};
    const IncEdgePlan plan = IncEinaPlanner(edge).Run();
    EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
    EXPECT_EQ(IncToJson(plan).dump().find("-0.0"), std::string::npos);
}
