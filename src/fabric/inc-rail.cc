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

std::vector<std::optional<uint32_t>>
IncRailPortsOf(const IncTopology& topology, uint32_t rail)
{
    std::vector<std::optional<uint32_t>> railPorts(topology.GetNodes().size());
    for (const uint32_t host : topology.GetHosts())
    {
        const auto ports = static_cast<uint32_t>(topology.GetPorts(host).size());
        if (ports > 0 && !topology.FindServer(host))
        {
            railPorts[host] = IncRailPort(rail, ports);
        }
    }
    for (const IncTopologyServer& server : topology.GetServers())
    {
        const auto nics = IncNicsOf(topology, server);
        if (!nics.empty())
        {
            const IncServerNic& nic = nics[IncRailPort(rail, static_cast<uint32_t>(nics.size()))];
            railPorts[nic.host] = nic.port;
        }
    }
    return railPorts;
}

std::vector<uint32_t>
IncBfersOf(const IncTopology& topology, std::optional<uint32_t> rail)
{
    const auto railPorts =
        rail ? IncRailPortsOf(topology, *rail) : std::vector<std::optional<uint32_t>>();
    std::vector<uint32_t> bfers;
    std::copy_if(topology.GetHosts().begin(),
                 topology.GetHosts().end(),
                 std::back_inserter(bfers),
                 [&](uint32_t host) {
                     return rail ? railPorts[host].has_value() : !topology.GetPorts(host).empty();
                 });
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
    const auto railPorts = IncRailPortsOf(topology, rail);
    const auto isOfAnother = [&topology, &railPorts](uint32_t node, uint32_t link) {
        return topology.IsHost(node) &&
               (!railPorts[node] || topology.GetPorts(node)[*railPorts[node]].link != link);
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
