/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"

#include "ns3/inc-planned-job.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

class IncPlannedSchemeJob : public IncScenarioJob
{
  public:
    IncPlannedSchemeJob(const IncJobSetting& setting, const IncJobShare& share);
    ~IncPlannedSchemeJob() override;

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        return m_planned->GetBound();
    }

    void Describe(IncResultRow& row) const override;
    void Describe(IncVerifier& verifier) const override;
    IncJobCounters GetCounters() const override;

  private:
    std::unique_ptr<IncPlannedJob> m_planned; //!< runs the plan
};

IncPlannedSchemeJob::IncPlannedSchemeJob(const IncJobSetting& setting, const IncJobShare& share)
    : IncScenarioJob(setting, share)
{
    IncPlannedJobOptions options;
    options.group = IncMakeGroupOptions(setting, share);
    options.payload = m_setting.transport.payload;
    options.paced = m_setting.plan.paced;
    options.timeout = m_setting.transport.rto;
    if (m_setting.table.IsGiven("slots"))
    {
        options.slots = m_share.slots;
    }
    try
    {
        m_planned = std::make_unique<IncPlannedJob>(m_network.GetFabric(),
                                                    *m_network.GetPlanned(),
                                                    IncMakeGroupHelper(m_setting.transport),
                                                    options);
    }
    catch (const IncError& error)
    {
        m_setting.table.Refuse("topology", error.what());
    }
    m_algorithm = m_planned->GetAlgorithm();
    for (const auto& group : m_planned->GetGroups())
    {
        m_observers.WatchGroup(group);
    }
}

IncPlannedSchemeJob::~IncPlannedSchemeJob()
{
    m_observers.Unwatch();
    m_planned.reset();
}

void
IncPlannedSchemeJob::Describe(IncResultRow& row) const
{
    IncScenarioJob::Describe(row);
    for (const auto& group : m_planned->GetGroups())
    {
        row.slots = row.slots.value_or(0) + group.slots;
    }
    for (const auto& tree : m_planned->GetTrees())
    {
        IncDescribeTree(m_network.GetFabric().GetTopology(), tree, row);
    }
}

void
IncPlannedSchemeJob::Describe(IncVerifier& verifier) const
{
    uint32_t longest = 0;
    for (const auto& tree : m_planned->GetTrees())
    {
        longest = std::max(longest, tree.GetMaxAdditions());
    }
    verifier.SetLongestChain(longest);
    if (m_setting.group.order == IncReductionOrder::RANK)
    {
        verifier.SetReductionTree(IncShapeOf(m_planned->GetTrees().front(), 0));
    }
}

IncJobCounters
IncPlannedSchemeJob::GetCounters() const
{
    IncJobCounters counters = IncScenarioJob::GetCounters();
    for (const auto& group : m_planned->GetGroups())
    {
        IncAddGroupCounters(group, counters);
    }
    return counters;
}

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakePlannedJob(const IncJobSetting& setting, const IncJobShare& share)
{
    return std::make_unique<IncPlannedSchemeJob>(setting, share);
}

} // namespace ns3
