/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_CONSTRUCTION_H
#define INC_ATRO_CONSTRUCTION_H

#include "inc-atro-problem.h"
#include "inc-atro-topology.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Builds topologies with room for as many workers as IncAtroBound allows, or
 * nearly as many. The method is a heuristic.
 *
 * First it links the aggregators in one of three ways. (1) All form a tree. (2) A few form a core
 * tree. Common switches below this tree collect the flows of the other aggregators, which therefore
 * use no ports of the core. (3) A common switch is the root, with the aggregators below it. Then
 * each other common switch is linked to u aggregators, with the u that adds most places for
 * workers. Last, common switches are added below these switches, until the links have no capacity
 * left. */
class IncAtroConstruction
{
  public:
    explicit IncAtroConstruction(const IncAtroProblem& problem);

    /** \return topologies to try, the most promising first */
    std::vector<IncAtroTopology> Candidates();

  private:
    using Node = IncAtroProblem::Node;

    /** A common switch whose outgoing links can carry more flows, from switches below it. */
    struct Head
    {
        Node node;
        /// Flows that the switch's outgoing links can carry, minus its ports for incoming links.
        int64_t spare;
    };

    void Reset(Node root);
    bool Linked(Node v) const;
    void Link(Node from, Node to);
    bool Sends(Node from, Node to) const;
    bool MayLink(Node from, Node to) const;

    /// Build a tree with an aggregator as root; `core` aggregators, or all, form its upper part.
    bool AggregatorRoot(uint32_t core);
    bool CommonRoot(Node root);
    bool TwoLayers(Node root);
    /// Link `nodes` in a tree below `placed` nodes, down to layer `deepest`; true if all fit.
    bool Tree(const std::vector<Node>& nodes, std::vector<Node> placed, uint32_t deepest);
    bool TryTree(const std::vector<Node>& nodes,
                 std::vector<Node> placed,
                 uint32_t deepest,
                 uint32_t branching,
                 bool partly);
    bool Collect(const std::vector<Node>& outer);
    void Feed();
    void FeedFrom(Node common, uint32_t links);
    void FeedWide(const std::vector<Node>& commons);
    int64_t Width(Node common) const;
    /// Return how many links add f - 1 places for workers each, and whether one more link adds any.
    std::pair<uint32_t, bool> LinksThatGain(Node common) const;
    void Grow();
    void PlaceWidestFirst();
    uint32_t SmallestCore() const;
    void GrowBelow(Head& head, std::deque<Node>& pool, bool partly);
    std::vector<Node> TwoLayerRoots() const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    const int64_t m_flows;           //!< number f of flows on a link of the default capacity
    std::vector<Node> m_aggregators; //!< aggregators, those with most ports first
    std::vector<Node> m_commons;     //!< common switches, those with most ports first

    IncAtroTopology m_topology;
    std::vector<uint32_t> m_layer;        //!< layer of each switch; 0 if it is not linked
    std::vector<int64_t> m_free;          //!< number of free ports of each node
    std::vector<std::vector<Node>> m_out; //!< targets of each node's outgoing links
};

} // namespace ns3

#endif // INC_ATRO_CONSTRUCTION_H
