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
 * \brief Flows that a plan's trees put on every aggregator, by parameter server: aggregated,
 * leaving (ingress of the core) and arriving (egress), each to be multiplied by the rate.
 */
struct IncEdgeLoads
{
    std::vector<std::vector<double>> capacity; //!< by aggregator and PS
    std::vector<std::vector<double>> ingress;
    std::vector<std::vector<double>> egress;

    /** \param plan trees and raw flows; its rates are not looked at */
    explicit IncEdgeLoads(const IncEdgePlan& plan);
};

/**
 * \ingroup inc
 * \brief The linear model of the best rates for given trees: max sum of r_p, loads within limits.
 * \param plan trees and raw flows
 * \return the model; variable p is the rate of PS p
 */
IncLinearModel IncRatesModel(const IncEdgePlan& plan);

/**
 * \ingroup inc
 * \brief Set a plan's rates, objective and status to the best for its trees.
 * \param plan the plan; INFEASIBLE if its rate limits cannot be met
 * \param solver builtin, or a program
 * \param seconds its limit
 */
void IncSetBestRates(IncEdgePlan& plan, const std::string& solver, double seconds);

/**
 * \ingroup inc
 * \brief Draw trees and raw flows, and their best rates, again until all rate limits are met.
 *
 * Other trees may do where those drawn do not: without a plan after some draws the status is
 * INFEASIBLE only if the least rates are above upperBound, otherwise TIMEOUT.
 * \param plan the plan; its upperBound is set and holds for whatever is drawn
 * \param options solver and time limit
 * \param draw adds trees and raw flows to the plan
 */
void IncDrawUntilFeasible(IncEdgePlan& plan,
                          const IncPlanOptions& options,
                          const std::function<void()>& draw);

} // namespace ns3

#endif // INC_EDGE_LOADS_H
