/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-planes.h"

#include <string>
#include <vector>

namespace ns3
{

IncTopology
IncMakePlanes(const IncTopology& network, uint32_t planes)
{
    IncTopology all;
    std::vector<std::vector<uint32_t>> copies(planes); // new index by plane and old index
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        for (uint32_t node = 0; node < network.GetNodes().size(); ++node)
        {
            if (network.IsHost(node) && plane > 0)
            {
                copies[plane].push_back(copies[0][node]);
                continue;
            }
            IncTopologyNode copy = network.GetNodes()[node];
            copy.name += plane > 0 ? ".p" + std::to_string(plane) : "";
            copies[plane].push_back(all.AddNode(copy));
        }
    }
    for (const IncTopologyLink& link : network.GetLinks())
    {
        for (const auto& copy : copies)
        {
            all.AddLink(copy[link.a], copy[link.b], link.rate, link.delay, link.back);
        }
    }
    all.Validate();
    return all;
}

} // namespace ns3
