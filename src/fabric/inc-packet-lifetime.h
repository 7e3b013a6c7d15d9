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
 * \brief Times of the network's paths that a host knows, as from path records of a subnet manager
 * (IBTA volume 1, 15.2.5.16). Timers begin with them. Zero: unknown.
 */
struct IncPathTimes
{
    Time lifetime; //!< one-way time between the hosts that are farthest apart, with empty queues
    Time queueing; //!< time in a full buffer before the slowest link
    bool lossless{false}; //!< whether senders are paused, so that a full buffer drops no frame
    uint64_t rate{0};     //!< rate of the slowest link, bit/s
};

/**
 * \ingroup inc
 * \brief Return the longest time that a frame takes between two hosts on shortest paths with empty
 * queues (PacketLifeTime of path records).
 *
 * The time is exact for up to 64 hosts. With more hosts, only paths from 64 of them are examined.
 *
 * \param topology the network
 * \param bytes bytes of the frame on the wire, preamble and inter-frame gap included
 * \return picoseconds, serialisation on every link included; 0 if no host reaches another
 */
int64_t IncPacketLifetime(const IncTopology& topology, uint32_t bytes);

} // namespace ns3

#endif // INC_PACKET_LIFETIME_H
