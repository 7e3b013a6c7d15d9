/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"

#include "inc-given-attributes.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-group-traffic.h"
#include "ns3/inc-in-network-allreduce.h"
#include "ns3/inc-parameter-server.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

/// \brief The shape in which VAT node i reduces: children in the order of their lowest rank.
IncReductionTree
ShapeOf(const IncAggregationTree& tree, uint32_t vatNode)
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
            shape.children.push_back(ShapeOf(tree, input.index));
        }
    }
    return shape;
}

} // namespace

uint32_t
IncRcOverhead(uint32_t payload, IncIpVersion ip)
{
    IncFrame frame;
    frame.ip = ip;
    frame.bth.opcode = IncOpcode::RC_WRITE_MIDDLE;
    frame.payloadSize = payload;
    frame.UpdateSize();
    return frame.GetSize() - payload + IncFrame::PREAMBLE_AND_GAP;
}

IncScenarioJob::IncScenarioJob(const IncScenarioConfig& config,
                               IncScenarioNetwork& network,
                               IncScenarioConfig::Scheme scheme,
                               const IncJobShare& share,
                               uint16_t number)
    : m_config(config),
      m_network(network),
      m_share(share)
{
    switch (scheme)
    {
    case IncScenarioConfig::Scheme::INC:
        network.GetPlanned() ? SetUpPlan(number) : SetUpInNetwork(number);
        break;
    case IncScenarioConfig::Scheme::RING:
        SetUpRing();
        break;
    case IncScenarioConfig::Scheme::PS:
        SetUpParameterServer();
        break;
    case IncScenarioConfig::Scheme::FLOWS:
        NS_ABORT_MSG("IncScenarioJob: flows are no collective");
    }
}

IncScenarioJob::~IncScenarioJob()
{
    m_network.Unwatch();
    if (m_tree)
    {
        IncGroupHelper::Remove(m_group, m_group.treeId);
    }
    m_planned.reset();
    m_algorithm->Dispose();
}

IncGroupOptions
IncScenarioJob::MakeOptions(uint16_t number) const
{
    IncGroupOptions options;
    options.treeId = m_share.treeId;
    options.epoch = number;
    options.slots = m_share.slots;
    options.groups = m_config.jobs.count.value_or(1);
    options.bitmaps = m_config.aggregation == IncScenarioConfig::Aggregation::VAT;
    options.addressing = m_config.vatAddressing;
    options.slotMode = m_config.slotMode;
    options.order = m_config.reduction;
    options.transport = m_config.transport;
    if (options.transport == IncAggregationTransport::RC)
    {
        auto connection = CreateObject<IncRcQueuePair>();
        connection->Configure(options.rc);
        IncSetGivenAttributes(*connection);
        options.rc = *connection;
    }
    options.rc.timeout = m_network.GetRcTimeout();
    options.rc.retryCount = m_config.maxRetries;
    options.rc.selectiveRepeat =
        m_config.lossless.selectiveRepeat.value_or(options.rc.selectiveRepeat);
    options.priority = m_config.lossless.GetPriority();
    options.resultPriority = m_config.lossless.GetResultPriority();
    options.dissemination = m_config.dissemination;
    options.bitStringLength = m_config.bitStringLength;
    options.resultsAreEmpty = m_config.collective == IncCollective::REDUCE;
    options.offer =
        IncOffer(m_config.workload ? IncCollective::ALLREDUCE : m_config.collective, m_config.op);
    return options;
}

IncGroupHelper
IncScenarioJob::MakeHelper() const
{
    IncGroupHelper helper;
    helper.SetClientAttribute("Payload", UintegerValue(m_config.payload));
    helper.SetClientAttribute("RetransmitTimeout", TimeValue(m_config.rto.value_or(Time(0))));
    helper.SetClientAttribute("MaxRetries", UintegerValue(m_config.maxRetries));
    return helper;
}

void
IncScenarioJob::SetUpPlan(uint16_t number)
{
    IncPlannedJobOptions options;
    options.group = MakeOptions(number);
    options.payload = m_config.payload;
    options.paced = m_config.plan.paced;
    options.timeout = m_config.rto;
    if (m_config.given.count("slots") > 0)
    {
        options.slots = m_config.slots;
    }
    try
    {
        m_planned = std::make_unique<IncPlannedJob>(m_network.GetFabric(),
                                                    *m_network.GetPlanned(),
                                                    MakeHelper(),
                                                    options);
    }
    catch (const std::invalid_argument& error)
    {
        m_config.Refuse("topology", error.what());
    }
    m_algorithm = m_planned->GetAlgorithm();
    for (const auto& group : m_planned->GetGroups())
    {
        m_network.Watch(group);
    }
    m_bound = m_planned->GetBound();
}

void
IncScenarioJob::SetUpInNetwork(uint16_t number)
{
    m_tree = m_share.tree;
    try
    {
        m_group = MakeHelper().Install(m_network.GetFabric(), *m_tree, MakeOptions(number));
    }
    catch (const IncGroupError& error)
    {
        m_config.Refuse(m_config.root.empty() ? "topology" : "root", error.what());
    }
    auto algorithm = CreateObject<IncInNetworkAllReduce>();
    algorithm->Setup(m_group.clients);
    m_algorithm = algorithm;

    m_network.Watch(m_group);

    IncTrafficLoad load(m_network.GetFabric());
    AddLoad(load);
    m_bound = std::min(IncWindowGBps(m_group.slots, m_config.payload, RoundTrip()),
                       load.GetGBps(m_config.payload));
}

void
IncScenarioJob::AddLoad(IncTrafficLoad& load) const
{
    if (m_tree)
    {
        IncAddGroupTraffic(load, m_network.GetFabric(), *m_tree, m_group, m_config.payload);
    }
}

Time
IncScenarioJob::RoundTrip() const
{
    // Up the tree hop by hop with the contribution; the result comes down the same way, or by the
    // shortest path from the root.
    const IncTopology& topology = m_network.GetFabric().GetTopology();
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

void
IncScenarioJob::SetUpRing()
{
    NodeContainer nodes;
    for (uint32_t worker : m_share.workers)
    {
        nodes.Add(m_network.GetFabric().GetNodes().Get(worker));
    }
    auto algorithm = CreateObject<IncRingAllReduce>();
    algorithm->Setup(nodes);
    m_algorithm = algorithm;
    if (nodes.GetN() > 1)
    {
        m_bound = IncClosedForm(m_network.GetWorkerRate(),
                                m_config.payload,
                                IncRcOverhead(m_config.payload, m_config.ip),
                                nodes.GetN())
                      .RingGBps();
        m_bound = std::min(*m_bound, MakeWindows().RingGBps(algorithm->GetWindowBytes()));
    }
}

void
IncScenarioJob::SetUpParameterServer()
{
    NodeContainer nodes;
    for (uint32_t worker : m_share.workers)
    {
        nodes.Add(m_network.GetFabric().GetNodes().Get(worker));
    }
    Ptr<Node> server = m_network.GetFabric().GetNodes().Get(m_share.server);
    const bool onWorkerHost = m_share.server == m_share.workers.front();
    auto algorithm = CreateObject<IncParameterServer>();
    algorithm->SetAttribute("RankOrder",
                            BooleanValue(m_config.reduction == IncReductionOrder::RANK));
    algorithm->Setup(nodes, server);
    m_algorithm = algorithm;
    if (nodes.GetN() > 1 || !onWorkerHost)
    {
        const auto formOf = [&](DataRate rate) {
            const uint32_t overhead = IncRcOverhead(m_config.payload, m_config.ip);
            return IncClosedForm(rate, m_config.payload, overhead, nodes.GetN());
        };
        m_bound = std::min(
            formOf(m_network.GetSlowestRate({m_share.server})).ParameterServerGBps(onWorkerHost),
            formOf(m_network.GetWorkerRate()).LinkGBps());
        m_bound =
            std::min(*m_bound,
                     MakeWindows().ParameterServerGBps(m_share.server, algorithm->GetConfig()));
    }
}

IncRivalWindows
IncScenarioJob::MakeWindows() const
{
    return {m_network.GetFabric().GetTopology(),
            m_share.workers,
            m_config.payload + IncRcOverhead(m_config.payload, m_config.ip)};
}

std::string
IncScenarioJob::GetRootName() const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    if (m_tree)
    {
        return topology.GetName(m_tree->GetRoot());
    }
    return DynamicCast<IncParameterServer>(m_algorithm) ? topology.GetName(m_share.server) : "";
}

void
IncScenarioJob::Describe(IncResultRow& row) const
{
    row.root = GetRootName();
    for (const IncGroup* group : GetGroups())
    {
        row.slots = row.slots.value_or(0) + group->slots;
    }
    const auto add = [&](const IncAggregationTree& tree) {
        const IncTopology& topology = m_network.GetFabric().GetTopology();
        for (const auto& vatNode : tree.GetNodes())
        {
            if (vatNode.parent != IncAggregationTreeNode::NO_PARENT)
            {
                row.tree.emplace_back(topology.GetName(vatNode.node),
                                      topology.GetName(tree.GetNodes()[vatNode.parent].node));
            }
        }
    };
    if (m_tree)
    {
        add(*m_tree);
    }
    if (m_planned)
    {
        const auto& trees = m_planned->GetTrees();
        std::for_each(trees.begin(), trees.end(), add);
    }
}

void
IncScenarioJob::Describe(IncVerifier& verifier) const
{
    if (m_planned)
    {
        uint32_t longest = 0;
        for (const auto& tree : m_planned->GetTrees())
        {
            longest = std::max(longest, tree.GetMaxAdditions());
        }
        verifier.SetLongestChain(longest);
        if (m_config.reduction == IncReductionOrder::RANK)
        {
            verifier.SetReductionTree(ShapeOf(m_planned->GetTrees().front(), 0));
        }
    }
    else if (m_tree)
    {
        verifier.SetLongestChain(m_tree->GetMaxAdditions());
        if (m_config.reduction == IncReductionOrder::RANK)
        {
            verifier.SetReductionTree(ShapeOf(*m_tree, 0));
        }
    }
    else if (m_config.reduction == IncReductionOrder::RANK &&
             DynamicCast<IncParameterServer>(m_algorithm))
    {
        IncReductionTree fold;
        for (uint32_t rank = 0; rank < m_share.workers.size(); ++rank)
        {
            IncReductionTree leaf;
            leaf.rank = static_cast<int>(rank);
            fold.children.push_back(leaf);
        }
        verifier.SetReductionTree(fold);
    }
}

IncJobCounters
IncScenarioJob::CountQueuePairs() const
{
    IncJobCounters counters;
    std::set<uint32_t> hosts(m_share.workers.begin(), m_share.workers.end());
    hosts.insert(m_share.server);
    for (uint32_t host : hosts)
    {
        for (const auto& qp : m_network.GetFabric().GetNic(host)->GetQueuePairs())
        {
            if (qp) // queue pairs of earlier jobs are gone
            {
                counters.retransmissions += qp->GetCounters().retransmissions;
                counters.timeouts += qp->GetCounters().timeouts;
                counters.duplicates += qp->GetCounters().duplicates;
            }
        }
    }
    return counters;
}

std::vector<const IncGroup*>
IncScenarioJob::GetGroups() const
{
    std::vector<const IncGroup*> groups;
    if (m_tree)
    {
        groups.push_back(&m_group);
    }
    for (std::size_t i = 0; m_planned && i < m_planned->GetGroups().size(); ++i)
    {
        groups.push_back(&m_planned->GetGroups()[i]);
    }
    return groups;
}

IncJobCounters
IncScenarioJob::GetCounters() const
{
    IncJobCounters counters = CountQueuePairs();
    for (const IncGroup* group : GetGroups())
    {
        AddCounters(*group, counters);
    }
    return counters;
}

void
IncScenarioJob::AddCounters(const IncGroup& group, IncJobCounters& counters)
{
    for (const auto& client : group.clients)
    {
        counters.retransmissions += client->GetCounters().retransmissions;
        counters.timeouts += client->GetCounters().timeouts;
        counters.duplicates += client->GetCounters().duplicates;
    }
    for (const auto& aggregator : group.aggregators)
    {
        for (const IncTreeLink* link : aggregator->GetLinks(group.treeId))
        {
            counters.retransmissions += link->GetCounters().retransmissions;
            counters.timeouts += link->GetCounters().timeouts;
            counters.duplicates += link->GetCounters().duplicates;
        }
        IncTreeState* state = aggregator->FindTree(group.treeId);
        counters.slotPeak = std::max(counters.slotPeak, state->GetSlots().GetPeak());
        for (uint32_t slot = 0; slot < state->GetSlots().GetSize(); ++slot)
        {
            counters.duplicates += state->GetSlots().GetStatistics(slot).duplicates;
        }
    }
}

} // namespace ns3
