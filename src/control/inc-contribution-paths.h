/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTRIBUTION_PATHS_H
#define INC_CONTRIBUTION_PATHS_H

#include "inc-aggregation-tree.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Shortest paths from a job's workers to a root that meet early: every node on the way has
 * one next hop, so paths that have met stay together.
 *
 * Layer by layer from the farthest, the next hops of the nodes of a layer are chosen greedily: the
 * switch that most of them can use comes first, and only switches that may aggregate count.
 */
struct IncContributionPaths
{
    /// Orders equally good switches; less is preferred.
    using TieBreak = std::function<std::pair<uint32_t, uint64_t>(uint32_t node)>;

    /**
     * \param topology the network
     * \param root index of the node where all paths end
     * \param workers where the paths begin
     * \param mayAggregate by node whether it may aggregate
     * \param tieBreak order among equally good switches
     * \throw IncTopologyError when a worker does not reach the root
     */
    IncContributionPaths(const IncTopology& topology,
                         uint32_t root,
                         const std::vector<IncTreeWorker>& workers,
                         const std::vector<bool>& mayAggregate,
                         const TieBreak& tieBreak);

    uint32_t root;               //!< where all paths end
    std::vector<uint32_t> next;  //!< by node: the next hop, for the nodes in order but the root
    std::vector<uint32_t> order; //!< the nodes on the paths, farthest first, the root last
};

} // namespace ns3

#endif // INC_CONTRIBUTION_PATHS_H
