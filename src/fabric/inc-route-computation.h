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

/**
 * \ingroup inc
 * \brief The routes of one node: a flat table from destination to ECMP group.
 */
struct IncNodeRoutes
{
    /// Entry of a destination that is the node itself or cannot be reached.
    static constexpr uint16_t NO_GROUP = 0xffff;

    std::vector<std::vector<uint16_t>> groups; //!< egress ports in ascending order, no two alike
                                               //!< unless `usable` differs
    std::vector<uint16_t> groupOf;             //!< by destination node: an index into groups
    /// By group, where links have failed: which ports still lead there. An empty one: all.
    std::vector<std::vector<uint8_t>> usable;
};

/**
 * \ingroup inc
 * \brief Equal-cost shortest-path routes from every node to every node, by one breadth-first
 * search per destination; hosts that hang by one link on the same switch share theirs. Every
 * shortest path is used, parallel links are members of their own, and hosts forward nothing for
 * others.
 *
 * A table takes two bytes per destination, plus the few distinct groups of a node.
 *
 * Where links have failed and some of a group's ports still lead to the destination by paths of the
 * same length, the group stays and says which: a flow whose port still does keeps it. Otherwise the
 * ports of the shortest paths that are left take its place.
 */
class IncRouteComputation
{
  public:
    /**
     * \brief Computes all routes.
     * \param topology the network; used during construction only
     */
    explicit IncRouteComputation(const IncTopology& topology);

    /**
     * \brief Computes all routes around failed links.
     * \param topology the network; used during construction only
     * \param failedLinks by link index
     */
    IncRouteComputation(const IncTopology& topology, const std::vector<bool>& failedLinks);

    /**
     * \param node a node's index
     * \return its routes
     */
    const IncNodeRoutes& GetRoutes(uint32_t node) const;

  private:
    void ComputeLeaf(uint32_t leaf) const;

    static constexpr uint32_t NONE = IncPathGraph::NONE;

    std::vector<uint32_t> m_switchOf; //!< by node: see IncPathGraph
    /// By node; those of a host with a single link are made when they are asked for.
    mutable std::vector<IncNodeRoutes> m_routes;
};

} // namespace ns3

#endif // INC_ROUTE_COMPUTATION_H
