/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-shortest-path.h"

#include "inc-topology.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Return the result of IncDistancesFrom(), but stop when the goal is found. Farther nodes may be
/// missing then. With INC_UNREACHABLE as the goal, no node is missing.
std::vector<uint32_t>
DistancesUpTo(const IncTopology& topology,
              const std::vector<uint32_t>& sources,
              const std::vector<bool>& failedLinks,
              uint32_t goal)
{
    std::vector<uint32_t> distances(topology.GetNodes().size(), INC_UNREACHABLE);
    std::vector<uint32_t> queue;
    queue.reserve(distances.size());
    for (uint32_t source : sources)
    {
        distances[source] = 0;
        queue.push_back(source);
    }
    // Stop when the goal is found: all nodes that are nearer are found before it.
    const auto isFound = [&]() {
        return goal < distances.size() && distances[goal] != INC_UNREACHABLE;
    };
    for (std::size_t head = 0; head < queue.size() && !isFound(); ++head)
    {
        uint32_t node = queue[head];
        if (distances[node] > 0 && !topology.Forwards(node))
        {
            continue;
        }
        for (const auto& port : topology.GetPorts(node))
        {
            const bool failed = !failedLinks.empty() && failedLinks[port.link];
            if (!failed && distances[port.peer] == INC_UNREACHABLE)
            {
                distances[port.peer] = distances[node] + 1;
                queue.push_back(port.peer);
            }
        }
    }
    return distances;
}

} // namespace

std::vector<uint32_t>
IncDistancesFrom(const IncTopology& topology,
                 const std::vector<uint32_t>& sources,
                 const std::vector<bool>& failedLinks)
{
    return DistancesUpTo(topology, sources, failedLinks, INC_UNREACHABLE);
}

bool
IncAreInOneNetwork(const IncTopology& topology, const std::vector<uint32_t>& hosts)
{
    const auto& ports = topology.GetPorts(hosts.front());
    return std::any_of(ports.begin(), ports.end(), [&topology, &hosts](const auto& port) {
        const auto distances = IncDistancesFrom(topology, {port.peer});
        return std::all_of(hosts.begin(), hosts.end(), [&distances](uint32_t host) {
            return distances[host] != INC_UNREACHABLE;
        });
    });
}

bool
IncIsNextHop(const IncTopology& topology,
             const std::vector<uint32_t>& distances,
             uint32_t node,
             uint32_t peer)
{
    // A node with a smaller distance is on a shortest path, unless it does not forward.
    return distances[peer] < distances[node] && (distances[peer] == 0 || topology.Forwards(peer));
}

std::vector<uint32_t>
IncShortestPath(const IncTopology& topology, uint32_t from, uint32_t to)
{
    const auto distances = DistancesUpTo(topology, {to}, {}, from);
    std::vector<uint32_t> path;
    if (distances[from] == INC_UNREACHABLE)
    {
        return path;
    }
    for (uint32_t node = from; node != to;)
    {
        const auto& ports = topology.GetPorts(node);
        auto next = std::find_if(ports.begin(), ports.end(), [&](const IncTopologyPort& port) {
            return IncIsNextHop(topology, distances, node, port.peer);
        });
        path.push_back(next->link);
        node = next->peer;
    }
    return path;
}

int64_t
IncUnloadedLatency(const IncTopology& topology, const std::vector<uint32_t>& path, uint32_t bytes)
{
    int64_t latency = 0;
    for (uint32_t link : path)
    {
        const auto& description = topology.GetLinks()[link];
        double serialisation = 8e12 * bytes / static_cast<double>(description.rate);
        latency += description.delay + static_cast<int64_t>(serialisation);
    }
    return latency;
}

} // namespace ns3
