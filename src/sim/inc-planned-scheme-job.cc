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

/// Job that aggregates in the trees of the network's plan.
class IncPlannedSchemeJob : public IncScenarioJob
{
  public:
    explicit IncPlannedSchemeJob(const IncJobSetting& setting)
        : IncScenarioJob(setting)
    {
        IncPlannedJobOptions options;
        options.group = IncMakeGroupOptions(setting);
        options.payload = m_setting.transport.payload;
        options.paced = m_setting.arguments.plan.paced;
        options.timeout = m_setting.transport.rto;
        if (m_setting.table.IsGiven("slots"))
        {
            options.slots = m_share.slots;
        }
        try
        {
            m_planned = std::make_unique<IncPlannedJob>(m_network.GetFabric(),
                                                        *m_network.GetPlanned(),
                                                        IncMakeGroupHelper(m_setting),
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

    ~IncPlannedSchemeJob() override
    {
        m_observers.Unwatch();
        m_planned.reset();
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        return m_planned->GetBound();
    }

    void Describe(IncResultRow& row) const override
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

    void Describe(IncVerifier& verifier) const override
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

    std::vector<const IncGroup*> GetGroups() const override
    {
        std::vector<const IncGroup*> groups;
        for (const auto& group : m_planned->GetGroups())
        {
            groups.push_back(&group);
        }
        return groups;
    }

  private:
    std::unique_ptr<IncPlannedJob> m_planned; //!< runs the plan
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakePlannedJob(const IncJobSetting& setting)
{
    return std::make_unique<IncPlannedSchemeJob>(setting);
}

} // namespace ns3
