/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROOT_ADDRESSING_H
#define INC_ROOT_ADDRESSING_H

#include "inc-fabric-helper.h"

#include "ns3/inc-aggregation-tree.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Check that packets addressed to the root reach their VAT parent first.
 *
 * With IncVatAddressing::ROOT the first VAT node with a non-zero AND takes a packet (draft VAT
 * and BIER, section 2.1). On every equal-cost path from a VAT node or worker to the root that
 * must be its parent; otherwise a contribution would be counted by an ancestor that does not
 * expect it. Throws IncGroupError naming the two nodes.
 *
 * \param fabric an installed network
 * \param tree over that network
 */
void IncCheckRootAddressing(const IncFabric& fabric, const IncAggregationTree& tree);

} // namespace ns3

#endif // INC_ROOT_ADDRESSING_H
