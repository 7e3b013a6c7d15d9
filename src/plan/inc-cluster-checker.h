/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_CHECKER_H
#define INC_CLUSTER_CHECKER_H

#include "inc-plan-answer.h"
#include "inc-plan-rules.h"
#include "inc-violations.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Verifies a plan of a cluster against the planner's model. It reads only the
 * plan, which contains the cluster, so it also finds errors of planners.
 *
 * Flows must satisfy ATRO's constraints (1) to (20), as the manual explains them. In a fixed
 * topology flows must use its links. The routes of an overlay must be shortest paths between
 * workers, aggregators and the parameter server. IncPlanRules say which constraints apply. */
class IncClusterChecker
{
  public:
    /** The plan must outlive the checker. */
    explicit IncClusterChecker(const IncClusterPlan& plan);

    /** \return the violations, one line of text for each */
    std::vector<std::string> Check();

  private:
    using Node = IncCluster::Node;
    using Pair = std::pair<Node, Node>;
    using Flows = std::vector<std::array<Node, 3>>;

    bool IsQuantised() const;
    void CheckOutcome();
    void CheckLinks();
    void CheckFixedLinks();
    void CheckFlows(const Flows& flows, Node ps);
    void CheckNode(Node v, Node ps);
    void CheckLayers(Node ps);
    void CheckLoads();
    void CheckOverlay();
    void CheckRoute(const std::vector<Node>& route);
    void CheckOverlayTree();
    void CheckPlacedAggregators();
    bool Aggregates(Node v) const;
    std::vector<uint32_t> Distances(Node from) const;
    std::string Name(Node v) const;

    const IncClusterPlan& m_plan;
    const IncCluster& m_cluster;
    const IncPlanRules m_rules;
    IncViolations m_violations;
    /// Capacity of each link of the plan, Gb/s; the key has the smaller node first.
    std::map<Pair, double> m_capacity;
    std::map<Pair, double> m_load;       //!< load of each link, both directions together, Gb/s
    std::vector<uint64_t> m_in;          //!< number of flows into each node, for one PS
    std::vector<uint64_t> m_out;         //!< number of flows out of each node, for one PS
    std::vector<std::vector<Node>> m_to; //!< nodes to which each node sends, for one PS
};

} // namespace ns3

#endif // INC_CLUSTER_CHECKER_H
