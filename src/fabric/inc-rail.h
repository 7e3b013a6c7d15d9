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

/** \brief Return the NICs of a server in the order of rails and planes. If its links name none,
 * this is the order of the GPUs and of their ports. */
std::vector<IncServerNic> IncNicsOf(const IncTopology& topology, const IncTopologyServer& server);

/** \brief Throw IncTopologyError if links have rails or planes, and a server has not one NIC on
 * each rail and plane that the network has. */
void IncCheckNics(const IncTopology& topology);

/// \brief Return the port of each host on a rail, by node index. Switches have none, nor have GPUs
/// that do not own their server's NIC on this rail.
std::vector<std::optional<uint32_t>> IncRailPortsOf(const IncTopology& topology, uint32_t rail);

/// \brief Return the hosts with a link, or with a port on a rail, in order. The first one has the
/// BFR-id 1, and so on. On a rail a server counts as one host.
std::vector<uint32_t> IncBfersOf(const IncTopology& topology,
                                 std::optional<uint32_t> rail = std::nullopt);

/// \brief Return a network with the same node indices in which hosts, and servers, have only the
/// links of one rail, from 0. A VAT that the user has defined is left out.
IncTopology IncRailOf(const IncTopology& topology, uint32_t rail);

} // namespace ns3

#endif // INC_RAIL_H
