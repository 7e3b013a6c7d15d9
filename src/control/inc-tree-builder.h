/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_BUILDER_H
#define INC_TREE_BUILDER_H

#include "inc-aggregation-tree.h"
#include "inc-aggregator-selection.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class IncPathGraph;

/**
 * \ingroup inc
 * \brief Computes the aggregation tree of a group from the shortest paths of a topology.
 *
 * The root is the switch with the smallest distance to its farthest worker, among those that may
 * aggregate. Ties go to the least sum of distances, then to the highest tier, then to the least
 * load (see SetLoad()). Every worker's contribution follows a shortest path towards the root. All
 * contributions that arrive at a switch leave it by one link. Of the shortest paths, the builder
 * prefers those on which most contributions meet at a switch that may aggregate. Remaining ties go
 * to the lower load, then to the lowest index, or, with a seed, to a pseudo-random order.
 *
 * Switches that may not aggregate, and switches where no contributions meet, only forward.
 */
class IncTreeBuilder
{
  public:
    /** \brief Build over a topology, which must outlive the builder. Use its root, if it has one.
     */
    explicit IncTreeBuilder(const IncTopology& topology);

    /**
     * \brief Restrict the switches that may aggregate.
     *
     * If the selection is a number, the root and other switches of the full tree are chosen, the
     * lowest tier first, evenly from left to right. A root that is a server does not count.
     */
    void SetAggregators(const IncAggregatorSelection& selection)
    {
        m_selection = selection;
    }

    /** \brief Set the root, a switch that may aggregate or a host, instead of choosing one. */
    void SetRoot(uint32_t root);

    /** \brief Break ties pseudo-randomly. Seed 0 prefers the lowest index. */
    void SetSeed(uint64_t seed)
    {
        m_seed = seed;
    }

    /** \brief Break ties by load of each node, e.g. its number of trees. A root's own load counts
     * first, then the load of the last switches before it, so that trees do not share their links.
     */
    void SetLoad(std::vector<uint32_t> load)
    {
        m_load = std::move(load);
    }

    /** \brief Return a tree over workers by rank. Throw IncTopologyError if there is none. */
    IncAggregationTree Build(const std::vector<IncTreeWorker>& workers) const;

  private:
    uint32_t GetLoad(uint32_t node) const;
    /// Return the least load of the root's neighbors on shortest paths from where `distances`
    /// begin.
    uint32_t GetLoadBefore(const IncPathGraph& graph,
                           uint32_t root,
                           const std::vector<uint32_t>& distances) const;
    /// Return the rank of a node among equally good nodes; the smaller rank is preferred.
    std::pair<uint32_t, uint64_t> GetTieBreak(uint32_t node) const;
    uint32_t ChooseRoot(const std::vector<IncTreeWorker>& workers,
                        const std::vector<bool>& mayAggregate) const;

    const IncTopology& m_topology;
    IncAggregatorSelection m_selection;
    std::optional<uint32_t> m_root;
    uint64_t m_seed = 0;
    std::vector<uint32_t> m_load;
};

} // namespace ns3

#endif // INC_TREE_BUILDER_H
