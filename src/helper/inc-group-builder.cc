/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-builder.h"

#include "inc-group-load.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-flow-spread.h"
#include "ns3/inc-root-addressing.h"
#include "ns3/inc-tree-paths.h"

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

/// \brief Return a copy of an A-BM with the length of the group's BitStrings.
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

/// \brief Return H, the overhead of a frame, with or without a P-BM.
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

IncGroupBuilder::IncGroupBuilder(const IncFabric& fabric,
                                 const IncAggregationTree& tree,
                                 const IncGroupOptions& options)
    : m_fabric(fabric),
      m_tree(tree),
      m_options(options),
      m_paths(fabric, tree, options)
{
}

void
IncGroupBuilder::Check() const
{
    CheckAddressing();
    CheckSlots();
}

void
IncGroupBuilder::CheckAddressing() const
{
    if (m_options.addressing != IncVatAddressing::ROOT)
    {
        return;
    }
    if (m_options.transport == IncAggregationTransport::RC)
    {
        throw IncGroupError("RC with packets addressed to the root: every connection ends at "
                            "the next VAT node; accepted: addressed to the next VAT node");
    }
    const std::string fault = IncCheckRootAddressing(m_fabric.GetTopology(), m_tree);
    if (!fault.empty())
    {
        throw IncGroupError(fault);
    }
}

void
IncGroupBuilder::CheckSlots() const
{
    const IncTopology& topology = m_fabric.GetTopology();
    const uint32_t slots = FindSlots(topology, m_tree, m_options.slots);
    for (const auto& vatNode : m_tree.GetNodes())
    {
        auto aggregator = m_fabric.GetNodes().Get(vatNode.node)->GetObject<IncAggregator>();
        const auto left = aggregator ? aggregator->GetSlotsLeft() : std::nullopt;
        if (left && *left < slots)
        {
            throw IncGroupError(topology.GetName(vatNode.node) + ": " + std::to_string(slots) +
                                " slots (IncGroupOptions::slots) beyond the " +
                                std::to_string(aggregator->GetSlotsInUse()) +
                                " of other trees; accepted: " +
                                (*left == 0 ? "none is left" : "1 to " + std::to_string(*left)));
        }
    }
}

IncGroup
IncGroupBuilder::Build(const std::vector<Ptr<IncAggregator>>& aggregators,
                       const ClientMaker& makeClient)
{
    const std::size_t workers = m_tree.GetWorkers().size();
    std::vector<Ptr<IncClient>> clients;
    for (std::size_t rank = 0; rank < workers; ++rank)
    {
        clients.push_back(makeClient());
    }
    m_group = Describe(clients.front()->GetPayload());
    m_group.aggregators = aggregators;
    m_group.clients = std::move(clients);
    m_clientConfigs.resize(workers);
    m_receivers.resize(workers);
    auto bits = std::make_shared<std::vector<uint32_t>>();
    for (const auto& worker : m_tree.GetWorkers())
    {
        bits->push_back(worker.bfrId);
    }
    m_bits = std::move(bits);
    const auto vatNodes = static_cast<uint32_t>(m_tree.GetNodes().size());
    for (uint32_t i = 0; i < vatNodes; ++i)
    {
        m_configs.push_back(MakeConfig(i));
    }
    // First every node makes its queue pairs; then each queue pair learns its peer.
    for (uint32_t i = 0; i < vatNodes; ++i)
    {
        for (const auto& input : m_tree.GetInputs(i))
        {
            if (input.isWorker)
            {
                AddWorker(i, input);
            }
            else
            {
                AddSwitch(i, input);
            }
        }
    }
    if (m_options.addressing == IncVatAddressing::ROOT)
    {
        AddressRoot();
    }
    InstallTrees();
    for (std::size_t rank = 0; rank < workers; ++rank)
    {
        m_group.clients[rank]->Join(m_clientConfigs[rank]);
        if (m_options.rail)
        {
            // If the leaf of its NIC does not aggregate, another NIC is as near to the tree.
            const auto& pairs = m_fabric.GetNic(m_tree.GetWorkers()[rank].host)->GetQueuePairs();
            const uint32_t qpn = m_group.clients[rank]->GetQpn();
            const auto mine = std::find_if(pairs.begin(), pairs.end(), [qpn](const auto& pair) {
                return pair && pair->GetQpn() == qpn;
            });
            IncFlowSpread().Place(**mine, 0, m_options.rail);
        }
    }
    return m_group;
}

IncGroup
IncGroupBuilder::Describe(uint32_t payload) const
{
    IncGroup group;
    group.treeId = m_options.treeId;
    group.dissemination = m_options.dissemination;
    group.subDomain = m_paths.GetSubDomain();
    for (const auto& worker : m_tree.GetWorkers())
    {
        group.hosts.push_back(worker.host);
    }
    group.slots = FindSlots(m_fabric.GetTopology(), m_tree, m_options.slots);
    group.overhead =
        OverheadOf(m_options.bitmaps ? IncBitString::CodeOfLength(m_paths.GetBitStringLength()) : 0,
                   m_fabric.GetIpVersion());
    group.resultOverhead = OverheadOf(0, m_fabric.GetIpVersion());
    group.resultHeader = m_paths.GetResultHeader();
    group.bitStringLength = m_paths.GetBitStringLength();
    SizeWindow(group, payload);
    return group;
}

void
IncGroupBuilder::SizeWindow(IncGroup& group, uint32_t payload) const
{
    IncGroupLoad::Frames frames;
    frames.contribution = payload + group.overhead;
    frames.result = payload + group.resultOverhead + group.resultHeader;
    frames.resultCopies = m_paths.GetSets(m_tree.GetNodes().front().aBm).size();
    const IncGroupLoad load(m_fabric.GetTopology(),
                            m_tree,
                            m_options.dissemination,
                            frames,
                            m_options.rail);
    // Other groups fill the buffers, too, and clients wait for frames of all groups.
    if (m_options.fitsBuffers)
    {
        const uint32_t most = load.GetMostSlots(m_fabric) / m_options.groups;
        group.slots = std::min(group.slots, std::max(1U, most));
    }
    group.roundTrip = load.GetRoundTrip(group.slots * m_options.groups);
    group.rc = m_options.rc;
    // Acknowledgements may be gathered, but not for longer than the slots last.
    group.rc.ackInterval = std::clamp(group.slots / 4, 1U, group.rc.ackInterval);
    if (group.rc.ackInterval == 1)
    {
        group.rc.ackDelay = Time(0); // every message is acknowledged, so nothing is gathered
    }
    else if (!group.rc.ackDelay.IsZero())
    {
        group.rc.ackDelay = Max(group.rc.ackDelay, group.rc.ackInterval * load.GetBusyTime());
    }
    const Time answer = group.roundTrip + group.rc.ackDelay;
    group.rc.SetTimes(IncRetransmitTimes::Complete(group.rc.GetTimes(), "IncRcQueuePair", answer));
}

IncTreeConfig
IncGroupBuilder::MakeConfig(uint32_t vatNode) const
{
    const IncBitString& aBm = m_tree.GetNodes()[vatNode].aBm;
    IncTreeConfig config;
    config.treeId = m_options.treeId;
    config.epoch = m_options.epoch;
    static_cast<IncTreeParameters&>(config) = m_options;
    config.slots = m_group.slots;
    config.rc = m_group.rc;
    config.roundTrip = m_group.roundTrip;
    config.subDomain = m_paths.GetSubDomain()->GetId();
    config.bslCode = IncBitString::CodeOfLength(m_paths.GetBitStringLength());
    config.resultsPassBy = m_options.ResultsPassBy();
    config.abm = MakeBits(m_paths.GetTotalLength(), aBm);
    config.sets =
        m_options.bitmaps ? m_paths.GetSets(aBm) : std::vector<IncTreeSet>{{0, config.abm}};
    config.rank = static_cast<uint16_t>(m_tree.GetInputs(vatNode).front().lowestRank);
    return config;
}

IncTreeChild
IncGroupBuilder::MakeChild(uint32_t vatNode, uint32_t rank, uint32_t peer) const
{
    IncTreeChild child;
    child.connection = m_group.aggregators[vatNode]->CreateConnection();
    child.connection.priority = m_options.resultPriority;
    child.connection.nextPsn = m_options.firstPsn;
    child.rank = static_cast<uint16_t>(rank);
    const IncTopology& topology = m_fabric.GetTopology();
    child.port = IncFindOnlyPort(topology, m_tree.GetNodes()[vatNode].node, peer);
    child.hasDetours = !topology.IsHost(peer) || topology.GetPorts(peer).size() > 1;
    return child;
}

void
IncGroupBuilder::AddWorker(uint32_t vatNode, const IncAggregationInput& input)
{
    const IncTreeWorker& worker = m_tree.GetWorkers()[input.index];
    Ptr<IncRdmaNic> nic = m_fabric.GetNic(worker.host);
    Ptr<IncClient> client = m_group.clients[input.index];
    client->Attach(nic, m_options.transport, m_options.ResultsPassBy());

    IncTreeChild child = MakeChild(vatNode, input.lowestRank, worker.host);
    child.isWorker = true;
    child.isLastHop = m_options.dissemination == IncDisseminationMode::BIER &&
                      !m_options.lastHopIsHost && child.port != IncTreeChild::ANY_PORT;
    child.bits = MakeBits(m_paths.GetTotalLength(), worker.bfrId);
    child.connection.remoteAddress = nic->GetIpv4();
    child.connection.remoteQpn = client->GetQpn();
    child.connection.remoteKey = client->GetKey();
    const auto aggregator = m_fabric.GetSwitch(m_tree.GetNodes()[vatNode].node);
    if (m_options.rail && aggregator)
    {
        child.connection.sourcePort =
            IncFlowSpread::PortOfRail(*aggregator, child.connection, *m_options.rail);
    }
    child.connection.Seal();

    m_clientConfigs[input.index] = MakeClientConfig(child);
    m_receivers[input.index] = {worker.bfrId,
                                nic->GetIpv4(),
                                client->GetResultQpn(),
                                static_cast<uint32_t>(IncMix64(input.index) & 0xffffff),
                                client->GetKey(),
                                child.rank};
    m_configs[vatNode].children.push_back(child);
}

IncClientConfig
IncGroupBuilder::MakeClientConfig(const IncTreeChild& child) const
{
    IncClientConfig config;
    config.treeId = m_options.treeId;
    config.epoch = m_options.epoch;
    config.rank = child.rank;
    config.priority = m_options.priority;
    config.slots = m_group.slots;
    config.firstMessageId = m_options.firstMessageId;
    config.firstPsn = m_options.firstPsn;
    config.rc = m_group.rc;
    config.roundTrip = m_group.roundTrip;
    config.resultsAreEmpty = m_options.resultsAreEmpty;
    config.bits = m_bits;
    if (m_options.bitmaps)
    {
        config.bslCode = IncBitString::CodeOfLength(m_paths.GetBitStringLength());
        config.si = m_paths.GetSets(child.bits->bits).front().si;
        config.subDomain = m_paths.GetSubDomain()->GetId();
        config.pbm = child.bits;
    }
    config.remoteKey = child.connection.localKey;
    config.remote = Ipv4Address(child.connection.localAddress);
    config.remoteQpn = child.connection.localQpn;
    config.pendingSource = config.remote;
    config.resultSource =
        m_options.ResultsPassBy() ? Ipv4Address(m_group.aggregators[0]->GetIpv4()) : config.remote;
    return config;
}

void
IncGroupBuilder::AddSwitch(uint32_t vatNode, const IncAggregationInput& input)
{
    const auto& below = m_tree.GetNodes()[input.index];
    IncTreeChild child = MakeChild(vatNode, input.lowestRank, below.node);
    IncConnection parent = m_group.aggregators[input.index]->CreateConnection();
    parent.nextPsn = m_options.firstPsn;
    parent.priority = m_options.priority;
    parent.remoteAddress = child.connection.localAddress;
    parent.remoteQpn = child.connection.localQpn;
    parent.remoteKey = child.connection.localKey;
    child.connection.remoteAddress = parent.localAddress;
    child.connection.remoteQpn = parent.localQpn;
    child.connection.remoteKey = parent.localKey;
    child.connection.Seal();
    child.bits = MakeBits(m_paths.GetTotalLength(), below.aBm);
    m_configs[vatNode].children.push_back(child);
    m_configs[input.index].parent = parent;
    m_configs[input.index].parentPort =
        IncFindOnlyPort(m_fabric.GetTopology(), below.node, m_tree.GetNodes()[vatNode].node);
    m_configs[input.index].resultSource = parent.remoteAddress;
}

void
IncGroupBuilder::AddressRoot()
{
    // All packets name the root; the P-BM tells the root from which child a packet comes.
    const IncConnection& root = m_configs[0].children.front().connection;
    for (auto& clientConfig : m_clientConfigs)
    {
        clientConfig.remote = Ipv4Address(root.localAddress);
        clientConfig.remoteQpn = root.localQpn;
    }
    for (auto& config : m_configs)
    {
        config.rootAddress = root.localAddress;
        config.rootQpn = root.localQpn;
        if (config.parent)
        {
            config.parent->remoteAddress = root.localAddress;
            config.parent->remoteQpn = root.localQpn;
        }
    }
}

void
IncGroupBuilder::InstallTrees()
{
    for (std::size_t i = 0; i < m_configs.size(); ++i)
    {
        if (m_configs[i].parent)
        {
            m_configs[i].parent->Seal();
        }
        m_group.aggregators[i]->InstallTree(m_configs[i]);
    }
    m_paths.Install(*m_group.aggregators[0], m_receivers, m_clientConfigs, m_group.rc);
    m_group.lastHops = m_paths.GetLastHops();
    m_group.resultStream = m_paths.GetStream();
}

} // namespace ns3
