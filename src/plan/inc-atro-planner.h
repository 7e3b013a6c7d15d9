/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_PLANNER_H
#define INC_ATRO_PLANNER_H

#include "inc-atro-problem.h"
#include "inc-atro-topology.h"
#include "inc-plan-answer.h"
#include "inc-planner.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief ATRO's exact planner: finds the topology and routing with the highest rate
 * for one AllReduce on a reconfigurable cluster. The paper is Luo et al., "Pushing the Performance
 * Boundary of In-Network AllReduce With Joint Topology and Routing Optimization".
 *
 * Bisection finds the highest quantised rate at which some topology connects all workers.
 * IncAtroBound and IncAtroConstruction decide this for most rates. For other rates, branch and
 * bound or an installed external solver decides, if time allows. The cluster must have one
 * parameter server; its `links` and `attach` are ignored. */
class IncAtroPlanner : public IncPlanner<IncAtroPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "atro";

    using IncPlanner::IncPlanner;

    /** \return the plan that has this routing and rate (Gb/s) */
    static IncClusterPlan MakePlan(const IncCluster& cluster,
                                   const IncAtroRouting& routing,
                                   double rate);

  private:
    void Solve(IncClusterPlan& plan) override;
    void Find(const std::vector<double>& rates);

    /** Return an upper bound on workers; if the quick bound is <= `enough`, skip the slow one. */
    static uint64_t MostWorkers(const IncAtroProblem& problem, uint64_t enough);
    /// Try the bounds and the construction, or the user's solver, at one rate.
    IncAtroOutcome CountAt(double rate) const;
    /// Search all topologies at a rate: if `nodes` is 0 by branch and bound, else by a solver.
    IncAtroOutcome SearchAt(double rate, uint64_t nodes);
    bool Decide(const std::vector<double>& rates, std::size_t at, uint64_t nodes);
    void Bisect(const std::vector<double>& rates);
    void Refute(const std::vector<double>& rates);
    void Search(const std::vector<double>& rates);
    void TellGap(IncClusterPlan& plan) const;

    /// Number of highest rates that are proven infeasible.
    std::size_t m_refuted{0};
    /// Index of the best routing's rate; if there is no routing, the number of rates.
    std::size_t m_best{0};
    std::optional<IncAtroRouting> m_routing;
    std::string m_asked; //!< name of the external solver that was run; empty if none
};

} // namespace ns3

#endif // INC_ATRO_PLANNER_H
