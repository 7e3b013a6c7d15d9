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
 * \brief GRID-like (Fang et al., IEEE/ACM ToN 31(5), 2023): each worker's flow is reduced once, at
 * any aggregator, or not at all. A relaxation is rounded at random.
 *
 * The relaxation gives all parameter servers one rate and minimises the largest relative load. Then
 * each worker draws its aggregator in proportion to the shares. A linear programme finds the best
 * rates for the outcome. Each run rounds once; use several seeds for more.
 *
 * If the relaxation is too large or the time too short, all workers are aggregated at home.
 *
 * Uses these options: seed, solver, timeLimit. The answer is the plan; it is FEASIBLE, with a bound
 * that holds for any rounding.
 */
class IncGridPlanner : public IncPlanner<IncGridPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "grid"; //!< name of the algorithm in plan files

    /** \param edge the instance; rates are real, the depth is not limited */
    explicit IncGridPlanner(const IncEdge& edge);

  private:
    IncEdgePlan Solve() override;

    const IncEdge& m_edge;
};

/**
 * \ingroup inc
 * \param edge the instance
 * \return GRID's relaxation: the linear model whose solution is rounded
 */
IncLinearModel IncGridModel(const IncEdge& edge);

} // namespace ns3

#endif // INC_GRID_PLANNER_H
