/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_SUB_DOMAIN_H
#define INC_BIER_SUB_DOMAIN_H

#include "inc-bfr-id.h"
#include "inc-bift-id.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

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
