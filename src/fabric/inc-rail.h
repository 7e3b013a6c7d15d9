/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAIL_H
#define INC_RAIL_H

#include "inc-topology.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// \brief Return the port of a host with this many ports (at least 1) on a rail, from 0. If a host
/// has fewer NICs than rails, rails share a NIC.
constexpr uint32_t
IncRailPort(uint32_t rail, uint32_t ports)
{
    return rail % ports;
}

/// \ingroup inc
/// \brief A NIC of a server: a port of one of its GPUs.
struct IncServerNic
{
    uint32_t host; //!< node index of the GPU
    uint32_t port; //!< port number at the GPU
};

/** \brief Return the NICs of a server by rail and plane, if its links have them: the ports of its
 * first GPU, then those of the next, and so on. */
std::vector<IncServerNic> IncNicsOf(const IncTopology& topology, const IncTopologyServer& server);

/** \brief Throw IncTopologyError if links have rails or planes, and a server has not one NIC on
 * each rail and plane that the network has. */
void IncCheckNics(const IncTopology& topology);

/// \brief Return the port of a host on a rail. A GPU that owns no NIC of its server on this rail
/// has none.
std::optional<uint32_t> IncRailPortOf(const IncTopology& topology, uint32_t host, uint32_t rail);

/// \brief Return the hosts that a network reaches, those with a link, in order: host number i has
/// the BFR-id i + 1. In the network of a rail, a server counts as one host.
std::vector<uint32_t> IncBfersOf(const IncTopology& topology);

/// \brief Return a network with the same node indices in which hosts, and servers, have only the
/// links of one rail, from 0. A VAT that the user has defined is left out.
IncTopology IncRailOf(const IncTopology& topology, uint32_t rail);

} // namespace ns3

#endif // INC_RAIL_H
