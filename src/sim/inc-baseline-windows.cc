/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-baseline-windows.h"

#include "ns3/inc-frame.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Credits and acknowledgements on the wire, bytes: the smallest frame.
constexpr uint32_t SMALLEST = 64 + IncFrame::PREAMBLE_AND_GAP;

} // namespace

IncBaselineWindows::IncBaselineWindows(const IncTopology& topology,
                                       const std::vector<uint32_t>& workers,
                                       uint32_t bytes)
    : m_topology(topology),
      m_workers(workers),
      m_bytes(bytes)
{
}

double
IncBaselineWindows::RoundTrip(uint32_t from, uint32_t to) const
{
    const auto path = IncShortestPath(m_topology, from, to);
    return 1e-12 * static_cast<double>(IncUnloadedLatency(m_topology, path, m_bytes) +
                                       IncUnloadedLatency(m_topology, path, SMALLEST));
}

double
IncBaselineWindows::RingGBps(uint32_t windowBytes) const
{
    const std::size_t ranks = m_workers.size();
    double longest = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank)
    {
        longest = std::max(longest, RoundTrip(m_workers[rank], m_workers[(rank + 1) % ranks]));
    }
    const double share = static_cast<double>(ranks) / (2.0 * static_cast<double>(ranks - 1));
    return share * windowBytes / longest / 1e9;
}

double
IncBaselineWindows::ParameterServerGBps(uint32_t server, const IncParameterConfig& config) const
{
    double longest = 0;
    double sum = 0;
    for (const uint32_t worker : m_workers)
    {
        if (worker != server)
        {
            const double roundTrip = RoundTrip(worker, server);
            longest = std::max(longest, roundTrip);
            sum += roundTrip;
        }
    }
    const double segments = static_cast<double>(config.windowSegments) * config.segmentBytes;
    return std::min(config.limitBytes / sum, segments / (2 * longest)) / 1e9;
}

} // namespace ns3
