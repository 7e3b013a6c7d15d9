/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARO_PLANNER_H
#define INC_ARO_PLANNER_H

#include "inc-fixed-topology.h"
#include "inc-plan-answer.h"
#include "inc-planner.h"

#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ARO-like (Luo et al., IEEE/ACM ToN 32(5), 2024): the best routing to the PS over the
 * shortest up-down paths of a fixed topology.
 *
 * At one of the quantised rates (QSR) the problem is a largest flow. For each aggregator one
 * question remains: is it used? Branch and bound answers these questions, so the result is optimal
 * for flat aggregators (one pipeline). Several parameter servers share the links: they are routed
 * one after the other, each as fast as the rest allows, in every cyclic order. If that does not
 * meet its bound, branch and bound over all rates and flows together decides.
 *
 * Acceleration as published: SRO solves first without the common switches that host nobody and
 * keeps its aggregators; APP keeps a share of interchangeable aggregators.
 *
 * Uses these options: seed, steps, timeLimit, spines (SRO), alpha (APP).
 */
class IncAroPlanner : public IncPlanner<IncAroPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "aro"; //!< name of the algorithm in plan files

    /** \param cluster the instance; needs links; without attach, hosts are drawn */
    explicit IncAroPlanner(const IncCluster& cluster);

  private:
    IncClusterPlan Solve() override;

    using Node = IncCluster::Node;
    using Arc = std::pair<Node, Node>;

    /** Role of an aggregator: undecided, reducing or not reducing. */
    enum class Use
    {
        OPEN,
        USED,
        CLOSED
    };

    /** Rate and flows of one PS's tree. */
    struct Routing
    {
        double rate{0};
        std::map<Arc, uint32_t> flows;
    };

    Routing Fastest(uint32_t p, double atLeast, const std::vector<bool>& closed, bool spines);
    std::optional<Routing> At(uint32_t p, double rate, std::vector<Use> use, bool spines);
    class Flow;
    std::vector<bool> Pruned() const;
    uint32_t Flows(Node u, Node v, double rate) const;
    Routing Best(uint32_t p);
    void Take(const Routing& routing);
    std::vector<Routing> InTurn(std::vector<double>& alone);
    double Together(std::vector<Routing>& best, const std::vector<double>& alone, double bound);
    double WorkersBound() const;
    IncClusterPlan MakePlan(const std::vector<Routing>& routings) const;

    const IncCluster& m_cluster;
    const IncFixedTopology m_topology;
    std::vector<Node> m_attach;
    std::vector<bool> m_hosting;   //!< switches with hosts
    std::vector<bool> m_pruned;    //!< aggregators that APP leaves out
    std::map<Arc, double> m_taken; //!< capacity in use by link, Gb/s; the link's ends are ordered
    bool m_late{false};
};

} // namespace ns3

#endif // INC_ARO_PLANNER_H
