/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-railed-job.h"

#include "ns3/inc-flow-spread.h"
#include "ns3/inc-striped-collective.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// A job on each NIC of the workers, with a stripe of every operation each.
class IncRailedJob : public IncScenarioJob
{
  public:
    IncRailedJob(const IncScheme& scheme, const IncJobSetting& setting, const IncJobShare& share)
        : IncScenarioJob(setting, share)
    {
        auto striped = CreateObject<IncStripedCollective>();
        const auto spread = std::make_shared<IncFlowSpread>();
        for (const IncJobShare& rail : share.rails)
        {
            m_rails.push_back(scheme.make(setting, rail));
            m_rails.back()->GetAlgorithm()->UseRail(rail.rail, spread);
            striped->AddRail(m_rails.back()->GetAlgorithm());
        }
        m_algorithm = striped;
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const uint64_t rails = m_rails.size();
        std::optional<double> least;
        for (const auto& rail : m_rails)
        {
            const auto bound = rail->GetBound(collective, (count + rails - 1) / rails);
            if (!bound)
            {
                return std::nullopt;
            }
            least = std::min(least.value_or(*bound), *bound);
        }
        IncTrafficLoad load(m_network.GetFabric());
        AddLoad(load);
        return std::min(*least * static_cast<double>(rails),
                        load.GetGBps(m_setting.transport.payload));
    }

    void AddLoad(IncTrafficLoad& load) const override
    {
        IncTrafficLoad all(m_network.GetFabric());
        for (const auto& rail : m_rails)
        {
            rail->AddLoad(all);
        }
        load.Add(all, 1.0 / static_cast<double>(m_rails.size()));
    }

    std::string GetRootName() const override
    {
        std::string names;
        for (const auto& rail : m_rails)
        {
            const std::string name = rail->GetRootName();
            names += (names.empty() || name.empty() ? "" : ",") + name;
        }
        return names;
    }

    void Describe(IncResultRow& row) const override
    {
        for (const auto& rail : m_rails)
        {
            rail->Describe(row);
        }
        IncScenarioJob::Describe(row);
    }

    void Describe(IncVerifier& verifier) const override
    {
        // Where the order of ranks counts, the trees have the same shape.
        m_rails.front()->Describe(verifier);
    }

    IncJobCounters GetCounters() const override
    {
        IncJobCounters sum;
        for (const auto& rail : m_rails)
        {
            const IncJobCounters counters = rail->GetCounters();
            sum.retransmissions += counters.retransmissions;
            sum.timeouts += counters.timeouts;
            sum.duplicates += counters.duplicates;
            sum.slotPeak = std::max(sum.slotPeak, counters.slotPeak);
            sum.clientSlotPeak = std::max(sum.clientSlotPeak, counters.clientSlotPeak);
        }
        return sum;
    }

    std::optional<IncSetupResult> GetSetup() const override
    {
        return m_rails.front()->GetSetup();
    }

  private:
    std::vector<std::unique_ptr<IncScenarioJob>> m_rails; //!< each has its stripe
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeJob(const IncScheme& scheme, const IncJobSetting& setting, const IncJobShare& share)
{
    if (share.rails.empty())
    {
        return scheme.make(setting, share);
    }
    return std::make_unique<IncRailedJob>(scheme, setting, share);
}

} // namespace ns3
