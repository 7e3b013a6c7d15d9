/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-helper.h"

#include "inc-result-paths.h"
#include "inc-root-addressing.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-ecmp.h"

#include <algorithm>

namespace ns3
{

namespace
{

Ptr<const IncSharedBitString>
MakeBits(uint32_t length, uint32_t bit)
{
    return Create<IncSharedBitString>(IncBitString(length, {bit}));
}

/// \brief A copy of an A-BM with the group's length.
Ptr<const IncSharedBitString>
MakeBits(uint32_t length, const IncBitString& bits)
{
    IncBitString copy(length);
    copy |= bits;
    return Create<IncSharedBitString>(copy);
}

uint32_t
FindSlots(const IncTopology& topology, const IncAggregationTree& tree, uint32_t slots)
{
    for (const auto& vatNode : tree.GetNodes())
    {
        const uint32_t limit = topology.GetNodes()[vatNode.node].slots;
        slots = limit == 0 ? slots : std::min(slots, limit);
    }
    return slots;
}

/// \brief The port of a switch that leads straight to a node, if they are neighbours by one link.
uint32_t
FindPort(const IncTopology& topology, uint32_t node, uint32_t neighbour)
{
    uint32_t found = IncTreeChild::ANY_PORT;
    const auto& ports = topology.GetPorts(node);
    for (uint32_t port = 0; port < ports.size(); ++port)
    {
        if (ports[port].peer == neighbour)
        {
            if (found != IncTreeChild::ANY_PORT)
            {
                return IncTreeChild::ANY_PORT; // parallel links: either is right
            }
            found = port;
        }
    }
    return found;
}

/// \brief H of a frame with or without a P-BM.
uint32_t
OverheadOf(uint8_t bslCode, IncIpVersion ip)
{
    IncFrame frame;
    frame.ip = ip;
    frame.bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    frame.hasInc = true;
    frame.inc.bslCode = bslCode;
    frame.payloadSize = 1024;
    frame.UpdateSize();
    return frame.GetSize() - frame.payloadSize + IncFrame::PREAMBLE_AND_GAP;
}

} // namespace

IncGroupHelper::IncGroupHelper()
    : m_clientFactory("ns3::IncClient"),
      m_aggregatorFactory("ns3::IncAggregator")
{
}

void
IncGroupHelper::SetClientAttribute(const std::string& name, const AttributeValue& value)
{
    m_clientFactory.Set(name, value);
}

void
IncGroupHelper::SetAggregatorAttribute(const std::string& name, const AttributeValue& value)
{
    m_aggregatorFactory.Set(name, value);
}

Ptr<IncAggregator>
IncGroupHelper::GetAggregator(const IncFabric& fabric, uint32_t node) const
{
    Ptr<Node> object = fabric.GetNodes().Get(node);
    auto aggregator = object->GetObject<IncAggregator>();
    if (!aggregator)
    {
        aggregator = m_aggregatorFactory.Create<IncAggregator>();
        object->AggregateObject(aggregator);
        aggregator->Attach(fabric.GetSwitch(node));
    }
    return aggregator;
}

IncGroup
IncGroupHelper::Install(const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroupOptions& options) const
{
    const IncTopology& topology = fabric.GetTopology();
    IncResultPaths paths(fabric, tree, options);
    const uint32_t length = paths.GetTotalLength();
    if (topology.IsHost(tree.GetRoot()))
    {
        throw IncGroupError(topology.GetName(tree.GetRoot()) +
                            ": root of the tree: accepted is a switch");
    }
    if (options.addressing == IncVatAddressing::ROOT)
    {
        if (options.transport == IncAggregationTransport::RC)
        {
            throw IncGroupError("RC with packets addressed to the root: every connection ends at "
                                "the next VAT node; accepted: addressed to the next VAT node");
        }
        IncCheckRootAddressing(fabric, tree);
    }
    const uint8_t bslCode = IncBitString::CodeOfLength(paths.GetBitStringLength());
    const auto& vatNodes = tree.GetNodes();
    const auto& workers = tree.GetWorkers();

    IncGroup group;
    group.treeId = options.treeId;
    for (const auto& worker : workers)
    {
        group.hosts.push_back(worker.host);
    }
    group.slots = FindSlots(topology, tree, options.slots);
    group.overhead = OverheadOf(options.bitmaps ? bslCode : 0, fabric.GetIpVersion());
    group.resultOverhead = OverheadOf(0, fabric.GetIpVersion());
    group.resultHeader = paths.GetResultHeader();
    group.bitStringLength = paths.GetBitStringLength();
    for (const auto& vatNode : vatNodes)
    {
        group.aggregators.push_back(GetAggregator(fabric, vatNode.node));
    }

    // Every switch makes its queue pairs, then each learns the other end's.
    std::vector<IncTreeConfig> configs(vatNodes.size());
    group.clients.resize(workers.size());
    std::vector<IncClientConfig> clientConfigs(workers.size());
    std::vector<IncResultReceiver> receivers(workers.size());
    for (uint32_t i = 0; i < vatNodes.size(); ++i)
    {
        IncTreeConfig& config = configs[i];
        config.treeId = options.treeId;
        config.epoch = options.epoch;
        config.slots = group.slots;
        config.firstMessageId = options.firstMessageId;
        config.slotMode = options.slotMode;
        config.order = options.order;
        config.addressing = options.addressing;
        config.overflow = options.overflow;
        config.transport = options.transport;
        config.rc = options.rc;
        config.bitmaps = options.bitmaps;
        config.bslCode = bslCode;
        config.resultsPassBy = options.dissemination != IncDisseminationMode::TREE;
        config.abm = MakeBits(length, vatNodes[i].aBm);
        config.sets = options.bitmaps ? paths.GetSets(vatNodes[i].aBm)
                                      : std::vector<IncTreeSet>{{0, config.abm}};
        config.rank = static_cast<uint16_t>(tree.GetInputs(i).front().lowestRank);
        for (const auto& input : tree.GetInputs(i))
        {
            IncTreeChild child;
            child.connection = group.aggregators[i]->CreateConnection();
            child.connection.priority = options.resultPriority;
            child.connection.nextPsn = options.firstPsn;
            child.rank = static_cast<uint16_t>(input.lowestRank);
            if (input.isWorker)
            {
                const IncTreeWorker& worker = workers[input.index];
                auto client = m_clientFactory.Create<IncClient>();
                client->Attach(fabric.GetNic(worker.host), options.transport);
                child.isWorker = true;
                child.bits = MakeBits(length, worker.bfrId);
                child.port = FindPort(topology, vatNodes[i].node, worker.host);
                child.isLastHop = options.dissemination == IncDisseminationMode::BIER &&
                                  child.port != IncTreeChild::ANY_PORT;
                child.connection.remoteAddress = fabric.GetNic(worker.host)->GetIpv4();
                child.connection.remoteQpn = client->GetQpn();

                IncClientConfig& clientConfig = clientConfigs[input.index];
                clientConfig.treeId = options.treeId;
                clientConfig.epoch = options.epoch;
                clientConfig.rank = child.rank;
                clientConfig.priority = options.priority;
                clientConfig.slots = group.slots;
                clientConfig.firstMessageId = options.firstMessageId;
                clientConfig.firstPsn = options.firstPsn;
                clientConfig.rc = options.rc;
                if (options.bitmaps)
                {
                    clientConfig.bslCode = bslCode;
                    clientConfig.si = paths.GetSets(child.bits->bits).front().si;
                    clientConfig.pbm = child.bits;
                }
                clientConfig.remote = Ipv4Address(child.connection.localAddress);
                clientConfig.remoteQpn = child.connection.localQpn;
                clientConfig.pendingSource = clientConfig.remote;
                clientConfig.resultSource =
                    config.resultsPassBy ? Ipv4Address(group.aggregators[0]->GetSwitch().GetIpv4())
                                         : clientConfig.remote;
                receivers[input.index] = {worker.bfrId,
                                          child.connection.remoteAddress,
                                          child.connection.remoteQpn,
                                          static_cast<uint32_t>(IncMix64(input.index) & 0xffffff),
                                          child.rkey,
                                          child.rank};
                group.clients[input.index] = client;
            }
            else
            {
                IncConnection parent = group.aggregators[input.index]->CreateConnection();
                parent.nextPsn = options.firstPsn;
                parent.priority = options.priority;
                parent.remoteAddress = child.connection.localAddress;
                parent.remoteQpn = child.connection.localQpn;
                child.connection.remoteAddress = parent.localAddress;
                child.connection.remoteQpn = parent.localQpn;
                child.bits = MakeBits(length, vatNodes[input.index].aBm);
                child.port = FindPort(topology, vatNodes[i].node, vatNodes[input.index].node);
                configs[input.index].parent = parent;
                configs[input.index].resultSource = parent.remoteAddress;
            }
            child.connection.Seal();
            config.children.push_back(child);
        }
    }
    if (options.addressing == IncVatAddressing::ROOT)
    {
        // All packets name the root; there the P-BM tells which child they stand for.
        const IncConnection& root = configs[0].children.front().connection;
        for (auto& clientConfig : clientConfigs)
        {
            clientConfig.remote = Ipv4Address(root.localAddress);
            clientConfig.remoteQpn = root.localQpn;
        }
        for (auto& config : configs)
        {
            if (config.parent)
            {
                config.parent->remoteAddress = root.localAddress;
                config.parent->remoteQpn = root.localQpn;
            }
        }
    }
    for (uint32_t i = 0; i < vatNodes.size(); ++i)
    {
        if (configs[i].parent)
        {
            configs[i].parent->Seal();
        }
        group.aggregators[i]->InstallTree(configs[i],
                                          i == 0 ? paths.Install(*group.aggregators[0], receivers)
                                                 : nullptr);
    }
    group.lastHops = paths.GetLastHops();
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        group.clients[rank]->Join(clientConfigs[rank]);
    }
    return group;
}

void
IncGroupHelper::Remove(const IncGroup& group, uint16_t treeId)
{
    for (const auto& aggregator : group.aggregators)
    {
        aggregator->RemoveTree(treeId);
    }
    for (const auto& lastHop : group.lastHops)
    {
        lastHop->Remove(treeId);
    }
}

} // namespace ns3
