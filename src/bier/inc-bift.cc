/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bift.h"

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
    // There are few groups of ports, and BFERs with adjacent BFR-ids mostly share one.
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

IncBift::IncBift(uint32_t length, std::size_t neighbors)
    : m_length(length),
      m_served(length),
      m_unreachable(length),
      m_spanOf(length + 1),
      m_spans{{0, 0}},
      m_maskOf(neighbors),
      m_masks(1)
{
}

void
IncBift::AddOwn(uint32_t bit)
{
    m_served.Set(bit);
}

void
IncBift::Add(const IncBitString& bits, const std::vector<uint16_t>& neighbors)
{
    (neighbors.empty() ? m_unreachable : m_served) |= bits;
    const uint16_t span = FindSpan(neighbors);
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        m_spanOf[bit] = span;
    }
    AddToMasks(bits, neighbors);
}

void
IncBift::AddToMasks(const IncBitString& bits, const std::vector<uint16_t>& neighbors)
{
    // BFR-NBRs that shared a mask and get equal bits still share one mask.
    std::vector<uint16_t> others(m_masks.size()); // number of BFR-NBRs that keep each mask
    for (const uint16_t mask : m_maskOf)
    {
        ++others[mask];
    }
    for (const uint16_t neighbor : neighbors)
    {
        --others[m_maskOf.at(neighbor)];
    }
    std::vector<uint16_t> successor(m_masks.size()); // new mask for each old one; 0: none yet
    for (const uint16_t neighbor : neighbors)
    {
        const uint16_t old = m_maskOf[neighbor];
        if (successor[old] == 0 && old != 0 && others[old] == 0)
        {
            m_masks[old] |= bits;
            successor[old] = old;
        }
        else if (successor[old] == 0)
        {
            successor[old] = static_cast<uint16_t>(m_masks.size());
            m_masks.push_back(old == 0 ? bits : m_masks[old] | bits);
        }
        m_maskOf[neighbor] = successor[old];
    }
}

uint16_t
IncBift::FindSpan(const std::vector<uint16_t>& neighbors)
{
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
    const auto& entries = birt.GetEntries(); // sorted by BFR-id, so every set is a range
    const auto first = std::lower_bound(entries.begin(), entries.end(), si, before);
    const auto last = std::lower_bound(first, entries.end(), si + 1, before);
    const auto& lists = birt.GetLists();
    std::vector<IncBitString> bitsOf(lists.size()); // bits that use each list; length 0: none
    std::size_t tables = 1;
    for (auto entry = first; entry != last; ++entry)
    {
        IncBitString& bits = bitsOf[entry->list];
        if (bits.GetLength() == 0)
        {
            bits = IncBitString(subDomain.GetLength());
            tables = ecmp == IncBierEcmp::DETERMINISTIC
                         ? std::max(tables, lists[entry->list].size())
                         : 1;
        }
        bits.Set(subDomain.GetPosition(entry->bfrId).bit);
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
        for (std::size_t list = 0; list < lists.size(); ++list)
        {
            const auto& neighbors = lists[list];
            if (bitsOf[list].GetLength() == 0)
            {
                continue;
            }
            if (ecmp == IncBierEcmp::NON_DETERMINISTIC || neighbors.empty())
            {
                bift.Add(bitsOf[list], neighbors);
            }
            else
            {
                bift.Add(bitsOf[list], {neighbors[table % neighbors.size()]});
            }
        }
    }
    return bifts;
}

} // namespace ns3
