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

/**
 * \ingroup inc
 * \brief The egress group indices that travel with a route: the octets of extended communities
 * (draft-cheng-rtgwg-enhanced-ecmp, section 4), one for each port of the destination.
 */
class IncRouteAttribute
{
  public:
    /** \param octets as on the wire; none: a route without the attribute */
    explicit IncRouteAttribute(std::string octets = "")
        : m_octets(std::move(octets))
    {
    }

    /** \param community what the egress switch advertises */
    explicit IncRouteAttribute(const IncEcmpCommunity& community)
        : m_octets(IncEcmpCommunity::SIZE, 0)
    {
        community.Write(reinterpret_cast<uint8_t*>(m_octets.data()));
    }

    /** \param other of another path; what is there already is not added */
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

    /** \return whether the octets are the same */
    bool operator==(const IncRouteAttribute& other) const
    {
        return m_octets == other.m_octets;
    }

    /** \return as on the wire */
    const std::string& GetOctets() const
    {
        return m_octets;
    }

    /** \return how many communities */
    std::size_t GetSize() const
    {
        return m_octets.size() / IncEcmpCommunity::SIZE;
    }

    /**
     * \param i which, from 0
     * \return the community, or nothing
     */
    std::optional<IncEcmpCommunity> Get(std::size_t i = 0) const
    {
        return i < GetSize()
                   ? IncEcmpCommunity::Read(reinterpret_cast<const uint8_t*>(m_octets.data()) +
                                            i * IncEcmpCommunity::SIZE)
                   : std::nullopt;
    }

  private:
    std::string m_octets; //!< octets, as on the wire
};

/**
 * \ingroup inc
 * \brief Flat table from a destination to the ports of its equal-cost routes.
 *
 * Destinations are node indices (IncAddressPlan); many share one group of ports. A lookup is two
 * array reads.
 */
class IncForwardingTable
{
  public:
    /// Members that stand side by side in a group.
    struct Part
    {
        uint16_t first{0}; //!< the first of them
        uint16_t size{0};  //!< number of ports
    };

    /// The ports of one group of equal-cost routes, as a destination sees it.
    struct Group
    {
        const uint16_t* ports{nullptr}; //!< egress ports, those of a subgroup side by side
        uint16_t size{0};               //!< ports; 0: no route
        uint16_t subgroupCount{0};      //!< at least 1 where there is a route
        const Part* subgroups{nullptr}; //!< subgroups in their order
        const uint8_t* usable{nullptr}; //!< by member: leads there now; null: all do
        Part part;                      //!< subgroup of the route's attribute; all without one
        /// Subgroups of the attribute; the others are parts of the groups that follow in memory.
        uint16_t choices{1};

        /**
         * \param member index of a port
         * \return whether paths by way of it lead to the destination now
         */
        bool IsUsable(uint32_t member) const
        {
            return !usable || usable[member];
        }
    };

    IncForwardingTable() = default;
    IncForwardingTable(const IncForwardingTable&) = delete;
    IncForwardingTable& operator=(const IncForwardingTable&) = delete;

    /**
     * \brief Set all routes at once.
     * \param routes groups of egress ports, and the group of each destination node
     */
    void SetRoutes(const IncNodeRoutes& routes);

    /**
     * \brief Set all routes at once, groups divided into subgroups (figures 7 and 8 of the
     * enhanced ECMP draft).
     *
     * IncEcmpGroups::MapToSubgroup() says to which subgroups the attribute of a route maps.
     * \param routes groups of egress ports, and the group of each destination node
     * \param groups how they are divided
     * \param attributes by destination node, or empty
     * \param subType of the communities that are understood; others are ignored
     */
    void SetRoutes(const IncNodeRoutes& routes,
                   const IncEcmpGroups& groups,
                   const std::vector<IncRouteAttribute>& attributes,
                   uint8_t subType);

    /**
     * \param destination node index
     * \return the ports towards it; of size 0 where there is no route
     */
    const Group& Lookup(uint32_t destination) const
    {
        return destination < m_entryOf.size() ? m_entries[m_entryOf[destination]] : m_none;
    }

  private:
    /// Data that the entries of one group of ports share.
    struct Members
    {
        std::vector<uint16_t> ports; //!< ports of each subgroup side by side
        std::vector<uint8_t> usable; //!< by member; empty: all
        std::vector<Part> subgroups; //!< at least one
        std::vector<uint32_t> entry; //!< by subgroup, the last for the whole; NO_ENTRY: none yet
    };

    static Members Divide(const IncNodeRoutes& routes, std::size_t group, const IncEcmpGroups& how);
    uint32_t EntryOf(Members& members, std::size_t subgroup);

    std::vector<uint32_t> m_entryOf; //!< index of the entry, by destination
    std::vector<Group> m_entries;    //!< the first: no route
    std::vector<Members> m_members;  //!< one for each group; entries point into them
    Group m_none;                    //!< beyond the table
};

} // namespace ns3

#endif // INC_FORWARDING_TABLE_H
