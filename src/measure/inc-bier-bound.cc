/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-bound.h"

#include "ns3/inc-bfr-id.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <map>
#include <set>

namespace ns3
{

namespace
{

/// Rate at which packets of a number of sets come from the root to a node by shortest paths.
uint64_t
RateTowards(const IncTopology& topology,
            uint32_t node,
            const std::vector<uint32_t>& distances,
            std::size_t sets)
{
    uint64_t sum = 0;
    uint64_t fastest = 0;
    for (const auto& port : topology.GetPorts(node))
    {
        if (distances[port.peer] < distances[node])
        {
            const uint64_t rate = topology.GetLinks()[port.link].RateFrom(port.peer);
            sum += rate;
            fastest = std::max(fastest, rate);
        }
    }
    return std::min(sum, sets * fastest);
}

} // namespace

uint32_t
IncCountSets(const IncAggregationTree& tree, uint32_t length)
{
    std::set<uint32_t> sets;
    for (const auto& worker : tree.GetWorkers())
    {
        sets.insert(IncBierPosition::Of(worker.bfrId, length).si);
    }
    return static_cast<uint32_t>(sets.size());
}

std::optional<uint64_t>
IncBierResultRate(const IncTopology& topology, const IncAggregationTree& tree, uint32_t length)
{
    std::map<uint32_t, std::set<uint32_t>> setsOf; // by switch
    for (const auto& worker : tree.GetWorkers())
    {
        const auto& ports = topology.GetPorts(worker.host);
        if (ports.size() == 1 && ports.front().peer != tree.GetRoot())
        {
            setsOf[ports.front().peer].insert(IncBierPosition::Of(worker.bfrId, length).si);
        }
    }
    const auto distances = IncDistancesFrom(topology, {tree.GetRoot()});
    std::optional<uint64_t> least;
    for (const auto& [node, sets] : setsOf)
    {
        const uint64_t rate = RateTowards(topology, node, distances, sets.size()) / sets.size();
        least = std::min(least.value_or(rate), rate);
    }
    return least;
}

} // namespace ns3
