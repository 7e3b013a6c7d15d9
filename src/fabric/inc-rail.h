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

/**
 * \ingroup inc
 * \brief The port that is a host's part of a rail: NIC i of every host is rail i; where a host has
 * fewer, rails share them.
 * \param rail counted from 0
 * \param ports of the host, at least 1
 * \return port number
 */
constexpr uint32_t
IncRailPort(uint32_t rail, uint32_t ports)
{
    return rail % ports;
}

/**
 * \ingroup inc
 * \brief A network with one rail's links of hosts only, its nodes numbered alike: trees that are
 * built on it use one NIC of every host.
 * \param topology of all rails
 * \param rail counted from 0
 * \return the rail; without a VAT written by hand
 */
IncTopology IncRailOf(const IncTopology& topology, uint32_t rail);

} // namespace ns3

#endif // INC_RAIL_H
