/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_MEMBERS_H
#define INC_ECMP_MEMBERS_H

#include "inc-fabric.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Return the ECMP groups of a switch that lead to some destinations.
 * \param fabric an installed network
 * \param node node index of a switch; a host has no groups
 * \param destinations node indices
 * \return sorted port numbers of the members of each group; each group once
 */
std::set<std::vector<uint16_t>> IncEcmpMembers(const IncFabric& fabric,
                                               uint32_t node,
                                               const std::vector<uint32_t>& destinations);

/**
 * \ingroup inc
 * \param topology the network
 * \param node node index of one end of a link
 * \param port port of that node
 * \return name of the link as seen from that node: "a->b", or "a->b#2" for the second of several
 * parallel links
 */
std::string IncLinkName(const IncTopology& topology, uint32_t node, uint32_t port);

} // namespace ns3

#endif // INC_ECMP_MEMBERS_H
