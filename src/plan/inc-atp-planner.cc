/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atp-planner.h"

#include "inc-edge-loads.h"
#include "inc-plan-algorithms.h"

namespace ns3
{

IncAtpPlanner::IncAtpPlanner(const IncEdge& edge)
    : m_edge(edge)
{
}

IncEdgePlan
IncAtpPlanner::Solve()
{
    IncEdgePlan plan;
    plan.instance = m_edge;
    plan.rootAggregates = m_options.rootAggregates;
    for (const IncEdge::ParameterServer& ps : m_edge.ps)
    {
        plan.trees.emplace_back();
        for (uint32_t i = 0; i < m_edge.aggregators.size(); ++i)
        {
            if (i != ps.aggregator && m_edge.aggregators[i].workers > 0)
            {
                plan.trees.back().emplace_back(i, ps.aggregator);
            }
        }
    }
    IncSetBestRates(plan, m_options.solver, m_deadline);
    if (plan.HasPlan())
    {
        plan.status = IncPlanStatus::OPTIMAL;
    }
    return plan;
}

namespace
{

const IncPlanRegistration REGISTERED_ATP(IncAtpPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "ATP-like: one aggregation, at home";
    self.own = {IncAddSolver, [](IncArgumentTable& table, IncPlanOptions& options) {
                    table.Flag("rootAggregates",
                               options.rootAggregates,
                               "Whether arrivals load the aggregation capacity of the parameter "
                               "server's aggregator.");
                }};
    self.rules.oneAggregation = true;
    self.edge = IncRunPlanner<IncAtpPlanner, IncEdge>;
    self.edgeModel = IncRatesModel;
});

} // namespace

} // namespace ns3
