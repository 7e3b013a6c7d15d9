/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FORWARDING_TABLE_H
#define INC_FORWARDING_TABLE_H

#include "inc-ecmp-groups.h"
#include "inc-route-computation.h"

#include "ns3/inc-ecmp-community.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Egress group indices that travel with a route, as one extended community for each port of
/// the destination (draft-cheng-rtgwg-enhanced-ecmp, section 4).
class IncRouteAttribute
{
  public:
    /** \param octets octets on the wire; empty: a route without the attribute */
    explicit IncRouteAttribute(std::string octets = "")
        : m_octets(std::move(octets))
    {
    }

    /** \param community community that the egress switch advertises */
    explicit IncRouteAttribute(const IncEcmpCommunity& community)
        : m_octets(IncEcmpCommunity::SIZE, 0)
    {
        community.Write(reinterpret_cast<uint8_t*>(m_octets.data()));
    }

    /** \brief Add the communities of another path that this attribute does not contain yet. */
    void Add(const IncRouteAttribute& other)
    {
        constexpr std::size_t SIZE = IncEcmpCommunity::SIZE;
        for (std::size_t at = 0; at < other.m_octets.size(); at += SIZE)
        {
            const std::string one = other.m_octets.substr(at, SIZE);
            std::size_t i = 0;
            while (i < m_octets.size() && m_octets.compare(i, SIZE, one) != 0)
            {
                i += SIZE;
            }
            m_octets += i < m_octets.size() ? "" : one;
        }
    }

    /** \return whether the octets are equal */
    bool operator==(const IncRouteAttribute& other) const
    {
        return m_octets == other.m_octets;
    }

    /** \return octets on the wire */
    const std::string& GetOctets() const
    {
        return m_octets;
    }

    /** \return number of communities */
    std::size_t GetSize() const
    {
        return m_octets.size() / IncEcmpCommunity::SIZE;
    }

    /** \brief Return community i, from 0; nothing if there are fewer. */
    std::optional<IncEcmpCommunity> Get(std::size_t i = 0) const
    {
        return i < GetSize()
                   ? IncEcmpCommunity::Read(reinterpret_cast<const uint8_t*>(m_octets.data()) +
                                            i * IncEcmpCommunity::SIZE)
                   : std::nullopt;
    }

  private:
    std::string m_octets;
};

/// \ingroup inc
/// \brief Flat table from a destination's node index (IncAddressPlan) to the ports of its
/// equal-cost routes. A lookup reads two array elements, and many destinations share a group.
class IncForwardingTable
{
  public:
    /// A subgroup: consecutive members of a group.
    struct Part
    {
        uint16_t first{0}; //!< index of the first member
        uint16_t size{0};  //!< number of members
    };

    /// Ports of one group of equal-cost routes, for a destination.
    struct Group
    {
        const uint16_t* ports{nullptr}; //!< egress ports, ordered by subgroup
        uint16_t size{0};               //!< number of ports; 0: no route
        uint16_t subgroupCount{0};      //!< number of subgroups, at least 1 if there is a route
        const Part* subgroups{nullptr}; //!< subgroups in order
        /// Whether each port leads to the destination now; null: all do.
        const uint8_t* usable{nullptr};
        Part part; //!< subgroup that the route selects; otherwise the whole group
        /// Number of subgroups that the attribute selects. Each has its own Group; these lie one
        /// behind the other in memory.
        uint16_t choices{1};

        /** \brief Return whether a port of the group, by index, leads to the destination now. */
        bool IsUsable(uint32_t member) const
        {
            return !usable || usable[member];
        }
    };

    IncForwardingTable() = default;
    IncForwardingTable(const IncForwardingTable&) = delete;
    IncForwardingTable& operator=(const IncForwardingTable&) = delete;

    /** \brief Set all routes at once. */
    void SetRoutes(const IncNodeRoutes& routes);

    /**
     * \brief Set all routes at once, with groups divided into subgroups (figures 7 and 8 of the
     * enhanced ECMP draft).
     *
     * IncEcmpGroups::MapToSubgroup() maps the attribute of the route to each destination node to
     * subgroups. `attributes` may be empty. Communities of another sub-type are ignored.
     */
    void SetRoutes(const IncNodeRoutes& routes,
                   const IncEcmpGroups& groups,
                   const std::vector<IncRouteAttribute>& attributes,
                   uint8_t subType);

    /** \brief Return the ports to a destination, by node index; none if there is no route. */
    const Group& Lookup(uint32_t destination) const
    {
        return destination < m_entryOf.size() ? m_entries[m_entryOf[destination]] : m_none;
    }

  private:
    struct Members
    {
        std::vector<uint16_t> ports;
        std::vector<uint8_t> usable; //!< for each port: whether it is usable; empty: all are
        std::vector<Part> subgroups;
        std::vector<uint32_t> entry; //!< by subgroup, last the whole group; or NO_ENTRY
    };

    static Members Divide(const IncNodeRoutes& routes, std::size_t group, const IncEcmpGroups& how);
    uint32_t EntryOf(Members& members, std::size_t subgroup);

    std::vector<uint32_t> m_entryOf;
    std::vector<Group> m_entries;   //!< entries; the first means that there is no route
    std::vector<Members> m_members; //!< data of each group of ports; entries point to them
    Group m_none;                   //!< result for destinations beyond the table
};

} // namespace ns3

#endif // INC_FORWARDING_TABLE_H
