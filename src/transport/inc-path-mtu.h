/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PATH_MTU_H
#define INC_PATH_MTU_H

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief The path MTUs of InfiniBand (IBTA volume 1, 9.6.1 and table of PathMTU codes): payload of
/// a full packet, bytes.
struct IncPathMtu
{
    static constexpr uint32_t SMALLEST = 256; //!< smallest path MTU, bytes (code 1)
    static constexpr uint32_t LARGEST = 4096; //!< largest path MTU, bytes (code 5)

    /** \return whether `bytes` is 256, 512, 1024, 2048 or 4096 */
    static constexpr bool IsValid(uint32_t bytes)
    {
        return bytes >= SMALLEST && bytes <= LARGEST && (bytes & (bytes - 1)) == 0;
    }

    /** \return the largest path MTU up to that payload, or SMALLEST */
    static constexpr uint32_t NoLongerThan(uint32_t bytes)
    {
        uint32_t mtu = SMALLEST;
        while (mtu < LARGEST && 2 * mtu <= bytes)
        {
            mtu *= 2;
        }
        return mtu;
    }

    /** \return code of a valid path MTU in a connection request, 1 to 5 */
    static constexpr uint8_t ToCode(uint32_t bytes)
    {
        uint8_t code = 1;
        while ((SMALLEST << (code - 1)) < bytes)
        {
            ++code;
        }
        return code;
    }

    /** \return bytes; 0 for an unknown code */
    static constexpr uint32_t FromCode(uint8_t code)
    {
        return code >= 1 && code <= 5 ? SMALLEST << (code - 1) : 0;
    }
};

} // namespace ns3

#endif // INC_PATH_MTU_H
