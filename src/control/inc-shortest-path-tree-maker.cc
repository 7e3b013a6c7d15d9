/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-maker.h"

namespace ns3
{

/// \ingroup inc
/// \brief Makes the tree of IncTreeBuilder, in which ties go to less loaded nodes.
class IncShortestPathTreeMaker : public IncTreeMaker
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncShortestPathTreeMaker")
                                .SetParent<IncTreeMaker>()
                                .SetGroupName("Inc")
                                .AddConstructor<IncShortestPathTreeMaker>();
        return tid;
    }

    IncAggregationTree Make(const Request& request) override
    {
        return MakeShortest(request, request.load);
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncShortestPathTreeMaker);

} // namespace ns3
