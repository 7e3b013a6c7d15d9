/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rail.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Return the rail and the plane of a NIC, or zeros if its link has none.
std::pair<uint32_t, uint32_t>
NumberOf(const IncTopology& topology, const IncServerNic& nic)
{
    const uint32_t link = topology.GetPorts(nic.host)[nic.port].link;
    return topology.GetLinks()[link].nic.value_or(std::pair<uint32_t, uint32_t>{0, 0});
}

} // namespace

std::vector<IncServerNic>
IncNicsOf(const IncTopology& topology, const IncTopologyServer& server)
{
    std::vector<IncServerNic> nics;
    for (const auto& gpu : server.gpus)
    {
        for (uint32_t port = 0; port < topology.GetPorts(gpu.host).size(); ++port)
        {
            nics.push_back({gpu.host, port});
        }
    }
    std::stable_sort(nics.begin(), nics.end(), [&topology](const auto& a, const auto& b) {
        return NumberOf(topology, a) < NumberOf(topology, b);
    });
    return nics;
}

void
IncCheckNics(const IncTopology& topology)
{
    uint32_t rails = 0;
    uint32_t planes = 0;
    for (const IncTopologyLink& link : topology.GetLinks())
    {
        if (link.nic)
        {
            const bool isServers = topology.FindServer(link.a) || topology.FindServer(link.b);
            if (!isServers)
            {
                throw IncTopologyError("link " + topology.GetName(link.a) + "->" +
                                       topology.GetName(link.b) +
                                       " has a rail; expected one at NICs of servers only");
            }
            rails = std::max(rails, link.nic->first + 1);
            planes = std::max(planes, link.nic->second + 1);
        }
    }
    for (const IncTopologyServer& server : topology.GetServers())
    {
        const auto nics = IncNicsOf(topology, server);
        bool isWhole = rails == 0 || nics.size() == std::size_t{rails} * planes;
        for (uint32_t i = 0; rails > 0 && isWhole && i < nics.size(); ++i)
        {
            isWhole = NumberOf(topology, nics[i]) == std::pair(i / planes, i % planes);
        }
        if (!isWhole)
        {
            throw IncTopologyError("server \"" + server.name +
                                   "\" has not one NIC on each rail and plane; expected " +
                                   std::to_string(rails) + " rails and " + std::to_string(planes) +
                                   " planes, as other links have");
        }
    }
}

std::optional<uint32_t>
IncRailPortOf(const IncTopology& topology, uint32_t host, uint32_t rail)
{
    const auto server = topology.FindServer(host);
    const auto nics = IncNicsOf(topology,
                                server ? topology.GetServers()[*server]
                                       : IncTopologyServer{"", "", {}, {{host, 0, 0}}});
    if (nics.empty())
    {
        return std::nullopt;
    }
    const IncServerNic& nic = nics[IncRailPort(rail, static_cast<uint32_t>(nics.size()))];
    return nic.host == host ? std::optional(nic.port) : std::nullopt;
}

std::vector<uint32_t>
IncBfersOf(const IncTopology& topology)
{
    std::vector<uint32_t> bfers;
    std::copy_if(topology.GetHosts().begin(),
                 topology.GetHosts().end(),
                 std::back_inserter(bfers),
                 [&topology](uint32_t host) { return !topology.GetPorts(host).empty(); });
    return bfers;
}

IncTopology
IncRailOf(const IncTopology& topology, uint32_t rail)
{
    IncTopology only;
    for (const auto& node : topology.GetNodes())
    {
        only.AddNode(node);
    }
    const auto& links = topology.GetLinks();
    std::vector<uint32_t> own(topology.GetNodes().size(), UINT32_MAX); // link of each host
    for (const uint32_t host : topology.GetHosts())
    {
        if (const auto port = IncRailPortOf(topology, host, rail))
        {
            own[host] = topology.GetPorts(host)[*port].link;
        }
    }
    const auto isOfAnother = [&topology, &own](uint32_t node, uint32_t link) {
        return topology.IsHost(node) && own[node] != link;
    };
    for (uint32_t link = 0; link < links.size(); ++link)
    {
        const IncTopologyLink& all = links[link];
        if (!isOfAnother(all.a, link) && !isOfAnother(all.b, link))
        {
            only.AddLink(all.a, all.b, all.rate, all.delay, all.back);
        }
    }
    if (topology.GetRoot())
    {
        only.SetRoot(*topology.GetRoot());
    }
    return only;
}

} // namespace ns3
