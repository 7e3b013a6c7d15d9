/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SHORTEST_PATH_TREE_MAKER_H
#define INC_SHORTEST_PATH_TREE_MAKER_H

#include "inc-tree-maker.h"

namespace ns3
{

/// \ingroup inc
/// \brief Makes the tree of IncTreeBuilder, in which ties go to less loaded nodes.
class IncShortestPathTreeMaker : public IncTreeMaker
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    IncAggregationTree Make(const Request& request) override;
};

} // namespace ns3

#endif // INC_SHORTEST_PATH_TREE_MAKER_H
