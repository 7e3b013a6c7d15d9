/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-error.h"
#include "ns3/inc-jobs-plan.h"
#include "ns3/inc-jobs-planner.h"
#include "ns3/inc-plan-random.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;
using nlohmann::json;

namespace
{

using Rates = std::vector<double>;

IncClusterJobs
Jobs(uint32_t switches, uint32_t aggregators, uint32_t ports, const std::vector<uint32_t>& workers)
{
    IncClusterGenerator make;
    make.switches = switches;
    make.aggregators = aggregators;
    make.ports = ports;
    IncClusterJobs instance{make.Make(), {}};
    for (const uint32_t count : workers)
    {
        instance.jobs.push_back({"job" + std::to_string(instance.jobs.size()), count});
    }
    return instance;
}

Rates
Sorted(const IncJobsPlan& plan)
{
    Rates rates;
    for (const IncClusterPlan& own : plan.plans)
    {
        rates.push_back(own.rate);
    }
    std::sort(rates.begin(), rates.end());
    return rates;
}

void
ExpectSound(const IncJobsPlan& plan)
{
    for (const std::string& violation : IncCheckPlan(plan))
    {
        ADD_FAILURE() << violation;
    }
}

/// Return the best rates over all ways to assign each switch to one job or to none; empty if none
/// is feasible.
Rates
BestByTryingAll(const IncClusterJobs& instance)
{
    const std::size_t jobs = instance.jobs.size();
    const uint32_t switches = instance.cluster.Switches();
    std::size_t ways = 1;
    for (uint32_t v = 0; v < switches; ++v)
    {
        ways *= jobs + 1;
    }
    Rates best;
    for (std::size_t way = 0; way < ways; ++way)
    {
        std::vector<std::vector<IncCluster::Node>> own(jobs + 1);
        std::size_t digits = way;
        for (uint32_t v = 0; v < switches; ++v, digits /= jobs + 1)
        {
            own[digits % (jobs + 1)].push_back(v);
        }
        Rates rates;
        for (std::size_t job = 0; job < jobs && !own[job].empty(); ++job)
        {
            const IncCluster alone = instance.Alone(job, own[job]);
            const IncClusterPlan plan = IncAtroPlanner(alone).Run();
            if (plan.HasPlan())
            {
                rates.push_back(plan.rate);
            }
        }
        std::sort(rates.begin(), rates.end());
        best = rates.size() == jobs ? std::max(best, rates) : best;
    }
    return best;
}

} // namespace

TEST(IncJobsPlanner, EqualsTryingEveryDivisionOfTheSwitches)
{
    const uint64_t seed = 11;
    IncPlanRandom random(seed);
    std::size_t infeasible = 0;
    for (uint32_t i = 0; i < 60; ++i)
    {
        const uint32_t switches = random.Between(2, 5);
        IncClusterJobs instance =
            Jobs(switches, random.Between(0, switches), random.Between(3, 7), {});
        for (IncCluster::Switch& s : instance.cluster.switches)
        {
            s.ports = i % 2 ? s.ports : random.Between(3, 7);
        }
        const uint32_t jobs = random.Between(1, 3);
        for (uint32_t j = 0; j < jobs; ++j)
        {
            instance.jobs.push_back({"j" + std::to_string(j), uint32_t(random.Between(1, 8))});
        }
        const IncJobsPlan plan = IncJobsPlanner(instance).Run();
        const Rates best = BestByTryingAll(instance);
        ExpectSound(plan);
        EXPECT_EQ(Sorted(plan), best) << "seed " << seed << " instance " << i;
        EXPECT_EQ(plan.status, best.empty() ? IncPlanStatus::INFEASIBLE : IncPlanStatus::OPTIMAL);
        infeasible += best.empty();
    }
    EXPECT_GT(infeasible, 3U);
    EXPECT_LT(infeasible, 50U);
}

TEST(IncJobsPlanner, OneJobIsAtro)
{
    const IncClusterJobs instance = Jobs(20, 4, 24, {90});
    const IncJobsPlan plan = IncJobsPlanner(instance).Run();
    ExpectSound(plan);
    EXPECT_EQ(Sorted(plan), Rates{50});
    EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
}

TEST(IncJobsPlanner, RaisesTheSecondSlowestOnceTheSlowestIsAsFastAsItCanBe)
{
    // One aggregator with 24 ports serves 23 workers at full rate; the large job is slow in any
    // case.
    const IncJobsPlan plan = IncJobsPlanner(Jobs(20, 4, 24, {100, 40, 20})).Run();
    ExpectSound(plan);
    EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL);
    EXPECT_EQ(plan.objective, Sorted(plan).front());
    EXPECT_GT(Sorted(plan).back(), Sorted(plan).front());
}

TEST(IncJobsPlanner, DividesThePapersCluster)
{
    const IncJobsPlan plan = IncJobsPlanner(Jobs(20, 6, 24, {30, 30, 30})).Run();
    ExpectSound(plan);
    EXPECT_EQ(Sorted(plan), (Rates{100, 100, 100}));
}

TEST(IncJobsPlanner, TellsItsBoundWhereSwitchesAreTooManyToTryAllDivisions)
{
    const IncJobsPlan plan = IncJobsPlanner(Jobs(1000, 100, 24, {3000, 1500})).Run();
    ExpectSound(plan);
    EXPECT_TRUE(plan.HasPlan());
    EXPECT_GE(plan.upperBound, plan.objective);
    EXPECT_GE(plan.objective, 0.5 * plan.upperBound);
}

TEST(IncJobsPlanner, HasAPlanOfManyJobsOnSwitchesOfManyKinds)
{
    // With forty kinds of switches no dynamic program is possible, and little time is left for it.
    IncClusterJobs instance = Jobs(40, 12, 24, std::vector<uint32_t>(14, 12));
    for (uint32_t v = 0; v < 40; ++v)
    {
        instance.cluster.switches[v].ports = 4 + v / 2;
    }
    for (const double limit : {0.0, 2.0})
    {
        const IncJobsPlan plan = IncJobsPlanner(instance).TimeLimit(limit).Run();
        EXPECT_TRUE(plan.HasPlan());
        EXPECT_GT(plan.objective, 0);
        EXPECT_LT(plan.solveMs, 1e4);
        ExpectSound(plan);
    }
}

TEST(IncJobsPlan, SurvivesARoundTripAndItsCheckerFindsWhatIsWrong)
{
    const IncJobsPlan sound = IncJobsPlanner(Jobs(8, 2, 8, {10, 8})).Run();
    const json value = IncToJson(sound);
    EXPECT_TRUE(IncIsJobsPlan(value));
    EXPECT_EQ(json(IncToJson(IncJobsPlanFromJson(value))), value);

    const auto has = [](const IncJobsPlan& plan, const std::string& part) {
        const auto lines = IncCheckPlan(plan);
        return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(part) != std::string::npos;
        });
    };
    IncJobsPlan wrong = sound;
    wrong.instance.jobs[1].workers = 9;
    EXPECT_TRUE(has(wrong, "workers"));
    wrong = sound;
    wrong.objective = 1000;
    EXPECT_TRUE(has(wrong, "objective"));
    wrong = sound;
    wrong.upperBound += 1;
    EXPECT_TRUE(has(wrong, "upper_bound"));
    wrong = sound;
    wrong.plans[0].flows.pop_back();
    EXPECT_TRUE(has(wrong, "job0: "));
    // If both jobs use one job's switches, there are more links than ports, and more flows than a
    // link can carry.
    wrong = sound;
    wrong.instance.jobs[1].workers = 10;
    wrong.plans[1] = wrong.plans[0];
    EXPECT_TRUE(has(wrong, "links of all jobs"));
    EXPECT_TRUE(has(wrong, "Gb/s of all jobs"));
    wrong = sound;
    ++wrong.plans[0].instance.switches[0].ports;
    EXPECT_TRUE(has(wrong, "no such switch"));
}

TEST(IncClusterJobs, RefusesBadFilesByField)
{
    const json good = Jobs(4, 1, 6, {3, 4}).ToJson();
    EXPECT_EQ(json(IncClusterJobs::FromJson(good).ToJson()), good);
    const auto refused = [&](const std::string& pointer, const json& value, const std::string& by) {
        json bad = good;
        bad[json::json_pointer(pointer)] = value;
        try
        {
            IncClusterJobs::FromJson(bad);
            ADD_FAILURE() << pointer << " " << value << " is accepted";
        }
        catch (const IncError& error)
        {
            EXPECT_EQ(std::string(error.what()).rfind(by + ":", 0), 0U) << error.what();
        }
    };
    refused("/jobs", json::array(), "jobs");
    refused("/jobs", 3, "jobs");
    refused("/jobs/0/workers", 0, "jobs[0].workers");
    refused("/jobs/0/workers", -3, "jobs[0].workers");
    refused("/jobs/1/name", "job0", "jobs[1].name");
    refused("/jobs/1/speed", 1, "jobs[1].speed");
    refused("/workers", 7, "workers");
    refused("/capacities", json::array(), "capacities");
    refused("/links", json::array(), "links");
    refused("/switches/0/ports", 0, "switches[0].ports");
    refused("/worker", 7, "worker");
}
