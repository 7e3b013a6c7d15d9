/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_DROP_REASON_H
#define INC_BIER_DROP_REASON_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why a BIER packet, or some bits of its BitString, went no further; the names are what
 * traces print.
 */
enum class IncBierDropReason : uint8_t
{
    BAD_VERSION,  //!< the BIER header has an unknown version
    UNKNOWN_BIFT, //!< this BFR has no BIFT of that BIFT-id
    BAD_LENGTH,   //!< the BitString is not as long as its BIFT-id says
    TTL_EXPIRED,  //!< it came with TTL 0, or with TTL 1 and has BFERs further on
    UNOWNED_BIT,  //!< no BFER has the BFR-id of the bit
    NO_ROUTE,     //!< the underlay does not reach the bit's BFER
    NO_TRANSIT,   //!< the bit of another BFER came to a host, which forwards for nobody
    NO_OVERLAY    //!< a BFER whose node does not speak what the packet carries
};

/// \ingroup inc
/// How many reasons there are.
constexpr uint32_t INC_BIER_DROP_REASONS = 8;

/**
 * \ingroup inc
 * \param reason a reason
 * \return its name, e.g. "unknown-bift"
 */
constexpr const char*
IncBierDropReasonName(IncBierDropReason reason)
{
    switch (reason)
    {
    case IncBierDropReason::BAD_VERSION:
        return "bad-version";
    case IncBierDropReason::UNKNOWN_BIFT:
        return "unknown-bift";
    case IncBierDropReason::BAD_LENGTH:
        return "bad-length";
    case IncBierDropReason::TTL_EXPIRED:
        return "ttl-expired";
    case IncBierDropReason::UNOWNED_BIT:
        return "unowned-bit";
    case IncBierDropReason::NO_ROUTE:
        return "no-route";
    case IncBierDropReason::NO_TRANSIT:
        return "no-transit";
    case IncBierDropReason::NO_OVERLAY:
        return "no-overlay";
    }
    return "unknown";
}

} // namespace ns3

#endif // INC_BIER_DROP_REASON_H
