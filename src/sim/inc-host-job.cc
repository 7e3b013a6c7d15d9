/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"
#include "inc-scheme.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-host-critical-path.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-topology.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

namespace
{

/// Return the least time of elements from one host to another. Each hop of the shortest path gets
/// the highest rate and the shortest delay of all links.
IncHostWire
MakeBaselineWire(const IncTopology& topology,
                 const std::vector<uint32_t>& workers,
                 const IncTransportConfig& transport,
                 uint32_t elementSize,
                 double secondsPerElement)
{
    std::vector<std::vector<uint32_t>> hops; // hops from rank to rank
    for (const uint32_t worker : workers)
    {
        const auto distances = IncDistancesFrom(topology, {worker});
        hops.emplace_back();
        for (const uint32_t other : workers)
        {
            hops.back().push_back(distances[other]);
        }
    }
    int64_t shortest = std::numeric_limits<int64_t>::max();
    uint64_t fastest = 1;
    for (const IncTopologyLink& link : topology.GetLinks())
    {
        shortest = std::min(shortest, link.delay);
        fastest = std::max({fastest, link.rate, link.back});
    }
    const double delay = 1e-12 * static_cast<double>(shortest);
    const double perByte = 8.0 / static_cast<double>(fastest);
    const uint32_t payload = transport.GetPathMtu();
    const uint32_t overhead = IncRcOverhead(payload, transport.ip);
    return {secondsPerElement, [=](uint32_t from, uint32_t to, uint64_t elements) {
                // The last frame of a step is full or has the rest. Each switch stores it and
                // forwards it as a whole.
                const uint64_t bytes = elements * elementSize;
                const uint64_t rest = bytes % payload;
                const double frame = overhead + (bytes > 0 && rest == 0 ? payload : rest);
                const double count = hops[from][to];
                return count * delay + (count - 1) * frame * perByte;
            }};
}

class IncHostJob : public IncScenarioJob
{
  public:
    IncHostJob(const IncJobSetting& setting, const IncHostAlgorithm& host)
        : IncScenarioJob(setting),
          m_host(host)
    {
        auto algorithm = CreateObject<IncHostCollective>();
        algorithm->Setup(setting.GetWorkers(), host);
        m_algorithm = algorithm;
        WatchRounds();
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        return GetHostBound(m_host, collective, count);
    }

  private:
    const IncHostAlgorithm m_host;
};

} // namespace

std::optional<double>
IncScenarioJob::GetHostBound(const IncHostAlgorithm& host,
                             IncCollective collective,
                             uint64_t count,
                             uint32_t sliceBytes) const
{
    const auto ranks = static_cast<uint32_t>(m_share.workers.size());
    if (ranks < 2 || collective == IncCollective::BARRIER)
    {
        return std::nullopt;
    }
    // If the count is not given, assume two very large elements per rank, so that the choice of an
    // algorithm fits large sizes.
    const uint32_t size = count == 0 ? 1U << 20 : IncSizeOf(m_setting.call.dtype);
    IncHostCall call{collective, 0, ranks, m_setting.call.rootRank, count, size};
    call.count = count == 0 ? uint64_t{ranks} * 2 : count;
    const double total =
        size * static_cast<double>(IncTotalElements(collective, ranks, call.count));
    const auto volumes = host.GetVolumes(call);
    double seconds = 0;
    double fastest = 0;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const DataRate link = GetSlowestRate({m_share.workers[rank]});
        const double rate = FormOf(link).LinkGBps() * 1e9;
        fastest = std::max(fastest, rate);
        seconds = std::max(seconds, size * static_cast<double>(volumes[rank]) / rate);
    }
    if (count > 0)
    {
        auto wire = MakeBaselineWire(m_network.GetFabric().GetTopology(),
                                     m_share.workers,
                                     m_setting.transport,
                                     size,
                                     size / fastest);
        wire.sliceElements = std::max(1U, sliceBytes / size);
        const auto path = IncHostCriticalPath(host, call, wire);
        seconds = std::max(seconds, path.value_or(0));
    }
    return total / seconds / 1e9;
}

std::vector<IncScheme>
IncHostSchemes()
{
    std::vector<IncScheme> schemes;
    for (const auto& [name, algorithm] : IncHostAlgorithms())
    {
        IncScheme& scheme = schemes.emplace_back();
        scheme.name = name;
        scheme.help = algorithm.help;
        scheme.collectives = algorithm.collectives;
        scheme.make = [name = name](const auto& setting) {
            return IncMakeHostJob(setting, IncHostAlgorithmOf(name));
        };
    }
    return schemes;
}

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncJobSetting& setting, const IncHostAlgorithm& algorithm)
{
    return std::make_unique<IncHostJob>(setting, algorithm);
}

} // namespace ns3
