/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_TEST_MODEL_H
#define INC_BIER_TEST_MODEL_H

#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

/// Return a random connected network of switches. Some have hosts, and some links are parallel.
inline ns3::IncTopology
IncBierTestMakeNetwork(std::mt19937& random)
{
    const auto draw = [&](uint32_t low, uint32_t high) {
        return std::uniform_int_distribution<uint32_t>(low, high)(random);
    };
    ns3::IncTopology topology;
    const uint32_t switches = draw(1, 24);
    const uint32_t hosts = draw(2, 40);
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("s" + std::to_string(i));
    }
    const auto link = [&](uint32_t a, uint32_t b) {
        topology.AddLink(a, b, 100'000'000'000, 1000);
    };
    for (uint32_t i = 1; i < switches; ++i)
    {
        link(draw(0, i - 1), i);
    }
    for (uint32_t i = draw(0, 2 * switches); i > 0 && switches > 1; --i)
    {
        const uint32_t a = draw(0, switches - 1);
        link(a, (a + draw(1, switches - 1)) % switches);
    }
    for (uint32_t i = 0; i < hosts; ++i)
    {
        const uint32_t host = topology.AddHost("h" + std::to_string(i));
        const uint32_t first = draw(0, switches - 1);
        link(host, first);
        if (switches > 1 && draw(0, 9) == 0)
        {
            link(host, (first + 1) % switches);
        }
    }
    return topology;
}

/// Return distances to a node by relaxation until nothing changes; hosts do not forward.
inline std::vector<uint32_t>
IncBierTestDistancesTo(const ns3::IncTopology& topology, uint32_t target)
{
    constexpr uint32_t FAR = 1'000'000;
    std::vector<uint32_t> distance(topology.GetNodes().size(), FAR);
    distance[target] = 0;
    for (bool changed = true; changed;)
    {
        changed = false;
        for (const auto& link : topology.GetLinks())
        {
            for (const auto& [from, to] : {std::pair{link.a, link.b}, std::pair{link.b, link.a}})
            {
                const bool through = to == target || !topology.IsHost(to);
                if (through && distance[to] + 1 < distance[from])
                {
                    distance[from] = distance[to] + 1;
                    changed = true;
                }
            }
        }
    }
    return distance;
}

/// Make some nodes, both hosts and switches, BFERs with gaps between their BFR-ids.
inline ns3::IncBierSubDomain
IncBierTestMakeSubDomain(const ns3::IncTopology& topology, std::mt19937& random, uint32_t length)
{
    std::vector<uint32_t> nodes(topology.GetNodes().size());
    std::iota(nodes.begin(), nodes.end(), 0);
    std::shuffle(nodes.begin(), nodes.end(), random);
    ns3::IncBierSubDomain domain(random() % 256, length);
    uint32_t bfrId = 0;
    for (const uint32_t node : nodes)
    {
        if (topology.IsHost(node) || random() % 4 == 0)
        {
            bfrId += 1 + random() % (length / 8);
            domain.Assign(bfrId, ns3::IncAddressPlan::AddressOf(node));
        }
    }
    return domain;
}

inline std::vector<uint32_t>
IncBierTestDrawReceivers(const ns3::IncBierSubDomain& domain, std::mt19937& random)
{
    std::vector<uint32_t> receivers;
    const uint32_t share = 1 + random() % 4;
    for (uint32_t id = 1; id < domain.GetEnd(); ++id)
    {
        if (domain.GetPrefix(id) != 0 && random() % 4 < share)
        {
            receivers.push_back(id);
        }
    }
    return receivers;
}

#endif // INC_BIER_TEST_MODEL_H
