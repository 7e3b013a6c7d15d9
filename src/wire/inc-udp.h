/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UDP_H
#define INC_UDP_H

#include "inc-byte-order.h"
#include "inc-internet-checksum.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief UDP header (RFC 768). RoCEv2 leaves the check sum 0 over IPv4 and computes it over IPv6.
struct IncUdp
{
    static constexpr uint32_t SIZE = 8;
    static constexpr uint16_t ROCE_PORT = 4791; //!< UDP destination port of RoCEv2

    uint16_t sourcePort = 0; //!< source port; ECMP spreads RoCEv2 flows by it
    uint16_t destinationPort = ROCE_PORT;
    uint16_t length = SIZE; //!< length from this header on, bytes
    uint16_t checksum = 0;  //!< check sum; 0 if there is none

    void Write(uint8_t* out) const
    {
        IncPut16(out, sourcePort);
        IncPut16(out + 2, destinationPort);
        IncPut16(out + 4, length);
        IncPut16(out + 6, checksum);
    }

    static IncUdp Read(const uint8_t* in)
    {
        return {IncGet16(in), IncGet16(in + 2), IncGet16(in + 4), IncGet16(in + 6)};
    }

    /**
     * \brief Compute the check sum, never 0.
     * \param pseudoHeaderSum sum from the IP header's PseudoHeaderSum()
     * \param datagram UDP header with check sum 0, and its payload
     * \param length bytes of both
     * \return check sum for the header
     */
    static uint16_t Checksum(uint64_t pseudoHeaderSum, const uint8_t* datagram, uint32_t length)
    {
        const auto sum = IncInternetChecksum(IncInternetSum(datagram, length, pseudoHeaderSum));
        return sum == 0 ? 0xffff : sum;
    }

    /** \return true if the check sum of a datagram, which is not 0, is correct */
    static bool IsChecksumOk(uint64_t pseudoHeaderSum, const uint8_t* datagram, uint32_t length)
    {
        return IncInternetChecksum(IncInternetSum(datagram, length, pseudoHeaderSum)) == 0;
    }
};

} // namespace ns3

#endif // INC_UDP_H
