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

/**
 * \ingroup inc
 * \brief Planner after GRID (Fang et al., IEEE/ACM ToN 31(5), 2023): each worker's flow is reduced
 * once, at any aggregator, or not at all. A linear relaxation is rounded at random.
 *
 * The relaxation gives all parameter servers one rate and minimises the largest load / limit. Its
 * solution says which share of an aggregator's workers each aggregator reduces. Each worker draws
 * its aggregator with these shares as probabilities. A linear program finds the best rates for the
 * outcome. Each run rounds once; use several seeds for more. If the relaxation is too large or the
 * time too short, all workers are aggregated at home.
 *
 * Uses these options: seed, solver, timeLimit. The status is FEASIBLE; upperBound holds for every
 * rounding. */
class IncGridPlanner : public IncPlanner<IncGridPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "grid"; //!< name of the algorithm in plan files

    /** \param edge the instance; the planner ignores integerRates and maxDepth */
    explicit IncGridPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

/**
 * \ingroup inc
 * \param edge the instance
 * \return GRID's linear relaxation
 */
IncLinearModel IncGridModel(const IncEdge& edge);

} // namespace ns3

#endif // INC_GRID_PLANNER_H
