/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-job.h"

#include "inc-baseline-wire.h"
#include "inc-scheme.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-host-critical-path.h"

#include <algorithm>

namespace ns3
{

namespace
{

class IncHostJob : public IncScenarioJob
{
  public:
    IncHostJob(const IncScenarioConfig& config,
               IncScenarioNetwork& network,
               const IncJobShare& share,
               const IncHostAlgorithm& host)
        : IncScenarioJob(config, network, share),
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
        const uint32_t size = count == 0 ? 1U << 20 : IncSizeOf(m_config.dtype);
        IncHostCall call{collective, 0, ranks, m_config.rootRank, count, size};
        call.count = count == 0 ? uint64_t{ranks} * 2 : count;
        const uint32_t overhead = IncRcOverhead(m_config.GetPathMtu(), m_config.ip);
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
                                       m_config.GetPathMtu(),
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
        scheme.make =
            [name = name](const auto& config, auto& network, const auto& share, uint16_t number) {
                return IncMakeHostJob(config, network, share, name);
            };
    }
    return schemes;
}

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncScenarioConfig& config,
               IncScenarioNetwork& network,
               const IncJobShare& share,
               const std::string& algorithm)
{
    return IncMakeHostJob(config, network, share, IncHostAlgorithmOf(algorithm));
}

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncScenarioConfig& config,
               IncScenarioNetwork& network,
               const IncJobShare& share,
               const IncHostAlgorithm& algorithm)
{
    return std::make_unique<IncHostJob>(config, network, share, algorithm);
}

} // namespace ns3
