/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_SUB_DOMAIN_H
#define INC_BIER_SUB_DOMAIN_H

#include "ns3/inc-bit-string.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The parts of a BIFT-id: sub-domain, BitString length and set identifier (RFC 8296, section
 * 2.2.1.1).
 *
 * The non-MPLS encapsulation only demands that a BIFT-id is unique in the domain. This encoding is
 * that of draft-ietf-bier-non-mpls-bift-encoding: BSL code 4 bits, sub-domain 8 bits, SI 8 bits.
 * BFRs therefore need not tell each other their BIFT-ids.
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

    /** \return parts of a header's 20 bits; no BIFT has a bslCode outside 1 to 7 */
    static constexpr IncBiftId Decode(uint32_t value)
    {
        return {static_cast<uint8_t>(value >> 8),
                static_cast<uint8_t>(value >> 16 & 0x0f),
                static_cast<uint8_t>(value)};
    }

    /** \return BitString length in bits, or 0 for a code outside 1 to 7 */
    constexpr uint32_t GetLength() const
    {
        return IncBitString::LengthOfCode(bslCode);
    }
};

/// \ingroup inc
/// Highest BFR-id (RFC 8279, section 2). It has 16 bits, and 0 is no BFR-id.
constexpr uint32_t INC_MAX_BFR_ID = 65535;

/// \ingroup inc
/// Number of set identifiers, which have 8 bits.
constexpr uint32_t INC_MAX_SETS = 256;

/// \ingroup inc
/// \brief Position of a BFR-id: its set, and its bit in that set's BitString (RFC 8279, section 3).
struct IncBierPosition
{
    uint32_t si;  //!< set identifier, from 0
    uint32_t bit; //!< bit, from 1 to the BitString length

    /** \return set and bit of a BFR-id from 1, for a BitString length in bits */
    static constexpr IncBierPosition Of(uint32_t bfrId, uint32_t length)
    {
        return {(bfrId - 1) / length, (bfrId - 1) % length + 1};
    }

    /** \return BFR-id at this position, for a BitString length in bits */
    constexpr uint32_t ToBfrId(uint32_t length) const
    {
        return si * length + bit;
    }
};

/**
 * \ingroup inc
 * \brief A BIER sub-domain (RFC 8279, sections 2 and 3): its number, its BitString length, and the
 * BFR-ids and BFR-prefixes of its BFERs.
 *
 * This data is provisioned here; in a real network BFRs advertise it to each other (section 5). A
 * BFR-prefix is an IPv4 address in host order.
 */
class IncBierSubDomain
{
  public:
    /** \brief Make a sub-domain. Throws IncError unless `length` is a power of two, 64 to 4096. */
    explicit IncBierSubDomain(uint8_t id = 0, uint32_t length = 256);

    /** \brief Give a BFER its BFR-id, from 1 to GetMaxBfrId(). Throws IncError if a BFER has the
     * BFR-id, or if the BFR-prefix is 0 or has one already. */
    void Assign(uint32_t bfrId, uint32_t prefix);

    /** \return sub-domain-id */
    uint8_t GetId() const
    {
        return m_id;
    }

    /** \return BitString length in bits */
    uint32_t GetLength() const
    {
        return m_length;
    }

    /** \return the highest BFR-id that the BitString length and 256 sets allow */
    uint32_t GetMaxBfrId() const;

    /** \return BFR-id of a BFR-prefix, or 0 if it has none */
    uint16_t GetBfrId(uint32_t prefix) const;

    /** \return BFR-prefix of the BFER with this BFR-id, or 0 if no BFER has the BFR-id */
    uint32_t GetPrefix(uint32_t bfrId) const;

    /** \return highest BFR-id in use plus 1, as the end of a loop over BFR-ids from 1 */
    uint32_t GetEnd() const;

    /** \return number of sets that the BFR-ids in use need */
    uint32_t GetSets() const;

    /** \return set and bit of a BFR-id from 1 to GetMaxBfrId() */
    IncBierPosition GetPosition(uint32_t bfrId) const;

    /** \return BIFT-id of a set identifier */
    uint32_t GetBiftId(uint32_t si) const;

  private:
    uint8_t m_id;
    uint32_t m_length;
    std::vector<uint32_t> m_prefixes; //!< BFR-prefixes by BFR-id; 0: none
    std::unordered_map<uint32_t, uint16_t> m_byPrefix;
};

} // namespace ns3

#endif // INC_BIER_SUB_DOMAIN_H
