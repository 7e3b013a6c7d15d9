/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-job.h"

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

/**
 * \ingroup inc
 * \brief How long what a host sends is on its way to another one at least: hops by the shortest
 * path, each as quick as the quickest link.
 */
class IncBaselineWire
{
  public:
    /**
     * \param topology the network
     * \param workers hosts by rank
     * \param payload of a full frame, bytes
     * \param overhead what a frame adds to it on the wire, bytes
     */
    IncBaselineWire(const IncTopology& topology,
                    const std::vector<uint32_t>& workers,
                    uint32_t payload,
                    uint32_t overhead);

    /**
     * \param elementSize bytes
     * \param secondsPerElement on a host's link
     * \return the same for elements; this must outlive it
     */
    IncHostWire Of(uint32_t elementSize, double secondsPerElement) const;

  private:
    double Latency(uint32_t from, uint32_t to, uint64_t bytes) const;

    std::vector<std::vector<uint32_t>> m_hops; //!< by rank and rank
    uint32_t m_payload;                        //!< payload of a full frame, bytes
    uint32_t m_overhead;                       //!< bytes that a frame adds to its payload
    double m_delay;                            //!< shortest of a link, seconds
    double m_perByte;                          //!< seconds for a byte on the fastest link
};

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

namespace
{

class IncHostJob : public IncScenarioJob
{
  public:
    IncHostJob(const IncJobSetting& setting, const IncJobShare& share, const IncHostAlgorithm& host)
        : IncScenarioJob(setting, share),
          m_host(host)
    {
        auto algorithm = CreateObject<IncHostCollective>();
        algorithm->Setup(GetWorkers(), host);
        m_algorithm = algorithm;
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const auto ranks = static_cast<uint32_t>(m_share.workers.size());
        if (ranks < 2 || collective == IncCollective::BARRIER)
        {
            return std::nullopt;
        }
        // As many elements of such a size that a choice by size falls on what suits large ones.
        const uint32_t size = count == 0 ? 1U << 20 : IncSizeOf(m_setting.call.dtype);
        IncHostCall call{collective, 0, ranks, m_setting.call.rootRank, count, size};
        call.count = count == 0 ? uint64_t{ranks} * 2 : count;
        const uint32_t overhead =
            IncRcOverhead(m_setting.transport.GetPathMtu(), m_setting.transport.ip);
        const double total =
            size * static_cast<double>(IncTotalElements(collective, ranks, call.count));
        const auto volumes = m_host.GetVolumes(call);
        double seconds = 0;
        double fastest = 0;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const DataRate link = GetSlowestRate({m_share.workers[rank]});
            const double rate = FormOf(link, overhead).LinkGBps() * 1e9;
            fastest = std::max(fastest, rate);
            seconds = std::max(seconds, size * static_cast<double>(volumes[rank]) / rate);
        }
        if (count > 0)
        {
            const IncBaselineWire wire(m_network.GetFabric().GetTopology(),
                                       m_share.workers,
                                       m_setting.transport.GetPathMtu(),
                                       overhead);
            const auto path = IncHostCriticalPath(m_host, call, wire.Of(size, size / fastest));
            seconds = std::max(seconds, path.value_or(0));
        }
        return total / seconds / 1e9;
    }

  private:
    const IncHostAlgorithm m_host; //!< what the hosts do
};

} // namespace

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
        scheme.make = [name = name](const auto& setting, const auto& share) {
            return IncMakeHostJob(setting, share, name);
        };
    }
    return schemes;
}

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncJobSetting& setting, const IncJobShare& share, const std::string& algorithm)
{
    return IncMakeHostJob(setting, share, IncHostAlgorithmOf(algorithm));
}

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncJobSetting& setting,
               const IncJobShare& share,
               const IncHostAlgorithm& algorithm)
{
    return std::make_unique<IncHostJob>(setting, share, algorithm);
}

} // namespace ns3
