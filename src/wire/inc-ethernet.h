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

/** \ingroup inc \brief The octets of a MAC address, in the order of the wire. */
using IncMacOctets = std::array<uint8_t, 6>;

/// \ingroup inc
/// \brief Ethernet header with an optional 802.1Q tag; no preamble, no FCS.
struct IncEthernet
{
    static constexpr uint32_t SIZE = 14;    //!< bytes on the wire without a tag
    static constexpr uint32_t TAG_SIZE = 4; //!< number of bytes that a tag adds

    static constexpr uint16_t IPV4 = 0x0800;        //!< EtherType of IPv4
    static constexpr uint16_t IPV6 = 0x86dd;        //!< EtherType of IPv6
    static constexpr uint16_t VLAN = 0x8100;        //!< EtherType of a tag
    static constexpr uint16_t MAC_CONTROL = 0x8808; //!< EtherType of PFC
    static constexpr uint16_t BIER = 0xab37;        //!< EtherType of BIER (RFC 8296, section 2.2.1)

    IncMacOctets destination{}; //!< MAC address of the receiver
    IncMacOctets source{};      //!< MAC address of the sender
    uint16_t etherType = IPV4;  //!< protocol of the bytes after the header and the tag
    bool tagged = false;        //!< true if there is an 802.1Q tag
    uint8_t priority = 0;       //!< PCP of the tag, 0 to 7
    bool dropEligible = false;  //!< DEI of the tag
    uint16_t vlan = 0;          //!< VLAN of the tag, 12 bits

    /** \return bytes on the wire */
    uint32_t Size() const
    {
        return tagged ? SIZE + TAG_SIZE : SIZE;
    }

    /** \param out memory for Size() bytes */
    void Write(uint8_t* out) const;

    /** \return true if a tag makes the header at `in` longer by TAG_SIZE */
    static bool IsTagged(const uint8_t* in)
    {
        return IncGet16(in + 12) == VLAN;
    }

    /** \param in SIZE bytes of a header, and TAG_SIZE more if IsTagged() */
    static IncEthernet Read(const uint8_t* in);
};

} // namespace ns3

#endif // INC_ETHERNET_H
