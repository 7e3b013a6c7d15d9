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

/** \ingroup inc \brief Counts the flows that load each limit of each aggregator, for each parameter
 * server (PS). The load is the number of flows times the rate of the PS. */
struct IncEdgeLoads
{
    /// Flows that are reduced, by aggregator and PS.
    std::vector<std::vector<double>> capacity;
    /// Flows into the core, by aggregator and PS.
    std::vector<std::vector<double>> ingress;
    /// Flows out of the core, by aggregator and PS.
    std::vector<std::vector<double>> egress;

    /** \param plan plan whose trees and raw flows are counted; its rates are ignored */
    explicit IncEdgeLoads(const IncEdgePlan& plan);
};

/**
 * \ingroup inc
 * \brief Return the linear program that finds the best rates r_p for given trees. It maximises the
 * sum of r_p subject to EINA's constraints (1), (10), (11) and (12).
 * \param plan plan with trees and raw flows
 * \return the linear program; its variable p is the rate of parameter server p
 */
IncLinearModel IncRatesModel(const IncEdgePlan& plan);

/**
 * \ingroup inc
 * \brief Set a plan's rates to the optimum of IncRatesModel(), and set its objective and status.
 * \param plan plan with trees; gets the status INFEASIBLE if no rates are possible, TIMEOUT if the
 * solver found none
 * \param solver "builtin", or the name of a solver's program
 * \param deadline time at which the solver gives up, or 200 ms from now if that is later
 */
void IncSetBestRates(IncEdgePlan& plan, const std::string& solver, IncDeadline deadline);

/**
 * \ingroup inc
 * \brief Draw random trees and unreduced flows, and find their best rates, until all limits are
 * met.
 *
 * If 100 draws fail, other trees may still exist, so the status is TIMEOUT. The status is
 * INFEASIBLE only if the sum of the lower bounds r^L_p is above upperBound. Otherwise there is at
 * least one draw, even after the deadline.
 *
 * \param plan plan to complete; its upperBound must be set and hold for all draws
 * \param solver "builtin", or the name of a solver's program
 * \param deadline time after which no draw begins
 * \param draw function that adds random trees and unreduced flows to the plan
 */
void IncDrawUntilFeasible(IncEdgePlan& plan,
                          const std::string& solver,
                          IncDeadline deadline,
                          const std::function<void()>& draw);

} // namespace ns3

#endif // INC_EDGE_LOADS_H
