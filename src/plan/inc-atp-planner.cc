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

void
IncAtpPlanner::Solve(IncEdgePlan& plan)
{
    plan.rootAggregates = m_options.rootAggregates;
    for (const IncEdge::ParameterServer& ps : m_instance.ps)
    {
        plan.trees.push_back(m_instance.Star(ps.aggregator));
    }
    IncSetBestRates(plan, m_options.solver, m_deadline);
    if (plan.HasPlan())
    {
        plan.status = IncPlanStatus::OPTIMAL;
    }
}

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

} // namespace ns3
