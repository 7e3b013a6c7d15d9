/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IPV6_H
#define INC_IPV6_H

#include "inc-byte-order.h"
#include "inc-internet-checksum.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/// IPv6 address in the order of the wire.
using IncIpv6Octets = std::array<uint8_t, 16>;

/// \ingroup inc
/// \brief IPv6 header without extension headers (RFC 8200).
struct IncIpv6
{
    static constexpr uint32_t SIZE = 40;
    static constexpr uint8_t UDP = 17;

    uint8_t dscp = 0;           //!< differentiated services code point, 6 bits
    uint8_t ecn = 0;            //!< 0 not ECT, 1 ECT(1), 2 ECT(0), 3 CE
    uint32_t flowLabel = 0;     //!< flow label, 20 bits
    uint16_t payloadLength = 0; //!< bytes that follow this header
    uint8_t nextHeader = UDP;   //!< protocol of the bytes after this header
    uint8_t hopLimit = 64;
    IncIpv6Octets source{};
    IncIpv6Octets destination{};

    void Write(uint8_t* out) const
    {
        const uint32_t trafficClass = dscp << 2 | (ecn & 0x03);
        IncPut32(out, 0x60000000 | (trafficClass & 0xff) << 20 | (flowLabel & 0xfffff));
        IncPut16(out + 4, payloadLength);
        out[6] = nextHeader;
        out[7] = hopLimit;
        std::copy(source.begin(), source.end(), out + 8);
        std::copy(destination.begin(), destination.end(), out + 24);
    }

    static IncIpv6 Read(const uint8_t* in)
    {
        const uint32_t word = IncGet32(in);
        IncIpv6 header;
        header.dscp = word >> 22 & 0x3f;
        header.ecn = word >> 20 & 0x03;
        header.flowLabel = word & 0xfffff;
        header.payloadLength = IncGet16(in + 4);
        header.nextHeader = in[6];
        header.hopLimit = in[7];
        std::copy(in + 8, in + 24, header.source.begin());
        std::copy(in + 24, in + 40, header.destination.begin());
        return header;
    }

    /** \return sum of the pseudo header (RFC 8200, section 8.1) for `length` bytes of UDP */
    uint64_t PseudoHeaderSum(uint32_t length) const
    {
        return IncInternetSum(source.data(), source.size()) +
               IncInternetSum(destination.data(), destination.size()) + nextHeader + length;
    }
};

} // namespace ns3

#endif // INC_IPV6_H
