/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ADDRESS_PLAN_H
#define INC_ADDRESS_PLAN_H

#include "ns3/inc-ipv6.h"
#include "ns3/ipv4-address.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Addresses of a fabric: node i has 10.0.0.0 + i + 1, whether it is a host or a switch.
 *
 * A node's index in flat tables follows from its address without a lookup. An IPv6 address on the
 * wire ends with the same 32 bits (Ipv6Of()).
 */
class IncAddressPlan
{
  public:
    static constexpr uint32_t NETWORK = 0x0a000000;   //!< network of all nodes, 10.0.0.0
    static constexpr uint32_t MASK = 0xff000000;      //!< mask of the network, /8
    static constexpr uint32_t MAX_NODES = 0x00fffffd; //!< largest number of nodes

    /** \return address of the node, host order */
    static constexpr uint32_t AddressOf(uint32_t index)
    {
        return NETWORK + index + 1;
    }

    /// \return index of the node with an address in host order; UINT32_MAX for an address outside
    /// the plan
    static constexpr uint32_t IndexOf(uint32_t address)
    {
        return (address & MASK) == NETWORK ? (address & ~MASK) - 1 : UINT32_MAX;
    }

    /**
     * \brief Return the IPv6 address of an IPv4 address in host order; a node's IPv6 address is its
     * GID.
     *
     * A node has the unique local prefix fd69:6e63:: (RFC 4193, with "inc" in it), then the 32
     * bits. A group has the multicast prefix ff35:40:fd69:6e63::, then the 32 bits as group
     * identifier (RFC 3306).
     */
    static constexpr IncIpv6Octets Ipv6Of(uint32_t address)
    {
        IncIpv6Octets octets{0xfd, 0x69, 0x6e, 0x63};
        if (address >> 28 == MULTICAST)
        {
            octets = {0xff, 0x35, 0, 64, 0xfd, 0x69, 0x6e, 0x63};
        }
        for (uint32_t i = 0; i < 4; ++i)
        {
            octets[12 + i] = static_cast<uint8_t>(address >> (24 - 8 * i));
        }
        return octets;
    }

  private:
    static constexpr uint32_t MULTICAST = 0xe; //!< first 4 bits of a group's IPv4 address
};

} // namespace ns3

#endif // INC_ADDRESS_PLAN_H
