/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-written-tree.h"

#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace ns3
{

namespace
{

using VatNodes = std::vector<IncTopologyVatNode>;

uint32_t
FindRoot(const IncTopology& topology)
{
    const VatNodes& vat = topology.GetVat();
    auto size = [&](const IncTopologyVatNode& vatNode) {
        return std::make_tuple(vatNode.workers.size(), topology.GetNodes()[vatNode.node].tier);
    };
    auto root = std::max_element(vat.begin(), vat.end(), [&](const auto& a, const auto& b) {
        return size(a) < size(b);
    });
    if (auto given = topology.GetRoot())
    {
        root = std::find_if(vat.begin(), vat.end(), [&](const auto& vatNode) {
            return vatNode.node == *given;
        });
        if (root == vat.end())
        {
            throw IncTopologyError("aggregation tree: the root \"" + topology.GetName(*given) +
                                   "\" has no A-BM in the VAT; expected one");
        }
    }
    return root->node;
}

/// Sort the VAT nodes: a node comes before all nodes whose A-BM may contain its own.
VatNodes
SmallestFirst(const IncTopology& topology, uint32_t root)
{
    VatNodes vat = topology.GetVat();
    auto distances = IncDistancesFrom(topology, {root});
    auto key = [&](const IncTopologyVatNode& vatNode) {
        uint32_t nearness = INC_UNREACHABLE - distances[vatNode.node];
        return std::make_tuple(vatNode.node == root, vatNode.workers.size(), nearness);
    };
    std::stable_sort(vat.begin(), vat.end(), [&](const auto& a, const auto& b) {
        return key(a) < key(b);
    });
    return vat;
}

/// Return the A-BMs of the VAT nodes; throw if an A-BM contains a host that is no worker.
std::vector<IncBitString>
ABms(const IncTopology& topology, const VatNodes& vat, const std::vector<IncTreeWorker>& workers)
{
    std::unordered_map<uint32_t, uint32_t> bfrIdOf;
    for (const auto& worker : workers)
    {
        bfrIdOf[worker.host] = worker.bfrId;
    }
    std::vector<IncBitString> aBms(vat.size(), IncBitString(IncMaxBfrId(workers)));
    for (std::size_t i = 0; i < vat.size(); ++i)
    {
        for (uint32_t host : vat[i].workers)
        {
            if (!bfrIdOf.count(host))
            {
                throw IncTopologyError("aggregation tree: the A-BM of \"" +
                                       topology.GetName(vat[i].node) + "\" has host \"" +
                                       topology.GetName(host) +
                                       "\", which is no worker of the job");
            }
            aBms[i].Set(bfrIdOf[host]);
        }
    }
    return aBms;
}

} // namespace

std::vector<uint32_t>
IncWrittenWorkers(const IncTopology& topology)
{
    if (!topology.GetWorkers().empty())
    {
        return topology.GetWorkers();
    }
    if (topology.GetVat().empty())
    {
        return topology.GetHosts();
    }
    std::set<uint32_t> hosts;
    for (const auto& vatNode : topology.GetVat())
    {
        hosts.insert(vatNode.workers.begin(), vatNode.workers.end());
    }
    return {hosts.begin(), hosts.end()};
}

IncAggregationTree
IncWrittenTree(const IncTopology& topology, const std::vector<IncTreeWorker>& workers)
{
    if (topology.GetVat().empty())
    {
        throw IncTopologyError("aggregation tree: the topology has no VAT; expected the A-BM of at "
                               "least the root");
    }
    VatNodes vat = SmallestFirst(topology, FindRoot(topology));
    auto aBms = ABms(topology, vat, workers);
    std::vector<IncAggregationTreeNode> nodes(vat.size());
    std::vector<IncBitString> direct = aBms;
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        nodes[i].node = vat[i].node;
        nodes[i].aBm = aBms[i];
        for (uint32_t container = i + 1; container < nodes.size(); ++container)
        {
            if (aBms[i].IsSubsetOf(aBms[container]))
            {
                nodes[i].parent = container;
                direct[container] -= aBms[i];
                break;
            }
        }
        for (uint32_t rank = 0; rank < workers.size(); ++rank)
        {
            if (direct[i].Test(workers[rank].bfrId))
            {
                nodes[i].workers.push_back(rank);
            }
        }
    }
    return IncAggregationTree(topology, workers, nodes);
}

} // namespace ns3
