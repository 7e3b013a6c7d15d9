/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ETHERNET_H
#define INC_ETHERNET_H

#include "inc-byte-order.h"

#include <array>
#include <cstdint>

namespace ns3
{

/// MAC address in the order of the wire.
using IncMacOctets = std::array<uint8_t, 6>;

/// \ingroup inc
/// \brief Ethernet header with an optional 802.1Q tag; no preamble, no FCS.
struct IncEthernet
{
    static constexpr uint32_t SIZE = 14; //!< bytes on the wire without a tag
    static constexpr uint32_t TAG_SIZE = 4;

    static constexpr uint16_t IPV4 = 0x0800;
    static constexpr uint16_t IPV6 = 0x86dd;
    static constexpr uint16_t VLAN = 0x8100;        //!< EtherType of a tag
    static constexpr uint16_t MAC_CONTROL = 0x8808; //!< EtherType of PFC
    static constexpr uint16_t BIER = 0xab37;        //!< EtherType of BIER (RFC 8296, section 2.2.1)

    IncMacOctets destination{};
    IncMacOctets source{};
    uint16_t etherType = IPV4;
    bool tagged = false;
    uint8_t priority = 0;      //!< PCP of the tag, 0 to 7
    bool dropEligible = false; //!< DEI of the tag
    uint16_t vlan = 0;         //!< VLAN of the tag, 12 bits

    uint32_t Size() const
    {
        return tagged ? SIZE + TAG_SIZE : SIZE;
    }

    void Write(uint8_t* out) const;

    /** \return true if the header at `in` has a tag */
    static bool IsTagged(const uint8_t* in)
    {
        return IncGet16(in + 12) == VLAN;
    }

    /** \brief Read SIZE bytes of a header, and TAG_SIZE more if IsTagged(). */
    static IncEthernet Read(const uint8_t* in);
};

} // namespace ns3

#endif // INC_ETHERNET_H
