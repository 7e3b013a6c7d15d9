/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLANES_H
#define INC_PLANES_H

#include "ns3/inc-topology.h"

#include <cstdint>

namespace ns3
{

/**
 * \brief Return a network in which every NIC has a port in each of several planes.
 *
 * Each plane has all switches and links of the given network, and planes meet at hosts only. Plane
 * 0 keeps the names of switches; in plane 1 the switch leaf0 is called leaf0.p1. The ports of a
 * host's first NIC come first, by plane, then those of its next NIC.
 * \throw IncTopologyError if the network has too many nodes
 */
IncTopology IncMakePlanes(const IncTopology& network, uint32_t planes);

} // namespace ns3

#endif // INC_PLANES_H
