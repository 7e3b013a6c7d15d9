/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-packet-lifetime.h"

#include "inc-shortest-path.h"
#include "inc-topology.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr std::size_t MOST_SOURCES = 64;

void
RaiseTo(IncLongestPath& longest, const IncTopology& topology, uint32_t host, uint32_t bytes)
{
    const auto distances = IncDistancesFrom(topology, {host});
    std::vector<int64_t> times(distances.size(), 0);
    std::vector<uint32_t> wave{host};
    while (!wave.empty())
    {
        std::vector<uint32_t> next;
        for (const uint32_t node : wave)
        {
            if (node != host && !topology.Forwards(node))
            {
                if (topology.IsHost(node))
                {
                    longest.timePs = std::max(longest.timePs, times[node]);
                    longest.switches = std::max(longest.switches, distances[node] - 1);
                }
                continue;
            }
            for (const auto& port : topology.GetPorts(node))
            {
                if (distances[port.peer] != distances[node] + 1)
                {
                    continue;
                }
                const auto& link = topology.GetLinks()[port.link];
                const double serialisation =
                    8e12 * bytes / static_cast<double>(link.RateFrom(node));
                const int64_t time = times[node] + link.delay + static_cast<int64_t>(serialisation);
                if (times[port.peer] == 0)
                {
                    next.push_back(port.peer);
                }
                times[port.peer] = std::max(times[port.peer], time);
            }
        }
        wave = std::move(next);
    }
}

} // namespace

IncLongestPath
IncFindLongestPath(const IncTopology& topology, uint32_t bytes)
{
    const auto& hosts = topology.GetHosts();
    const std::size_t step = (hosts.size() + MOST_SOURCES - 1) / MOST_SOURCES;
    IncLongestPath longest;
    for (std::size_t i = 0; i < hosts.size(); i += step)
    {
        RaiseTo(longest, topology, hosts[i], bytes);
    }
    return longest;
}

} // namespace ns3
