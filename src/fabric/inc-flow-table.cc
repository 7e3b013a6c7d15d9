/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-table.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr std::size_t SMALLEST = 16;

} // namespace

void
IncFlowTable::Set(uint32_t destination, uint32_t qpn, uint32_t port)
{
    if (2 * (m_used + 1) > m_entries.size())
    {
        Grow();
    }
    const uint64_t key = KeyOf(destination, qpn);
    Entry& entry = m_entries[Place(key)];
    m_used += entry.port == NO_PORT ? 1 : 0;
    entry = {key, port};
}

void
IncFlowTable::Clear()
{
    m_entries.clear();
    m_used = 0;
}

void
IncFlowTable::Grow()
{
    std::vector<Entry> old(std::max(SMALLEST, 2 * m_entries.size()));
    old.swap(m_entries);
    for (const Entry& entry : old)
    {
        if (entry.port != NO_PORT)
        {
            m_entries[Place(entry.key)] = entry;
        }
    }
}

} // namespace ns3
