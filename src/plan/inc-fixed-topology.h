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

/** \ingroup inc \brief The links between switches in a fixed topology, and the shortest paths. */
class IncFixedTopology
{
  public:
    using Node = IncCluster::Node;
    static constexpr uint32_t UNREACHABLE = UINT32_MAX;

    /** \param cluster the instance; throws IncError if it has no links */
    explicit IncFixedTopology(const IncCluster& cluster);

    /** \return number of links on a shortest path between two switches, or UNREACHABLE */
    uint32_t Hops(Node u, Node v) const;
    /** \return the switches that are linked to a switch, sorted */
    const std::vector<Node>& Neighbors(Node v) const;
    /** \return a random shortest path between two switches, uniformly distributed */
    std::vector<Node> RandomPath(Node from, Node to, IncPlanRandom& random) const;

    /**
     * \brief Draw distinct places for the workers and parameter servers (PS), uniformly.
     * \param random generator of random numbers
     * \return the switch of each worker, then of each PS; throws IncError if places are too few
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
 * \brief Complete a plan of overlay routes: count the flows on each link and set the rate r.
 *
 * It is the largest multiple of capacity / steps that satisfies ATRO's constraint (14) on every
 * link, (y_uv + y_vu) r <= b_uv. There y counts flows.
 *
 * \param plan plan with instance and routes; this function sets all else
 * \param topology links of the instance
 * \param attach the switch of each worker, then of the PS
 * \param steps number of quantised rates
 */
void IncFinishOverlay(IncClusterPlan& plan,
                      const IncFixedTopology& topology,
                      const std::vector<IncCluster::Node>& attach,
                      uint32_t steps);

} // namespace ns3

#endif // INC_FIXED_TOPOLOGY_H
