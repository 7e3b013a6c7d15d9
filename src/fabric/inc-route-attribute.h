/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUTE_ATTRIBUTE_H
#define INC_ROUTE_ATTRIBUTE_H

#include "ns3/inc-ecmp-community.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The egress group index that travels with a route: the octets of an extended community
 * (draft-cheng-rtgwg-enhanced-ecmp, section 4), as BGP would carry them.
 */
class IncRouteAttribute
{
  public:
    /** \brief A route without the attribute. */
    IncRouteAttribute() = default;

    /** \param community what the egress switch advertises */
    explicit IncRouteAttribute(const IncEcmpCommunity& community)
        : m_isPresent(true)
    {
        community.Write(m_octets.data());
    }

    /**
     * \brief Figure 8 of the draft: from the remote egress group index to a local subgroup.
     *
     * The draft leaves the mapping open. Router ids of neighbors are consecutive, and so are the
     * groups of a router: their sum modulo the number of subgroups spreads both. Where switches of
     * several tiers choose, each takes another digit of the sum: the same digit at two tiers would
     * leave the second one no choice.
     * \param subType of the communities that are understood
     * \param subgroups how many there are
     * \param stride by which the sum is divided before, 1 at the lowest tier
     * \return the subgroup, counted from 0; nothing where the route does not carry the attribute
     */
    std::optional<uint32_t> GetSubgroup(uint8_t subType,
                                        uint32_t subgroups,
                                        uint32_t stride = 1) const
    {
        const auto community = Get();
        if (!community || community->subType != subType || subgroups == 0)
        {
            return std::nullopt;
        }
        const uint64_t sum = uint64_t(community->routerId) + community->groupId;
        const uint64_t index =
            sum > 0 ? sum - 1 : 0; // groups are numbered from 1, subgroups from 0
        return static_cast<uint32_t>(index / stride % subgroups);
    }

    /** \return the community, or nothing */
    std::optional<IncEcmpCommunity> Get() const
    {
        return m_isPresent ? IncEcmpCommunity::Read(m_octets.data()) : std::nullopt;
    }

  private:
    std::array<uint8_t, IncEcmpCommunity::SIZE> m_octets{}; //!< as on the wire
    bool m_isPresent{false};                                //!< carried by the route
};

} // namespace ns3

#endif // INC_ROUTE_ATTRIBUTE_H
