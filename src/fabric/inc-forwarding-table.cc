/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-forwarding-table.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint32_t NO_ENTRY = std::numeric_limits<uint32_t>::max();

/// Return the subgroup of each port. The numbers order the subgroups and need not begin at 0.
std::vector<uint32_t>
SubgroupOfMember(const std::vector<uint16_t>& ports, const IncEcmpGroups& how)
{
    std::vector<uint32_t> subgroup(ports.size(), 0);
    if (!how.subgroups.empty())
    {
        // Ports in no subgroup of the user come last and form a subgroup of their own.
        const auto groupOf =
            IncGroupOfPort(how.subgroups, std::numeric_limits<uint16_t>::max() + std::size_t{1});
        std::transform(ports.begin(), ports.end(), subgroup.begin(), [&](uint16_t port) {
            return groupOf[port] > 0 ? groupOf[port] : how.subgroups.size() + 1;
        });
        return subgroup;
    }
    for (std::size_t i = 0; i < ports.size(); ++i)
    {
        subgroup[i] = static_cast<uint32_t>(i / how.subgroupSize);
    }
    return subgroup;
}

} // namespace

IncForwardingTable::Members
IncForwardingTable::Divide(const IncNodeRoutes& routes, std::size_t group, const IncEcmpGroups& how)
{
    const auto& ports = routes.groups[group];
    const auto subgroup = SubgroupOfMember(ports, how);
    std::vector<std::size_t> order(ports.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return subgroup[a] < subgroup[b];
    });
    Members members;
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        if (i == 0 || subgroup[order[i]] != subgroup[order[i - 1]])
        {
            members.subgroups.push_back({static_cast<uint16_t>(i), 0});
        }
        ++members.subgroups.back().size;
        members.ports.push_back(ports[order[i]]);
        if (!routes.usable.empty() && !routes.usable[group].empty())
        {
            members.usable.push_back(routes.usable[group][order[i]]);
        }
    }
    members.entry.assign(members.subgroups.size() + 1, NO_ENTRY);
    return members;
}

uint32_t
IncForwardingTable::EntryOf(Members& members, std::size_t subgroup)
{
    uint32_t& entry = members.entry[subgroup];
    if (entry == NO_ENTRY)
    {
        entry = static_cast<uint32_t>(m_entries.size());
        Group group;
        group.ports = members.ports.data();
        group.size = static_cast<uint16_t>(members.ports.size());
        group.usable = members.usable.empty() ? nullptr : members.usable.data();
        group.subgroups = members.subgroups.data();
        group.subgroupCount = static_cast<uint16_t>(members.subgroups.size());
        group.part =
            subgroup < members.subgroups.size() ? members.subgroups[subgroup] : Part{0, group.size};
        m_entries.push_back(group);
    }
    return entry;
}

void
IncForwardingTable::SetRoutes(const IncNodeRoutes& routes)
{
    SetRoutes(routes, IncEcmpGroups(), {}, 0);
}

void
IncForwardingTable::SetRoutes(const IncNodeRoutes& routes,
                              const IncEcmpGroups& groups,
                              const std::vector<IncRouteAttribute>& attributes,
                              uint8_t subType)
{
    m_members.clear();
    m_members.reserve(routes.groups.size());
    for (std::size_t g = 0; g < routes.groups.size(); ++g)
    {
        m_members.push_back(Divide(routes, g, groups));
    }
    std::map<std::pair<uint16_t, std::vector<uint32_t>>, uint32_t> several;
    std::vector<uint32_t> mapped;
    m_entries.assign(1, Group());
    m_entryOf.assign(routes.groupOf.size(), 0);
    for (std::size_t destination = 0; destination < m_entryOf.size(); ++destination)
    {
        const uint16_t g = routes.groupOf[destination];
        if (g >= m_members.size())
        {
            continue;
        }
        const auto count = static_cast<uint32_t>(m_members[g].subgroups.size());
        mapped.clear();
        for (std::size_t i = 0;
             destination < attributes.size() && i < attributes[destination].GetSize();
             ++i)
        {
            const auto community = attributes[destination].Get(i);
            if (community && community->subType == subType)
            {
                mapped.push_back(groups.MapToSubgroup(*community, count));
            }
        }
        if (mapped.size() <= 1)
        {
            m_entryOf[destination] = EntryOf(m_members[g], mapped.empty() ? count : mapped[0]);
            continue;
        }
        const auto [known, isNew] = several.emplace(std::pair(g, mapped), 0);
        if (isNew)
        {
            std::vector<Group> entries;
            for (const uint32_t subgroup : mapped)
            {
                entries.push_back(m_entries[EntryOf(m_members[g], subgroup)]);
                entries.back().choices = static_cast<uint16_t>(mapped.size());
            }
            known->second = static_cast<uint32_t>(m_entries.size());
            m_entries.insert(m_entries.end(), entries.begin(), entries.end());
        }
        m_entryOf[destination] = known->second;
    }
}

} // namespace ns3
