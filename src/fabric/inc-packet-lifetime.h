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

/**
 * \ingroup inc
 * \brief What a host is told of the network's paths, as by path records of a subnet manager (IBTA
 * volume 1, 15.2.5.16): timers begin with it. Zero: unknown.
 */
struct IncPathTimes
{
    Time lifetime;        //!< one way between the hosts that are farthest apart, with empty queues
    Time queueing;        //!< wait in a full buffer before the slowest link
    bool lossless{false}; //!< whether senders are paused, so that a full buffer drops nothing
    uint64_t rate{0};     //!< rate of the slowest link, bit/s
    uint32_t switches{0}; //!< switches between the hosts that are farthest apart
};

/// \ingroup inc
/// \brief The most that shortest paths between two hosts have.
struct IncLongestPath
{
    int64_t timePs{0};    //!< time of a frame with empty queues, serialisation on every link, ps
    uint32_t switches{0}; //!< switches on the way
};

/**
 * \ingroup inc
 * \brief Find the longest time that a frame takes between two hosts with empty queues, by shortest
 * paths (PacketLifeTime of path records), and the most switches on the way.
 *
 * Exact for up to 64 hosts; of more, the paths from 64 of them to all are looked at.
 *
 * \param topology the network
 * \param bytes the frame on the wire, preamble and inter-frame gap included
 * \return zeros where no host reaches another
 */
IncLongestPath IncFindLongestPath(const IncTopology& topology, uint32_t bytes);

} // namespace ns3

#endif // INC_PACKET_LIFETIME_H
