/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-shortest-path-tree-maker.h"

#include "inc-tree-builder.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncShortestPathTreeMaker);

TypeId
IncShortestPathTreeMaker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncShortestPathTreeMaker")
                            .SetParent<IncTreeMaker>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncShortestPathTreeMaker>();
    return tid;
}

IncAggregationTree
IncShortestPathTreeMaker::Make(const Request& request)
{
    IncTreeBuilder builder(request.topology);
    builder.SetAggregators(request.aggregators);
    builder.SetLoad(request.load);
    if (request.root)
    {
        builder.SetRoot(*request.root);
    }
    return builder.Build(request.workers);
}

} // namespace ns3
