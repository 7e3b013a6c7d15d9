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
#include "inc-atro-problem.h"
#include "inc-atro-search.h"
#include "inc-plan-algorithms.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/** Time for bounds and construction after the time limit; without them there is no plan. */
constexpr std::chrono::milliseconds GRACE(100);
/** Most switches of a cluster for which an external solver is run. */
constexpr uint32_t MOST_SWITCHES_OF_SOLVER = 64;
/** Most steps of branch and bound if an external solver is installed. */
constexpr uint64_t OWN_STEPS = 1000;
/** Most nodes of the external solver; so many that the time limit ends the search before. */
constexpr uint64_t MOST_SOLVER_NODES = 1000000;

} // namespace

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

IncAtroOutcome
IncAtroPlanner::CountAt(double rate) const
{
    if (m_options.Foreign())
    {
        if (Late())
        {
            return {};
        }
        const IncAtroModel model(m_instance, rate);
        const IncLinearAnswer answer = IncSolverProgram(m_options.solver)
                                           .TimeLimit(IncSecondsTo(m_deadline))
                                           .Solve(model.Model());
        return {answer.status == IncLinearAnswer::Status::INFEASIBLE,
                answer.values.empty() ? std::nullopt : std::optional(model.Routing(answer.values))};
    }
    const IncAtroProblem problem(m_instance, rate);
    if (IncAtroBound(problem).MaxWorkers() < m_instance.workers)
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
    return {MostWorkers(problem, m_instance.workers - 1) < m_instance.workers, std::nullopt};
}

void
IncAtroPlanner::Bisect(const std::vector<double>& rates)
{
    // Bisect: all rates below a feasible rate are feasible too, because more flows fit each link.
    m_best = rates.size() - (m_routing ? 1 : 0);
    std::size_t low = m_refuted;
    std::size_t high = m_best;
    while (low < high && Clock::now() < m_deadline + GRACE)
    {
        // A solver gets the slowest rate first, which shows whether there is any plan.
        const std::size_t middle =
            m_options.Foreign() && high == rates.size() ? high - 1 : low + (high - low) / 2;
        IncAtroOutcome outcome = CountAt(rates[middle]);
        if (outcome.routing)
        {
            m_best = middle;
            m_routing = std::move(outcome.routing);
            high = middle;
        }
        else
        {
            m_refuted = outcome.refuted ? std::max(m_refuted, middle + 1) : m_refuted;
            low = middle + 1;
        }
    }
}

void
IncAtroPlanner::Refute(const std::vector<double>& rates)
{
    // Bisect for the highest rate that the bounds do not refute; no plan has a higher rate.
    std::size_t high = m_best;
    while (m_refuted < high && Clock::now() < m_deadline + GRACE)
    {
        const std::size_t middle = m_refuted + (high - m_refuted) / 2;
        const IncAtroProblem problem(m_instance, rates[middle]);
        if (MostWorkers(problem, m_instance.workers - 1) < m_instance.workers)
        {
            m_refuted = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
}

IncAtroOutcome
IncAtroPlanner::SearchAt(double rate, uint64_t nodes)
{
    const IncAtroProblem problem(m_instance, rate);
    const std::string solver = m_options.solver == "auto" ? IncSolverProgram::Installed() : "";
    if (nodes == 0)
    {
        if (m_instance.Switches() > IncAtroSearch::MAX_SWITCHES)
        {
            return {};
        }
        return IncAtroSearch(problem, m_deadline, solver.empty() ? UINT64_MAX : OWN_STEPS).Run();
    }
    if (solver.empty() || m_instance.Switches() > MOST_SWITCHES_OF_SOLVER || Late())
    {
        return {};
    }
    m_asked = solver;
    try
    {
        return IncAskForRouting(
            problem,
            IncSolverProgram(solver).TimeLimit(IncSecondsTo(m_deadline)).Nodes(nodes));
    }
    catch (const IncError&)
    {
        return {}; // The solver failed, so the rate stays undecided.
    }
}

bool
IncAtroPlanner::Decide(const std::vector<double>& rates, std::size_t at, uint64_t nodes)
{
    IncAtroOutcome outcome = SearchAt(rates[at], nodes);
    if (outcome.routing)
    {
        m_best = at;
        m_routing = std::move(outcome.routing);
        return true;
    }
    m_refuted = outcome.refuted ? at + 1 : m_refuted;
    return outcome.refuted;
}

void
IncAtroPlanner::Search(const std::vector<double>& rates)
{
    // Search the rates between construction and bound, the lowest first, because a better plan is
    // worth more than a better bound. Then a solver tries to refute high rates, with one node each.
    // It uses the remaining time for the lowest undecided rate.
    while (m_refuted < m_best && Decide(rates, m_best - 1, 0))
    {
    }
    while (m_refuted + 1 < m_best && Decide(rates, m_refuted, 1))
    {
    }
    while (m_refuted < m_best && Decide(rates, m_best - 1, MOST_SOLVER_NODES))
    {
    }
}

void
IncAtroPlanner::TellGap(IncClusterPlan& plan) const
{
    const IncAtroProblem problem(m_instance, plan.rate);
    const uint64_t counted = IncAtroBound(problem).MaxWorkers();
    uint64_t placed = m_instance.workers;
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
    // If some links carry no flow, the bound never exceeds the cluster's workers, but `placed` may.
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

void
IncAtroPlanner::Find(const std::vector<double>& rates)
{
    Bisect(rates);
    if (!m_options.Foreign())
    {
        Refute(rates);
        Search(rates);
    }
}

void
IncAtroPlanner::Solve(IncClusterPlan& plan)
{
    m_instance.RequireOneParameterServer("atro");
    std::vector<double> rates = IncAtroRates(m_instance, m_options.levels);
    m_refuted = 0;
    m_routing.reset();
    m_asked = m_options.Foreign() ? m_options.solver : "";
    bool answered = false;
    if (m_options.levels == 0)
    {
        // The paper's rates are whole Gb/s. Try rates below 1 Gb/s only if these are infeasible.
        std::vector<double> whole;
        std::copy_if(rates.begin(), rates.end(), std::back_inserter(whole), [](double rate) {
            return rate == 0 || rate >= 1;
        });
        Find(whole);
        answered = m_refuted == whole.size() || (m_routing && whole[m_best] > 0);
        rates = answered ? std::move(whole) : rates;
    }
    if (!answered)
    {
        Find(rates);
    }
    if (!m_routing && m_refuted < rates.size())
    {
        // Even after the time limit, make one attempt to find a plan, at the lowest rate above 0.
        m_best = rates.size() > 1 ? rates.size() - 2 : 0;
        m_routing = CountAt(rates[m_best]).routing;
    }
    if (m_routing)
    {
        plan = MakePlan(m_instance, *m_routing, rates[m_best]);
        plan.status = m_refuted == m_best ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        plan.upperBound = rates[m_refuted];
        if (m_options.levels > 0 || (plan.rate > 0 && plan.rate < 1))
        {
            plan.notes["steps"] =
                m_options.levels > 0 ? m_options.levels : IncAtroLevelsBelowOne(m_instance);
        }
        if (!m_options.Foreign() && Clock::now() < m_deadline + GRACE)
        {
            TellGap(plan);
        }
    }
    else
    {
        plan.status =
            m_refuted == rates.size() ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
        plan.upperBound = m_refuted == rates.size() ? 0 : rates[m_refuted];
    }
    if (!m_asked.empty())
    {
        plan.notes["solver"] = m_asked;
    }
}

const IncPlanRegistration REGISTERED_ATRO(IncAtroPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "best topology and routing of a reconfigurable cluster, proven if time allows";
    self.own = {[](IncArgumentTable& table, IncPlanOptions& options) {
                    options.solver = "auto";
                    IncAddSolver(table, options);
                },
                IncAddLevels};
    self.rules.ownLinks = true;
    self.rules.layers = true;
    self.rules.wholeRates = true;
    self.cluster = IncRunPlanner<IncAtroPlanner, IncCluster>;
    self.clusterModel = [](const IncClusterPlan& plan) {
        return IncAtroModel(plan.instance, plan.rate).Model();
    };
});

} // namespace ns3
