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

/**
 * \ingroup inc
 * \brief Return for each node the distance to the nearest of some nodes, in hops.
 *
 * A host can only be an end of a path. Links are full-duplex, so distances are equal in both
 * directions.
 * \param topology the network
 * \param sources node indices
 * \param failedLinks for each link: whether it has failed; empty: none has
 * \return distances by node; INC_UNREACHABLE without a path
 */
std::vector<uint32_t> IncDistancesFrom(const IncTopology& topology,
                                       const std::vector<uint32_t>& sources,
                                       const std::vector<bool>& failedLinks = {});

/**
 * \ingroup inc
 * \brief Return whether a shortest path from a node to the destination goes through a neighbor.
 * \param topology the network
 * \param distances distances to the destination, by node
 * \param node a node that reaches the destination
 * \param peer a neighbor of this node
 */
bool IncIsNextHop(const IncTopology& topology,
                  const std::vector<uint32_t>& distances,
                  uint32_t node,
                  uint32_t peer);

/**
 * \ingroup inc
 * \brief Return the shortest path that leaves each node by its lowest-numbered port.
 * \param topology the network
 * \param from index of the first node
 * \param to index of the last node
 * \return the links in order; empty if both nodes are equal or there is no path
 */
std::vector<uint32_t> IncShortestPath(const IncTopology& topology, uint32_t from, uint32_t to);

/**
 * \ingroup inc
 * \brief Return the time of a frame along a path of store-and-forward hops with empty queues.
 * \param topology the network
 * \param path links in order
 * \param bytes bytes of the frame on the wire, preamble and inter-frame gap included; 0 for the
 * propagation alone
 * \return picoseconds, serialisation on every link included
 */
int64_t IncUnloadedLatency(const IncTopology& topology,
                           const std::vector<uint32_t>& path,
                           uint32_t bytes);

} // namespace ns3

#endif // INC_SHORTEST_PATH_H
