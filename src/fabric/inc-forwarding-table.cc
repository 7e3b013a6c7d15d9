/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-forwarding-table.h"

#include "ns3/abort.h"

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
    for (uint16_t group : groupOf)
    {
        NS_ABORT_MSG_IF(group >= groups.size(),
                        "IncForwardingTable::SetRoutes: group " << group << " of "
                                                                << groups.size());
    }
    m_groupOf = groupOf;
}

} // namespace ns3
