/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-birt.h"

#include <algorithm>

namespace ns3
{

IncBirt::IncBirt(const IncBierSubDomain& subDomain, const IncBierUnderlay& underlay)
    : m_ownBfrId(subDomain.GetBfrId(underlay.prefix))
{
    for (uint32_t bfrId = 1; bfrId < subDomain.GetEnd(); ++bfrId)
    {
        const uint32_t prefix = subDomain.GetPrefix(bfrId);
        if (prefix != 0 && bfrId != m_ownBfrId)
        {
            m_entries.push_back({static_cast<uint16_t>(bfrId),
                                 ListBehind(underlay.routes(prefix), underlay.peers),
                                 prefix});
        }
    }
}

uint16_t
IncBirt::ListBehind(const IncForwardingTable::Group& group, const std::vector<uint32_t>& peers)
{
    const auto isSame = [&](const Ports& seen) {
        return seen.ports.size() == group.size && seen.usable.empty() == !group.usable &&
               std::equal(seen.ports.begin(), seen.ports.end(), group.ports) &&
               std::equal(seen.usable.begin(), seen.usable.end(), group.usable);
    };
    // The groups are few, and neighboring BFERs mostly share one.
    if (!m_entries.empty() && isSame(m_ports[m_entries.back().list]))
    {
        return m_entries.back().list;
    }
    const auto found = std::find_if(m_ports.begin(), m_ports.end(), isSame);
    const auto list = static_cast<uint16_t>(found - m_ports.begin());
    if (found == m_ports.end())
    {
        m_ports.push_back({{group.ports, group.ports + group.size}, {}});
        if (group.usable)
        {
            m_ports.back().usable.assign(group.usable, group.usable + group.size);
        }
        m_lists.push_back(NeighborsBehind(group, peers));
    }
    return list;
}

std::vector<uint16_t>
IncBirt::NeighborsBehind(const IncForwardingTable::Group& group, const std::vector<uint32_t>& peers)
{
    std::vector<uint16_t> indices;
    for (uint32_t i = 0; i < group.size; ++i)
    {
        if (!group.IsUsable(i))
        {
            continue;
        }
        const uint16_t port = group.ports[i];
        auto neighbor = std::find_if(m_neighbors.begin(), m_neighbors.end(), [&](const auto& n) {
            return n.prefix == peers.at(port);
        });
        if (neighbor == m_neighbors.end())
        {
            neighbor = m_neighbors.insert(neighbor, {peers.at(port), {}});
        }
        auto& ports = neighbor->ports;
        if (std::find(ports.begin(), ports.end(), port) == ports.end())
        {
            ports.push_back(port);
        }
        const auto index = static_cast<uint16_t>(neighbor - m_neighbors.begin());
        if (std::find(indices.begin(), indices.end(), index) == indices.end())
        {
            indices.push_back(index);
        }
    }
    return indices;
}

uint16_t
IncBirt::GetOwnBfrId() const
{
    return m_ownBfrId;
}

const std::vector<IncBirtEntry>&
IncBirt::GetEntries() const
{
    return m_entries;
}

const std::vector<std::vector<uint16_t>>&
IncBirt::GetLists() const
{
    return m_lists;
}

const std::vector<IncBfrNeighbor>&
IncBirt::GetNeighbors() const
{
    return m_neighbors;
}

} // namespace ns3
