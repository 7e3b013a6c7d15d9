/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_LOADS_H
#define INC_EDGE_LOADS_H

#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-plan-options.h"

#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Loads on the limits of one aggregator, Gb/s, as terms of a linear program:
 * flows that are reduced, enter the core, or leave the core. */
struct IncEdgeLoad
{
    IncLinearModel::Terms capacity;
    IncLinearModel::Terms ingress;
    IncLinearModel::Terms egress;
};

/** \ingroup inc \brief Add rows that keep each aggregator's loads within its limits. If `factor`
 * is given, this variable multiplies all limits. */
void IncLimitLoads(IncLinearModel& model,
                   const IncEdge& edge,
                   const std::vector<IncEdgeLoad>& loads,
                   std::optional<uint32_t> factor = std::nullopt);

/** \ingroup inc \brief Return a bound on the sum of rates, Gb/s, wherever flows are reduced. A
 * worker's flow uses aggregation capacity or ingress of its home, so a sum r <= c + b^I. */
double IncHomeBound(const IncEdge& edge);

/** \ingroup inc \brief Return the linear program that finds the best rates r_p for given trees. It
 * maximises the sum of r_p subject to EINA's constraints (1), (10), (11) and (12). Variable p is
 * the rate of parameter server p. */
IncLinearModel IncRatesModel(const IncEdgePlan& plan);

/** \ingroup inc \brief Set a plan's rates to the optimum of IncRatesModel(), and set its objective
 * and status. The status is INFEASIBLE if no rates are possible, TIMEOUT if the solver found none.
 * The solver ("builtin" or a program) gives up at the deadline, or after 200 ms if later. */
void IncSetBestRates(IncEdgePlan& plan, const std::string& solver, IncDeadline deadline);

/** \ingroup inc \brief Add random trees and unreduced flows to a plan by `draw`, and find their
 * best rates, until all limits are met.
 *
 * If 100 draws fail, other trees may still exist, so the status is TIMEOUT. The status is
 * INFEASIBLE only if the sum of the lower bounds r^L_p is above the plan's upperBound, which must
 * hold for all draws. Otherwise there is at least one draw, even after the deadline. */
void IncDrawUntilFeasible(IncEdgePlan& plan,
                          const std::string& solver,
                          IncDeadline deadline,
                          const std::function<void()>& draw);

} // namespace ns3

#endif // INC_EDGE_LOADS_H
