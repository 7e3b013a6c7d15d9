/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_TREE_H
#define INC_AGGREGATION_TREE_H

#include "ns3/inc-bit-string.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A worker of a job. Its index in a list of workers is its rank.
struct IncTreeWorker
{
    uint32_t host;  //!< node index in the topology
    uint32_t bfrId; //!< bit of the worker in every A-BM and P-BM, from 1
};

/// \ingroup inc
/// \brief An inner node of a VAT, or its root.
struct IncAggregationTreeNode
{
    /// Value of `parent` at the root.
    static constexpr uint32_t NO_PARENT = std::numeric_limits<uint32_t>::max();

    uint32_t node;                 //!< node index in the topology
    uint32_t parent = NO_PARENT;   //!< index of the parent in the list of VAT nodes
    std::vector<uint32_t> workers; //!< ranks of the workers that send to this node directly
    IncBitString aBm;              //!< A-BM: bits of all workers below
};

/// \ingroup inc
/// \brief Input of a VAT node: a worker's contribution or a child's aggregate.
struct IncAggregationInput
{
    bool isWorker;       //!< true: a worker; false: a child
    uint32_t index;      //!< rank of the worker, or index of the child in the list of VAT nodes
    uint32_t lowestRank; //!< lowest rank in the input
};

/**
 * \ingroup inc
 * \brief A Virtual Aggregation Tree over a topology (draft VAT and BIER, section 2.1).
 *
 * The leaves are the workers. All other nodes are mapped to switches; the root may be a server. A
 * tree is checked when it is made (IncCheckAggregationTree) and does not change. Its nodes are
 * listed with the root first and every parent before its children.
 */
class IncAggregationTree
{
  public:
    /** \brief Check and make a tree from the leaves by rank and the other VAT nodes in any order.
     * Throw IncTopologyError if a constraint is violated. */
    IncAggregationTree(const IncTopology& topology,
                       std::vector<IncTreeWorker> workers,
                       const std::vector<IncAggregationTreeNode>& nodes);

    /// \return the leaves by rank
    const std::vector<IncTreeWorker>& GetWorkers() const
    {
        return m_workers;
    }

    /// \return all VAT nodes but the leaves, the root first, parents before children
    const std::vector<IncAggregationTreeNode>& GetNodes() const
    {
        return m_nodes;
    }

    /// \return node index of the root in the topology
    uint32_t GetRoot() const;
    /** \return inputs of a VAT node, children and workers together, by rising lowest rank. If each
     * node reduces in this order, the result does not depend on the order of arrival */
    const std::vector<IncAggregationInput>& GetInputs(uint32_t vatNode) const;
    /// \return index in GetNodes() of the VAT node to which a worker, given by its rank, sends
    uint32_t GetLeafOf(uint32_t rank) const;
    /// \return index in GetNodes() of the VAT node mapped to a node of the topology, if there is
    /// one
    std::optional<uint32_t> Find(uint32_t node) const;
    /// \return number of VAT nodes on the longest path from a worker to the root, with both ends
    uint32_t GetDepth() const;
    /** \return largest number of additions between one contribution and the result: a node with c
     * inputs counts c − 1. The number bounds the rounding error of floating-point sums */
    uint32_t GetMaxAdditions() const;
    /// \return the highest BFR-id of a worker
    uint32_t GetMaxBfrId() const;

  private:
    void SortNodes(const std::vector<IncAggregationTreeNode>& nodes);
    void CollectInputs();

    std::vector<IncTreeWorker> m_workers;
    std::vector<IncAggregationTreeNode> m_nodes;
    std::vector<std::vector<IncAggregationInput>> m_inputs;
    std::vector<uint32_t> m_leafOf;
};

/// \brief Return workers by rank. A worker's BFR-id is its place in IncBfersOf(), from 1.
std::vector<IncTreeWorker> IncTreeWorkers(const IncTopology& topology,
                                          const std::vector<uint32_t>& hosts);

/// \brief Return the shortest length of bit strings that hold all workers: the highest BFR-id.
uint32_t IncMaxBfrId(const std::vector<IncTreeWorker>& workers);

/**
 * \brief Check every constraint of a VAT (draft VAT and BIER, section 2.1) before it is installed:
 * - workers are different hosts with different BFR-ids;
 * - each switch has at most one VAT node and can aggregate; only the root may be a server;
 * - the tree is acyclic and has one root;
 * - an A-BM is not empty and holds workers of the job only;
 * - a child's A-BM lies within its parent's; the A-BMs of siblings are disjoint;
 * - every A-BM is the union of its inputs, so a node with one child only has the child's A-BM;
 * - the root's A-BM is the set of all workers;
 * - neighbors in the tree are connected in the network.
 *
 * Throw IncTopologyError if a constraint is violated; each constraint has its own message.
 */
void IncCheckAggregationTree(const IncTopology& topology,
                             const std::vector<IncTreeWorker>& workers,
                             const std::vector<IncAggregationTreeNode>& nodes);

} // namespace ns3

#endif // INC_AGGREGATION_TREE_H
