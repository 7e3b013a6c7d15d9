/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-aro-model.h"
#include "ns3/inc-aro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-model.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-ratio-search.h"
#include "ns3/inc-solver-program.h"

#include <chrono>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

// With several parameter servers, rates and numbers of flows are found together.

namespace
{

IncCluster
SmallCluster(uint64_t seed, uint32_t servers)
{
    IncClusterGenerator make;
    make.topology = "leaf-spine";
    make.leaves = 2 + seed % 2;
    make.spines = 1 + seed % 3;
    make.hostsPerLeaf = 3;
    make.workers = 2 + seed % 3;
    make.aggregators = seed % 3;
    make.parameterServers = servers;
    make.seed = seed;
    return make.Make();
}

/// Return the largest sum of rates for which CBC finds flows. Rates are multiples of a step, and
/// only sums above a known one are tried.
double
BestByCbc(const IncCluster& cluster, uint32_t steps, double known)
{
    const double step = cluster.capacity / steps;
    std::vector<double> rates(cluster.parameterServers, 0);
    double best = -1;
    const std::function<void(std::size_t, double)> choose = [&](std::size_t p, double sum) {
        if (p == rates.size())
        {
            const bool above = sum > best && sum >= known - 1e-9 && sum <= cluster.capacity;
            best =
                above &&
                        IncSolverProgram("cbc").Solve(IncAroModel(cluster, rates).Model()).status ==
                            IncLinearAnswer::Status::OPTIMAL
                    ? sum
                    : best;
            return;
        }
        for (uint32_t k = 0; k <= steps; ++k)
        {
            rates[p] = k * step;
            choose(p + 1, sum + rates[p]);
        }
    };
    choose(0, 0);
    return best;
}

} // namespace

TEST(IncRatioSearch, FindsWholeMultiplesOfARateThatIsFoundWithThem)
{
    // With y = k r <= 10 and k >= 3 / 2, the best is two flows of 5, not one and a half flows
    // of 6.67.
    IncRatioModel products;
    const uint32_t r = products.model.AddVariable("r", 0, 100, false, 1);
    const uint32_t y = products.model.AddVariable("y", 0, 10);
    products.model.AddRow("most", {{y, 2}, {r, -3}}, IncLinearModel::Sense::GREATER, 0);
    products.ratios.push_back({y, r, 0, 10});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    const auto answer =
        IncRatioSearch(products, deadline).Run(0, 1e-9, [](const auto&) { return true; });
    EXPECT_TRUE(answer.proven);
    ASSERT_TRUE(answer.values.has_value());
    EXPECT_NEAR((*answer.values)[r], 5, 1e-9);
    EXPECT_NEAR((*answer.values)[y], 10, 1e-9);
    // If two flows are refused, it takes three. It does not search below a value that is already
    // known.
    const auto three = [&](const std::vector<double>& v) { return v[y] / v[r] > 2.5; };
    EXPECT_NEAR(IncRatioSearch(products, deadline).Run(0, 1e-9, three).bound, 10.0 / 3, 1e-6);
    EXPECT_FALSE(IncRatioSearch(products, deadline).Run(4, 1e-9, three).values.has_value());
}

TEST(IncEinaPlanner, ProvesSmallInstancesOfThreeAndFourServersWithRealRates)
{
    std::size_t above = 0;
    for (uint64_t seed = 1; seed <= 120; ++seed)
    {
        IncEdgeGenerator make;
        make.parameterServers = 3 + seed % 2;
        make.aggregators = 3 + seed % 4;
        make.emptyAggregators = seed % 3;
        make.workers = {1, 4};
        make.capacity = {5, 40};
        make.ingress = make.egress = {3, 30};
        make.maxDepth = 2 + seed % 3;
        make.integerRates = false;
        make.seed = seed;
        const IncEdge edge = make.Make();
        const IncEdgePlan plan = IncEinaPlanner(edge).Run();
        for (const std::string& violation : IncCheckPlan(plan))
        {
            ADD_FAILURE() << violation;
        }
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << "seed " << seed;
        make.integerRates = true;
        const IncEdgePlan integer = IncEinaPlanner(make.Make()).Run();
        EXPECT_GE(plan.objective, integer.objective - 1e-6) << "seed " << seed;
        above += plan.objective > integer.objective + 0.1;
    }
    EXPECT_GT(above, 20U);
}

TEST(IncEinaPlanner, EqualsCbcWithThreeServersAndRealRates)
{
    for (uint64_t seed = 1; seed <= 40; ++seed)
    {
        IncEdgeGenerator make;
        make.parameterServers = 3;
        make.aggregators = 3 + seed % 2;
        make.emptyAggregators = seed % 2;
        make.workers = {1, 3};
        make.capacity = {4, 20};
        make.ingress = make.egress = {2, 14};
        make.rateMax = 20;
        make.maxDepth = 2 + seed % 3;
        make.integerRates = false;
        make.seed = seed;
        const IncEdge edge = make.Make();
        const IncEdgePlan ours = IncEinaPlanner(edge).Run();
        const IncEdgePlan literal = IncSolveEinaBy(edge, false, "cbc", 20);
        ASSERT_EQ(literal.status, IncPlanStatus::OPTIMAL) << "seed " << seed;
        EXPECT_EQ(ours.status, IncPlanStatus::OPTIMAL) << "seed " << seed;
        EXPECT_NEAR(ours.objective, literal.objective, 1e-4) << "seed " << seed;
    }
}

TEST(IncAroPlanner, EqualsCbcOverAllRatesOfTwoAndThreeServers)
{
    for (uint64_t seed = 1; seed <= 24; ++seed)
    {
        const IncCluster cluster = SmallCluster(seed, 2 + seed % 2);
        IncPlanOptions options;
        options.steps = 8;
        const IncClusterPlan plan = IncAroPlanner(cluster).Options(options).Run();
        for (const std::string& violation : IncCheckPlan(plan))
        {
            ADD_FAILURE() << violation;
        }
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << "seed " << seed;
        EXPECT_NEAR(plan.objective, BestByCbc(cluster, options.steps, plan.objective), 1e-9)
            << "seed " << seed;
    }
}

TEST(IncAroPlanner, ProvesMiddlingInstancesOfThreeServers)
{
    // The model must state that no switch passes on more flows than reach it; otherwise the bounds
    // are too weak here.
    IncClusterGenerator make;
    make.topology = "leaf-spine";
    make.parameterServers = 3;

    struct Case
    {
        uint32_t leaves, hosts, workers, aggregators;
        uint64_t seed;
        double best;
    };

    for (const Case& one : {Case{3, 8, 10, 1, 48, 49}, Case{5, 6, 11, 2, 47, 74}})
    {
        make.leaves = one.leaves;
        make.spines = 5;
        make.hostsPerLeaf = one.hosts;
        make.workers = one.workers;
        make.aggregators = one.aggregators;
        make.seed = one.seed;
        IncPlanOptions options;
        options.timeLimit = 2.5;
        const IncClusterPlan plan = IncAroPlanner(make.Make()).Options(options).Run();
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << "seed " << one.seed;
        EXPECT_DOUBLE_EQ(plan.objective, one.best) << "seed " << one.seed;
        EXPECT_TRUE(IncCheckPlan(plan).empty()) << "seed " << one.seed;
    }
}
