/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-planned-network.h"

#include "ns3/inc-error.h"

#include <map>

namespace ns3
{

IncAggregationTree
IncPlannedReduction::MakeTree(const IncTopology& topology) const
{
    std::map<uint32_t, std::vector<uint32_t>>
        senders; // senders of flows, by the node that reduces their flows
    for (const Path& path : paths)
    {
        senders[path.back()].push_back(path.front());
    }
    std::vector<IncAggregationTreeNode> nodes(1);
    nodes.front().node = server;
    std::size_t reached = 0;
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        for (uint32_t sender : senders[nodes[i].node])
        {
            if (topology.IsHost(sender))
            {
                nodes[i].workers.push_back(topology.GetHostOrdinal(sender));
                ++reached;
            }
            else if (nodes.size() <= senders.size())
            {
                IncAggregationTreeNode child;
                child.node = sender;
                child.parent = i;
                nodes.push_back(child);
            }
        }
    }
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    if (reached != workers.size())
    {
        throw IncError(name + ": the flows of " + std::to_string(workers.size() - reached) +
                       " workers do not reach it; accepted is a plan in which all do");
    }
    for (auto i = static_cast<uint32_t>(nodes.size()); i-- > 0;)
    {
        IncBitString below(static_cast<uint32_t>(workers.size()));
        for (uint32_t rank : nodes[i].workers)
        {
            below.Set(workers[rank].bfrId);
        }
        for (uint32_t child = i + 1; child < nodes.size(); ++child)
        {
            if (nodes[child].parent == i)
            {
                below |= nodes[child].aBm;
            }
        }
        nodes[i].aBm = below;
    }
    return IncAggregationTree(topology, workers, nodes);
}

double
IncPlannedNetwork::GetRate() const
{
    double sum = 0;
    for (const auto& reduction : reductions)
    {
        sum += reduction.rate;
    }
    return sum;
}

} // namespace ns3
