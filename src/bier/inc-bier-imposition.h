/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_IMPOSITION_H
#define INC_BIER_IMPOSITION_H

#include "inc-bier-sub-domain.h"

#include "ns3/inc-bit-string.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The BFERs of a multicast packet, encoded by its BFIR: a BIFT-id and a BitString for each
 * set with some of them (RFC 8279, sections 3 and 6.1). The BFIR sends one packet per set.
 */
class IncBierImposition
{
  public:
    /// BFERs of one set, which get one packet.
    struct Set
    {
        uint32_t biftId;   //!< BIFT-id: sub-domain, BitString length and set
        IncBitString bits; //!< BFERs of this set
    };

    /** \brief Encode BFR-ids in any order; throws IncError for one without a BFER. */
    IncBierImposition(const IncBierSubDomain& subDomain, const std::vector<uint32_t>& bfrIds);

    /** \return sets by rising set identifier; empty if there are no BFERs */
    const std::vector<Set>& GetSets() const;

  private:
    std::vector<Set> m_sets;
};

} // namespace ns3

#endif // INC_BIER_IMPOSITION_H
