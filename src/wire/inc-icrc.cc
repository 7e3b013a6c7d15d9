/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-icrc.h"

#include "inc-ipv6.h"
#include "inc-udp.h"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>

namespace ns3
{

namespace
{

constexpr std::size_t MAX_IPV4_HEADER = 60;
constexpr std::size_t UDP_CHECKSUM = 6;
constexpr std::size_t BTH_FECN_BECN = IncUdp::SIZE + 4;

/** \brief Beginning of a packet, up to the last field that switches may change. */
using Prefix = std::array<uint8_t, MAX_IPV4_HEADER + BTH_FECN_BECN + 1>;

std::size_t
MaskIpHeader(Prefix& prefix)
{
    if (prefix[0] >> 4 == 6)
    {
        prefix[0] |= 0x0f;
        std::fill_n(&prefix[1], 3, 0xff);
        prefix[7] = 0xff;
        return IncIpv6::SIZE;
    }
    prefix[1] = 0xff;
    prefix[8] = 0xff;
    prefix[10] = 0xff;
    prefix[11] = 0xff;
    return (prefix[0] & 0x0f) * 4U;
}

} // namespace

uint32_t
IncIcrc(const uint8_t* ipStart, std::size_t length)
{
    Prefix prefix{};
    const auto copied = std::min(length, prefix.size());
    std::copy_n(ipStart, copied, prefix.begin());
    const auto ipLength = MaskIpHeader(prefix);
    prefix[ipLength + UDP_CHECKSUM] = 0xff;
    prefix[ipLength + UDP_CHECKSUM + 1] = 0xff;
    prefix[ipLength + BTH_FECN_BECN] = 0xff;

    static constexpr std::array<uint8_t, 8> ONES = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    boost::crc_32_type crc;
    crc.process_bytes(ONES.data(), ONES.size());
    crc.process_bytes(prefix.data(), copied);
    crc.process_bytes(ipStart + copied, length - copied);
    return crc.checksum();
}

} // namespace ns3
