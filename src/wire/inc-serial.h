/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERIAL_H
#define INC_SERIAL_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Serial number arithmetic (RFC 1982) on numbers of BITS bits that wrap around; numbers less
 * than half the number space apart are ordered.
 */
template <uint32_t BITS>
struct IncSerial
{
    static_assert(BITS >= 2 && BITS <= 32, "a serial number has 2 to 32 bits");

    static constexpr uint32_t MASK = 0xffffffffU >> (32 - BITS);

    /** \return the number after a step; a negative step goes backwards */
    static constexpr uint32_t Add(uint32_t number, int64_t step)
    {
        return static_cast<uint32_t>(number + static_cast<uint64_t>(step)) & MASK;
    }

    /** \return step from b to a; negative if a is before b */
    static constexpr int32_t Diff(uint32_t a, uint32_t b)
    {
        constexpr uint32_t SPARE = 32 - BITS;
        return static_cast<int32_t>((a - b) << SPARE) >> SPARE;
    }

    static constexpr bool Before(uint32_t a, uint32_t b)
    {
        return Diff(a, b) < 0;
    }
};

using IncPsn = IncSerial<24>;       //!< packet sequence numbers of the BTH, MSNs of the AETH
using IncMessageId = IncSerial<32>; //!< MessageIDs of the INC header

} // namespace ns3

#endif // INC_SERIAL_H
