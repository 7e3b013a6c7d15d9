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
 * \brief Groups into which enhanced ECMP divides the interfaces of one switch
 * (draft-cheng-rtgwg-enhanced-ecmp, section 3).
 *
 * Interfaces are port numbers from 0. Groups are numbered from 1 in the order given.
 */
struct IncEcmpGroups
{
    /// Interfaces of each group.
    using Groups = std::vector<std::vector<uint16_t>>;

    /// Ingress interfaces (section 3.1). The index of an interface in its group is its ECMP number.
    /// With IncEcmpLocation::INGRESS, the group itself is the location of section 3.2.
    Groups ingress;
    /// Interfaces towards hosts (section 3.2). The routes to these hosts carry the group's number.
    Groups egress;
    /// Subgroups of ECMP interfaces that the user defines (section 3.2, figure 7). If there are
    /// none, each `subgroupSize` ports of an ECMP group form one, in the order of their numbers.
    Groups subgroups;
    /// Number of members of a computed subgroup.
    uint32_t subgroupSize{4};
    /// MapToSubgroup() divides the egress group index by this number.
    uint32_t stride{1};
    /// Mapping of figure 8 that the user defines: from router id and number of the egress group to
    /// a subgroup, from 1. Numbers beyond the last subgroup wrap around.
    std::map<std::pair<uint32_t, uint16_t>, uint16_t> mapping;

    /**
     * \brief Divide all interfaces into groups of equal size, in the order of their numbers.
     *
     * Ingress interfaces from hosts and lower tiers are grouped apart from those from higher tiers,
     * so that upward traffic gets consecutive numbers. Both sizes are at least 1; `interfaces` is
     * the size of ingress groups and subgroups. The topology has its tiers derived.
     */
    static IncEcmpGroups Compute(const IncTopology& topology,
                                 uint32_t node,
                                 uint32_t interfaces,
                                 uint32_t egressInterfaces);

    /**
     * \brief Throw IncError if a group is invalid.
     *
     * An interface must exist and belong to one group of a kind at most. No group may be empty, and
     * an egress group must have an interface to a host.
     */
    void Check(const IncTopology& topology, uint32_t node) const;

    /** \brief Throw IncError if a user-defined subgroup has no port of an ECMP group, so that no
     * route could use it. */
    void CheckSubgroups(const std::string& name, const IncNodeRoutes& routes) const;

    /**
     * \brief Map a remote egress group index to a local subgroup, from 0 (figure 8 of the draft).
     *
     * The draft leaves the mapping open. Router ids of neighbors are consecutive, and so are the
     * groups of a router, so their sum modulo `count` (at least 1) spreads both. Each tier that
     * chooses takes another digit of the sum, because the same digit at two tiers would leave the
     * second tier no choice. Entries of `mapping` take precedence.
     */
    uint32_t MapToSubgroup(const IncEcmpCommunity& community, uint32_t count) const;
};

/** \return group of each port, from 1, by groups that were checked; 0: the port is in no group */
std::vector<uint16_t> IncGroupOfPort(const IncEcmpGroups::Groups& groups, std::size_t ports);

} // namespace ns3

#endif // INC_ECMP_GROUPS_H
