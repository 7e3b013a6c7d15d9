/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BFR_ID_H
#define INC_BFR_ID_H

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// The highest BFR-id (RFC 8279, section 2): 16 bits, and 0 is no BFR-id.
constexpr uint32_t INC_MAX_BFR_ID = 65535;

/// \ingroup inc
/// How many set identifiers there are: 8 bits.
constexpr uint32_t INC_MAX_SETS = 256;

/**
 * \ingroup inc
 * \brief Where a BFR-id stands: the set and the bit in that set's BitString (RFC 8279, section 3).
 */
struct IncBierPosition
{
    uint32_t si;  //!< set identifier, from 0
    uint32_t bit; //!< 1 to the BitString length

    /**
     * \param bfrId from 1
     * \param length BitString length
     * \return its set and bit
     */
    static constexpr IncBierPosition Of(uint32_t bfrId, uint32_t length)
    {
        return {(bfrId - 1) / length, (bfrId - 1) % length + 1};
    }

    /**
     * \param length BitString length
     * \return the BFR-id that stands here
     */
    constexpr uint32_t ToBfrId(uint32_t length) const
    {
        return si * length + bit;
    }
};

} // namespace ns3

#endif // INC_BFR_ID_H
