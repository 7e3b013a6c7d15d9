/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ICRC_H
#define INC_ICRC_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

constexpr uint32_t INC_ICRC_SIZE = 4;

/**
 * \brief Compute the invariant CRC of a RoCEv2 packet (InfiniBand Architecture, annex A17.3.3).
 *
 * The CRC-32 covers eight octets of ones and the packet. Fields that switches may change count as
 * ones. In IPv4 these are the type of service, TTL and header check sum; in IPv6 the traffic class,
 * flow label and hop limit. In both they are also the UDP check sum and the BTH's octet with FECN
 * and BECN.
 * \param ipStart a packet from its IPv4 or IPv6 header on
 * \param length bytes without the ICRC itself
 * \return the ICRC; IncWriteIcrc() writes it
 */
uint32_t IncIcrc(const uint8_t* ipStart, std::size_t length);

/** \brief Write an ICRC, least significant octet first. */
inline void
IncWriteIcrc(uint8_t* out, uint32_t icrc)
{
    for (uint32_t i = 0; i < INC_ICRC_SIZE; ++i)
    {
        out[i] = static_cast<uint8_t>(icrc >> (8 * i));
    }
}

inline uint32_t
IncReadIcrc(const uint8_t* in)
{
    return in[0] | in[1] << 8 | in[2] << 16 | static_cast<uint32_t>(in[3]) << 24;
}

} // namespace ns3

#endif // INC_ICRC_H
