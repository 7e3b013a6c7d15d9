/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-placement.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{

namespace
{

/// Return all hosts: first one host of each server, or of each edge switch, then a second one of
/// each, and so on.
std::vector<uint32_t>
Spread(const IncTopology& topology)
{
    std::map<uint32_t, uint32_t> countOf; // by edge switch, or by server after all nodes
    std::vector<std::pair<std::pair<uint32_t, uint32_t>, uint32_t>> order;
    for (uint32_t host : topology.GetHosts())
    {
        const auto server = topology.FindServer(host);
        const auto group = server ? static_cast<uint32_t>(topology.GetNodes().size()) + *server
                                  : topology.GetPorts(host).front().peer;
        order.push_back({{countOf[group]++, group}, host});
    }
    std::sort(order.begin(), order.end());
    std::vector<uint32_t> hosts;
    for (const auto& entry : order)
    {
        hosts.push_back(entry.second);
    }
    return hosts;
}

} // namespace

IncPlacement
IncParsePlacement(const std::string& name)
{
    if (name == "packed")
    {
        return IncPlacement::PACKED;
    }
    if (name == "spread")
    {
        return IncPlacement::SPREAD;
    }
    if (name == "random")
    {
        return IncPlacement::RANDOM;
    }
    throw IncTopologyError("placement: \"" + name +
                           "\" is not accepted; expected packed, spread or random");
}

std::vector<uint32_t>
IncPlaceWorkers(const IncTopology& topology,
                uint32_t workers,
                IncPlacement placement,
                const std::function<uint32_t(uint32_t)>& random)
{
    std::vector<uint32_t> hosts = topology.GetHosts();
    if (workers < 1 || workers > hosts.size())
    {
        throw IncTopologyError("workers: " + std::to_string(workers) +
                               " is not accepted; expected 1 to " + std::to_string(hosts.size()) +
                               ", the number of hosts");
    }
    if (placement == IncPlacement::SPREAD)
    {
        hosts = Spread(topology);
    }
    else if (placement == IncPlacement::RANDOM)
    {
        // Draw a different host for each worker, by a partial shuffle (Fisher and Yates).
        for (uint32_t i = 0; i < workers; ++i)
        {
            std::swap(hosts[i], hosts[i + random(static_cast<uint32_t>(hosts.size()) - i)]);
        }
    }
    hosts.resize(workers);
    return hosts;
}

} // namespace ns3
