/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_H
#define INC_ECMP_H

#include "inc-forwarding-table.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A 64-bit mixer with full avalanche (the finaliser of splitmix64).
 *
 * Not linear, unlike a salted CRC: keys that differ per switch give independent choices, so
 * that hashing does not polarise from tier to tier.
 *
 * \param value any number
 * \return its hash
 */
constexpr uint64_t
IncMix64(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/**
 * \ingroup inc
 * \brief Hash of a RoCEv2 flow: its five-tuple, protocol and destination port being fixed.
 * \param source IPv4 address, host order
 * \param destination IPv4 address, host order
 * \param sourcePort UDP source port
 * \return what ECMP works from
 */
constexpr uint64_t
IncFlowHash(uint32_t source, uint32_t destination, uint16_t sourcePort)
{
    return IncMix64(IncMix64(uint64_t(source) << 32 | destination) ^ sourcePort);
}

/**
 * \ingroup inc
 * \brief Per-flow ECMP: one of a group's ports by the flow's hash under the switch's key.
 */
class IncEcmp
{
  public:
    /** \param key differs from switch to switch */
    void SetKey(uint64_t key)
    {
        m_key = key;
    }

    /**
     * \param group not empty
     * \param flowHash see IncFlowHash
     * \return the egress port
     */
    uint16_t Choose(IncForwardingTable::Group group, uint64_t flowHash) const
    {
        if (group.size == 1)
        {
            return group.ports[0];
        }
        const uint64_t hash = IncMix64(flowHash ^ m_key) >> 32;
        return group.ports[(hash * group.size) >> 32];
    }

  private:
    uint64_t m_key{0}; //!< of this switch
};

} // namespace ns3

#endif // INC_ECMP_H
