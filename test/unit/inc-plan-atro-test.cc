/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-bound.h"
#include "ns3/inc-atro-model.h"
#include "ns3/inc-atro-planner.h"
#include "ns3/inc-atro-problem.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-plan-random.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

IncClusterPlan
PaperPlan(uint32_t workers, uint32_t aggregators)
{
    IncClusterGenerator make;
    make.workers = workers;
    make.aggregators = aggregators;
    return IncAtroPlanner(make.Make()).Run();
}

void
ExpectSound(const IncClusterPlan& plan)
{
    for (const std::string& violation : IncCheckPlan(plan))
    {
        ADD_FAILURE() << violation;
    }
}

IncPlanOptions
ByCbc()
{
    IncPlanOptions options;
    options.solver = "cbc";
    options.timeLimit = 60;
    return options;
}

/// Return a small cluster, which is often infeasible. On request, pairs of switches have their own
/// capacities.
IncCluster
RandomCluster(IncPlanRandom& random, bool heterogeneous)
{
    IncCluster cluster;
    const uint32_t switches = random.Between(1, 4);
    const uint32_t aggregators = random.Between(0, std::min<int64_t>(3, switches));
    const uint32_t ports = random.Between(2, 6);
    for (uint32_t i = 0; i < switches; ++i)
    {
        cluster.switches.push_back({"s" + std::to_string(i),
                                    heterogeneous ? uint32_t(random.Between(2, 6)) : ports,
                                    i < aggregators,
                                    {}});
    }
    random.Shuffle(cluster.switches);
    cluster.Index();
    cluster.workers = random.Between(1, 8);
    cluster.maxLayers = random.Between(1, 3);
    cluster.capacity = random.Between(0, 1) ? 6 : 100;
    for (int64_t i = heterogeneous ? random.Between(0, 6) : 0; i > 0; --i)
    {
        const IncCluster::Node v = random.Below(switches);
        const IncCluster::Node u = random.Below(cluster.Nodes());
        if (u != v)
        {
            cluster.SetCapacity(u, v, random.Between(1, 12));
        }
    }
    return cluster;
}

/** Ask cbc about the literal model at one rate; no code of the planner takes part. */
bool
LiteralModelHolds(const IncCluster& cluster, double rate)
{
    const IncAtroModel model(cluster, rate);
    return !IncSolverProgram("cbc").TimeLimit(60).Solve(model.Model()).values.empty();
}

void
ComparePlannerWithCbc(uint64_t seed, bool heterogeneous, int instances)
{
    SCOPED_TRACE("seed " + std::to_string(seed));
    IncPlanRandom random(seed);
    for (int i = 0; i < instances; ++i)
    {
        const IncCluster cluster = RandomCluster(random, heterogeneous);
        const IncClusterPlan ours = IncAtroPlanner(cluster).Run();
        const bool possible = ours.status == IncPlanStatus::OPTIMAL;
        ASSERT_TRUE(possible || ours.status == IncPlanStatus::INFEASIBLE);
        const std::vector<double> rates = IncAtroRates(cluster, 0);
        const auto faster = std::find_if(rates.rbegin(), rates.rend(), [&](double rate) {
            return !possible || rate > ours.rate;
        });
        ASSERT_TRUE(!possible || LiteralModelHolds(cluster, ours.rate)) << cluster.ToJson().dump();
        ASSERT_TRUE(faster == rates.rend() || !LiteralModelHolds(cluster, *faster))
            << cluster.ToJson().dump();
        ExpectSound(ours);
        if (i % 4 != 0)
        {
            continue;
        }
        const IncClusterPlan literal = IncAtroPlanner(cluster).Options(ByCbc()).Run();
        ASSERT_EQ(IncName(ours.status), IncName(literal.status)) << cluster.ToJson().dump();
        ASSERT_EQ(ours.objective, literal.objective) << cluster.ToJson().dump();
        ExpectSound(literal);
    }
}

/** Ask cbc about the proven rate, which must have a routing, and about the next, which must not. */
void
CompareSwitchModel(uint64_t seed, int instances)
{
    IncPlanRandom random(seed);
    int decided = 0;
    for (int i = 0; i < instances; ++i)
    {
        const IncCluster cluster = RandomCluster(random, true);
        const IncClusterPlan ours = IncAtroPlanner(cluster).Run();
        const std::vector<double> rates = IncAtroRates(cluster, 0);
        for (const double rate : rates)
        {
            if (ours.status != IncPlanStatus::INFEASIBLE && rate < ours.rate)
            {
                break;
            }
            const IncAtroProblem problem(cluster, rate);
            const auto [refuted, routing] = IncAskForRouting(problem, IncSolverProgram("cbc"));
            const bool possible = ours.status != IncPlanStatus::INFEASIBLE && rate == ours.rate;
            EXPECT_FALSE(refuted && possible) << rate << " " << cluster.ToJson().dump();
            EXPECT_FALSE(routing && !possible) << rate << " " << cluster.ToJson().dump();
            decided += refuted || routing;
            if (routing)
            {
                ExpectSound(IncAtroPlanner::MakePlan(cluster, *routing, rate));
            }
        }
    }
    EXPECT_GE(decided, instances);
}

/** Plan the papers' cluster with a given link capacity and number of rates. */
IncClusterPlan
PlanAt(double capacity, uint32_t workers, uint32_t aggregators, uint32_t levels)
{
    IncClusterGenerator make;
    make.capacity = capacity;
    make.workers = workers;
    make.aggregators = aggregators;
    IncPlanOptions options;
    options.levels = levels;
    IncClusterPlan plan = IncAtroPlanner(make.Make()).Options(options).Run();
    ExpectSound(plan);
    return plan;
}

} // namespace

TEST(IncAtroSwitchModel, AgreesWithBranchAndBoundAboutEachRate)
{
    if (IncSolverProgram::Installed().empty())
    {
        GTEST_SKIP() << "no solver is installed";
    }
    CompareSwitchModel(3, 25);
}

TEST(IncAtroPlanner, TakesThePapersQuantisedRatesAsWholeGbps)
{
    // 100 levels of 100 Gb/s (section III-C) are the whole rates of (1).
    for (uint32_t aggregators = 0; aggregators <= 6; ++aggregators)
    {
        const IncClusterPlan whole = PlanAt(100, 90, aggregators, 0);
        const IncClusterPlan levels = PlanAt(100, 90, aggregators, 100);
        EXPECT_EQ(whole.rate, levels.rate) << aggregators;
        EXPECT_EQ(whole.upperBound, levels.upperBound) << aggregators;
        EXPECT_EQ(whole.links, levels.links) << aggregators;
        EXPECT_FALSE(whole.notes.contains("steps"));
    }
}

TEST(IncAtroPlanner, PlansThinLinksLikeWideOnes)
{
    for (const double capacity : {1.0, 0.001, 10.0, 400.0})
    {
        for (uint32_t aggregators = 0; aggregators <= 6; ++aggregators)
        {
            const IncClusterPlan wide = PlanAt(100, 90, aggregators, 100);
            const IncClusterPlan thin = PlanAt(capacity, 90, aggregators, 100);
            EXPECT_NEAR(thin.rate, wide.rate * capacity / 100, 1e-9 * capacity) << aggregators;
            EXPECT_EQ(thin.status, wide.status) << aggregators;
            EXPECT_EQ(thin.notes["steps"], 100);
        }
    }
}

TEST(IncAtroPlanner, GivesThinLinksARateByDefault)
{
    const IncClusterPlan plan = PlanAt(1, 90, 4, 0);
    EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
    EXPECT_DOUBLE_EQ(plan.rate, 0.5);
    EXPECT_EQ(plan.notes["steps"], 100);
    // One flow of each worker crosses the link to the PS.
    const IncClusterPlan many = PlanAt(1, 300, 0, 0);
    EXPECT_EQ(many.status, IncPlanStatus::OPTIMAL);
    EXPECT_DOUBLE_EQ(many.rate, 1. / 300);
    EXPECT_EQ(many.notes["steps"], 300);
}

TEST(IncAtroPlanner, ListsEachQuantisedRateOnce)
{
    IncCluster cluster;
    for (const double capacity : {100.0, 1.0, 0.3, 25.0, 333.25})
    {
        for (const uint32_t levels : {0, 1, 7, 100, 12345})
        {
            cluster.capacity = capacity;
            cluster.workers = 700;
            const double step = levels ? capacity / levels : 1;
            std::vector<int64_t> expected;
            for (uint32_t k = 1; k <= cluster.workers; ++k)
            {
                expected.push_back(std::floor(capacity / k / step + 1e-9));
                if (expected.back() == 0)
                {
                    break;
                }
            }
            expected.push_back(0);
            expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
            std::vector<int64_t> listed;
            for (const double rate : IncAtroRates(cluster, levels))
            {
                if (levels > 0 || rate == std::round(rate))
                {
                    listed.push_back(std::llround(rate / step));
                }
            }
            EXPECT_EQ(listed, expected) << capacity << " " << levels;
        }
    }
}

TEST(IncAtroPlanner, GivesThePapersClusterItsKnownRatesByWorkers)
{
    for (uint32_t workers = 60; workers <= 217; ++workers)
    {
        const IncClusterPlan plan = PaperPlan(workers, 4);
        EXPECT_EQ(plan.rate, workers <= 89 ? 100 : workers <= 153 ? 50 : 33) << workers;
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << workers;
        ExpectSound(plan);
    }
}

TEST(IncAtroPlanner, GivesThePapersClusterItsKnownRatesByAggregators)
{
    const double rates[] = {1, 20, 33, 50, 50, 100, 100, 100, 100, 100, 100};
    for (uint32_t aggregators = 0; aggregators <= 10; ++aggregators)
    {
        const IncClusterPlan plan = PaperPlan(90, aggregators);
        EXPECT_EQ(plan.rate, rates[aggregators]) << aggregators;
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << aggregators;
        ExpectSound(plan);
    }
}

TEST(IncAtroPlanner, MeetsTheCountingBoundOnThePapersClusterForAllAggregatorsAndFlows)
{
    // The range of the theorem's figure: 0 to 20 aggregators, 1 to 30 flows per link.
    for (uint32_t aggregators = 0; aggregators <= 20; ++aggregators)
    {
        for (uint32_t flows = 1; flows <= 30; ++flows)
        {
            IncClusterGenerator make;
            make.aggregators = aggregators;
            make.capacity = flows;
            const IncCluster probe = make.Make();
            make.workers = IncAtroBound(IncAtroProblem(probe, 1)).MaxWorkers();
            const IncClusterPlan plan = IncAtroPlanner(make.Make()).TimeLimit(1e-6).Run();
            EXPECT_GE(plan.rate, 1) << aggregators << " aggregators, " << flows << " flows";
        }
    }
}

TEST(IncAtroPlanner, EqualsCbcOnTheLiteralModelOfHomogeneousClusters)
{
    ComparePlannerWithCbc(101, false, 60);
}

TEST(IncAtroPlanner, EqualsCbcOnTheLiteralModelOfMoreHomogeneousClusters)
{
    ComparePlannerWithCbc(102, false, 60);
}

TEST(IncAtroPlanner, EqualsCbcOnTheLiteralModelOfHeterogeneousClusters)
{
    ComparePlannerWithCbc(201, true, 60);
}

TEST(IncAtroPlanner, EqualsCbcOnTheLiteralModelOfMoreHeterogeneousClusters)
{
    ComparePlannerWithCbc(202, true, 60);
}

TEST(IncAtroPlanner, NeverGainsByMoreWorkersNorLosesByMoreAggregators)
{
    double before = 100;
    for (uint32_t workers = 1; workers <= 300; workers += 7)
    {
        const double rate = PaperPlan(workers, 3).rate;
        EXPECT_LE(rate, before) << workers;
        before = rate;
    }
    before = 0;
    for (uint32_t aggregators = 0; aggregators <= 20; ++aggregators)
    {
        const double rate = PaperPlan(200, aggregators).rate;
        EXPECT_GE(rate, before) << aggregators;
        before = rate;
    }
}

TEST(IncAtroPlanner, PlansTenThousandWorkersWithinFivePercent)
{
    IncClusterGenerator make;
    make.switches = 2000;
    make.aggregators = 200;
    make.workers = 10000;
    const IncClusterPlan plan = IncAtroPlanner(make.Make()).Run();
    EXPECT_EQ(plan.rate, 33);
    EXPECT_LE(plan.notes["gap_percent"].get<double>(), 5);
    ExpectSound(plan);
}

TEST(IncAtroPlanner, PlansHundredThousandWorkersWithinFivePercent)
{
    IncClusterGenerator make;
    make.switches = 20000;
    make.aggregators = 2000;
    make.workers = 100000;
    const IncClusterPlan plan = IncAtroPlanner(make.Make()).Run();
    EXPECT_EQ(plan.rate, 33);
    EXPECT_LE(plan.notes["gap_percent"].get<double>(), 5);
    ExpectSound(plan);
}

TEST(IncAtroPlanner, HasNoGapWhereOneFlowPerLinkSuffices)
{
    IncClusterGenerator make;
    make.switches = 2000;
    make.ports = 64;
    make.aggregators = 200;
    make.workers = 200 * 62 + 1;
    const IncClusterPlan plan = IncAtroPlanner(make.Make()).Run();
    EXPECT_EQ(plan.rate, 100);
    EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
    EXPECT_EQ(plan.notes["gap_workers"], 0);
}

TEST(IncAtroPlanner, SaysThatPortsDoNotSuffice)
{
    IncClusterGenerator make;
    make.switches = 2;
    make.ports = 4;
    make.aggregators = 1;
    make.workers = 6;
    const IncClusterPlan plan = IncAtroPlanner(make.Make()).Run();
    EXPECT_EQ(plan.status, IncPlanStatus::INFEASIBLE);
    make.workers = 5;
    EXPECT_EQ(IncAtroPlanner(make.Make()).Run().status, IncPlanStatus::OPTIMAL);
}

TEST(IncAtroPlanner, TellsAGapThatHoldsWhereALinkHasACapacityOfItsOwn)
{
    IncCluster cluster;
    cluster.workers = 300;
    for (uint32_t i = 0; i < 100; ++i)
    {
        cluster.switches.push_back({"s" + std::to_string(i), 24, i < 10});
    }
    cluster.Index();
    const IncClusterPlan plain = IncAtroPlanner(cluster).Run();
    cluster.SetCapacity(20, 21, 2 * cluster.capacity);
    const IncClusterPlan wider = IncAtroPlanner(cluster).Run();
    EXPECT_EQ(wider.rate, plain.rate);
    EXPECT_GE(wider.notes["max_workers_bound"], plain.notes["max_workers_found"]);
    EXPECT_GE(wider.notes["max_workers_found"], plain.notes["max_workers_found"]);
}
