/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-members.h"

#include <algorithm>

namespace ns3
{

std::set<std::vector<uint16_t>>
IncEcmpMembers(const IncFabric& fabric, uint32_t node, const std::vector<uint32_t>& destinations)
{
    std::set<std::vector<uint16_t>> groups;
    if (fabric.GetTopology().IsHost(node))
    {
        return groups;
    }
    for (const uint32_t destination : destinations)
    {
        const auto& group = fabric.GetSwitch(node)->GetTable().Lookup(destination);
        if (group.size > 1)
        {
            std::vector<uint16_t> ports(group.ports, group.ports + group.size);
            std::sort(ports.begin(), ports.end());
            groups.insert(std::move(ports));
        }
    }
    return groups;
}

std::string
IncLinkName(const IncTopology& topology, uint32_t node, uint32_t port)
{
    const auto& ports = topology.GetPorts(node);
    const uint32_t peer = ports[port].peer;
    uint32_t parallel = 0;
    uint32_t number = 0;
    for (uint32_t i = 0; i < ports.size(); ++i)
    {
        parallel += ports[i].peer == peer;
        number = i == port ? parallel : number;
    }
    const std::string name = topology.GetName(node) + "->" + topology.GetName(peer);
    return parallel == 1 ? name : name + "#" + std::to_string(number);
}

} // namespace ns3
