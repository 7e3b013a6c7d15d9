/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_INTERNET_CHECKSUM_H
#define INC_INTERNET_CHECKSUM_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * \brief Add octets to a sum for IncInternetChecksum() (RFC 1071).
 * \param data octets to add; an odd number of them is padded with a 0
 * \param length number of octets, up to 65535
 * \param sum sum of the octets before these, whose number is even
 * \return sum of all octets so far
 */
inline uint64_t
IncInternetSum(const uint8_t* data, std::size_t length, uint64_t sum = 0)
{
    for (std::size_t i = 0; i < length; ++i)
    {
        sum += i % 2 == 0 ? data[i] << 8 : data[i];
    }
    return sum;
}

/** \return check sum of RFC 1071; 0 for octets that include their own correct check sum */
inline uint16_t
IncInternetChecksum(uint64_t sum)
{
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<uint16_t>(~sum);
}

} // namespace ns3

#endif // INC_INTERNET_CHECKSUM_H
