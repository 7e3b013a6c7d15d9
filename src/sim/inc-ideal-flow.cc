/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ideal-flow.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// Bytes of a frame on the wire, preamble and gap included.
uint32_t
WireSize(IncOpcode opcode, uint32_t payload, IncIpVersion ip)
{
    IncFrame frame;
    frame.ip = ip;
    frame.bth.opcode = opcode;
    frame.payloadSize = payload;
    frame.UpdateSize();
    return frame.GetSize() + IncFrame::PREAMBLE_AND_GAP;
}

} // namespace

Time
IncIdealFlowTime(const IncTopology& topology,
                 uint32_t from,
                 uint32_t to,
                 uint64_t bytes,
                 uint32_t payload,
                 IncIpVersion ip)
{
    const uint64_t packets = (bytes + payload - 1) / payload;
    const auto rest = static_cast<uint32_t>(bytes - (packets - 1) * payload);
    const uint32_t first = packets == 1 ? WireSize(IncOpcode::RC_WRITE_ONLY, rest, ip)
                                        : WireSize(IncOpcode::RC_WRITE_FIRST, payload, ip);
    double wire = first;
    if (packets > 1)
    {
        wire +=
            static_cast<double>(packets - 2) * WireSize(IncOpcode::RC_WRITE_MIDDLE, payload, ip) +
            WireSize(IncOpcode::RC_WRITE_LAST, rest, ip);
    }
    // All follow each other through the slowest link; the largest is held up once at each other.
    const auto path = IncShortestPath(topology, from, to);
    int64_t slowestPs = 0;
    for (const uint32_t link : path)
    {
        slowestPs = std::max(slowestPs,
                             IncUnloadedLatency(topology, {link}, first) -
                                 IncUnloadedLatency(topology, {link}, 0));
    }
    const double restPs = (wire / first - 1) * static_cast<double>(slowestPs);
    const uint32_t answer = WireSize(IncOpcode::RC_ACK, 0, ip);
    return IncClock::FromPs(IncUnloadedLatency(topology, path, first) +
                            static_cast<int64_t>(restPs) +
                            IncUnloadedLatency(topology, path, answer));
}

} // namespace ns3
