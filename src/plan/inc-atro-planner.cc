/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-planner.h"

#include "inc-atro-bound.h"
#include "inc-atro-construction.h"
#include "inc-atro-layer-bound.h"
#include "inc-atro-model.h"
#include "inc-atro-search.h"
#include "inc-plan-algorithms.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ns3
{

IncAtroPlanner::IncAtroPlanner(const IncCluster& cluster)
    : m_cluster(cluster)
{
    cluster.RequireOneParameterServer("atro");
}

std::vector<double>
IncAtroPlanner::Rates(const IncCluster& cluster)
{
    std::set<double> capacities{cluster.capacity};
    for (const IncCluster::Link& pair : cluster.OwnCapacities())
    {
        capacities.insert(pair.capacity);
    }
    std::set<double, std::greater<>> rates{0};
    for (const double capacity : capacities)
    {
        for (uint32_t k = 1; k <= cluster.workers; ++k)
        {
            const double rate = std::floor(capacity / k + 1e-9);
            rates.insert(rate);
            if (rate == 0)
            {
                break;
            }
        }
    }
    return {rates.begin(), rates.end()};
}

uint64_t
IncAtroPlanner::MostWorkers(const IncAtroProblem& problem, uint64_t enough)
{
    const uint64_t most = IncAtroBound(problem).MaxWorkers();
    if (most <= enough || problem.Cluster().maxLayers < 3)
    {
        return most;
    }
    return std::min(most, IncAtroLayerBound(problem).MaxWorkers());
}

IncAtroPlanner::Count
IncAtroPlanner::CountAt(double rate) const
{
    const IncAtroProblem problem(m_cluster, rate);
    if (IncAtroBound(problem).MaxWorkers() < m_cluster.workers)
    {
        return {true, std::nullopt};
    }
    const IncAtroRouter router(problem);
    for (const IncAtroTopology& topology : IncAtroConstruction(problem).Candidates())
    {
        if (auto routing = router.Route(topology))
        {
            return {false, std::move(routing)};
        }
    }
    return {MostWorkers(problem, m_cluster.workers - 1) < m_cluster.workers, std::nullopt};
}

void
IncAtroPlanner::Bisect(const std::vector<double>& rates)
{
    // Feasibility is monotone in the rate: the slower, the more flows fit.
    m_best = rates.size();
    std::size_t low = 0;
    std::size_t high = rates.size();
    while (low < high)
    {
        const std::size_t middle = low + (high - low) / 2;
        Count count = CountAt(rates[middle]);
        if (count.routing)
        {
            m_best = middle;
            m_routing = std::move(count.routing);
            high = middle;
        }
        else
        {
            m_refuted = count.refuted ? std::max(m_refuted, middle + 1) : m_refuted;
            low = middle + 1;
        }
    }
}

void
IncAtroPlanner::Refute(const std::vector<double>& rates)
{
    // The highest rate that counting does not refute: a valid bound, whatever the search finds.
    std::size_t high = m_best;
    while (m_refuted < high)
    {
        const std::size_t middle = m_refuted + (high - m_refuted) / 2;
        const IncAtroProblem problem(m_cluster, rates[middle]);
        if (MostWorkers(problem, m_cluster.workers - 1) < m_cluster.workers)
        {
            m_refuted = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
}

void
IncAtroPlanner::Search(const std::vector<double>& rates)
{
    // Rates between the bound and the construction: the slowest first, a plan is worth more than a
    // bound.
    while (m_refuted < m_best && m_cluster.Switches() <= IncAtroSearch::MAX_SWITCHES)
    {
        const std::size_t middle = m_best - 1;
        const IncAtroProblem problem(m_cluster, rates[middle]);
        IncAtroSearch search(problem, m_deadline);
        const IncAtroSearch::Answer answer = search.Run();
        if (answer == IncAtroSearch::Answer::FOUND)
        {
            m_best = middle;
            m_routing = search.Routing();
        }
        else if (answer == IncAtroSearch::Answer::NONE)
        {
            m_refuted = middle + 1;
        }
        else
        {
            break;
        }
    }
}

void
IncAtroPlanner::TellGap(IncClusterPlan& plan) const
{
    const IncAtroProblem problem(m_cluster, plan.rate);
    const uint64_t counted = IncAtroBound(problem).MaxWorkers();
    uint64_t placed = m_cluster.workers;
    const IncAtroRouter router(problem);
    for (const IncAtroTopology& topology : IncAtroConstruction(problem).Candidates())
    {
        placed = std::max(placed, router.MaxWorkers(topology));
        if (placed >= counted)
        {
            break;
        }
    }
    const uint64_t most = MostWorkers(problem, placed);
    // Where not every switch takes every worker, no more are counted than there are.
    const uint64_t gap = most > placed ? most - placed : 0;
    plan.notes["flows_per_link"] = problem.DefaultFlows();
    plan.notes["max_workers_found"] = placed;
    plan.notes["max_workers_bound"] = std::max(most, placed);
    plan.notes["gap_workers"] = gap;
    plan.notes["gap_percent"] = most ? std::round(1e4 * gap / most) / 100 : 0;
}

IncClusterPlan
IncAtroPlanner::MakePlan(const IncCluster& cluster, const IncAtroRouting& routing, double rate)
{
    IncClusterPlan plan;
    plan.instance = cluster;
    plan.rate = plan.objective = rate;
    for (const auto& [worker, v] : routing.workerLinks)
    {
        plan.links.emplace_back(worker, v);
        plan.flows.push_back({worker, v, 1});
    }
    for (std::size_t i = 0; i < routing.topology.arcs.size(); ++i)
    {
        const auto& [from, to] = routing.topology.arcs[i];
        plan.links.emplace_back(from, to);
        plan.flows.push_back({from, to, routing.flows[i]});
    }
    plan.links.emplace_back(routing.topology.root, cluster.ParameterServer());
    plan.flows.push_back({routing.topology.root, cluster.ParameterServer(), routing.rootFlows});
    return plan;
}

IncClusterPlan
IncAtroPlanner::Solve()
{
    const std::vector<double> rates = Rates(m_cluster);
    m_refuted = 0;
    m_routing.reset();
    Bisect(rates);
    Refute(rates);
    Search(rates);
    IncClusterPlan plan;
    if (m_routing)
    {
        plan = MakePlan(m_cluster, *m_routing, rates[m_best]);
        plan.status = m_refuted == m_best ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        plan.upperBound = rates[m_refuted];
        TellGap(plan);
    }
    else
    {
        plan.instance = m_cluster;
        plan.status =
            m_refuted == rates.size() ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
        plan.upperBound = m_refuted == rates.size() ? 0 : rates[m_refuted];
    }
    return plan;
}

namespace
{

const IncPlanRegistration REGISTERED_ATRO(IncAtroPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "best topology and routing of a reconfigurable cluster, exact";
    self.own = {IncAddSolver};
    self.rules.ownLinks = true;
    self.rules.layers = true;
    self.rules.wholeRates = true;
    self.cluster = [](const IncCluster& cluster, const IncPlanOptions& options) {
        return options.solver == "builtin"
                   ? IncAtroPlanner(cluster).Options(options).Run()
                   : IncSolveAtroBy(cluster, options.solver, options.timeLimit);
    };
    self.clusterModel = [](const IncClusterPlan& plan) {
        return IncAtroModel(plan.instance, plan.rate).Model();
    };
});

} // namespace

} // namespace ns3
