/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-baseline-wire.h"

#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <limits>

namespace ns3
{

IncBaselineWire::IncBaselineWire(const IncTopology& topology,
                                 const std::vector<uint32_t>& workers,
                                 uint32_t payload,
                                 uint32_t overhead)
    : m_payload(payload),
      m_overhead(overhead)
{
    for (const uint32_t worker : workers)
    {
        const auto distances = IncDistancesFrom(topology, {worker});
        m_hops.emplace_back();
        for (const uint32_t other : workers)
        {
            m_hops.back().push_back(distances[other]);
        }
    }
    int64_t shortest = std::numeric_limits<int64_t>::max();
    uint64_t fastest = 1;
    for (const IncTopologyLink& link : topology.GetLinks())
    {
        shortest = std::min(shortest, link.delay);
        fastest = std::max({fastest, link.rate, link.back});
    }
    m_delay = 1e-12 * static_cast<double>(shortest);
    m_perByte = 8.0 / static_cast<double>(fastest);
}

double
IncBaselineWire::Latency(uint32_t from, uint32_t to, uint64_t bytes) const
{
    // The last frame of a step is full or has what is left; every switch passes it on as a whole.
    const uint64_t rest = bytes % m_payload;
    const double frame = m_overhead + (bytes > 0 && rest == 0 ? m_payload : rest);
    const double hops = m_hops[from][to];
    return hops * m_delay + (hops - 1) * frame * m_perByte;
}

IncHostWire
IncBaselineWire::Of(uint32_t elementSize, double secondsPerElement) const
{
    return {secondsPerElement, [this, elementSize](uint32_t from, uint32_t to, uint64_t elements) {
                return Latency(from, to, elements * elementSize);
            }};
}

} // namespace ns3
