/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATP_PLANNER_H
#define INC_ATP_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-planner.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATP-like: each aggregator reduces its own workers once and sends one flow straight to the
 * aggregator of each PS. A linear programme finds the best rates for these trees.
 *
 * EINA's account of ATP does not say whether the PS's aggregator reduces arriving flows and spends
 * capacity on them. Figure 1 needs that it does not; the sweeps fit that it does. Both are offered.
 *
 * Uses these options: rootAggregates, solver, timeLimit. The answer is the plan; OPTIMAL means the
 * best rates for these trees.
 */
class IncAtpPlanner : public IncPlanner<IncAtpPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "atp"; //!< name of the algorithm in plan files

    /** \param edge the instance; rates are real */
    explicit IncAtpPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

} // namespace ns3

#endif // INC_ATP_PLANNER_H
