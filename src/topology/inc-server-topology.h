/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_TOPOLOGY_H
#define INC_SERVER_TOPOLOGY_H

#include "ns3/inc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Servers that take the places of hosts in a network.
struct IncServerShape
{
    uint32_t servers{1};          //!< number of servers
    uint32_t places{1};           //!< hosts that give their links to one server
    uint32_t gpus{1};             //!< GPUs of a server
    std::vector<uint32_t> owners; //!< GPU that owns each NIC of a server, ascending
    uint64_t rate{0};             //!< rate of a GPU's link to the scale-up switch, bit/s
    int64_t delay{0};             //!< delay of this link, ps
    /// Collective functions of the scale-up switch.
    IncScaleUpReduction reduction{IncScaleUpReduction::NONE};
    bool isMesh{false}; //!< whether each GPU has such a link to each other GPU instead
};

/**
 * \brief Return a network in which servers of several GPUs take the places of hosts.
 *
 * GPUs are the hosts h0, h1, … of the new network, server by server. NIC number i of a server is
 * link number i of its places. Places without a server are left out.
 * \throw IncTopologyError for more servers than places
 */
IncTopology IncMakeServers(const IncTopology& hosts, const IncServerShape& shape);

} // namespace ns3

#endif // INC_SERVER_TOPOLOGY_H
