/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIFT_ID_H
#define INC_BIFT_ID_H

#include "ns3/inc-bit-string.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a BIFT-id stands for: sub-domain, BitString length and set identifier (RFC 8296,
 * section 2.2.1.1).
 *
 * With the non-MPLS encapsulation the value only has to be unique in the domain. Ours is that of
 * draft-ietf-bier-non-mpls-bift-encoding: BSL code 4 bits, sub-domain 8 bits, SI 8 bits. Therefore
 * no BFR needs to tell another its numbers.
 */
struct IncBiftId
{
    uint8_t subDomain = 0; //!< sub-domain-id
    uint8_t bslCode = 0;   //!< code of the BitString length, 1 to 7
    uint8_t si = 0;        //!< set identifier

    /** \return the 20 bits of the header */
    constexpr uint32_t Encode() const
    {
        return uint32_t(bslCode) << 16 | uint32_t(subDomain) << 8 | si;
    }

    /**
     * \param value the 20 bits of a header
     * \return what they say; a bslCode outside 1 to 7 names no BIFT
     */
    static constexpr IncBiftId Decode(uint32_t value)
    {
        return {static_cast<uint8_t>(value >> 8),
                static_cast<uint8_t>(value >> 16 & 0x0f),
                static_cast<uint8_t>(value)};
    }

    /** \return the BitString length in bits, or 0 if the code is none */
    constexpr uint32_t GetLength() const
    {
        return IncBitString::LengthOfCode(bslCode);
    }
};

} // namespace ns3

#endif // INC_BIFT_ID_H
