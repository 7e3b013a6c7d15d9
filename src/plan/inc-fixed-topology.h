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
#include <utility>
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

    /** \return number of links on a shortest path between two switches, or UNREACHABLE */
    uint32_t Hops(Node u, Node v) const;
    /** \return the switches that are linked to a switch, sorted */
    const std::vector<Node>& Neighbors(Node v) const;
    /** \return a random shortest path between two switches; all are equally probable */
    std::vector<Node> RandomPath(Node from, Node to, IncPlanRandom& random) const;

    /**
     * \brief Draw a random place for each worker and parameter server (PS); no two share a place.
     * \param random generator of random numbers
     * \return switch of each worker, then of each PS; throws IncError if there are too few places
     */
    std::vector<Node> DrawPlacement(IncPlanRandom& random) const;

  private:
    void MeasureFrom(Node from);

    const IncCluster& m_cluster;
    std::vector<std::vector<Node>> m_next;     //!< neighbors of each switch, sorted
    std::vector<std::vector<uint32_t>> m_hops; //!< hops between two switches
    std::vector<std::vector<double>> m_paths;  //!< number of shortest paths between two switches
};

/**
 * \ingroup inc
 * \brief Complete a plan that has only routes: count the flows on each link and set the rate r.
 *
 * The rate is the largest multiple of capacity / steps that satisfies ATRO's constraint (14), (y_uv
 * + y_vu) r <= b_uv, on every link. Here y_uv is the number of flows from u to v.
 *
 * \param plan plan with cluster and routes; this function sets all other fields
 * \param topology links of the cluster
 * \param attach the switch of each worker, then of the PS
 * \param steps number of quantised rates
 */
void IncFinishOverlay(IncClusterPlan& plan,
                      const IncFixedTopology& topology,
                      const std::vector<IncCluster::Node>& attach,
                      uint32_t steps);

} // namespace ns3

#endif // INC_FIXED_TOPOLOGY_H
