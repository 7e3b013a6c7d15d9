/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp.h"

namespace ns3
{

void
IncEcmp::SetGroups(const IncEcmpGroups& groups, std::size_t ports)
{
    m_ingressGroup = IncGroupOfPort(groups.ingress, ports);
    m_number.assign(ports, NO_PORT);
    for (const auto& group : groups.ingress)
    {
        for (std::size_t i = 0; i < group.size(); ++i)
        {
            m_number[group[i]] = static_cast<uint16_t>(i);
        }
    }
}

void
IncEcmp::SetKey(uint64_t key)
{
    m_key = key;
    m_sprayed = 0;
    m_avoided = 0;
    for (uint8_t& state : m_state)
    {
        state &= DOWN;
        m_avoided += state != 0;
    }
}

void
IncEcmp::SetPortUp(uint32_t port, bool up)
{
    if (port >= m_state.size())
    {
        m_state.resize(port + 1, 0);
    }
    uint8_t& state = m_state[port];
    const bool wasAvoided = state != 0;
    if (!up)
    {
        state = DOWN;
    }
    else if (state & DOWN)
    {
        state = m_restoreFlows ? 0 : ABANDONED;
    }
    m_avoided = m_avoided - wasAvoided + (state != 0);
}

uint32_t
IncEcmp::CrcHash(const IncFrame& frame) const
{
    const uint32_t crc = IncFlowCrc(frame, m_key);
    return m_hash == IncEcmpHash::CRC ? crc : static_cast<uint32_t>(IncMix64(crc) >> 32);
}

uint16_t
IncEcmp::Detour(const IncForwardingTable::Group& group,
                IncForwardingTable::Part part,
                uint32_t member,
                uint64_t hash) const
{
    const uint16_t port = group.ports[member];
    const uint8_t state = port < m_state.size() ? m_state[port] : 0;
    if (state == 0 && group.IsUsable(member))
    {
        return port;
    }
    const IncForwardingTable::Part whole{0, group.size};
    for (const uint8_t avoid : {DOWN | ABANDONED, int(DOWN)})
    {
        for (const auto candidates : {part, whole})
        {
            const uint16_t other = Heaviest(group, candidates, avoid, hash);
            if (other != NO_PORT)
            {
                return other;
            }
        }
    }
    return port; // no port of the group is up: this port drops the frame and counts the loss
}

uint16_t
IncEcmp::Heaviest(const IncForwardingTable::Group& group,
                  IncForwardingTable::Part part,
                  uint8_t avoid,
                  uint64_t hash) const
{
    uint16_t best = NO_PORT;
    uint64_t heaviest = 0;
    for (uint32_t i = part.first; i < uint32_t(part.first) + part.size; ++i)
    {
        const uint16_t port = group.ports[i];
        const uint8_t state = port < m_state.size() ? m_state[port] : 0;
        if ((state & avoid) || !group.IsUsable(i))
        {
            continue;
        }
        const uint64_t weight = IncMix64(hash ^ IncMix64(m_key + port));
        if (best == NO_PORT || weight > heaviest)
        {
            best = port;
            heaviest = weight;
        }
    }
    return best;
}

} // namespace ns3
