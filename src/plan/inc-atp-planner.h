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
 * \brief Planner after ATP (EINA's baseline): each aggregator reduces its own workers' flows and
 * sends one flow directly to the aggregator of each PS. A linear program finds the best rates.
 *
 * EINA does not say whether the PS's aggregator reduces arriving flows and so spends aggregation
 * capacity on them. EINA's figure 1 is met if it does not, the sweeps if it does; the option
 * rootAggregates chooses.
 * Uses these options: rootAggregates, solver, timeLimit. The status OPTIMAL means: no rates are
 * better for these trees.
 */
class IncAtpPlanner : public IncPlanner<IncAtpPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "atp"; //!< name of the algorithm in plan files

    /** \param edge the instance; the planner's rates are real even if it asks for integers */
    explicit IncAtpPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

} // namespace ns3

#endif // INC_ATP_PLANNER_H
