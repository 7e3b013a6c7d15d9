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
 * \brief Random routing. For each PS the aggregators with workers come in random order. Each sends
 * to a random aggregator that is in the tree already and not too deep. A linear programme finds the
 * best rates for these trees.
 *
 * EINA does not give the distribution over trees. Aggregators without workers are not used.
 *
 * Uses these options: seed, solver, timeLimit. The answer is the plan. It is FEASIBLE, with the
 * bound that own workers and ingress give.
 */
class IncRrPlanner : public IncPlanner<IncRrPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "rr"; //!< name of the algorithm in plan files

    /** \param edge the instance; rates are real */
    explicit IncRrPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

} // namespace ns3

#endif // INC_RR_PLANNER_H
