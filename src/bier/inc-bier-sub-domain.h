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

/**
 * \ingroup inc
 * \brief A BIER sub-domain (RFC 8279, sections 2 and 3): its number, its BitString length, and the
 * BFR-ids and BFR-prefixes of its BFERs.
 *
 * This is what is provisioned and what the BFRs would advertise to each other (section 5). A
 * BFR-prefix is an IPv4 address, host order.
 */
class IncBierSubDomain
{
  public:
    /**
     * \param id sub-domain-id
     * \param length BitString length, 64 to 4096 and a power of two; IncError otherwise
     */
    explicit IncBierSubDomain(uint8_t id = 0, uint32_t length = 256);

    /**
     * \brief Give a BFER its BFR-id.
     * \param bfrId 1 to GetMaxBfrId(), not yet given
     * \param prefix the BFER's BFR-prefix, without a BFR-id so far; IncError otherwise
     */
    void Assign(uint32_t bfrId, uint32_t prefix);

    /** \return sub-domain-id */
    uint8_t GetId() const;
    /** \return BitString length in bits */
    uint32_t GetLength() const;
    /** \return the highest BFR-id that the BitString length and 256 sets allow */
    uint32_t GetMaxBfrId() const;

    /**
     * \param prefix a BFR-prefix
     * \return its BFR-id, or 0 if it has none
     */
    uint16_t GetBfrId(uint32_t prefix) const;

    /**
     * \param bfrId any number
     * \return its BFR-prefix, or 0 if nobody has this BFR-id
     */
    uint32_t GetPrefix(uint32_t bfrId) const;

    /** \return one more than the highest BFR-id given: the end of a loop over all BFR-ids from 1 */
    uint32_t GetEnd() const;

    /** \return how many sets the BFR-ids given need */
    uint32_t GetSets() const;

    /**
     * \param bfrId 1 to GetMaxBfrId()
     * \return its set and bit
     */
    IncBierPosition GetPosition(uint32_t bfrId) const;

    /**
     * \param si set identifier
     * \return the BIFT-id of the set
     */
    uint32_t GetBiftId(uint32_t si) const;

  private:
    uint8_t m_id;                                      //!< sub-domain-id
    uint32_t m_length;                                 //!< BitString length
    std::vector<uint32_t> m_prefixes;                  //!< by BFR-id; 0: nobody's
    std::unordered_map<uint32_t, uint16_t> m_byPrefix; //!< BFR-ids by BFR-prefix
};

} // namespace ns3

#endif // INC_BIER_SUB_DOMAIN_H
