/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atp-planner.h"

#include "inc-edge-loads.h"

#include <chrono>

namespace ns3
{

IncEdgePlan
IncPlanAtp(const IncEdge& edge, const IncPlanOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    IncEdgePlan plan;
    plan.instance = edge;
    plan.algorithm = "atp";
    plan.rootAggregates = options.rootAggregates;
    for (const IncEdge::ParameterServer& ps : edge.ps)
    {
        plan.trees.emplace_back();
        for (uint32_t i = 0; i < edge.aggregators.size(); i++)
        {
            if (i != ps.aggregator && edge.aggregators[i].workers > 0)
            {
                plan.trees.back().emplace_back(i, ps.aggregator);
            }
        }
    }
    IncSetBestRates(plan, options.solver, options.timeLimit);
    if (plan.HasPlan())
    {
        plan.status = IncPlanStatus::OPTIMAL;
    }
    plan.solveMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return plan;
}

} // namespace ns3
