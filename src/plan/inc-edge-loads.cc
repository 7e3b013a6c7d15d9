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

void
IncLimitLoads(IncLinearModel& model,
              const IncEdge& edge,
              const std::vector<IncEdgeLoad>& loads,
              std::optional<uint32_t> factor)
{
    const auto row = [&](IncLinearModel::Name name, IncLinearModel::Terms load, double limit) {
        if (factor)
        {
            load.emplace_back(*factor, -limit);
        }
        model.AddRow(std::move(name),
                     std::move(load),
                     IncLinearModel::Sense::LESS,
                     factor ? 0 : limit);
    };
    for (std::size_t i = 0; i < loads.size(); ++i)
    {
        row({"capacity", i}, loads[i].capacity, edge.aggregators[i].capacity);
        row({"ingress", i}, loads[i].ingress, edge.aggregators[i].ingress);
        row({"egress", i}, loads[i].egress, edge.aggregators[i].egress);
    }
}

double
IncHomeBound(const IncEdge& edge)
{
    double most = 0;
    for (const IncEdge::ParameterServer& ps : edge.ps)
    {
        most += ps.rateMax;
    }
    for (const IncEdge::Aggregator& a : edge.aggregators)
    {
        if (a.workers > 0)
        {
            most = std::min(most, (a.capacity + a.ingress) / a.workers);
        }
    }
    return most;
}

IncLinearModel
IncRatesModel(const IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    IncLinearModel model;
    std::vector<IncEdgeLoad> loads(edge.aggregators.size());
    for (uint32_t p = 0; p < edge.ps.size(); ++p)
    {
        const IncEdge::ParameterServer& ps = edge.ps[p];
        model.AddVariable({"r", p}, ps.rateMin, ps.rateMax, false, 1);
        for (std::size_t i = 0; i < loads.size(); ++i)
        {
            loads[i].capacity.emplace_back(p, edge.aggregators[i].workers);
        }
        for (const auto& [child, parent] : plan.trees[p])
        {
            loads[child].ingress.emplace_back(p, 1);
            loads[parent].egress.emplace_back(p, 1);
            const bool reduced = parent != ps.aggregator || plan.rootAggregates;
            loads[parent].capacity.emplace_back(p, reduced ? 1 : 0);
        }
        for (std::size_t r = 0; p < plan.raw.size() && r < plan.raw[p].size(); ++r)
        {
            const IncEdgePlan::Raw& raw = plan.raw[p][r];
            const bool direct = raw.to == IncEdgePlan::Raw::DIRECT;
            loads[raw.from].capacity.emplace_back(p, -double(raw.workers));
            loads[raw.from].ingress.emplace_back(p, raw.workers);
            loads[direct ? ps.aggregator : raw.to].egress.emplace_back(p, raw.workers);
            if (!direct)
            {
                loads[raw.to].capacity.emplace_back(p, raw.workers);
            }
        }
    }
    IncLimitLoads(model, edge, loads);
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
