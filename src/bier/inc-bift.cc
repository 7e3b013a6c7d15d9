/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bift.h"

#include <algorithm>

namespace ns3
{

IncBift::IncBift(uint32_t length, std::size_t neighbors)
    : m_length(length),
      m_served(length),
      m_unreachable(length),
      m_spanOf(length + 1),
      m_spans{{0, 0}},
      m_masks(neighbors)
{
}

void
IncBift::AddOwn(uint32_t bit)
{
    m_served.Set(bit);
    m_ownBit = bit;
}

void
IncBift::Add(uint32_t bit, const std::vector<uint16_t>& neighbors)
{
    (neighbors.empty() ? m_unreachable : m_served).Set(bit);
    m_spanOf[bit] = FindSpan(neighbors);
    for (const uint16_t neighbor : neighbors)
    {
        IncBitString& mask = m_masks.at(neighbor);
        if (mask.GetLength() == 0)
        {
            mask = IncBitString(m_length);
        }
        mask.Set(bit);
    }
}

uint16_t
IncBift::FindSpan(const std::vector<uint16_t>& neighbors)
{
    // The lists are few, and neighbouring bits mostly share one.
    const auto found = std::find_if(m_spans.rbegin(), m_spans.rend(), [&](const Span& span) {
        return span.size == neighbors.size() &&
               std::equal(neighbors.begin(), neighbors.end(), m_members.begin() + span.first);
    });
    if (found != m_spans.rend())
    {
        return static_cast<uint16_t>(m_spans.rend() - found - 1);
    }
    m_spans.push_back(
        {static_cast<uint32_t>(m_members.size()), static_cast<uint32_t>(neighbors.size())});
    m_members.insert(m_members.end(), neighbors.begin(), neighbors.end());
    return static_cast<uint16_t>(m_spans.size() - 1);
}

std::vector<IncBift>
IncComputeBifts(const IncBirt& birt,
                const IncBierSubDomain& subDomain,
                uint32_t si,
                IncBierEcmp ecmp)
{
    const auto before = [&](const IncBirtEntry& entry, uint32_t set) {
        return subDomain.GetPosition(entry.bfrId).si < set;
    };
    const auto& entries = birt.GetEntries(); // by rising BFR-id, so every set is a range
    const auto first = std::lower_bound(entries.begin(), entries.end(), si, before);
    const auto last = std::lower_bound(first, entries.end(), si + 1, before);
    std::size_t tables = 1;
    for (auto entry = first; ecmp == IncBierEcmp::DETERMINISTIC && entry != last; ++entry)
    {
        tables = std::max(tables, entry->neighbors.size());
    }
    std::vector<IncBift> bifts(tables, IncBift(subDomain.GetLength(), birt.GetNeighbors().size()));
    const uint16_t own = birt.GetOwnBfrId();
    for (std::size_t table = 0; table < tables; ++table)
    {
        IncBift& bift = bifts[table];
        if (own != 0 && subDomain.GetPosition(own).si == si)
        {
            bift.AddOwn(subDomain.GetPosition(own).bit);
        }
        for (auto entry = first; entry != last; ++entry)
        {
            const uint32_t bit = subDomain.GetPosition(entry->bfrId).bit;
            if (ecmp == IncBierEcmp::NON_DETERMINISTIC || entry->neighbors.empty())
            {
                bift.Add(bit, entry->neighbors);
            }
            else
            {
                bift.Add(bit, {entry->neighbors[table % entry->neighbors.size()]});
            }
        }
    }
    return bifts;
}

} // namespace ns3
