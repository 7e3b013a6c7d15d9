/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rr-planner.h"

#include "inc-edge-loads.h"
#include "inc-eina-rates.h"
#include "inc-plan-algorithms.h"
#include "inc-plan-random.h"

#include <algorithm>

namespace ns3
{

namespace
{

std::vector<std::pair<uint32_t, uint32_t>>
RandomTree(const IncEdge& edge, uint32_t root, IncPlanRandom& random)
{
    std::vector<uint32_t> order = edge.Senders(root);
    random.Shuffle(order);
    const uint32_t limit = edge.DepthLimit();
    std::vector<std::pair<uint32_t, uint32_t>> tree;
    std::vector<uint32_t> depth(edge.aggregators.size(), 0);
    std::vector<uint32_t> parents{root};
    for (const uint32_t i : order)
    {
        const uint32_t parent = parents[random.Below(parents.size())];
        tree.emplace_back(i, parent);
        depth[i] = depth[parent] + 1;
        if (depth[i] < limit)
        {
            parents.push_back(i);
        }
    }
    return tree;
}

} // namespace

void
IncRrPlanner::Solve(IncEdgePlan& plan)
{
    IncPlanRandom random(m_options.seed);
    std::vector<double> least;
    double most = 0;
    for (const IncEdge::ParameterServer& ps : m_instance.ps)
    {
        least.push_back(ps.rateMin);
        most += ps.rateMax;
    }
    IncEinaRates exact(m_instance, false, m_deadline);
    plan.status = IncPlanStatus::INFEASIBLE;
    if (exact.Test(least) != IncEinaRates::Answer::INFEASIBLE)
    {
        plan.upperBound = std::min(most, exact.SumBound());
        IncDrawUntilFeasible(plan, m_options.solver, m_deadline, [&] {
            for (const IncEdge::ParameterServer& ps : m_instance.ps)
            {
                plan.trees.push_back(RandomTree(m_instance, ps.aggregator, random));
            }
        });
    }
}

const IncPlanRegistration REGISTERED_RR(IncRrPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "random routing: random trees";
    self.own = {IncAddSolver};
    self.edge = IncRunPlanner<IncRrPlanner, IncEdge>;
    self.edgeModel = IncRatesModel;
});

} // namespace ns3
