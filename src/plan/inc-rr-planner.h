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
 * \brief Random routing: for each PS the aggregators with workers, in random order, each send to a
 * uniformly random one that is in the tree already and not too deep; the best rates for that by a
 * linear programme.
 *
 * The distribution over trees is not given by EINA; aggregators without workers are not used.
 *
 * Of the options it follows: seed, solver, timeLimit. Its answer: the plan: FEASIBLE, bounded by
 * what own workers and ingress admit.
 */
class IncRrPlanner : public IncPlanner<IncRrPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "rr"; //!< of its plans

    /** \param edge the instance; rates are real */
    explicit IncRrPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

} // namespace ns3

#endif // INC_RR_PLANNER_H
