/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"
#include "inc-scheme.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

IncGroupOptions
IncMakeGroupOptions(const IncJobSetting& setting)
{
    IncGroupOptions options = setting.group;
    options.treeId = setting.share->treeId;
    options.slots = setting.share->slots;
    options.rail = setting.share->rail;
    options.cells = setting.share->cells;
    const IncCollectiveConfig& call = setting.call;
    options.resultsAreEmpty =
        setting.network.GetPlanned() && call.collective == IncCollective::REDUCE;
    options.offer =
        IncOffer(call.collective, IncReduces(call.collective) ? call.op : IncOperation::NONE);
    if (call.quantizer)
    {
        options.offer.Add(IncCollective::ALLREDUCE, IncOperation::MAX); // the exponents
    }
    return options;
}

IncGroupHelper
IncMakeGroupHelper(const IncJobSetting& setting)
{
    const IncTransportConfig& transport = setting.transport;
    IncGroupHelper helper;
    setting.arguments.aggregation.pool.SetUp(helper);
    helper.SetClientAttribute("Payload", UintegerValue(transport.payload));
    helper.SetClientAttribute("RetransmitTimeout", TimeValue(transport.rto.value_or(Time(0))));
    helper.SetClientAttribute("MaxRetries", UintegerValue(transport.maxRetries));
    return helper;
}

void
IncAddGroupCounters(const IncGroup& group, IncJobCounters& counters)
{
    for (const auto& client : group.clients)
    {
        counters.retransmissions += client->GetCounters().retransmissions;
        counters.timeouts += client->GetCounters().timeouts;
        counters.duplicates += client->GetCounters().duplicates;
        counters.clientSlotPeak =
            std::max<uint32_t>(counters.clientSlotPeak, client->GetCounters().slotPeak);
    }
    for (const auto& aggregator : group.aggregators)
    {
        IncTreeState* state = aggregator->FindTree(group.treeId);
        if (!state)
        {
            continue; // the manager has dismantled the group, so the switch has no tree
        }
        for (const IncTreeLink* link : aggregator->GetLinks(group.treeId))
        {
            counters.retransmissions += link->GetCounters().retransmissions;
            counters.timeouts += link->GetCounters().timeouts;
            // duplicates that slots recognised are included
            counters.duplicates += link->GetCounters().duplicates;
        }
        counters.slotPeak = std::max(counters.slotPeak, state->GetSlots().GetPeak());
        counters.cells += state->GetCellCounters();
    }
}

void
IncDescribeTree(const IncTopology& topology, const IncAggregationTree& tree, IncResultRow& row)
{
    for (const auto& vatNode : tree.GetNodes())
    {
        if (vatNode.parent != IncAggregationTreeNode::NO_PARENT)
        {
            row.tree.emplace_back(topology.GetName(vatNode.node),
                                  topology.GetName(tree.GetNodes()[vatNode.parent].node));
        }
    }
}

IncReductionTree
IncShapeOf(const IncAggregationTree& tree, uint32_t vatNode)
{
    IncReductionTree shape;
    for (const auto& input : tree.GetInputs(vatNode))
    {
        shape.children.push_back(input.isWorker
                                     ? IncReductionTree{static_cast<int>(input.index), {}}
                                     : IncShapeOf(tree, input.index));
    }
    return shape;
}

namespace
{

const IncSchemeRegistration IN_NETWORK_SCHEME("inc", [](IncScheme& self) {
    self.help = "in the network";
    self.place = 0;
    self.collectives.assign(std::begin(INC_COLLECTIVES), std::end(INC_COLLECTIVES));
    self.isInNetwork = true;
    self.byRank = self.collectives;
    self.make = [](const auto& setting) {
        if (setting.network.GetPlanned())
        {
            return IncMakePlannedJob(setting);
        }
        if (IncRunsInNetwork(setting.call.collective) && setting.network.GetControl())
        {
            return IncMakeManagedJob(setting);
        }
        if (IncRunsInNetwork(setting.call.collective))
        {
            return IncMakeInNetworkJob(setting);
        }
        auto job = IncMakeHostJob(setting, IncHostAlgorithmOf("point-to-point"));
        IncSetupResult setup;
        setup.executedScheme = "host";
        setup.reason = "switches cannot speed up " + IncName(setting.call.collective);
        job->SetSetup(setup);
        return job;
    };
});

} // namespace

} // namespace ns3
