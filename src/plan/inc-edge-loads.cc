/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-edge-loads.h"

#include "inc-simplex.h"

#include <algorithm>

namespace ns3
{

IncEdgeLoads::IncEdgeLoads(const IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    const std::size_t count = edge.aggregators.size();
    capacity.assign(count, std::vector<double>(edge.ps.size(), 0));
    ingress = egress = capacity;
    for (std::size_t p = 0; p < edge.ps.size(); ++p)
    {
        const uint32_t root = edge.ps[p].aggregator;
        for (std::size_t i = 0; i < count; ++i)
        {
            capacity[i][p] = edge.aggregators[i].workers;
        }
        for (const auto& [child, parent] : plan.trees[p])
        {
            ++ingress[child][p];
            ++egress[parent][p];
            capacity[parent][p] += parent != root || plan.rootAggregates ? 1 : 0;
        }
        for (std::size_t r = 0; p < plan.raw.size() && r < plan.raw[p].size(); ++r)
        {
            const IncEdgePlan::Raw& raw = plan.raw[p][r];
            capacity[raw.from][p] -= raw.workers;
            ingress[raw.from][p] += raw.workers;
            if (raw.to == IncEdgePlan::Raw::DIRECT)
            {
                egress[root][p] += raw.workers;
                continue;
            }
            capacity[raw.to][p] += raw.workers;
            egress[raw.to][p] += raw.workers;
        }
    }
}

IncLinearModel
IncRatesModel(const IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    const IncEdgeLoads loads(plan);
    IncLinearModel model;
    for (std::size_t p = 0; p < edge.ps.size(); ++p)
    {
        model.AddVariable("r" + std::to_string(p),
                          edge.ps[p].rateMin,
                          edge.ps[p].rateMax,
                          false,
                          1);
    }
    for (std::size_t i = 0; i < edge.aggregators.size(); ++i)
    {
        const auto row = [&](const char* name, const std::vector<double>& flows, double limit) {
            std::vector<IncLinearModel::Term> terms;
            for (uint32_t p = 0; p < flows.size(); ++p)
            {
                terms.emplace_back(p, flows[p]);
            }
            model.AddRow(name + std::to_string(i), terms, IncLinearModel::Sense::LESS, limit);
        };
        row("capacity", loads.capacity[i], edge.aggregators[i].capacity);
        row("ingress", loads.ingress[i], edge.aggregators[i].ingress);
        row("egress", loads.egress[i], edge.aggregators[i].egress);
    }
    return model;
}

void
IncSetBestRates(IncEdgePlan& plan, const std::string& solver, IncDeadline deadline)
{
    // Allow some time after the deadline: without this small linear program there is no plan.
    constexpr std::chrono::milliseconds GRACE(200);
    const IncDeadline end = std::max(deadline, std::chrono::steady_clock::now() + GRACE);
    const IncLinearModel model = IncRatesModel(plan);
    const IncLinearAnswer answer =
        solver == "builtin" ? IncSolveByRows(model, end)
                            : IncSolverProgram(solver).TimeLimit(IncSecondsTo(end)).Solve(model);
    if (answer.status == IncLinearAnswer::Status::INFEASIBLE)
    {
        plan.status = IncPlanStatus::INFEASIBLE;
        return;
    }
    if (answer.status == IncLinearAnswer::Status::UNKNOWN || answer.values.empty())
    {
        plan.status = IncPlanStatus::TIMEOUT;
        plan.upperBound = 0;
        for (const IncEdge::ParameterServer& ps : plan.instance.ps)
        {
            plan.upperBound += ps.rateMax;
        }
        return;
    }
    plan.rates = answer.values;
    plan.objective = answer.objective;
    plan.upperBound = answer.objective;
    plan.status = IncPlanStatus::FEASIBLE;
}

void
IncDrawUntilFeasible(IncEdgePlan& plan,
                     const std::string& solver,
                     IncDeadline deadline,
                     const std::function<void()>& draw)
{
    constexpr int DRAWS = 100;
    double least = 0;
    for (const IncEdge::ParameterServer& ps : plan.instance.ps)
    {
        least += ps.rateMin;
    }
    const double bound = plan.upperBound;
    plan.status = least > bound * (1 + 1e-9) ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
    for (int i = 0; i < DRAWS && plan.status == IncPlanStatus::TIMEOUT; ++i)
    {
        if (i > 0 && IncIsPast(deadline))
        {
            break;
        }
        plan.trees.clear();
        plan.raw.clear();
        draw();
        IncSetBestRates(plan, solver, deadline);
        if (plan.status == IncPlanStatus::INFEASIBLE)
        {
            plan.status = IncPlanStatus::TIMEOUT;
        }
    }
    plan.upperBound = plan.HasPlan()                             ? std::max(plan.objective, bound)
                      : plan.status == IncPlanStatus::INFEASIBLE ? 0
                                                                 : bound;
}

} // namespace ns3
