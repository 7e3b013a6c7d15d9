/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RANDOM_TOPOLOGY_H
#define INC_RANDOM_TOPOLOGY_H

#include "ns3/inc-topology.h"

#include <random>
#include <string>

namespace ns3
{

/// Return a whole number from first to last, which depends only on the generator's state, not on
/// the platform.
inline uint32_t
Draw(std::mt19937_64& random, uint32_t first, uint32_t last)
{
    return first + static_cast<uint32_t>(random() % (last - first + 1));
}

/// Return a random connected network: a tree of 2 to 20 switches with extra and parallel links, and
/// 2 to 30 hosts, of which some have several links. Numbers of hosts and switches mix. One switch
/// in five cannot aggregate, but the first always can.
inline IncTopology
RandomTopology(std::mt19937_64& random)
{
    IncTopology topology;
    std::vector<uint32_t> switches;
    auto link = [&](uint32_t a, uint32_t b) {
        topology.AddLink(a, b, Draw(random, 1, 400) * 1'000'000'000ULL, Draw(random, 0, 5'000'000));
    };
    auto anySwitch = [&] { return switches[random() % switches.size()]; };
    const uint32_t switchCount = Draw(random, 2, 20);
    const uint32_t hostCount = Draw(random, 2, 30);
    uint32_t hosts = 0;
    while (switches.size() < switchCount || hosts < hostCount)
    {
        bool host = switches.size() == switchCount ||
                    (!switches.empty() && hosts < hostCount && random() % 2 == 0);
        if (host)
        {
            uint32_t index = topology.AddHost("h" + std::to_string(hosts++));
            for (uint32_t links = random() % 8 == 0 ? 2 : 1; links > 0; --links)
            {
                link(index, anySwitch());
            }
            continue;
        }
        IncTopologyNode node;
        node.name = "s" + std::to_string(switches.size());
        node.inc = switches.empty() || random() % 5 != 0;
        uint32_t index = topology.AddNode(node);
        if (!switches.empty())
        {
            link(index, anySwitch());
        }
        switches.push_back(index);
    }
    for (uint32_t extra = Draw(random, 0, 2 * switchCount); extra > 0; --extra)
    {
        uint32_t a = anySwitch();
        uint32_t b = anySwitch();
        if (a != b)
        {
            link(a, b);
        }
    }
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

/// Return distances by Floyd and Warshall, with hosts only at the ends of paths.
inline std::vector<std::vector<uint32_t>>
ModelDistances(const IncTopology& topology)
{
    constexpr uint32_t FAR = 1'000'000;
    const auto n = static_cast<uint32_t>(topology.GetNodes().size());
    std::vector<std::vector<uint32_t>> distance(n, std::vector<uint32_t>(n, FAR));
    for (uint32_t i = 0; i < n; ++i)
    {
        distance[i][i] = 0;
    }
    for (const auto& link : topology.GetLinks())
    {
        distance[link.a][link.b] = 1;
        distance[link.b][link.a] = 1;
    }
    for (uint32_t via = 0; via < n; ++via)
    {
        for (uint32_t i = 0; i < n && !topology.IsHost(via); ++i)
        {
            for (uint32_t j = 0; j < n; ++j)
            {
                distance[i][j] = std::min(distance[i][j], distance[i][via] + distance[via][j]);
            }
        }
    }
    return distance;
}

} // namespace ns3

#endif // INC_RANDOM_TOPOLOGY_H
