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
 * A node's index in flat tables follows from its address without a lookup. In an IPv6 fabric the
 * simulator uses the same 32 bits. On the wire these bits end the longer IPv6 address, see
 * Ipv6Of().
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

    /**
     * \param address host order
     * \return index of the node; UINT32_MAX, beyond every table, for an address outside the plan
     */
    static constexpr uint32_t IndexOf(uint32_t address)
    {
        return (address & MASK) == NETWORK ? (address & ~MASK) - 1 : UINT32_MAX;
    }

    /**
     * \brief Return the IPv6 address that belongs to an IPv4 address of the fabric.
     *
     * The address of a node is fd69:6e63:: (a unique local prefix, RFC 4193, with "inc" in it)
     * followed by the 32 bits. The address of a group is the multicast prefix ff35:40:fd69:6e63::
     * followed by the 32 bits as group identifier (RFC 3306).
     * \param address IPv4, host order
     * \return octets in the order of the wire; a node's address is also its GID
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
