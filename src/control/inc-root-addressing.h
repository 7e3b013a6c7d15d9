/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROOT_ADDRESSING_H
#define INC_ROOT_ADDRESSING_H

#include "inc-aggregation-tree.h"

#include <string>

namespace ns3
{

/**
 * \brief Return a line that names two nodes if a packet to the root meets another VAT node before
 * its VAT parent; empty if none does.
 *
 * With IncVatAddressing::ROOT, the first VAT node whose A-BM shares a bit with the P-BM takes a
 * packet (draft VAT and BIER, section 2.1). On every equal-cost path from a VAT node or worker to
 * the root, this must be the parent. Otherwise an ancestor that does not expect the contribution
 * would count it.
 */
std::string IncCheckRootAddressing(const IncTopology& topology, const IncAggregationTree& tree);

} // namespace ns3

#endif // INC_ROOT_ADDRESSING_H
