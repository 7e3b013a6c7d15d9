/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IPV4_H
#define INC_IPV4_H

#include "inc-byte-order.h"
#include "inc-internet-checksum.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief IPv4 header without options (RFC 791, RFC 2474, RFC 3168).
struct IncIpv4
{
    static constexpr uint32_t SIZE = 20;
    static constexpr uint16_t DONT_FRAGMENT = 0x4000; //!< bit of the fragment field
    static constexpr uint8_t UDP = 17;

    uint8_t dscp = 0;            //!< differentiated services code point, 6 bits
    uint8_t ecn = 0;             //!< 0 not ECT, 1 ECT(1), 2 ECT(0), 3 CE
    uint16_t totalLength = SIZE; //!< length of the packet from this header on, bytes
    uint16_t identification = 0;
    uint16_t fragment = DONT_FRAGMENT; //!< three flags and the fragment offset
    uint8_t ttl = 64;
    uint8_t protocol = UDP;
    uint32_t source = 0;
    uint32_t destination = 0;

    void Write(uint8_t* out) const
    {
        out[0] = 0x45;
        out[1] = static_cast<uint8_t>(dscp << 2 | (ecn & 0x03));
        IncPut16(out + 2, totalLength);
        IncPut16(out + 4, identification);
        IncPut16(out + 6, fragment);
        out[8] = ttl;
        out[9] = protocol;
        IncPut16(out + 10, 0);
        IncPut32(out + 12, source);
        IncPut32(out + 16, destination);
        IncPut16(out + 10, IncInternetChecksum(IncInternetSum(out, SIZE)));
    }

    static IncIpv4 Read(const uint8_t* in)
    {
        IncIpv4 header;
        header.dscp = in[1] >> 2;
        header.ecn = in[1] & 0x03;
        header.totalLength = IncGet16(in + 2);
        header.identification = IncGet16(in + 4);
        header.fragment = IncGet16(in + 6);
        header.ttl = in[8];
        header.protocol = in[9];
        header.source = IncGet32(in + 12);
        header.destination = IncGet32(in + 16);
        return header;
    }

    /** \return true if the header's check sum is correct */
    static bool IsChecksumOk(const uint8_t* in)
    {
        return IncInternetChecksum(IncInternetSum(in, SIZE)) == 0;
    }

    bool IsFragment() const
    {
        return (fragment & ~DONT_FRAGMENT) != 0;
    }

    /** \return sum of the pseudo header (RFC 768) for a UDP header and its payload of `length`
     * bytes */
    uint64_t PseudoHeaderSum(uint32_t length) const
    {
        uint8_t addresses[8];
        IncPut32(addresses, source);
        IncPut32(addresses + 4, destination);
        return IncInternetSum(addresses, sizeof(addresses)) + protocol + length;
    }
};

} // namespace ns3

#endif // INC_IPV4_H
