/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SPAR_PLANNER_H
#define INC_SPAR_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-planner.h"

namespace ns3
{

/** \ingroup inc \brief Planner after SPAR (L. Luo et al., IEEE ICC 2023): places workers and the
 * parameter server (PS) at random. It then places aggregators greedily on top-of-rack switches.
 *
 * SPAR's measure of gain is not public. Here the switches of the racks with most workers become
 * aggregators, except the switch of the PS's rack. A worker in the PS's rack sends straight to the
 * PS. Any other worker sends to one of its nearest aggregators, drawn at random. Each flow takes a
 * random shortest path. The status is FEASIBLE. The cluster must have `links`; the planner places
 * at most aggregatorsToPlace aggregators, or Aggregators() if this is not set. */
class IncSparPlanner : public IncPlanner<IncSparPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "spar";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncClusterPlan& plan) override;
};

} // namespace ns3

#endif // INC_SPAR_PLANNER_H
