/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_GROUPS_H
#define INC_ECMP_GROUPS_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class IncTopology;
struct IncEcmpCommunity;
struct IncNodeRoutes;

/**
 * \ingroup inc
 * \brief The groups in which enhanced ECMP sorts the interfaces of one switch
 * (draft-cheng-rtgwg-enhanced-ecmp, section 3).
 *
 * Interfaces are port numbers, counted from 0; groups are numbered from 1 in the order given.
 */
struct IncEcmpGroups
{
    /// Interfaces of each group.
    using Groups = std::vector<std::vector<uint16_t>>;

    /// Ingress interfaces (3.1): the place of an interface in its group is its ECMP number. The
    /// group itself is the location of 3.2, where that is the source's ingress interface.
    Groups ingress;
    /// Interfaces towards hosts (3.2): the routes to them carry the group's number.
    Groups egress;
    /// Subgroups of the ECMP interfaces (3.2, figure 7) by hand; empty: `subgroupSize` members of
    /// each ECMP group in the order of their numbers.
    Groups subgroups;
    /// Members of a computed subgroup.
    uint32_t subgroupSize{4};
    /// By which an egress group index is divided before it is mapped (MapToSubgroup()).
    uint32_t stride{1};
    /// Figure 8 by hand: a subgroup, from 1, by router id and number of the egress group. What is
    /// beyond the number of subgroups begins anew with the first.
    std::map<std::pair<uint32_t, uint16_t>, uint16_t> mapping;

    /**
     * \brief Groups of the same number of interfaces each, in the order of their numbers.
     *
     * Ingress interfaces are grouped apart by the direction they come from, the hosts' side or the
     * side of the higher tiers, so that traffic upward gets consecutive numbers.
     * \param topology tiers derived
     * \param node index of the switch
     * \param interfaces ingress interfaces of a group, and members of a subgroup; at least 1
     * \param egressInterfaces interfaces towards hosts of a group, at least 1
     * \return the groups
     */
    static IncEcmpGroups Compute(const IncTopology& topology,
                                 uint32_t node,
                                 uint32_t interfaces,
                                 uint32_t egressInterfaces);

    /**
     * \brief Throw IncError for an empty group, an interface that the switch does not have or
     * that is in two groups of a kind, and an egress group to whose number no route belongs.
     * \param topology the network
     * \param node index of the switch
     */
    void Check(const IncTopology& topology, uint32_t node) const;

    /**
     * \brief Throw IncError for a subgroup by hand none of whose interfaces is a member of an
     * ECMP group: no route could map to it.
     * \param name of the switch
     * \param routes of the switch
     */
    void CheckSubgroups(const std::string& name, const IncNodeRoutes& routes) const;

    /**
     * \brief Figure 8 of the draft: from the remote egress group index to a local subgroup.
     *
     * The draft leaves the mapping open. Router ids of neighbors are consecutive, and so are the
     * groups of a router: their sum modulo the number of subgroups spreads both. Where switches of
     * several tiers choose, each takes another digit of the sum: the same digit at two tiers would
     * leave the second one no choice. What `mapping` has is not computed.
     * \param community of a route
     * \param count of subgroups, at least 1
     * \return the subgroup, counted from 0
     */
    uint32_t MapToSubgroup(const IncEcmpCommunity& community, uint32_t count) const;
};

/**
 * \ingroup inc
 * \param groups of interfaces, checked
 * \param ports of the switch
 * \return the group of each port, counted from 1; 0: in none
 */
std::vector<uint16_t> IncGroupOfPort(const IncEcmpGroups::Groups& groups, std::size_t ports);

} // namespace ns3

#endif // INC_ECMP_GROUPS_H
