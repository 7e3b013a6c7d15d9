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
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO's exact planner: finds the topology and routing with the highest rate for one
 * AllReduce on a reconfigurable cluster. The paper is Luo et al., "Pushing the Performance Boundary
 * of In-Network AllReduce With Joint Topology and Routing Optimization".
 *
 * Bisection finds the highest quantised rate at which all workers have a place. IncAtroBound and
 * IncAtroConstruction decide most rates. Branch and bound, or an external
 * solver that is installed, decides the others if time allows.
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

    /** What bounds and construction, or the solver that the user names, find out about a rate. */
    struct Count
    {
        bool refuted{false}; //!< true if a bound is below the number of workers
        std::optional<IncAtroRouting> routing;
    };

    /** Return an upper bound on the workers; skip the slower bound if the first is <= `enough`. */
    static uint64_t MostWorkers(const IncAtroProblem& problem, uint64_t enough);
    Count CountAt(double rate) const;
    /// Search all topologies at a rate, by branch and bound or with so many nodes of a solver.
    Count SearchAt(double rate, uint64_t nodes);
    /// Decide a rate by SearchAt(), and return false if it stays undecided.
    bool Decide(const std::vector<double>& rates, std::size_t at, uint64_t nodes);
    void Bisect(const std::vector<double>& rates);
    void Refute(const std::vector<double>& rates);
    void Search(const std::vector<double>& rates);
    void TellGap(IncClusterPlan& plan) const;

    const IncCluster& m_cluster;
    std::size_t m_refuted{0}; //!< number of rates, from the highest, that are proven infeasible
    /// Index of the best routing's rate; the number of rates if there is no routing.
    std::size_t m_best{0};
    std::optional<IncAtroRouting> m_routing;
    std::string m_asked; //!< name of the external solver that was asked; empty if none was
};

} // namespace ns3

#endif // INC_ATRO_PLANNER_H
