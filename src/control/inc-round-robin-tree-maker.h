/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUND_ROBIN_TREE_MAKER_H
#define INC_ROUND_ROBIN_TREE_MAKER_H

#include "inc-tree-maker.h"

#include <map>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes the tree whose switches have had the fewest trees so far, removed trees included. It
 * chooses among trees that IncTreeBuilder finds equally good.
 */
class IncRoundRobinTreeMaker : public IncTreeMaker
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    IncAggregationTree Make(const Request& request) override;
    void Forget() override;

  private:
    std::map<std::string, uint32_t> m_turns; //!< number of trees so far, by name of the switch
};

} // namespace ns3

#endif // INC_ROUND_ROBIN_TREE_MAKER_H
