/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-round-robin-tree-maker.h"

#include "inc-tree-builder.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRoundRobinTreeMaker);

TypeId
IncRoundRobinTreeMaker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncRoundRobinTreeMaker")
                            .SetParent<IncTreeMaker>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncRoundRobinTreeMaker>();
    return tid;
}

IncAggregationTree
IncRoundRobinTreeMaker::Make(const Request& request)
{
    // Pass the numbers of earlier trees as load, which only breaks ties.
    const IncTopology& topology = request.topology;
    std::vector<uint32_t> turns;
    for (const auto& node : topology.GetNodes())
    {
        turns.push_back(m_turns[node.name]);
    }
    IncTreeBuilder builder(topology);
    builder.SetAggregators(request.aggregators);
    builder.SetLoad(turns);
    if (request.root)
    {
        builder.SetRoot(*request.root);
    }
    IncAggregationTree tree = builder.Build(request.workers);
    for (const auto& vatNode : tree.GetNodes())
    {
        ++m_turns[topology.GetName(vatNode.node)];
    }
    return tree;
}

void
IncRoundRobinTreeMaker::Forget()
{
    m_turns.clear();
}

} // namespace ns3
