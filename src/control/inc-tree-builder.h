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
 * The root is the switch, among those that may aggregate, whose farthest worker is nearest. Ties go
 * to the least sum of distances, then to the highest tier, then to the least load (see SetLoad()).
 * Every worker's contribution follows a shortest path towards the root. All packets that arrive at
 * a switch leave it by one link. Preferred are shortest paths on which most contributions meet at a
 * switch that may aggregate. Remaining ties go to the lower load, then to the lowest index, or,
 * with a seed, to a pseudo-random order.
 *
 * Switches that may not aggregate only forward. So do switches at which no contributions meet,
 * unless chains are kept.
 */
class IncTreeBuilder
{
  public:
    /** \param topology the network, outlives the builder; if it has a root, the tree uses it */
    explicit IncTreeBuilder(const IncTopology& topology);

    /**
     * \brief Restrict the switches that aggregate.
     *
     * If the selection is a number, the root and others of the full tree are chosen, evenly from
     * left to right, the lowest tier first. A root at a server does not count.
     * \param selection switches that may aggregate
     */
    void SetAggregators(const IncAggregatorSelection& selection)
    {
        m_selection = selection;
    }

    /**
     * \brief Set the root instead of choosing one.
     * \param root a switch that may aggregate, or a host
     */
    void SetRoot(uint32_t root);

    /** \brief Set whether every switch on a path that may aggregate is a VAT node, even with one
     * child. */
    void SetKeepChains(bool keep)
    {
        m_keepChains = keep;
    }

    /** \brief Break ties pseudo-randomly. Seed 0 prefers the lowest index. */
    void SetSeed(uint64_t seed)
    {
        m_seed = seed;
    }

    /**
     * \brief Break ties by load: of roots by their own, then by that of the switches before them.
     * Trees thus do not meet on the links to these switches.
     * \param load by node, e.g. the number of trees that it serves already
     */
    void SetLoad(std::vector<uint32_t> load)
    {
        m_load = std::move(load);
    }

    /**
     * \param workers the leaves by rank
     * \return a tree
     * \throw IncTopologyError if there is no tree
     */
    IncAggregationTree Build(const std::vector<IncTreeWorker>& workers) const;

  private:
    uint32_t GetLoad(uint32_t node) const;
    /// Return the load of the least loaded switch before a root on paths from a node. The distances
    /// are those from that node.
    uint32_t GetLoadBefore(const IncPathGraph& graph,
                           uint32_t root,
                           const std::vector<uint32_t>& distances) const;
    /// Return the rank of a node among equals; less is preferred.
    std::pair<uint32_t, uint64_t> GetTieBreak(uint32_t node) const;
    uint32_t ChooseRoot(const std::vector<IncTreeWorker>& workers,
                        const std::vector<bool>& mayAggregate) const;

    const IncTopology& m_topology;
    IncAggregatorSelection m_selection;
    std::optional<uint32_t> m_root;
    bool m_keepChains = false;
    uint64_t m_seed = 0;
    std::vector<uint32_t> m_load;
};

} // namespace ns3

#endif // INC_TREE_BUILDER_H
