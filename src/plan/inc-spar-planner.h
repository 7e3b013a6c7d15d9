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

/**
 * \ingroup inc
 * \brief SPAR-like (L. Luo et al., IEEE ICC 2023): places aggregators greedily on top-of-rack
 * switches, for workers and a PS that are placed at random.
 *
 * SPAR's measure of gain is not public. Here the rack with most workers comes next, and the PS's
 * rack never does. Workers of other racks go to a random one of the nearest aggregators; those of
 * the PS's rack go straight to the PS. Each flow takes one random shortest path.
 *
 * Uses these options: seed, steps. The answer is the plan; it is FEASIBLE.
 */
class IncSparPlanner : public IncPlanner<IncSparPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "spar"; //!< name of the algorithm in plan files

    /** \param cluster the instance; needs links; places aggregators_to_place, or as many as it has
     */
    explicit IncSparPlanner(const IncCluster& cluster);

  private:
    IncClusterPlan Solve() override;

    const IncCluster& m_cluster;
};

} // namespace ns3

#endif // INC_SPAR_PLANNER_H
