/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_COMMUNITY_H
#define INC_ECMP_COMMUNITY_H

#include "inc-byte-order.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// \ingroup inc
/// \brief BGP extended community with the ECMP group of a route (draft-cheng-rtgwg-enhanced-ecmp,
/// section 4, figure 10).
struct IncEcmpCommunity
{
    static constexpr uint32_t SIZE = 8;
    static constexpr uint8_t TYPE = 0x83; //!< first octet of the community

    uint8_t subType = 0;   //!< sub-type of the community, not yet assigned by IANA
    uint32_t routerId = 0; //!< BGP identifier of the router that has the group
    uint16_t groupId = 0;

    void Write(uint8_t* out) const
    {
        out[0] = TYPE;
        out[1] = subType;
        IncPut32(out + 2, routerId);
        IncPut16(out + 6, groupId);
    }

    /** \return the community; nothing if the bytes are of another type */
    static std::optional<IncEcmpCommunity> Read(const uint8_t* in)
    {
        if (in[0] != TYPE)
        {
            return std::nullopt;
        }
        return IncEcmpCommunity{in[1], IncGet32(in + 2), IncGet16(in + 6)};
    }
};

} // namespace ns3

#endif // INC_ECMP_COMMUNITY_H
