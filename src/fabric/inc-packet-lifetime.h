/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PACKET_LIFETIME_H
#define INC_PACKET_LIFETIME_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

class IncTopology;

/// \ingroup inc
/// \brief Times of the network's paths, as a host knows them from path records of a subnet manager
/// (IBTA volume 1, 15.2.5.16). Timers begin with these values. Zero: unknown.
struct IncPathTimes
{
    Time lifetime; //!< one-way time between the hosts that are farthest apart, with empty queues
    Time queueing; //!< time that a frame waits in a full buffer before the slowest link
    bool lossless{false}; //!< whether PFC pauses senders, so that no buffer drops frames
    uint64_t rate{0};     //!< rate of the slowest link, bit/s
    uint32_t switches{0}; //!< switches between the hosts that are farthest apart
};

/// \ingroup inc
/// \brief Longest time and most switches of the shortest paths between two hosts.
struct IncLongestPath
{
    int64_t timePs{0};    //!< time of a frame through empty queues, serialisation included, ps
    uint32_t switches{0}; //!< switches on the way
};

/**
 * \brief Return the longest time of a frame on shortest paths between hosts, with empty queues
 * (PacketLifeTime of path records), and the most switches on such a path.
 *
 * `bytes` includes preamble and inter-frame gap. With more than 64 hosts, only paths from 64 of
 * them are examined. The result is zeros if no host reaches another.
 */
IncLongestPath IncFindLongestPath(const IncTopology& topology, uint32_t bytes);

} // namespace ns3

#endif // INC_PACKET_LIFETIME_H
