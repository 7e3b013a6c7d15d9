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
/// The distance of a node that cannot be reached.
constexpr uint32_t INC_UNREACHABLE = std::numeric_limits<uint32_t>::max();

/**
 * \ingroup inc
 * \brief Distances from the nearest of some nodes, in hops; hosts end paths, they never lie inside
 * one. Links are full-duplex, so these are the distances towards those nodes as well.
 * \param topology the network
 * \param sources node indices
 * \param failedLinks by link index, true: not there; empty: all are
 * \return by node, INC_UNREACHABLE where there is no path
 */
std::vector<uint32_t> IncDistancesFrom(const IncTopology& topology,
                                       const std::vector<uint32_t>& sources,
                                       const std::vector<bool>& failedLinks = {});

/**
 * \ingroup inc
 * \brief Return true if a neighbor lies on a shortest path.
 * \param topology the network
 * \param distances distances to the destination, by node
 * \param node a node that reaches the destination
 * \param peer a neighbor of it
 * \return true if a shortest path from node to the destination goes through peer
 */
bool IncIsNextHop(const IncTopology& topology,
                  const std::vector<uint32_t>& distances,
                  uint32_t node,
                  uint32_t peer);

/**
 * \ingroup inc
 * \brief The shortest path that leaves each node by its lowest-numbered port.
 * \param topology the network
 * \param from index of the first node
 * \param to index of the last node
 * \return the links in order; empty when both are the same or there is no path
 */
std::vector<uint32_t> IncShortestPath(const IncTopology& topology, uint32_t from, uint32_t to);

/**
 * \ingroup inc
 * \brief Time a frame takes along a path of store-and-forward hops with empty queues.
 * \param topology the network
 * \param path links in order
 * \param bytes the frame on the wire, preamble and inter-frame gap included; 0 for the propagation
 *        alone
 * \return picoseconds, serialisation on every link included
 */
int64_t IncUnloadedLatency(const IncTopology& topology,
                           const std::vector<uint32_t>& path,
                           uint32_t bytes);

} // namespace ns3

#endif // INC_SHORTEST_PATH_H
