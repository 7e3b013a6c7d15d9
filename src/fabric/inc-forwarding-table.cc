/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-forwarding-table.h"

#include <algorithm>

namespace ns3
{

void
IncForwardingTable::SetRoutes(const std::vector<std::vector<uint16_t>>& groups,
                              const std::vector<uint16_t>& groupOf)
{
    m_spans.clear();
    m_ports.clear();
    for (const auto& group : groups)
    {
        m_spans.push_back(
            {static_cast<uint32_t>(m_ports.size()), static_cast<uint32_t>(group.size())});
        m_ports.insert(m_ports.end(), group.begin(), group.end());
    }
    // One more, without ports, for the destinations that have no route.
    const auto none = static_cast<uint16_t>(m_spans.size());
    m_spans.push_back({0, 0});
    m_groupOf.assign(groupOf.begin(), groupOf.end());
    for (uint16_t& group : m_groupOf)
    {
        group = std::min(group, none);
    }
}

} // namespace ns3
