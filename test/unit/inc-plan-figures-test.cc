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
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-grid-planner.h"
#include "ns3/inc-paring-planner.h"
#include "ns3/inc-rr-planner.h"
#include "ns3/inc-solver-program.h"
#include "ns3/inc-spar-planner.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace ns3;

// Tests of the papers' figures, with fewer seeds than ./inc figures uses.

namespace
{

constexpr uint64_t SEEDS = 8;
constexpr uint64_t GRID_SEEDS = 4; // its relaxation takes long

IncCluster
Cluster(const std::string& topology, uint32_t workers, uint32_t aggregators, uint64_t seed)
{
    IncClusterGenerator make;
    make.topology = topology;
    make.workers = workers;
    make.aggregators = aggregators;
    make.seed = seed;
    return make.Make();
}

double
AtroRate(uint32_t workers, uint32_t aggregators)
{
    return IncAtroPlanner(Cluster("reconfigurable", workers, aggregators, 1)).Run().rate;
}

/** Return means over the seeds. Check that no rate exceeds ATRO's. */
std::map<std::string, double>
ClusterMeans(const std::string& topology, uint32_t workers, uint32_t aggregators)
{
    const double best = AtroRate(workers, aggregators);
    std::map<std::string, double> means;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        const IncCluster cluster = Cluster(topology, workers, aggregators, seed);
        IncPlanOptions options;
        options.seed = seed;
        for (const IncClusterPlan& plan : {IncAroPlanner(cluster).Options(options).Run(),
                                           IncParingPlanner(cluster).Options(options).Run(),
                                           IncSparPlanner(cluster).Options(options).Run()})
        {
            EXPECT_LE(plan.rate, best)
                << plan.algorithm << " on " << topology << ", " << workers << " workers, "
                << aggregators << " aggregators, seed " << seed;
            means[plan.algorithm] += plan.rate / SEEDS;
        }
    }
    return means;
}

/** Return rates of one planner by seed; check every plan. */
using Rates = std::map<std::string, std::vector<double>>;

Rates
EdgeRates(IncEdgeGenerator make)
{
    Rates rates;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        make.seed = seed;
        make.integerRates = false;
        const IncEdge real = make.Make();
        make.integerRates = true;
        const IncEdge integer = make.Make();
        IncPlanOptions options;
        options.seed = seed;
        const auto add = [&](const std::string& name, const IncEdgePlan& plan) {
            for (const std::string& violation : IncCheckPlan(plan))
            {
                ADD_FAILURE() << name << " seed " << seed << ": " << violation;
            }
            rates[name].push_back(plan.objective);
        };
        const IncEdgePlan plan = IncEinaPlanner(real).TimeLimit(0.2).Run();
        add("eina", plan);
        add("integer", IncEinaPlanner(integer).Run());
        add("atp", IncAtpPlanner(real).Options(options).Run());
        if (seed <= GRID_SEEDS)
        {
            add("grid", IncGridPlanner(real).Options(options).Run());
        }
        add("rr", IncRrPlanner(real).Options(options).Run());
        // EINA with real rates could use the plans of ATP and RR, so that its rate is at least
        // theirs.
        EXPECT_GE(rates["eina"].back(), rates["atp"].back() - 1e-6) << "seed " << seed;
        EXPECT_GE(rates["eina"].back(), rates["rr"].back() - 1e-6) << "seed " << seed;
        // If the time limit ends the search, its bound holds although its plan may not be optimal.
        const bool proven = plan.status == IncPlanStatus::OPTIMAL;
        EXPECT_GE(proven ? plan.objective : plan.upperBound, rates["integer"].back() - 1e-6)
            << "seed " << seed;
        EXPECT_GT(rates["integer"].back(), rates["eina"].back() - make.parameterServers)
            << "seed " << seed;
    }
    return rates;
}

double
Mean(Rates& rates, const std::string& name)
{
    double sum = 0;
    for (const double rate : rates[name])
    {
        sum += rate;
    }
    return sum / rates[name].size();
}

IncEdgeGenerator
Edge(uint32_t servers, uint32_t aggregators)
{
    IncEdgeGenerator make;
    make.parameterServers = servers;
    make.aggregators = aggregators;
    return make;
}

} // namespace

TEST(IncFigures, AtroFallsWithWorkersAndRisesWithAggregatorsAsProven)
{
    for (const uint32_t workers : {60U, 75U, 89U})
    {
        EXPECT_EQ(AtroRate(workers, 4), 100) << workers;
    }
    for (const auto& [workers, rate] :
         {std::pair(90U, 50), std::pair(153U, 50), std::pair(154U, 33), std::pair(217U, 33)})
    {
        EXPECT_EQ(AtroRate(workers, 4), rate) << workers;
    }
    double before = 0;
    const std::vector<double> known{1, 20, 33, 50, 50, 100};
    for (uint32_t aggregators = 0; aggregators <= 10; ++aggregators)
    {
        const double rate = AtroRate(90, aggregators);
        EXPECT_EQ(rate, known[std::min<std::size_t>(aggregators, 5)]) << aggregators;
        EXPECT_GE(rate, before);
        before = rate;
    }
}

TEST(IncFigures, AtroIsAtLeastAsFastAsEveryBaselineWithAnyNumberOfWorkers)
{
    for (const uint32_t workers : {60U, 70U, 80U, 90U})
    {
        auto leafSpine = ClusterMeans("leaf-spine", workers, 4);
        auto fatTree = ClusterMeans("fat-tree", workers, 4);
        EXPECT_GT(leafSpine["aro"], fatTree["aro"]) << workers;
        EXPECT_GT(leafSpine["paring"], fatTree["paring"]) << workers;
        EXPECT_GT(leafSpine["aro"], leafSpine["spar"]) << workers;
    }
}

TEST(IncFigures, AtroIsAtLeastAsFastAsEveryBaselineWithAnyNumberOfAggregators)
{
    std::map<std::string, double> fewest;
    std::map<std::string, double> most;
    for (const char* topology : {"leaf-spine", "fat-tree"})
    {
        for (const uint32_t aggregators : {0U, 1U, 4U, 7U, 10U})
        {
            const auto means = ClusterMeans(topology, 90, aggregators);
            for (const auto& [algorithm, mean] : means)
            {
                const std::string name = algorithm + " on " + topology;
                fewest.emplace(name, mean);
                most[name] = mean;
            }
        }
    }
    for (const auto& [name, mean] : most)
    {
        EXPECT_GT(mean, fewest[name]) << name << " gains nothing by aggregators";
    }
}

TEST(IncFigures, AroIsMonotoneInWorkersAndInNestedAggregators)
{
    for (const char* topology : {"leaf-spine", "fat-tree"})
    {
        for (uint64_t seed = 1; seed <= 4; ++seed)
        {
            IncCluster cluster = Cluster(topology, 90, 6, seed);
            double before = 0;
            // Remove workers one after the other, beginning with the last.
            for (const uint32_t workers : {90U, 80U, 60U, 30U})
            {
                cluster.attach.erase(cluster.attach.begin() + workers, cluster.attach.end() - 1);
                cluster.workers = workers;
                const double rate = IncAroPlanner(cluster).Run().rate;
                EXPECT_GE(rate, before) << topology << " seed " << seed << " workers " << workers;
                before = rate;
            }
            cluster = Cluster(topology, 90, 6, seed);
            before = 100;
            for (IncCluster::Switch& s : cluster.switches)
            {
                if (s.aggregator)
                {
                    const double rate = IncAroPlanner(cluster).Run().rate;
                    EXPECT_LE(rate, before) << topology << " seed " << seed;
                    before = rate;
                    s.aggregator = false;
                }
            }
        }
    }
}

TEST(IncFigures, EinaIsFlatInParameterServersWhereAtpAndGridGrow)
{
    Rates one = EdgeRates(Edge(1, 12));
    Rates two = EdgeRates(Edge(2, 12));
    Rates four = EdgeRates(Edge(4, 12));
    EXPECT_GT(Mean(one, "eina"), Mean(one, "rr"));
    EXPECT_GT(Mean(one, "rr"), Mean(one, "atp"));
    EXPECT_GT(Mean(one, "rr"), Mean(one, "grid"));
    EXPECT_NEAR(Mean(four, "eina") / Mean(one, "eina"), 1, 0.1);
    for (const char* name : {"atp", "grid"})
    {
        EXPECT_GT(Mean(two, name), 1.2 * Mean(one, name)) << name;
        EXPECT_GT(Mean(four, name), 1.1 * Mean(two, name)) << name;
    }
    // GRID may aggregate workers away from their home, which helps with few aggregators and several
    // PSs.
    EXPECT_GT(Mean(four, "grid"), Mean(four, "eina"));
}

TEST(IncFigures, AtpAndGridFallWithAggregatorsWhereEinaHolds)
{
    IncEdgeGenerator make = Edge(2, 10);
    make.workers = {5, 5};
    Rates few = EdgeRates(make);
    make.aggregators = 15;
    Rates some = EdgeRates(make);
    make.aggregators = 30;
    Rates many = EdgeRates(make);
    EXPECT_NEAR(Mean(many, "eina") / Mean(few, "eina"), 1, 0.1);
    EXPECT_LT(Mean(many, "atp"), 0.6 * Mean(few, "atp"));
    EXPECT_LT(Mean(many, "grid"), 0.75 * Mean(few, "grid"));
    EXPECT_GT(Mean(many, "rr"), 0.75 * Mean(few, "rr"));
    EXPECT_LT(Mean(many, "grid"), Mean(many, "eina"));
    // The values that the paper prints for 15 and for 30 aggregators.
    for (const auto& [name, at15, at30] : {std::tuple("eina", 39.4, 39.4),
                                           std::tuple("atp", 20.53, 13.0),
                                           std::tuple("rr", 30.41, 28.42)})
    {
        EXPECT_NEAR(Mean(some, name) / at15, 1, 0.1) << name;
        EXPECT_NEAR(Mean(many, name) / at30, 1, 0.1) << name;
    }
    EXPECT_NEAR(Mean(many, "grid") / 18.04, 1, 0.15);
    EXPECT_NEAR(Mean(many, "eina") / Mean(many, "atp"), 39.4 / 13, 0.3);
}

TEST(IncFigures, EinaIsWhatTheWorkersAtHomeLeave)
{
    for (const int64_t workers : {5, 15, 30})
    {
        IncEdgeGenerator make = Edge(2, 12);
        make.workers = {workers, workers + 5};
        Rates rates = EdgeRates(make);
        double bound = 0;
        for (uint64_t seed = 1; seed <= SEEDS; ++seed)
        {
            make.seed = seed;
            double least = 1e9;
            for (const IncEdge::Aggregator& a : make.Make().aggregators)
            {
                least = std::min(least, a.capacity / a.workers);
            }
            bound += least / SEEDS;
        }
        EXPECT_NEAR(Mean(rates, "eina") / bound, 1, 0.02) << workers;
    }
}

TEST(IncGrid, RelaxationIsThatOfCbc)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        IncEdgeGenerator make = Edge(1 + seed % 3, 4 + 2 * seed);
        make.egress = {100, 200};
        make.seed = seed;
        const IncEdge edge = make.Make();
        const double ours = IncGridPlanner(edge).Run().notes["relaxed_rate"];
        const IncLinearAnswer answer = IncSolverProgram("cbc").Solve(IncGridModel(edge));
        ASSERT_EQ(answer.status, IncLinearAnswer::Status::OPTIMAL);
        EXPECT_NEAR(ours * -answer.objective, 1, 1e-5) << "seed " << seed;
    }
}
