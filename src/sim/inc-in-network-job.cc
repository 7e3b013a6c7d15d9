/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"

#include "ns3/inc-group-traffic.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>

namespace ns3
{

IncInNetworkJob::~IncInNetworkJob()
{
    m_network.Unwatch();
}

void
IncInNetworkJob::Use(const IncAggregationTree& tree, const IncGroup& group)
{
    m_tree = tree;
    m_group = group;
    auto algorithm = CreateObject<IncInNetworkCollective>();
    algorithm->Setup(m_group.clients);
    m_algorithm = algorithm;
    m_network.Watch(m_group);
}

std::optional<double>
IncInNetworkJob::GetBound(IncCollective collective, uint64_t count) const
{
    if (collective == IncCollective::BARRIER)
    {
        return std::nullopt; // no bytes
    }
    if (!HasTrees())
    {
        return std::nullopt; // the next tree may be another one
    }
    IncTrafficLoad load(m_network.GetFabric());
    AddLoad(load);
    return std::min(IncWindowGBps(m_group.slots, m_config.payload, RoundTrip()),
                    load.GetGBps(m_config.payload));
}

void
IncInNetworkJob::AddLoad(IncTrafficLoad& load) const
{
    if (!HasTrees())
    {
        return;
    }
    const IncCollective collective =
        m_config.workload ? IncCollective::ALLREDUCE : m_config.collective;
    IncAddGroupTraffic(load,
                       m_network.GetFabric(),
                       *m_tree,
                       m_group,
                       {collective, m_config.rootRank, m_config.payload});
}

void
IncInNetworkJob::Describe(IncResultRow& row) const
{
    IncScenarioJob::Describe(row);
    row.slots = m_group.slots;
    IncDescribeTree(m_network.GetFabric().GetTopology(), *m_tree, row);
}

bool
IncInNetworkJob::HasTrees() const
{
    for (uint32_t i = 0; i < m_tree->GetNodes().size(); ++i)
    {
        const IncTreeState* state = m_group.aggregators[i]->FindTree(m_group.treeId);
        if (!state || state->GetConfig().children.size() != m_tree->GetInputs(i).size())
        {
            return false;
        }
    }
    return true;
}

Time
IncInNetworkJob::RoundTrip() const
{
    // Up the tree hop by hop with the contribution; the result comes down the same way, or by the
    // shortest path from the root.
    const IncTopology& all = m_network.GetFabric().GetTopology();
    const IncTopology rail = m_share.ofRails > 1 ? IncRailOf(all, m_share.rail) : IncTopology();
    const IncTopology& topology = m_share.ofRails > 1 ? rail : all;
    const bool downTheTree = m_config.dissemination == IncDisseminationMode::TREE;
    const uint32_t up = m_config.payload + m_group.overhead;
    const uint32_t down = m_config.payload + m_group.resultOverhead;
    int64_t longest = 0;
    for (uint32_t rank = 0; rank < m_tree->GetWorkers().size(); ++rank)
    {
        int64_t roundTrip = 0;
        uint32_t from = m_tree->GetWorkers()[rank].host;
        if (!downTheTree)
        {
            auto path = IncShortestPath(topology, m_tree->GetRoot(), from);
            roundTrip += IncUnloadedLatency(topology, {path.back()}, down);
            path.pop_back();
            roundTrip += IncUnloadedLatency(topology, path, down + m_group.resultHeader);
        }
        uint32_t vatNode = m_tree->GetLeafOf(rank);
        while (true)
        {
            const uint32_t to = m_tree->GetNodes()[vatNode].node;
            const auto path = IncShortestPath(topology, from, to);
            roundTrip += IncUnloadedLatency(topology, path, up);
            roundTrip += downTheTree ? IncUnloadedLatency(topology, path, down) : 0;
            if (m_tree->GetNodes()[vatNode].parent == IncAggregationTreeNode::NO_PARENT)
            {
                break;
            }
            from = to;
            vatNode = m_tree->GetNodes()[vatNode].parent;
        }
        longest = std::max(longest, roundTrip);
    }
    return IncClock::FromPs(longest);
}

std::string
IncInNetworkJob::GetRootName() const
{
    return m_network.GetFabric().GetTopology().GetName(m_tree->GetRoot());
}

void
IncInNetworkJob::Describe(IncVerifier& verifier) const
{
    verifier.SetLongestChain(m_tree->GetMaxAdditions());
    if (m_config.reduction == IncReductionOrder::RANK)
    {
        verifier.SetReductionTree(IncShapeOf(*m_tree, 0));
    }
}

IncJobCounters
IncInNetworkJob::GetCounters() const
{
    IncJobCounters counters = IncScenarioJob::GetCounters();
    IncAddGroupCounters(m_group, counters);
    return counters;
}

namespace
{

/// Its group is given before the simulation, and removed after it.
class IncGivenJob : public IncInNetworkJob
{
  public:
    IncGivenJob(const IncScenarioConfig& config,
                IncScenarioNetwork& network,
                const IncJobShare& share,
                uint16_t number)
        : IncInNetworkJob(config, network, share)
    {
        try
        {
            Use(*share.tree,
                IncMakeGroupHelper(config).Install(
                    network.GetFabric(),
                    *share.tree,
                    IncMakeGroupOptions(config, network, share, number)));
        }
        catch (const IncGroupError& error)
        {
            config.Refuse(config.root.empty() ? "topology" : "root", error.what());
        }
    }

    ~IncGivenJob() override
    {
        IncGroupHelper::Remove(GetGroup(), GetGroup().treeId);
    }
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeInNetworkJob(const IncScenarioConfig& config,
                    IncScenarioNetwork& network,
                    const IncJobShare& share,
                    uint16_t number)
{
    return std::make_unique<IncGivenJob>(config, network, share, number);
}

} // namespace ns3
