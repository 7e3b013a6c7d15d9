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
 * \brief The workers that a topology asks for.
 * \param topology the network
 * \return its workers by rank; without any, the hosts in the A-BMs of its VAT; without a VAT, all
 *         hosts; these two in the order of the hosts
 */
std::vector<uint32_t> IncWrittenWorkers(const IncTopology& topology);

/**
 * \ingroup inc
 * \brief The aggregation tree written into a topology as A-BMs (IncTopology::GetVat).
 *
 * A node's parent is the smallest other A-BM that contains its own. Of equal A-BMs, a chain, the
 * nearer to the root is the parent; of equally near ones the one that is written later. The
 * workers in an A-BM that are in no child's send to that node directly. Without a root in the
 * topology, it is the node with the largest A-BM.
 *
 * \param topology the network, with a VAT
 * \param workers the leaves by rank
 * \return the tree
 * \throw IncTopologyError when the A-BMs make no tree
 */
IncAggregationTree IncWrittenTree(const IncTopology& topology,
                                  const std::vector<IncTreeWorker>& workers);

} // namespace ns3

#endif // INC_WRITTEN_TREE_H
