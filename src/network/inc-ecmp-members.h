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

/** \return sorted ports of each ECMP group of a switch that leads to one of these nodes; each group
 * once. A host has no groups. */
std::set<std::vector<uint16_t>> IncEcmpMembers(const IncFabric& fabric,
                                               uint32_t node,
                                               const std::vector<uint32_t>& destinations);

/** \return name of a node's link: "a->b", or "a->b#2" for the second of several parallel links */
std::string IncLinkName(const IncTopology& topology, uint32_t node, uint32_t port);

} // namespace ns3

#endif // INC_ECMP_MEMBERS_H
