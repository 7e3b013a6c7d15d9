/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SHORTEST_PATH_H
#define INC_SHORTEST_PATH_H

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

class IncTopology;

/// \ingroup inc
/// Distance of a node that cannot be reached.
constexpr uint32_t INC_UNREACHABLE = std::numeric_limits<uint32_t>::max();

/// \brief Return for each node the distance in hops to the nearest of some nodes; INC_UNREACHABLE
/// without a path. Hosts do not forward. `failedLinks` says for each link whether it has failed;
/// empty: none has.
std::vector<uint32_t> IncDistancesFrom(const IncTopology& topology,
                                       const std::vector<uint32_t>& sources,
                                       const std::vector<bool>& failedLinks = {});

/// \brief Return whether switches join one NIC of each host with the others.
bool IncAreInOneNetwork(const IncTopology& topology, const std::vector<uint32_t>& hosts);

/// \brief Return whether a shortest path from a node that reaches the destination goes through a
/// neighbor.
bool IncIsNextHop(const IncTopology& topology,
                  const std::vector<uint32_t>& distances,
                  uint32_t node,
                  uint32_t peer);

/// \brief Return the links of the shortest path that leaves each node by its lowest-numbered port.
/// The list is empty if both nodes are equal or there is no path.
std::vector<uint32_t> IncShortestPath(const IncTopology& topology, uint32_t from, uint32_t to);

/// \brief Return the time of a frame along a path of store-and-forward hops with empty queues, ps.
/// `bytes` includes preamble and inter-frame gap; 0: the propagation alone.
int64_t IncUnloadedLatency(const IncTopology& topology,
                           const std::vector<uint32_t>& path,
                           uint32_t bytes);

} // namespace ns3

#endif // INC_SHORTEST_PATH_H
