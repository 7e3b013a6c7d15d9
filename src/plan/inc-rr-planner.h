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

/**
 * \ingroup inc
 * \brief Planner after RR, EINA's baseline of random routing: draws a random tree for each
 * parameter server (PS). A linear program finds the best rates for these trees.
 *
 * Aggregators with workers join in random order. Each sends to a random aggregator that is in the
 * tree and above the depth limit. EINA does not say how it draws trees. Aggregators without workers
 * are not used.
 * Uses these options: seed, solver, timeLimit. The status of a plan is FEASIBLE; its upper bound is
 * IncEinaRates::SumBound(), or the sum of r^U_p if that is less. */
class IncRrPlanner : public IncPlanner<IncRrPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "rr"; //!< name of the algorithm in plan files

    /** \param edge the instance; the planner's rates are real even if it asks for integers */
    explicit IncRrPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

} // namespace ns3

#endif // INC_RR_PLANNER_H
