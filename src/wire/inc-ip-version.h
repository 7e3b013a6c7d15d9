/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IP_VERSION_H
#define INC_IP_VERSION_H

#include "inc-ethernet.h"
#include "inc-ipv4.h"
#include "inc-ipv6.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Version of the Internet protocol; the value is also the Proto field of a BIER header (RFC
/// 8296, section 2.1.2).
enum class IncIpVersion : uint8_t
{
    V4 = 4,
    V6 = 6
};

/** \return bytes of a header without options or extensions */
constexpr uint32_t
IncIpHeaderSize(IncIpVersion version)
{
    return version == IncIpVersion::V6 ? IncIpv6::SIZE : IncIpv4::SIZE;
}

constexpr uint16_t
IncEtherTypeOf(IncIpVersion version)
{
    return version == IncIpVersion::V6 ? IncEthernet::IPV6 : IncEthernet::IPV4;
}

} // namespace ns3

#endif // INC_IP_VERSION_H
