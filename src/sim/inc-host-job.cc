/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-job.h"

#include "inc-scheme.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-collective.h"

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

    std::optional<double> GetBound(IncCollective collective) const override
    {
        const auto ranks = static_cast<uint32_t>(m_share.workers.size());
        if (ranks < 2 || collective == IncCollective::BARRIER)
        {
            return std::nullopt;
        }
        // As many elements of such a size that a choice by size falls on what suits large ones.
        IncHostCall call{collective, 0, ranks, m_config.rootRank, uint64_t{ranks} * 2, 1U << 20};
        const auto total = static_cast<double>(IncTotalElements(collective, ranks, call.count));
        const auto carried = static_cast<double>(m_host.GetVolume(call));
        const uint32_t overhead = IncRcOverhead(m_config.payload, m_config.ip);
        return FormOf(m_network.GetWorkerRate(), overhead).LinkGBps() * total / carried;
    }

  private:
    const IncHostAlgorithm& m_host; //!< what the hosts do
};

IncScheme
MakeScheme(const std::string& algorithm, const std::string& help)
{
    IncScheme scheme;
    scheme.name = algorithm;
    scheme.help = help;
    scheme.collectives = IncHostAlgorithmOf(algorithm).collectives;
    scheme.make =
        [algorithm](const auto& config, auto& network, const auto& share, uint16_t number) {
            return IncMakeHostJob(config, network, share, algorithm);
        };
    return scheme;
}

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeHostJob(const IncScenarioConfig& config,
               IncScenarioNetwork& network,
               const IncJobShare& share,
               const std::string& algorithm)
{
    return std::make_unique<IncHostJob>(config, network, share, IncHostAlgorithmOf(algorithm));
}

IncScheme
IncTreeScheme()
{
    return MakeScheme("tree", "over hosts as a double binary tree, or binomial ones");
}

IncScheme
IncHalvingDoublingScheme()
{
    return MakeScheme("halving-doubling", "over hosts by recursive halving and doubling");
}

IncScheme
IncPointToPointScheme()
{
    return MakeScheme("point-to-point", "each block straight to the host that it is for");
}

IncScheme
IncAutoScheme()
{
    return MakeScheme("auto", "the one of these that suits the size");
}

} // namespace ns3
