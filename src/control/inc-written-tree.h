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

/**
 * \ingroup inc
 * \brief Return the workers that a topology names.
 * \param topology the network
 * \return its workers by rank. Without workers: the hosts in the A-BMs of its VAT. Without a VAT:
 * all hosts. These two are in the order of the hosts
 */
std::vector<uint32_t> IncWrittenWorkers(const IncTopology& topology);

/**
 * \ingroup inc
 * \brief Return the aggregation tree that a topology contains as A-BMs (IncTopology::GetVat).
 *
 * The parent of a node is the smallest other A-BM that contains its own. Of equal A-BMs, a chain,
 * the one nearer to the root is the parent, and of equally near ones the one that is written later.
 * The workers of an A-BM that are in no child's A-BM send to that node directly. If the topology
 * has no root, the root is the node with the largest A-BM.
 *
 * \param topology the network, with a VAT
 * \param workers the leaves by rank
 * \return the tree
 * \throw IncTopologyError if the A-BMs form no tree
 */
IncAggregationTree IncWrittenTree(const IncTopology& topology,
                                  const std::vector<IncTreeWorker>& workers);

} // namespace ns3

#endif // INC_WRITTEN_TREE_H
