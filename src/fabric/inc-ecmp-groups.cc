/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-groups.h"

#include "inc-route-computation.h"
#include "inc-topology.h"

#include "ns3/inc-ecmp-community.h"
#include "ns3/inc-error.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

using Groups = IncEcmpGroups::Groups;

void
Cut(const std::vector<uint16_t>& interfaces, uint32_t size, Groups& groups)
{
    for (std::size_t i = 0; i < interfaces.size(); ++i)
    {
        if (i % size == 0)
        {
            groups.emplace_back();
        }
        groups.back().push_back(interfaces[i]);
    }
}

void
CheckKind(const std::string& name, const std::string& kind, const Groups& groups, std::size_t ports)
{
    std::vector<std::size_t> groupOf(ports, 0);
    for (std::size_t g = 0; g < groups.size(); ++g)
    {
        const std::string group = name + ": " + kind + " group " + std::to_string(g + 1);
        if (groups[g].empty())
        {
            throw IncError(group + " is empty; accepted: groups of at least one interface");
        }
        for (const uint16_t port : groups[g])
        {
            const std::string interface = ": interface " + std::to_string(port);
            if (port >= ports)
            {
                throw IncError(group + interface + " does not exist; accepted: 0 to " +
                               std::to_string(ports - 1));
            }
            if (groupOf[port] != 0)
            {
                throw IncError(group + interface + " is in group " + std::to_string(groupOf[port]) +
                               " as well; accepted: every interface in one group");
            }
            groupOf[port] = g + 1;
        }
    }
}

} // namespace

IncEcmpGroups
IncEcmpGroups::Compute(const IncTopology& topology,
                       uint32_t node,
                       uint32_t interfaces,
                       uint32_t egressInterfaces)
{
    const uint32_t tier = topology.GetNodes()[node].tier;
    const auto& ports = topology.GetPorts(node);
    std::vector<uint16_t> below;
    std::vector<uint16_t> above;
    std::vector<uint16_t> hosts;
    for (std::size_t p = 0; p < ports.size(); ++p)
    {
        const auto port = static_cast<uint16_t>(p);
        const bool isHost = topology.IsHost(ports[p].peer);
        const bool isBelow = isHost || topology.GetNodes()[ports[p].peer].tier < tier;
        (isBelow ? below : above).push_back(port);
        if (isHost)
        {
            hosts.push_back(port);
        }
    }
    IncEcmpGroups groups;
    Cut(below, interfaces, groups.ingress);
    Cut(above, interfaces, groups.ingress);
    Cut(hosts, egressInterfaces, groups.egress);
    groups.subgroupSize = interfaces;
    // Each lower tier takes one digit of the sum. Assume that it has as many subgroups as this
    // tier.
    const auto subgroups = static_cast<uint32_t>((above.size() + interfaces - 1) / interfaces);
    for (uint32_t lower = 1; lower < tier && subgroups > 1; ++lower)
    {
        groups.stride *= subgroups;
    }
    return groups;
}

void
IncEcmpGroups::Check(const IncTopology& topology, uint32_t node) const
{
    const std::string& name = topology.GetName(node);
    const auto& ports = topology.GetPorts(node);
    CheckKind(name, "ingress", ingress, ports.size());
    CheckKind(name, "egress", egress, ports.size());
    CheckKind(name, "sub", subgroups, ports.size());
    for (std::size_t g = 0; g < egress.size(); ++g)
    {
        bool hasRoute = false;
        for (const uint16_t port : egress[g])
        {
            hasRoute = hasRoute || topology.IsHost(ports[port].peer);
        }
        if (!hasRoute)
        {
            throw IncError(name + ": egress group " + std::to_string(g + 1) +
                           " has no routes; accepted: groups with an interface to a host");
        }
    }
}

void
IncEcmpGroups::CheckSubgroups(const std::string& name, const IncNodeRoutes& routes) const
{
    std::set<uint16_t> members;
    for (const auto& group : routes.groups)
    {
        if (group.size() > 1)
        {
            members.insert(group.begin(), group.end());
        }
    }
    for (std::size_t g = 0; g < subgroups.size(); ++g)
    {
        const bool hasMember = std::any_of(subgroups[g].begin(),
                                           subgroups[g].end(),
                                           [&](uint16_t port) { return members.count(port) > 0; });
        if (!hasMember)
        {
            throw IncError(name + ": sub group " + std::to_string(g + 1) +
                           " has no ECMP interface; accepted: groups with one of several "
                           "interfaces that lead to the same destination");
        }
    }
}

uint32_t
IncEcmpGroups::MapToSubgroup(const IncEcmpCommunity& community, uint32_t count) const
{
    const auto row = mapping.find({community.routerId, community.groupId});
    if (row != mapping.end())
    {
        return (row->second - 1U) % count;
    }
    const uint64_t sum = uint64_t(community.routerId) + community.groupId;
    const uint64_t index = sum > 0 ? sum - 1 : 0; // groups are numbered from 1, subgroups from 0
    return static_cast<uint32_t>(index / stride % count);
}

std::vector<uint16_t>
IncGroupOfPort(const IncEcmpGroups::Groups& groups, std::size_t ports)
{
    std::vector<uint16_t> groupOf(ports, 0);
    for (std::size_t g = 0; g < groups.size(); ++g)
    {
        for (const uint16_t port : groups[g])
        {
            groupOf[port] = static_cast<uint16_t>(g + 1);
        }
    }
    return groupOf;
}

} // namespace ns3
