/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"
#include "inc-scheme.h"

#include "ns3/boolean.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-parameter-server.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Job of AllReduce by a parameter server; the server is the host of the share.
class IncParameterServerJob : public IncScenarioJob
{
  public:
    IncParameterServerJob(const IncJobSetting& setting)
        : IncScenarioJob(setting)
    {
        Ptr<Node> server = m_network.GetFabric().GetNodes().Get(m_share.server);
        m_ps = CreateObject<IncParameterServer>();
        m_ps->SetAttribute("RankOrder", BooleanValue(IsByRank()));
        m_ps->Setup(setting.GetWorkers(), server);
        m_algorithm = m_ps;
        WatchRounds();
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const bool onWorkerHost = m_share.server == m_share.workers.front();
        if (m_share.workers.size() < 2 && onWorkerHost)
        {
            return std::nullopt;
        }
        // A round trip grants and pushes a byte. A second one frees its segment's memory, with the
        // acknowledgement of the result.
        const IncParameterConfig& windows = m_ps->GetConfig();
        const double segments = static_cast<double>(windows.windowSegments) * windows.segmentBytes;
        double longest = 0;
        double sum = 0;
        for (const uint32_t worker : m_share.workers)
        {
            if (worker != m_share.server)
            {
                const double roundTrip = GetRoundTrip(worker, m_share.server);
                longest = std::max(longest, roundTrip);
                sum += roundTrip;
            }
        }
        const DataRate serverRate = GetSlowestRate({m_share.server});
        return std::min({FormOf(serverRate).ParameterServerGBps(onWorkerHost),
                         FormOf(GetSlowestRate(m_network.GetWorkers())).LinkGBps(),
                         std::min(windows.limitBytes / sum, segments / (2 * longest)) / 1e9});
    }

    std::string GetRootName() const override
    {
        return m_network.GetFabric().GetTopology().GetName(m_share.server);
    }

    void Describe(IncVerifier& verifier) const override
    {
        if (!IsByRank())
        {
            return;
        }
        IncReductionTree fold;
        for (uint32_t rank = 0; rank < m_share.workers.size(); ++rank)
        {
            fold.children.push_back({static_cast<int>(rank), {}});
        }
        verifier.SetReductionTree(fold);
    }

  private:
    bool IsByRank() const
    {
        return m_setting.group.order == IncReductionOrder::RANK;
    }

    Ptr<IncParameterServer> m_ps;
};

const IncSchemeRegistration PARAMETER_SERVER_SCHEME("ps", [](IncScheme& self) {
    self.help = "a parameter server on the first host that is not a worker, or on rank 0's host";
    self.place = 2;
    self.collectives = {IncCollective::ALLREDUCE, IncCollective::REDUCE};
    self.byRank = {IncCollective::ALLREDUCE};
    self.make = [](const auto& setting) -> std::unique_ptr<IncScenarioJob> {
        if (setting.call.collective != IncCollective::REDUCE)
        {
            return std::make_unique<IncParameterServerJob>(setting);
        }
        // The root of the REDUCE is the server and keeps the result.
        return IncMakeHostJob(setting, IncHostAlgorithmOf("point-to-point"));
    };
});

} // namespace

} // namespace ns3
