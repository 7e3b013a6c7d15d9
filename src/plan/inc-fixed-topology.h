/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FIXED_TOPOLOGY_H
#define INC_FIXED_TOPOLOGY_H

#include "inc-cluster.h"
#include "inc-plan-answer.h"
#include "inc-plan-random.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Links and shortest paths between the switches of a fixed topology. */
class IncFixedTopology
{
  public:
    using Node = IncCluster::Node;
    static constexpr uint32_t UNREACHABLE = UINT32_MAX;

    /** \param cluster cluster with links; throws IncError if it has none */
    explicit IncFixedTopology(const IncCluster& cluster);

    /** \return number of links on a shortest path between two switches, or UNREACHABLE. The first
     * call for a class of u measures all distances from this class, so u should be the end that
     * many calls share. */
    uint32_t Hops(Node u, Node v) const;
    /** \return the class of a switch; switches with equal neighbors are in one class, from 0 */
    Node Class(Node v) const;
    /** \return number of links between two different switches of two classes */
    uint32_t ClassHops(Node c, Node d) const;
    /** \return the switches that are linked to a switch, sorted */
    const std::vector<Node>& Neighbors(Node v) const;
    /** \return a random shortest path between two switches; all are equally probable */
    std::vector<Node> RandomPath(Node from, Node to, IncPlanRandom& random) const;

    /** \brief Draw the switch of each worker, then of each parameter server (PS), at random. No two
     * share a place; throws IncError if there are too few places. */
    std::vector<Node> DrawPlacement(IncPlanRandom& random) const;

  private:
    /** Shortest paths from one switch of a class to any other switch, by class of the other. */
    struct Reach
    {
        std::vector<uint32_t> hops;
        std::vector<double> paths; //!< number of shortest paths
    };

    const Reach& From(Node c) const;

    const IncCluster& m_cluster;
    std::vector<std::vector<Node>> m_next; //!< neighbors of each switch, sorted
    std::vector<Node> m_class;
    std::vector<std::vector<Node>> m_members;
    std::vector<std::vector<Node>> m_near; //!< classes that are linked to each class
    mutable std::vector<Reach> m_reach;    //!< paths from each class; empty until needed
};

/** \ingroup inc \brief Complete a plan that has only cluster and routes: count the flows on each
 * link and set the rate r. `attach` has the switch of each worker, then of the PS.
 *
 * The rate is the largest multiple of capacity / steps that satisfies ATRO's constraint (14), (y_uv
 * + y_vu) r <= b_uv, on every link. Here y_uv is the number of flows from u to v. */
void IncFinishOverlay(IncClusterPlan& plan,
                      const std::vector<IncCluster::Node>& attach,
                      uint32_t steps);

} // namespace ns3

#endif // INC_FIXED_TOPOLOGY_H
