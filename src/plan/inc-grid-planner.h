/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GRID_PLANNER_H
#define INC_GRID_PLANNER_H

#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-planner.h"

namespace ns3
{

/** \ingroup inc \brief Planner after GRID (Fang et al., IEEE/ACM ToN 31(5), 2023): each worker's
 * flow is reduced once, at any aggregator, or not at all. A linear relaxation is rounded at random.
 *
 * The relaxation gives all parameter servers the same rate and minimises the largest ratio of load
 * to limit. Its solution tells which share of a home's workers each aggregator reduces. For each
 * worker an aggregator is drawn with these shares as probabilities. A linear program then finds the
 * best rates. A run draws only once; more seeds give more draws. If the relaxation is too large or
 * the time too short, all workers' flows are reduced at home. The status is FEASIBLE; upperBound
 * holds for every outcome of the draws. The edge's integerRates and maxDepth are ignored. */
class IncGridPlanner : public IncPlanner<IncGridPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "grid";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncEdgePlan& plan) override;
};

/** \ingroup inc \return GRID's linear relaxation */
IncLinearModel IncGridModel(const IncEdge& edge);

} // namespace ns3

#endif // INC_GRID_PLANNER_H
