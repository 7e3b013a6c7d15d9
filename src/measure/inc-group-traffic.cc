/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-traffic.h"

#include "ns3/inc-bier-imposition.h"

namespace ns3
{

namespace
{

/// \brief What a node's tree looks like.
const IncTreeConfig&
ConfigOf(const IncGroup& group, uint32_t vatNode)
{
    return group.aggregators[vatNode]->FindTree(group.treeId)->GetConfig();
}

/// \brief The results straight from the root to the workers.
void
AddResults(IncTrafficLoad& load,
           const IncAggregationTree& tree,
           const IncGroup& group,
           double bytes)
{
    const uint32_t root = tree.GetRoot();
    if (group.dissemination == IncDisseminationMode::BIER)
    {
        std::vector<uint32_t> bfrIds;
        for (const auto& worker : tree.GetWorkers())
        {
            bfrIds.push_back(worker.bfrId);
        }
        load.AddMulticast(root,
                          group.resultStream,
                          IncBierImposition(*group.subDomain, bfrIds),
                          bytes,
                          group.resultHeader);
    }
    else if (group.dissemination == IncDisseminationMode::UNICAST)
    {
        const auto links = group.aggregators.front()->GetLinks(group.treeId);
        const std::size_t first = links.size() - group.hosts.size();
        for (std::size_t rank = 0; rank < group.hosts.size(); ++rank)
        {
            load.AddPath(root, group.hosts[rank], links[first + rank]->GetConnection(), bytes);
        }
    }
}

} // namespace

void
IncAddGroupTraffic(IncTrafficLoad& load,
                   const IncFabric& fabric,
                   const IncAggregationTree& tree,
                   const IncGroup& group,
                   uint32_t payload)
{
    const double result = payload + group.resultOverhead;
    const bool downTheTree = group.dissemination == IncDisseminationMode::TREE;
    for (uint32_t i = 0; i < tree.GetNodes().size(); ++i)
    {
        const uint32_t node = tree.GetNodes()[i].node;
        const auto& inputs = tree.GetInputs(i);
        const IncTreeConfig& config = ConfigOf(group, i);
        for (std::size_t child = 0; child < inputs.size(); ++child)
        {
            const uint32_t index = inputs[child].index;
            uint32_t from = 0;
            if (inputs[child].isWorker)
            {
                from = group.hosts[index];
                const uint32_t qp = group.clients[index]->GetQpn() - IncRdmaNic::FIRST_QPN;
                load.AddPath(from,
                             node,
                             fabric.GetNic(from)->GetQueuePairs()[qp]->GetConnection(),
                             payload + group.overhead);
            }
            else
            {
                from = tree.GetNodes()[index].node;
                const IncTreeConfig& below = ConfigOf(group, index);
                // One packet for each set of workers: the first has the data.
                const auto packets = static_cast<double>(below.sets.size());
                load.AddPath(from, node, *below.parent, payload + packets * group.overhead);
            }
            if (downTheTree && !config.resultsAreEmpty)
            {
                load.AddPath(node, from, config.children[child].connection, result);
            }
        }
    }
    AddResults(load, tree, group, result);
}

} // namespace ns3
