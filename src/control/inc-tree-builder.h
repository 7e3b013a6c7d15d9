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
 * The root is the switch, among those that may aggregate, whose farthest worker is nearest. If
 * several are, the root is the one with the least sum of distances, then with the highest tier,
 * then with the least load (its own and that of the switches before it). Every worker's
 * contribution follows a shortest path towards the root. All packets that arrive at a switch leave
 * it by one link. Among shortest paths those are preferred on which most contributions meet at a
 * switch that may aggregate. Remaining ties go to the lower load, then to the lowest index, or,
 * with a seed, to a pseudo-random order.
 *
 * Switches that may not aggregate only forward. So do switches at which no contributions meet,
 * unless chains are kept.
 */
class IncTreeBuilder
{
  public:
    /**
     * \param topology the network, which must outlive the builder; its root, if it has one, is
     *        the tree's
     */
    explicit IncTreeBuilder(const IncTopology& topology);

    /**
     * \brief Restricts the switches that aggregate. If the selection is a number, these are the
     * root and others of the full tree, evenly from left to right, the lowest tier first; a root
     * at a server does not count.
     * \param selection which ones may
     */
    void SetAggregators(const IncAggregatorSelection& selection);
    /**
     * \brief Sets the root instead of choosing one.
     * \param root a switch that may aggregate, or a host
     */
    void SetRoot(uint32_t root);
    /**
     * \param keep true to give every switch on the way that may aggregate a VAT node, even if it
     *        has one child only
     */
    void SetKeepChains(bool keep);
    /**
     * \brief Breaks ties pseudo-randomly.
     * \param seed any number; 0 prefers the lowest index
     */
    void SetSeed(uint64_t seed);
    /**
     * \brief Breaks ties by load: of roots by their own, then by that of the switches before them,
     * so that trees do not meet on the links to these.
     * \param load by node, e.g. how many trees it serves already
     */
    void SetLoad(std::vector<uint32_t> load);

    /**
     * \param workers the leaves by rank
     * \return a tree
     * \throw IncTopologyError when there is none
     */
    IncAggregationTree Build(const std::vector<IncTreeWorker>& workers) const;

  private:
    uint32_t GetLoad(uint32_t node) const;
    /// Return the load of the least loaded switch by which a way can enter a root; by distances
    /// from its other end.
    uint32_t GetLoadBefore(const IncPathGraph& graph,
                           uint32_t root,
                           const std::vector<uint32_t>& distances) const;
    /// Place of a node among equals; less is preferred.
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
