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

/** \ingroup inc \brief Planner after ATP (EINA's baseline): each aggregator reduces its own
 * workers' flows and sends one flow directly to the aggregator of each PS. A linear program finds
 * the best rates.
 *
 * EINA does not say whether arriving flows use aggregation capacity at the PS's aggregator. The
 * option rootAggregates decides: false gives the results of EINA's figure 1, true those of its
 * sweeps. The status OPTIMAL means that no rates are better for these trees. Rates are real numbers
 * even if the edge's integerRates is true. */
class IncAtpPlanner : public IncPlanner<IncAtpPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "atp";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncEdgePlan& plan) override;
};

} // namespace ns3

#endif // INC_ATP_PLANNER_H
