/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_TREE_CHECK_H
#define INC_AGGREGATION_TREE_CHECK_H

#include "inc-aggregation-tree.h"

#include <vector>

namespace ns3
{

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

#endif // INC_AGGREGATION_TREE_CHECK_H
