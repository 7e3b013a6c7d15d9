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
};

/**
 * \ingroup inc
 * \brief The longest time that a frame takes between two hosts with empty queues, by shortest
 * paths (PacketLifeTime of path records).
 *
 * Exact for up to 64 hosts; of more, the paths from 64 of them to all are looked at.
 *
 * \param topology the network
 * \param bytes the frame on the wire, preamble and inter-frame gap included
 * \return picoseconds, serialisation on every link included; 0 where no host reaches another
 */
int64_t IncPacketLifetime(const IncTopology& topology, uint32_t bytes);

} // namespace ns3

#endif // INC_PACKET_LIFETIME_H
