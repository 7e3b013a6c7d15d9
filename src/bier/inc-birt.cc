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
                                 prefix,
                                 NeighborsBehind(underlay.routes(prefix), underlay.peers)});
        }
    }
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

const std::vector<IncBfrNeighbor>&
IncBirt::GetNeighbors() const
{
    return m_neighbors;
}

} // namespace ns3
