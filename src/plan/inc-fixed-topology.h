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

/**
 * \ingroup inc
 * \brief The links of a cluster whose topology is fixed, and its shortest paths.
 */
class IncFixedTopology
{
  public:
    using Node = IncCluster::Node;
    static constexpr uint32_t UNREACHABLE = UINT32_MAX;

    /** \param cluster the instance; throws IncError if it has no links */
    explicit IncFixedTopology(const IncCluster& cluster);

    /** \return hops between two switches, or UNREACHABLE */
    uint32_t Hops(Node u, Node v) const;
    /** \return the switches linked to a switch, in order */
    const std::vector<Node>& Neighbors(Node v) const;
    /** \return one of the shortest paths between two switches, each as likely as any other */
    std::vector<Node> RandomPath(Node from, Node to, IncPlanRandom& random) const;

    /**
     * \brief Place the workers and parameter servers on distinct hosts, drawn from all places.
     * \param random generator of random numbers
     * \return the switch of each worker, then of each PS; IncError if there are too few places
     */
    std::vector<Node> DrawPlacement(IncPlanRandom& random) const;

  private:
    void MeasureFrom(Node from);

    const IncCluster& m_cluster;
    std::vector<std::vector<Node>> m_next;
    std::vector<std::vector<uint32_t>> m_hops;
    std::vector<std::vector<double>> m_paths; //!< number of shortest paths between two switches
};

/**
 * \ingroup inc
 * \brief Complete the plan of an overlay that is routed on links: count flows, find the rate.
 *
 * The rate is the largest multiple of a hundredth of the capacity that every link carries for all
 * flows on it, both directions together, as ATRO's evaluation does.
 *
 * \param plan plan whose instance and routes are given; all else is set
 * \param topology links of the instance
 * \param attach the switch of each worker, then of the PS
 * \param steps number of rates, multiples of the capacity divided by it
 */
void IncFinishOverlay(IncClusterPlan& plan,
                      const IncFixedTopology& topology,
                      const std::vector<IncCluster::Node>& attach,
                      uint32_t steps);

} // namespace ns3

#endif // INC_FIXED_TOPOLOGY_H
