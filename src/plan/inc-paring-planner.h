/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARING_PLANNER_H
#define INC_PARING_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-planner.h"

namespace ns3
{

/** \ingroup inc \brief Planner after PARING (Qiu et al., IEEE/ACM ToN 32(5), 2024): places workers
 * and parameter server (PS), and routes flows over an overlay of aggregators. A plan's cost is its
 * hops.
 *
 * PARING's spiders and degree bounds are left out, as in ATRO's evaluation. Every rack is tried as
 * the rack of the PS. Prim's algorithm joins the aggregators to a tree. Workers take the hosts
 * nearest to the PS or to an aggregator. Then the aggregator whose removal saves most hops is
 * removed, and so on until none saves any. The plan with the least cost is the result. Each overlay
 * edge follows one random shortest path. The status is FEASIBLE. The cluster must have `links`; its
 * `attach` is ignored. */
class IncParingPlanner : public IncPlanner<IncParingPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "paring";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncClusterPlan& plan) override;
};

} // namespace ns3

#endif // INC_PARING_PLANNER_H
