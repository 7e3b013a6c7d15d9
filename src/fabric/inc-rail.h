/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAIL_H
#define INC_RAIL_H

#include "inc-topology.h"

#include <cstdint>

namespace ns3
{

/// \brief Return the port of a host with this many ports (at least 1) on a rail, from 0. If a host
/// has fewer NICs than rails, rails share a NIC.
constexpr uint32_t
IncRailPort(uint32_t rail, uint32_t ports)
{
    return rail % ports;
}

/// \brief Return a network with the same node indices in which hosts have only the links of one
/// rail, from 0. A VAT that the user has defined is left out.
IncTopology IncRailOf(const IncTopology& topology, uint32_t rail);

} // namespace ns3

#endif // INC_RAIL_H
