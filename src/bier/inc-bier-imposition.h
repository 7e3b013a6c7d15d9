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
 * \brief The BFERs of a multicast packet as a BFIR encodes them: a BIFT-id and a BitString for
 * each set that has one of them (RFC 8279, sections 3 and 6.1). The BFIR sends one packet for each.
 */
class IncBierImposition
{
  public:
    /// Content of one packet.
    struct Set
    {
        uint32_t biftId;   //!< names sub-domain, BitString length and set
        IncBitString bits; //!< the BFERs of this set
    };

    /**
     * \param subDomain whose BFR-ids they are
     * \param bfrIds in any order; an IncError names one that no BFER has
     */
    IncBierImposition(const IncBierSubDomain& subDomain, const std::vector<uint32_t>& bfrIds);

    /** \return by rising set identifier; none without BFERs */
    const std::vector<Set>& GetSets() const;

  private:
    std::vector<Set> m_sets; //!< sets by rising set identifier
};

} // namespace ns3

#endif // INC_BIER_IMPOSITION_H
