/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-aro-model.h"
#include "ns3/inc-aro-planner.h"
#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-error.h"
#include "ns3/inc-paring-planner.h"
#include "ns3/inc-solver-program.h"
#include "ns3/inc-spar-planner.h"

#include <gtest/gtest.h>
#include <map>
#include <tuple>

using namespace ns3;

namespace
{

void
ExpectSound(const IncClusterPlan& plan)
{
    for (const std::string& violation : IncCheckPlan(plan))
    {
        ADD_FAILURE() << plan.algorithm << ": " << violation;
    }
}

IncCluster
Fixed(const std::string& topology, uint64_t seed)
{
    IncClusterGenerator make;
    make.topology = topology;
    make.seed = seed;
    return make.Make();
}

/** Return means over 30 seeds. Check each plan, and that no rate exceeds ATRO's. */
std::map<std::string, double>
Means(const std::string& topology)
{
    std::map<std::string, double> sum;
    for (uint64_t seed = 1; seed <= 30; ++seed)
    {
        const IncCluster cluster = Fixed(topology, seed);
        IncPlanOptions options;
        options.seed = seed;
        const double best = IncAtroPlanner(cluster).Run().objective;
        for (const IncClusterPlan& plan : {IncAroPlanner(cluster).Options(options).Run(),
                                           IncParingPlanner(cluster).Options(options).Run(),
                                           IncSparPlanner(cluster).Options(options).Run()})
        {
            ExpectSound(plan);
            EXPECT_LE(plan.objective, best) << plan.algorithm << " seed " << seed;
            EXPECT_LE(plan.objective, 33) << plan.algorithm << " seed " << seed;
            sum[plan.algorithm] += plan.objective / 30;
        }
    }
    return sum;
}

} // namespace

TEST(IncBaselines, KeepTheOrderOfThePapersFigure3)
{
    auto leafSpine = Means("leaf-spine");
    auto fatTree = Means("fat-tree");
    EXPECT_GT(leafSpine["aro"], leafSpine["spar"]);
    EXPECT_GT(leafSpine["aro"], leafSpine["paring"]);
    for (const auto& [algorithm, low, high] : {std::tuple("aro", 1.7, 2.6),
                                               std::tuple("paring", 1.7, 2.6),
                                               std::tuple("spar", 0.9, 1.3)})
    {
        EXPECT_GE(leafSpine[algorithm] / fatTree[algorithm], low) << algorithm;
        EXPECT_LE(leafSpine[algorithm] / fatTree[algorithm], high) << algorithm;
    }
    EXPECT_GT(fatTree["spar"], fatTree["aro"]);
    EXPECT_GE(fatTree["aro"], fatTree["paring"]);
    // The paper's ratios to ATRO's 50 Gb/s. Our PARING finds better plans than the paper's.
    for (const auto& [algorithm, onLeafSpine, onFatTree, tolerance] :
         {std::tuple("aro", 3.77, 9.67, 0.06),
          std::tuple("paring", 7.06, 15.2, 0.31),
          std::tuple("spar", 6.17, 6.73, 0.16)})
    {
        EXPECT_NEAR(50 / leafSpine[algorithm] / onLeafSpine, 1, tolerance) << algorithm;
        EXPECT_NEAR(50 / fatTree[algorithm] / onFatTree, 1, tolerance) << algorithm;
    }
}

TEST(IncBaselines, GiveTheSamePlanForTheSameSeed)
{
    const IncCluster cluster = Fixed("fat-tree", 3);
    IncPlanOptions options;
    options.seed = 5;
    const auto plan = [&](auto make) {
        IncClusterPlan answer = make();
        answer.solveMs = 0;
        return IncToJson(answer).dump();
    };
    const auto paring = [&] { return IncParingPlanner(cluster).Options(options).Run(); };
    const auto spar = [&] { return IncSparPlanner(cluster).Options(options).Run(); };
    const auto aro = [&] { return IncAroPlanner(cluster).Options(options).Run(); };
    EXPECT_EQ(plan(paring), plan(paring));
    EXPECT_EQ(plan(spar), plan(spar));
    EXPECT_EQ(plan(aro), plan(aro));
    const std::string before = plan(spar);
    options.seed = 6;
    EXPECT_NE(before, plan(spar));
}

TEST(IncAroPlanner, IsOptimalByCbcOnItsModel)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        IncClusterGenerator make;
        make.topology = seed % 2 ? "leaf-spine" : "fat-tree";
        make.aggregators = 1 + seed;
        make.seed = seed;
        const IncCluster cluster = make.Make();
        const IncClusterPlan plan = IncAroPlanner(cluster).Run();
        const auto status = [&](double rate) {
            return IncSolverProgram("cbc").Solve(IncAroModel(cluster, {rate}).Model()).status;
        };
        EXPECT_EQ(status(plan.rate), IncLinearAnswer::Status::OPTIMAL) << "seed " << seed;
        EXPECT_EQ(status(plan.rate + 1), IncLinearAnswer::Status::INFEASIBLE) << "seed " << seed;
    }
}

TEST(IncAroPlanner, RoutesSeveralParameterServersWithinTheLinks)
{
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        IncClusterGenerator make;
        make.topology = "leaf-spine";
        make.parameterServers = 3;
        make.seed = seed;
        IncPlanOptions options;
        options.timeLimit = 0.1;
        const IncClusterPlan plan = IncAroPlanner(make.Make()).Options(options).Run();
        ASSERT_EQ(plan.rates.size(), 3U);
        ExpectSound(plan);
    }
}

TEST(IncAroPlanner, IsNotBeatenByItsAccelerations)
{
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        const IncCluster cluster = Fixed("leaf-spine", seed);
        const double exact = IncAroPlanner(cluster).Run().rate;
        IncPlanOptions sro;
        sro.spines = true;
        IncPlanOptions app;
        app.alpha = 0.6;
        const IncClusterPlan first = IncAroPlanner(cluster).Options(sro).Run();
        const IncClusterPlan second = IncAroPlanner(cluster).Options(app).Run();
        ExpectSound(first);
        ExpectSound(second);
        EXPECT_LE(first.rate, exact);
        EXPECT_LE(second.rate, exact);
    }
}

TEST(IncFixedTopology, IsAskedForByName)
{
    const IncCluster cluster = IncClusterGenerator().Make();
    EXPECT_THROW(IncAroPlanner(cluster).Run(), IncError);
    EXPECT_THROW(IncParingPlanner(cluster).Run(), IncError);
    EXPECT_THROW(IncSparPlanner(cluster).Run(), IncError);
}
