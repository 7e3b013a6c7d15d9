/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUTE_COMPUTATION_H
#define INC_ROUTE_COMPUTATION_H

#include "inc-path-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncTopology;

/// \ingroup inc
/// \brief The routes of one node: a flat table from destination to ECMP group.
struct IncNodeRoutes
{
    /// Group index of a destination that is the node itself or cannot be reached.
    static constexpr uint16_t NO_GROUP = 0xffff;

    std::vector<std::vector<uint16_t>> groups; //!< egress ports in ascending order; no two groups
                                               //!< are equal unless `usable` differs
    std::vector<uint16_t> groupOf;             //!< index of the group, by destination node
    /// Whether each port of a group leads to the destination around failed links; empty: all do.
    std::vector<std::vector<uint8_t>> usable;
};

/**
 * \ingroup inc
 * \brief Equal-cost shortest-path routes from every node to every node.
 *
 * Every shortest path is used, parallel links are separate ports of a group, and hosts do not
 * forward.
 *
 * After failures some ports of a group may still lead to the destination by paths of the same
 * length. The group then stays and marks these ports as usable, so that their flows keep their
 * ports. Otherwise the ports of the remaining shortest paths replace the group.
 */
class IncRouteComputation
{
  public:
    /** \brief Compute all routes; the topology is used during construction only. */
    explicit IncRouteComputation(const IncTopology& topology);

    /// \brief Compute all routes around failed links; the topology is used during construction
    /// only.
    IncRouteComputation(const IncTopology& topology, const std::vector<bool>& failedLinks);

    /** \brief Return the routes of a node. */
    const IncNodeRoutes& GetRoutes(uint32_t node) const;

  private:
    void ComputeLeaf(uint32_t leaf) const;

    static constexpr uint32_t NONE = IncPathGraph::NONE;

    std::vector<uint32_t> m_switchOf; //!< switch of each leaf, by node; see IncPathGraph
    /// Routes by node. The routes of a host with a single link are computed at the first call.
    mutable std::vector<IncNodeRoutes> m_routes;
};

} // namespace ns3

#endif // INC_ROUTE_COMPUTATION_H
