/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_SETS_H
#define INC_TREE_SETS_H

#include "inc-tree-config.h"

#include "ns3/inc-bier-sub-domain.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The parts of an A-BM, as P-BMs of packets: one for each set identifier.
 * \param subDomain whose BFR-ids the bits are
 * \param bits the A-BM
 * \return by rising set identifier; each part is as long as all sets together
 */
std::vector<IncTreeSet> IncSetsOf(const IncBierSubDomain& subDomain, const IncBitString& bits);

} // namespace ns3

#endif // INC_TREE_SETS_H
