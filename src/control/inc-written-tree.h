/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WRITTEN_TREE_H
#define INC_WRITTEN_TREE_H

#include "inc-aggregation-tree.h"

#include <vector>

namespace ns3
{

/// \brief Return the workers that a topology lists, by rank. If it lists none: the hosts in the
/// A-BMs of its VAT, or all hosts without a VAT, in the order of the topology.
std::vector<uint32_t> IncWrittenWorkers(const IncTopology& topology);

/**
 * \brief Return the aggregation tree that a topology contains as A-BMs (IncTopology::GetVat).
 *
 * The parent of a node is the node with the smallest A-BM that contains the node's A-BM. Nodes of a
 * chain have equal A-BMs: the node nearer to the root is the parent. If both are equally near, the
 * parent is the node written later. The workers of an A-BM that are in no child's A-BM send to that
 * node directly. If the topology has no root, the root is the node with the largest A-BM. Throw
 * IncTopologyError if the A-BMs form no tree.
 */
IncAggregationTree IncWrittenTree(const IncTopology& topology,
                                  const std::vector<IncTreeWorker>& workers);

} // namespace ns3

#endif // INC_WRITTEN_TREE_H
