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

/**
 * \ingroup inc
 * \brief PARING-like (Qiu et al., IEEE/ACM ToN 32(5), 2024): places the workers and the PS, and
 * routes over an overlay of aggregators; cost is the number of hops.
 *
 * PARING's spiders and degree bounds are replaced, as ATRO's evaluation relaxes them: for every
 * rack of the PS the aggregators are joined by Prim's algorithm, workers take the hosts nearest to
 * the PS or an aggregator, and the aggregator whose removal saves most is dropped until none does.
 * Overlay edges follow one random shortest path each.
 *
 * Of the options it follows: seed, steps. Its answer: the plan: FEASIBLE.
 */
class IncParingPlanner : public IncPlanner<IncParingPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "paring"; //!< of its plans

    /** \param cluster the instance; needs links, its attach is ignored */
    explicit IncParingPlanner(const IncCluster& cluster);

  private:
    IncClusterPlan Solve() override;

    const IncCluster& m_cluster;
};

} // namespace ns3

#endif // INC_PARING_PLANNER_H
