/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAIL_H
#define INC_RAIL_H

#include "inc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Return the port of a host on a rail. NIC i of every host belongs to rail i. If a host has
 * fewer NICs than rails, rails share a NIC.
 * \param rail number of the rail, from 0
 * \param ports number of ports of the host, at least 1
 */
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

/** \brief Return the NICs of a server by rail: the ports of its first GPU, then those of the next,
 * and so on. */
std::vector<IncServerNic> IncNicsOf(const IncTopology& topology, const IncTopologyServer& server);

/**
 * \ingroup inc
 * \brief Return a network in which hosts have only the links of one rail, so that its trees use one
 * NIC of every host, or of every server.
 * \param topology topology of all rails
 * \param rail number of the rail, from 0
 * \return topology with the same node indices, without a VAT that the user has defined
 */
IncTopology IncRailOf(const IncTopology& topology, uint32_t rail);

} // namespace ns3

#endif // INC_RAIL_H
