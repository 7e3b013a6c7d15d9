/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-helper.h"

#include "inc-bier-helper.h"
#include "inc-group-load.h"

#include "ns3/abort.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-bit-string.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-flow-spread.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-group-layout.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-root-addressing.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Sets up one group by function calls. IncGroupLayout computes the part of each node, as for a
/// manager; the builder applies the parts.
class GroupBuilder
{
  public:
    using ClientMaker = std::function<Ptr<IncClient>()>;

    GroupBuilder(const IncFabric& fabric,
                 const IncAggregationTree& tree,
                 const IncGroupOptions& options);

    /** Return the group; `aggregators` are those of the tree's VAT nodes, in their order. */
    IncGroup Build(const std::vector<Ptr<IncAggregator>>& aggregators,
                   const ClientMaker& makeClient);

    void Check() const;

    /** Return the group without clients and aggregators, for a payload in bytes. */
    IncGroup Describe(uint32_t payload) const;

  private:
    void CheckAddressing() const;
    void CheckCells() const;
    void CheckSlots() const;
    void SizeWindow(IncGroup& group, uint32_t payload) const;
    void CheckSubDomain() const;
    IncGroupLayout MakeLayout(const IncGroupProfile& profile);
    void PlaceOnRail(uint32_t vatNode, IncVatNodeSetup& setup) const;
    void PlaceOnRail(uint32_t rank) const;
    uint32_t PortOf(uint32_t host) const;
    void InstallLastHops(const IncGroupLayout& layout);

    const IncFabric& m_fabric;
    const IncAggregationTree& m_tree;
    const IncGroupOptions& m_options;
    /// Sub-domain whose BFR-ids are the bits of P-BMs and results.
    std::shared_ptr<const IncBierSubDomain> m_subDomain;
    /// Port of each host on the group's rail; empty without a rail.
    std::vector<std::optional<uint32_t>> m_railPorts;
    IncGroup m_group;
};

std::shared_ptr<const IncBierSubDomain>
MakeSubDomain(const IncTopology& topology, const IncGroupOptions& options)
{
    // With servers each rail has BFR-ids of its own.
    const bool hasServers = !topology.GetServers().empty();
    const bool isRail =
        options.rail && (hasServers || options.dissemination == IncDisseminationMode::BIER);
    const uint32_t length = IncBitString::LengthFor(IncBfersOf(topology, options.rail).size());
    const uint32_t longest = options.bitStringLength;
    const auto id = static_cast<uint8_t>(isRail ? *options.rail + 1 : 0);
    try
    {
        return IncBierHelper::MakeHostSubDomain(topology,
                                                length == 0 ? longest : std::min(length, longest),
                                                id,
                                                options.rail);
    }
    catch (const IncError& error)
    {
        throw IncGroupError(error.what());
    }
}

/// Return the topology as a manager knows it when all nodes have registered.
IncHeardTopology
Hear(const IncTopology& topology)
{
    IncHeardTopology heard;
    heard.topology = topology;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        heard.addresses.push_back(IncAddressPlan::AddressOf(node));
        heard.ports.emplace_back(topology.GetPorts(node).size());
        std::iota(heard.ports.back().begin(), heard.ports.back().end(), 0);
    }
    return heard;
}

/// Return the wanted number of slots, or fewer if a switch has not as many.
uint32_t
FindSlots(const IncTopology& topology,
          const IncAggregationTree& tree,
          const IncGroupOptions& options)
{
    uint32_t slots = options.slots;
    for (const auto& vatNode : tree.GetNodes())
    {
        const bool isRoot = &vatNode == &tree.GetNodes().front();
        const uint32_t limit = topology.GetNodes()[vatNode.node].slots;
        const bool isOwn = isRoot || !options.cells.isShared;
        slots = isOwn && limit > 0 ? std::min(slots, limit) : slots;
    }
    return slots;
}

/// Return H: the bytes of a frame besides its payload, with or without a P-BM.
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

GroupBuilder::GroupBuilder(const IncFabric& fabric,
                           const IncAggregationTree& tree,
                           const IncGroupOptions& options)
    : m_fabric(fabric),
      m_tree(tree),
      m_options(options),
      m_subDomain(options.subDomain ? options.subDomain
                                    : MakeSubDomain(fabric.GetTopology(), options)),
      m_railPorts(options.rail ? IncRailPortsOf(fabric.GetTopology(), *options.rail)
                               : std::vector<std::optional<uint32_t>>())
{
    CheckSubDomain();
}

void
GroupBuilder::CheckSubDomain() const
{
    const IncTopology& topology = m_fabric.GetTopology();
    for (const auto& worker : m_tree.GetWorkers())
    {
        const uint32_t bfrId = m_subDomain->GetBfrId(IncAddressPlan::AddressOf(worker.host));
        if (bfrId != worker.bfrId)
        {
            throw IncGroupError(topology.GetName(worker.host) + ": BFR-id " +
                                std::to_string(worker.bfrId) + " in the tree, " +
                                (bfrId == 0 ? "none" : std::to_string(bfrId)) + " in sub-domain " +
                                std::to_string(m_subDomain->GetId()) +
                                ": accepted is a tree with the BFR-ids of its sub-domain");
        }
    }
}

void
GroupBuilder::Check() const
{
    CheckAddressing();
    CheckCells();
    CheckSlots();
}

void
GroupBuilder::CheckCells() const
{
    const std::size_t sets = IncSetsOf(*m_subDomain, m_tree.GetNodes().front().aBm).size();
    std::string fault = m_options.FindCellFault();
    if (m_options.cells.isShared && fault.empty() && sets > 1)
    {
        fault = "a part of a message has one set of workers";
    }
    if (!fault.empty())
    {
        throw IncGroupError("shared cells (IncGroupOptions::cells): " + fault);
    }
}

void
GroupBuilder::CheckAddressing() const
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
GroupBuilder::CheckSlots() const
{
    const IncTopology& topology = m_fabric.GetTopology();
    IncTreeParameters inEffect = m_options;
    inEffect.slots = FindSlots(topology, m_tree, m_options);
    for (const auto& vatNode : m_tree.GetNodes())
    {
        const uint32_t slots = inEffect.GetOwnSlots(vatNode.node == m_tree.GetRoot());
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
GroupBuilder::Build(const std::vector<Ptr<IncAggregator>>& aggregators,
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
    const IncGroupProfile profile = IncGroupHelper::MakeProfile(m_options, m_group);
    IncGroupLayout layout = MakeLayout(profile);
    const auto vatNodes = static_cast<uint32_t>(m_tree.GetNodes().size());
    std::vector<IncVatNodeSetup> setups;
    for (uint32_t i = 0; i < vatNodes; ++i)
    {
        setups.push_back(layout.MakeVatNode(i));
        setups.back().SetParameters(profile, *m_subDomain);
        setups.back().MakeConnections(*aggregators[i], profile, nullptr);
        layout.SetReserved(i, setups.back().GetEnds());
    }
    if (m_options.dissemination == IncDisseminationMode::BIER)
    {
        IncBierHelper::InstallMissing(m_fabric, m_subDomain, m_options.rail);
    }
    const IncConnection root = setups.front().config.children.front().connection;
    const Ptr<IncBfr> bfr = m_fabric.GetNodes().Get(m_tree.GetRoot())->GetObject<IncBfr>();
    for (uint32_t i = 0; i < vatNodes; ++i)
    {
        setups[i].SetOtherEnds(layout.GetOtherEnds(i));
        PlaceOnRail(i, setups[i]);
        if (m_options.addressing == IncVatAddressing::ROOT)
        {
            setups[i].config.rootAddress = root.localAddress;
            setups[i].config.rootQpn = root.localQpn;
        }
        setups[i].Install(*aggregators[i], profile, bfr, m_subDomain);
    }
    if (m_options.dissemination == IncDisseminationMode::BIER)
    {
        m_group.resultStream = setups.front().stream;
        InstallLastHops(layout);
    }
    const auto bits = std::make_shared<const std::vector<uint32_t>>(layout.GetRankBits());
    for (uint32_t rank = 0; rank < workers; ++rank)
    {
        IncClientConfig config = layout.MakeClient(rank);
        config.bits = bits;
        IncSetClientParameters(config, profile, *m_subDomain, m_tree.GetWorkers()[rank].bfrId);
        m_group.clients[rank]->Join(config);
        PlaceOnRail(rank);
    }
    return m_group;
}

IncGroupLayout
GroupBuilder::MakeLayout(const IncGroupProfile& profile)
{
    std::vector<IncGroupMember> members;
    for (uint32_t rank = 0; rank < m_group.clients.size(); ++rank)
    {
        const Ptr<IncRdmaNic> nic = m_fabric.GetNic(m_group.hosts[rank]);
        IncClient& client = *m_group.clients[rank];
        client.Attach(nic, m_options.transport, m_options.ResultsPassBy());
        members.push_back(
            {nic->GetIpv4(), client.GetQpn(), client.GetResultQpn(), client.GetKey(), rank});
    }
    return IncGroupLayout(Hear(m_fabric.GetTopology()),
                          m_tree,
                          profile,
                          std::move(members),
                          m_options.treeId,
                          m_options.epoch,
                          IncQueuePairSetup::MANAGER,
                          std::nullopt);
}

void
GroupBuilder::PlaceOnRail(uint32_t vatNode, IncVatNodeSetup& setup) const
{
    const auto aggregator = m_fabric.GetSwitch(m_tree.GetNodes()[vatNode].node);
    for (IncTreeChild& child : setup.config.children)
    {
        if (m_options.rail && aggregator && child.isWorker)
        {
            const uint32_t host = IncAddressPlan::IndexOf(child.connection.remoteAddress);
            child.connection.sourcePort =
                IncFlowSpread::PortOfRail(*aggregator, child.connection, PortOf(host));
            child.connection.Seal();
        }
    }
}

/// Return a host's port on the group's rail.
uint32_t
GroupBuilder::PortOf(uint32_t host) const
{
    return m_railPorts.at(host).value();
}

void
GroupBuilder::PlaceOnRail(uint32_t rank) const
{
    if (m_options.rail)
    {
        // Fix the NIC: if its leaf does not aggregate, another NIC is as near to the tree.
        const auto& pairs = m_fabric.GetNic(m_group.hosts[rank])->GetQueuePairs();
        const uint32_t qpn = m_group.clients[rank]->GetQpn();
        const auto mine = std::find_if(pairs.begin(), pairs.end(), [qpn](const auto& pair) {
            return pair && pair->GetQpn() == qpn;
        });
        IncFlowSpread().Place(**mine, 0, PortOf(m_tree.GetWorkers()[rank].host));
    }
}

void
GroupBuilder::InstallLastHops(const IncGroupLayout& layout)
{
    const IncResultOrigin origin{m_options.treeId,
                                 m_options.epoch,
                                 m_group.resultStream.localAddress,
                                 m_group.resultStream.remoteKey};
    for (uint32_t rank = 0; rank < m_group.hosts.size(); ++rank)
    {
        const uint32_t host = m_group.hosts[rank];
        for (const auto& port : m_fabric.GetTopology().GetPorts(host))
        {
            const bool isHost = m_options.lastHopIsHost;
            const uint32_t node = isHost ? host : port.peer;
            const auto lastHop = IncBierHelper::GetLastHop(m_fabric.GetNodes().Get(node));
            lastHop->Install(origin, layout.MakeReceiver(rank));
            auto& lastHops = m_group.lastHops;
            if (std::find(lastHops.begin(), lastHops.end(), lastHop) == lastHops.end())
            {
                lastHops.push_back(lastHop);
            }
            if (isHost)
            {
                break; // one last-hop table serves all ports of a NIC
            }
        }
    }
}

IncGroup
GroupBuilder::Describe(uint32_t payload) const
{
    IncGroup group;
    group.treeId = m_options.treeId;
    group.dissemination = m_options.dissemination;
    group.subDomain = m_subDomain;
    for (const auto& worker : m_tree.GetWorkers())
    {
        group.hosts.push_back(worker.host);
    }
    group.slots = FindSlots(m_fabric.GetTopology(), m_tree, m_options);
    group.overhead =
        OverheadOf(m_options.bitmaps ? IncBitString::CodeOfLength(m_subDomain->GetLength()) : 0,
                   m_fabric.GetIpVersion());
    group.resultOverhead = OverheadOf(0, m_fabric.GetIpVersion());
    if (m_options.dissemination == IncDisseminationMode::BIER)
    {
        group.resultHeader = IncBierHeader::SIZE + m_subDomain->GetLength() / 8;
    }
    group.bitStringLength = m_subDomain->GetLength();
    SizeWindow(group, payload);
    return group;
}

void
GroupBuilder::SizeWindow(IncGroup& group, uint32_t payload) const
{
    IncGroupLoad::Frames frames;
    frames.contribution = payload + group.overhead;
    frames.result = payload + group.resultOverhead + group.resultHeader;
    frames.resultCopies = IncSetsOf(*m_subDomain, m_tree.GetNodes().front().aBm).size();
    frames.passOn = m_options.cells.isShared;
    const IncGroupLoad load(m_fabric.GetTopology(),
                            m_tree,
                            m_options.dissemination,
                            frames,
                            m_options.rail);
    // Other groups fill the same buffers, and clients also wait for frames of other groups.
    if (m_options.fitsBuffers)
    {
        const uint32_t most = load.GetMostSlots(m_fabric) / m_options.groups;
        group.slots = std::min(group.slots, std::max(1U, most));
    }
    group.roundTrip = load.GetRoundTrip(group.slots * m_options.groups);
    group.rc = m_options.rc;
    // One ACK may cover several messages, but must come before the slots run out.
    group.rc.ackInterval = std::clamp(group.slots / 4, 1U, group.rc.ackInterval);
    if (group.rc.ackInterval == 1)
    {
        group.rc.ackDelay = Time(0); // every message is acknowledged at once
    }
    else if (!group.rc.ackDelay.IsZero())
    {
        group.rc.ackDelay = Max(group.rc.ackDelay, group.rc.ackInterval * load.GetBusyTime());
    }
    const Time answer = group.roundTrip + group.rc.ackDelay;
    group.rc.SetTimes(IncRetransmitTimes::Complete(group.rc.GetTimes(), "IncRcQueuePair", answer));
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
        if (const uint32_t slots = fabric.GetTopology().GetNodes()[node].slots)
        {
            aggregator->SetAttribute("Slots", UintegerValue(slots));
        }
        aggregator->AssignStreams(FIRST_STREAM + node);
        object->AggregateObject(aggregator);
        if (fabric.GetTopology().IsHost(node))
        {
            aggregator->Attach(fabric.GetNic(node));
        }
        else
        {
            aggregator->Attach(fabric.GetSwitch(node));
        }
    }
    return aggregator;
}

void
IncGroupHelper::Check(const IncFabric& fabric,
                      const IncAggregationTree& tree,
                      const IncGroupOptions& options) const
{
    CheckClients(options);
    GroupBuilder(fabric, tree, options).Check();
}

void
IncGroupHelper::CheckClients(const IncGroupOptions& options) const
{
    UintegerValue packets;
    MakeClient()->GetAttribute("PacketsPerMessage", packets);
    if (packets.Get() > 1 && options.cells.isShared)
    {
        throw IncGroupError("IncClient::PacketsPerMessage: " + std::to_string(packets.Get()) +
                            ", must be 1 where switches share cells: a cell holds one packet");
    }
    if (packets.Get() > 1 && options.addressing == IncVatAddressing::ROOT)
    {
        throw IncGroupError("IncClient::PacketsPerMessage: " + std::to_string(packets.Get()) +
                            ", must be 1 where packets are addressed to the root: no switch on "
                            "the way has a queue pair that knows where messages began");
    }
}

Ptr<IncClient>
IncGroupHelper::MakeClient() const
{
    return m_clientFactory.Create<IncClient>();
}

IncGroup
IncGroupHelper::Describe(const IncFabric& fabric,
                         const IncAggregationTree& tree,
                         const IncGroupOptions& options) const
{
    CheckClients(options);
    return GroupBuilder(fabric, tree, options).Describe(MakeClient()->GetPayload());
}

IncGroupProfile
IncGroupHelper::MakeProfile(const IncGroupOptions& options, const IncGroup& described)
{
    IncGroupProfile profile;
    static_cast<IncGroupParameters&>(profile) = options;
    profile.slots = described.slots;
    profile.rc = described.rc;
    profile.roundTrip = described.roundTrip;
    return profile;
}

IncGroup
IncGroupHelper::Install(const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroupOptions& options) const
{
    NS_ABORT_MSG_IF(IncFrameFormat::TagSize() > 0,
                    "IncTagSize: " << IncFrameFormat::TagSize()
                                   << "; only an aggregation manager has keys, set 0 without one");
    GroupBuilder builder(fabric, tree, options);
    CheckClients(options);
    builder.Check(); // check the group before any aggregator is made
    std::vector<Ptr<IncAggregator>> aggregators;
    for (const auto& vatNode : tree.GetNodes())
    {
        aggregators.push_back(GetAggregator(fabric, vatNode.node));
    }
    return builder.Build(aggregators, [this]() { return MakeClient(); });
}

int64_t
IncGroupHelper::AssignStreams(const IncFabric& fabric, int64_t stream)
{
    const uint32_t nodes = fabric.GetNodes().GetN();
    for (uint32_t node = 0; node < nodes; ++node)
    {
        if (auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>())
        {
            aggregator->AssignStreams(stream + node);
        }
    }
    return nodes;
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
