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
 * With IncVatAddressing::ROOT a packet is taken by the first VAT node whose AND with the P-BM is
 * not zero (draft VAT and BIER, section 2.1). On every equal-cost path from a VAT node or worker to
 * the root this must be its parent. Otherwise an ancestor that does not expect the contribution
 * would count it. Throws IncGroupError with the two nodes.
 *
 * \param fabric an installed network
 * \param tree aggregation tree over that network
 */
void IncCheckRootAddressing(const IncFabric& fabric, const IncAggregationTree& tree);

} // namespace ns3

#endif // INC_ROOT_ADDRESSING_H
