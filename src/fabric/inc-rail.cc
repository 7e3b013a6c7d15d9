/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rail.h"

namespace ns3
{

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
    return nics;
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
    std::vector<uint32_t> serverLinks; // link of each server on this rail; UINT32_MAX: none
    for (const auto& server : topology.GetServers())
    {
        const auto nics = IncNicsOf(topology, server);
        const auto nic = nics.empty() ? IncServerNic{} : nics[IncRailPort(rail, nics.size())];
        serverLinks.push_back(nics.empty() ? UINT32_MAX
                                           : topology.GetPorts(nic.host)[nic.port].link);
    }
    const auto isOfAnother = [&](uint32_t node, uint32_t link) {
        if (!topology.IsHost(node))
        {
            return false;
        }
        if (const auto server = topology.FindServer(node))
        {
            return serverLinks[*server] != link;
        }
        const auto& ports = topology.GetPorts(node);
        return ports[IncRailPort(rail, static_cast<uint32_t>(ports.size()))].link != link;
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
