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
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Number of flows that a plan's trees put on every aggregator, for each parameter server.
 * The load is this number times the rate.
 */
struct IncEdgeLoads
{
    std::vector<std::vector<double>> capacity; //!< aggregated flows, by aggregator and PS
    std::vector<std::vector<double>> ingress;
    std::vector<std::vector<double>> egress;

    /** \param plan plan whose trees and raw flows are counted; its rates are ignored */
    explicit IncEdgeLoads(const IncEdgePlan& plan);
};

/**
 * \ingroup inc
 * \brief Return the linear model of the best rates for given trees: maximise the sum of r_p such
 * that all loads are within their limits.
 * \param plan plan with trees and raw flows
 * \return the model; variable p is the rate of PS p
 */
IncLinearModel IncRatesModel(const IncEdgePlan& plan);

/**
 * \ingroup inc
 * \brief Set a plan's rates to the best for its trees, and its objective and status accordingly.
 * \param plan the plan; INFEASIBLE if its rate limits cannot be met, TIMEOUT if it has no rates
 * \param solver "builtin", or the name of a solver's program
 * \param deadline time at which the solver gives up, with some grace
 */
void IncSetBestRates(IncEdgePlan& plan, const std::string& solver, IncDeadline deadline);

/**
 * \ingroup inc
 * \brief Draw trees and raw flows and find their best rates, until all rate limits are met.
 *
 * There is one draw at least. Draws may fail although other trees exist. After some draws without a
 * plan the status is therefore TIMEOUT. It is INFEASIBLE only if the sum of the least rates is
 * above upperBound.
 *
 * \param plan the plan; its upperBound must be set and hold for all draws
 * \param solver "builtin", or the name of a solver's program
 * \param deadline time after which no draw begins
 * \param draw adds trees and raw flows to the plan
 */
void IncDrawUntilFeasible(IncEdgePlan& plan,
                          const std::string& solver,
                          IncDeadline deadline,
                          const std::function<void()>& draw);

} // namespace ns3

#endif // INC_EDGE_LOADS_H
