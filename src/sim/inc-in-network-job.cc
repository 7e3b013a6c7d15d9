/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"

#include "inc-job-share.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-group-traffic.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-uc-queue-pair.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/// Return the time that a worker's NIC takes for a contribution of a request, in seconds.
double
GetContributionTime(const IncClient& client, double contributions)
{
    const auto pairs = client.GetQueuePairs();
    TimeValue cost;
    UintegerValue packets(1);
    if (!pairs.empty())
    {
        pairs.front()->GetAttribute("MessageCost", cost);
        if (DynamicCast<IncUcQueuePair>(pairs.front()))
        {
            client.GetAttribute("PacketsPerMessage", packets);
        }
    }
    // The last message is sent at once, when the NIC has begun the others.
    const auto joined = static_cast<double>(packets.Get());
    const double waiting = std::max(0.0, 1 - joined / contributions);
    return waiting * cost.Get().GetSeconds() / joined;
}

} // namespace

void
IncInNetworkJob::Use(const IncAggregationTree& tree, const IncGroup& group)
{
    Follow(tree, group);
    auto algorithm = CreateObject<IncInNetworkCollective>();
    algorithm->Setup(m_group.clients);
    m_algorithm = algorithm;
    m_observers.WatchGroup(m_group);
}

std::optional<double>
IncInNetworkJob::GetBound(IncCollective collective, uint64_t count) const
{
    if (collective == IncCollective::BARRIER)
    {
        return std::nullopt; // a collective without bytes has no bound
    }
    const bool waitsForAcks = m_setting.group.slotMode == IncSlotMode::LITERAL &&
                              m_setting.group.transport == IncAggregationTransport::RC;
    if (!HasTrees() || waitsForAcks)
    {
        // no bound: the next tree may differ, or slots wait for acknowledgements of receivers
        return std::nullopt;
    }
    IncTrafficLoad load(m_network.GetFabric());
    IncTrafficWindow window;
    AddTraffic(load, count, &window);
    return load.GetGBps(m_setting.transport.payload, window);
}

void
IncInNetworkJob::AddLoad(IncTrafficLoad& load, uint64_t count) const
{
    if (HasTrees())
    {
        AddTraffic(load, count, nullptr);
    }
}

void
IncInNetworkJob::AddTraffic(IncTrafficLoad& load, uint64_t count, IncTrafficWindow* window) const
{
    const IncCollectiveConfig& call = m_setting.call;
    const uint64_t elements = IncTotalElements(call.collective, m_group.hosts.size(), count);
    if (call.collective == IncCollective::ALLREDUCE || call.collective == IncCollective::REDUCE)
    {
        const double bytes = static_cast<double>(elements) * IncSizeOf(call.dtype);
        const double contributions = count > 0 ? bytes / m_setting.transport.payload
                                               : std::numeric_limits<double>::infinity();
        load.SetMessageTime(GetContributionTime(*m_group.clients.back(), contributions));
    }
    IncAddGroupTraffic(load,
                       m_network.GetFabric(),
                       *m_tree,
                       m_group,
                       {call.collective,
                        call.rootRank,
                        m_setting.transport.payload,
                        elements * IncSizeOf(call.dtype),
                        m_setting.arguments.faults.loss + m_setting.arguments.faults.reorder == 0,
                        CountFramesUp()},
                       window);
}

void
IncInNetworkJob::StartMeasuring()
{
    m_before =
        m_setting.share->cells.isShared && HasTrees() ? GetCells() : std::vector<IncCellCounters>();
}

std::vector<IncCellCounters>
IncInNetworkJob::GetCells() const
{
    std::vector<IncCellCounters> cells;
    for (const auto& aggregator : m_group.aggregators)
    {
        cells.push_back(aggregator->FindTree(m_group.treeId)->GetCellCounters());
    }
    return cells;
}

std::vector<double>
IncInNetworkJob::CountFramesUp() const
{
    std::vector<double> frames;
    const std::vector<IncCellCounters> now = m_before.empty() ? m_before : GetCells();
    for (std::size_t i = 0; i < now.size(); ++i)
    {
        const uint64_t acquired = now[i].acquired - m_before[i].acquired;
        const uint64_t messages = acquired + now[i].collisions - m_before[i].collisions;
        const uint64_t sent = acquired + now[i].passed - m_before[i].passed;
        frames.push_back(messages == 0 ? 1
                                       : static_cast<double>(sent) / static_cast<double>(messages));
    }
    return frames;
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
    if (m_tree->GetWorkers().size() != m_group.hosts.size())
    {
        return false; // the tree was rebuilt and lacks a rank
    }
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

std::string
IncInNetworkJob::GetRootName() const
{
    return m_network.GetFabric().GetTopology().GetName(m_tree->GetRoot());
}

void
IncInNetworkJob::Describe(IncVerifier& verifier) const
{
    if (!m_setting.share->cells.isShared) // parts of messages may be added in any order
    {
        verifier.SetLongestChain(m_tree->GetMaxAdditions());
    }
    if (m_setting.group.order == IncReductionOrder::RANK)
    {
        verifier.SetReductionTree(IncShapeOf(*m_tree, 0));
    }
}

namespace
{

/// A job with a group that is installed before the simulation and removed after it.
class IncGivenJob : public IncInNetworkJob
{
  public:
    IncGivenJob(const IncJobSetting& setting)
        : IncInNetworkJob(setting)
    {
        try
        {
            Use(*setting.share->tree,
                IncMakeGroupHelper(setting).Install(setting.network.GetFabric(),
                                                    *setting.share->tree,
                                                    IncMakeGroupOptions(setting)));
        }
        catch (const IncGroupError& error)
        {
            m_setting.table.Refuse(setting.arguments.aggregation.root.empty() ? "topology" : "root",
                                   error.what());
        }
    }

    ~IncGivenJob() override
    {
        IncGroupHelper::Remove(GetGroup(), GetGroup().treeId);
    }
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeInNetworkJob(const IncJobSetting& setting)
{
    return std::make_unique<IncGivenJob>(setting);
}

} // namespace ns3
