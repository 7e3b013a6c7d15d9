/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RR_PLANNER_H
#define INC_RR_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-planner.h"

namespace ns3
{

/** \ingroup inc \brief Planner after RR, EINA's baseline of random routing: draws a random tree for
 * each parameter server (PS). A linear program finds the best rates for these trees.
 *
 * Aggregators with workers join the tree in random order. Each sends to a random aggregator of the
 * tree, if its depth then is within the limit. EINA's paper does not say how trees are drawn.
 * Aggregators without workers are not used. The status of a plan is FEASIBLE. Its upper bound is
 * the lower of IncEinaRates::SumBound() and the sum of r^U_p. Rates are real numbers even if the
 * edge's integerRates is true. */
class IncRrPlanner : public IncPlanner<IncRrPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "rr";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncEdgePlan& plan) override;
};

} // namespace ns3

#endif // INC_RR_PLANNER_H
