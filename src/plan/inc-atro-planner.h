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

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO: the best topology and routing of one AllReduce on a reconfigurable cluster, exact
 * (Luo et al., "Pushing the Performance Boundary of In-Network AllReduce with Joint Topology and
 * Routing Optimization").
 *
 * The largest quantised rate is found by bisection. At most rates the counting bound and the
 * construction agree. If they do not, branch and bound decides within the time limit.
 *
 *     IncClusterPlan plan = IncAtroPlanner(cluster).TimeLimit(10).Run();
 */
class IncAtroPlanner : public IncPlanner<IncAtroPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "atro"; //!< name of the algorithm in plan files

    /** \param cluster the instance, of one parameter server; its links and attach are ignored */
    explicit IncAtroPlanner(const IncCluster& cluster);

    /** \return the plan of a routing at a rate */
    static IncClusterPlan MakePlan(const IncCluster& cluster,
                                   const IncAtroRouting& routing,
                                   double rate);

  private:
    IncClusterPlan Solve() override;
    void Find(const std::vector<double>& rates);

    /** Result of the counting bound for one rate. */
    struct Count
    {
        bool refuted{false};
        std::optional<IncAtroRouting> routing;
    };

    /** Return a bound on the workers that have a place; stop once it is at most `enough`. */
    static uint64_t MostWorkers(const IncAtroProblem& problem, uint64_t enough);
    Count CountAt(double rate) const;
    void Bisect(const std::vector<double>& rates);
    void Refute(const std::vector<double>& rates);
    void Search(const std::vector<double>& rates);
    void TellGap(IncClusterPlan& plan) const;

    const IncCluster& m_cluster;
    std::size_t m_refuted{0}; //!< number of rates, from the highest, known to be impossible
    std::size_t m_best{
        0}; //!< index of the best routing's rate; the number of rates if there is no routing
    std::optional<IncAtroRouting> m_routing;
};

} // namespace ns3

#endif // INC_ATRO_PLANNER_H
