/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-given-attributes.h"
#include "inc-host-job.h"
#include "inc-in-network-job.h"
#include "inc-scheme.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

IncGroupOptions
IncMakeGroupOptions(const IncScenarioConfig& config,
                    const IncScenarioNetwork& network,
                    const IncJobShare& share,
                    uint16_t number)
{
    IncGroupOptions options;
    options.treeId = share.treeId;
    options.epoch = number;
    options.slots = share.slots;
    options.groups = config.jobs.count.value_or(1);
    options.bitmaps = config.aggregation == IncScenarioConfig::Aggregation::VAT;
    options.addressing = config.vatAddressing;
    options.slotMode = config.slotMode;
    options.order = config.reduction;
    options.transport = config.transport;
    if (options.transport == IncAggregationTransport::RC)
    {
        options.rc.minTimeout = config.GetRcFloor().value_or(options.rc.minTimeout);
        auto connection = CreateObject<IncRcQueuePair>();
        connection->Configure(options.rc);
        IncSetGivenAttributes(*connection);
        options.rc = *connection;
    }
    options.rc.timeout = network.GetRcTimeout();
    options.rc.retryCount = config.maxRetries;
    options.rc.selectiveRepeat =
        config.lossless.selectiveRepeat.value_or(options.rc.selectiveRepeat);
    options.priority = config.lossless.GetPriority();
    options.resultPriority = config.lossless.GetResultPriority();
    options.dissemination = config.dissemination;
    options.lastHopIsHost = config.lastHopIsHost;
    options.bitStringLength = config.bitStringLength;
    if (share.ofRails > 1)
    {
        options.rail = share.rail;
    }
    options.resultsAreEmpty = network.GetPlanned() && config.collective == IncCollective::REDUCE;
    const IncCollective collective = config.workload ? IncCollective::ALLREDUCE : config.collective;
    options.offer = IncOffer(collective, IncReduces(collective) ? config.op : IncOperation::NONE);
    return options;
}

IncGroupHelper
IncMakeGroupHelper(const IncScenarioConfig& config)
{
    IncGroupHelper helper;
    helper.SetClientAttribute("Payload", UintegerValue(config.payload));
    helper.SetClientAttribute("RetransmitTimeout", TimeValue(config.rto.value_or(Time(0))));
    helper.SetClientAttribute("MaxRetries", UintegerValue(config.maxRetries));
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
            continue; // the manager has dismantled the group
        }
        for (const IncTreeLink* link : aggregator->GetLinks(group.treeId))
        {
            counters.retransmissions += link->GetCounters().retransmissions;
            counters.timeouts += link->GetCounters().timeouts;
            counters.duplicates += link->GetCounters().duplicates; // those of slots included
        }
        counters.slotPeak = std::max(counters.slotPeak, state->GetSlots().GetPeak());
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
        if (input.isWorker)
        {
            IncReductionTree leaf;
            leaf.rank = static_cast<int>(input.index);
            shape.children.push_back(leaf);
        }
        else
        {
            shape.children.push_back(IncShapeOf(tree, input.index));
        }
    }
    return shape;
}

namespace
{

const IncSchemeRegistration IN_NETWORK_SCHEME("inc", [](IncScheme& self) {
    self.help = "in the network";
    self.place = 0;
    self.collectives = {IncCollective::ALLREDUCE,
                        IncCollective::REDUCE,
                        IncCollective::BROADCAST,
                        IncCollective::ALLGATHER,
                        IncCollective::REDUCESCATTER,
                        IncCollective::ALLTOALL,
                        IncCollective::GATHER,
                        IncCollective::SCATTER,
                        IncCollective::BARRIER};
    self.isInNetwork = true;
    self.byRank = self.collectives;
    self.make = [](const auto& config, auto& network, const auto& share, uint16_t number) {
        if (network.GetPlanned())
        {
            return IncMakePlannedJob(config, network, share, number);
        }
        if (IncRunsInNetwork(config.collective) && config.control.isManaged)
        {
            return IncMakeManagedJob(config, network, share, number);
        }
        if (IncRunsInNetwork(config.collective))
        {
            return IncMakeInNetworkJob(config, network, share, number);
        }
        auto job = IncMakeHostJob(config, network, share, "point-to-point");
        IncSetupResult setup;
        setup.executedScheme = "host";
        setup.reason = "switches cannot speed up " + IncName(config.collective);
        job->SetSetup(setup);
        return job;
    };
});

} // namespace

} // namespace ns3
