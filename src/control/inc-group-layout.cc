/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-layout.h"

#include "ns3/inc-ecmp-hash.h"

#include <algorithm>

namespace ns3
{

using Field = IncControlField;

namespace
{

const std::vector<IncTreePaths::Path> NO_PATHS;

} // namespace

IncGroupLayout::IncGroupLayout(IncHeardTopology heard,
                               IncAggregationTree tree,
                               const IncGroupProfile& profile,
                               std::vector<IncGroupMember> members,
                               uint16_t treeId,
                               uint16_t epoch,
                               IncQueuePairSetup setup,
                               std::optional<IncPathLoad> load)
    : m_heard(std::move(heard)),
      m_tree(std::move(tree)),
      m_profile(profile),
      m_members(std::move(members)),
      m_treeId(treeId),
      m_epoch(epoch),
      m_setup(setup),
      m_reserved(m_tree.GetNodes().size())
{
    m_rankBits.resize(m_members.back().rank + 1);
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        m_rankBits[m_members[i].rank] = m_tree.GetWorkers()[i].bfrId;
    }
    for (const auto& vatNode : m_tree.GetNodes())
    {
        m_nodes.push_back(vatNode.node);
    }
    const auto add = [this](uint32_t node) {
        if (std::find(m_nodes.begin(), m_nodes.end(), node) == m_nodes.end())
        {
            m_nodes.push_back(node);
        }
    };
    if (HasSwitchesAsLastHops())
    {
        for (const auto& worker : m_tree.GetWorkers())
        {
            for (const auto& port : m_heard.topology.GetPorts(worker.host))
            {
                add(port.peer);
            }
        }
    }
    if (load)
    {
        // Pins tell flows apart by queue pair. Packets addressed to the root all name the same one,
        // so contributions have no pins.
        const IncTreePaths::Pinned pinned{profile.addressing == IncVatAddressing::NEXT,
                                          profile.dissemination == IncDisseminationMode::UNICAST};
        m_paths.emplace(m_heard, m_tree, std::move(*load), pinned);
    }
    for (const IncTreePaths::Path& path : m_paths ? m_paths->GetAll() : NO_PATHS)
    {
        for (std::size_t hop = 1; path.isPinned && hop < path.hops.size(); ++hop)
        {
            add(path.hops[hop].node);
        }
    }
    for (const uint32_t node : m_nodes)
    {
        m_switches.push_back(m_heard.addresses[node]);
    }
}

const std::string&
IncGroupLayout::GetRootName() const
{
    return m_heard.topology.GetName(m_tree.GetRoot());
}

std::vector<std::pair<uint32_t, uint32_t>>
IncGroupLayout::GetLinkEnds() const
{
    std::vector<std::pair<uint32_t, uint32_t>> ends;
    for (const IncTreePaths::Path& path : m_paths ? m_paths->GetAll() : NO_PATHS)
    {
        for (const auto& hop : path.hops)
        {
            ends.emplace_back(m_heard.addresses[hop.node], m_heard.ports[hop.node][hop.port]);
            ends.emplace_back(m_heard.addresses[hop.peer], m_heard.ports[hop.peer][hop.peerPort]);
        }
    }
    return ends;
}

uint32_t
IncGroupLayout::FindPort(uint32_t node, uint32_t peer) const
{
    const uint32_t port = IncFindOnlyPort(m_heard.topology, node, peer);
    return port == IncTreeChild::ANY_PORT ? port : m_heard.ports[node][port];
}

bool
IncGroupLayout::IsLastHopOf(uint32_t node, uint32_t worker) const
{
    const auto& ports = m_heard.topology.GetPorts(m_tree.GetWorkers()[worker].host);
    return std::any_of(ports.begin(), ports.end(), [node](const IncTopologyPort& port) {
        return port.peer == node;
    });
}

IncResultReceiver
IncGroupLayout::MakeReceiver(uint32_t worker) const
{
    const IncGroupMember& member = m_members[worker];
    // Each worker has its own PSN offset, so that no worker accepts a packet for another one.
    return {m_tree.GetWorkers()[worker].bfrId,
            member.address,
            member.resultQpn,
            static_cast<uint32_t>(IncMix64(member.rank) & 0xffffff),
            member.rkey,
            static_cast<uint16_t>(member.rank)};
}

uint32_t
IncGroupLayout::ChoosePort(uint32_t node, uint32_t peer, uint32_t vatNode, std::size_t place) const
{
    if (!m_paths || !m_paths->Get(vatNode, place).isPinned)
    {
        return FindPort(node, peer);
    }
    const auto& hops = m_paths->Get(vatNode, place).hops;
    const bool isFirst = hops.front().node == node;
    return m_heard.ports[node][isFirst ? hops.front().port : hops.back().peerPort];
}

std::size_t
IncGroupLayout::FindInput(uint32_t vatNode, uint32_t lowestRank) const
{
    const auto& inputs = m_tree.GetInputs(vatNode);
    const auto found = std::lower_bound(
        inputs.begin(),
        inputs.end(),
        lowestRank,
        [](const IncAggregationInput& input, uint32_t rank) { return input.lowestRank < rank; });
    return found - inputs.begin();
}

const IncQueuePairEnd&
IncGroupLayout::GetEndFor(uint32_t worker) const
{
    const uint32_t leaf = m_tree.GetLeafOf(worker);
    return m_reserved[leaf].children[FindInput(leaf, worker)];
}

void
IncGroupLayout::AddPins(uint32_t node, IncControlBody& body) const
{
    const auto add = [&](uint32_t to, uint32_t qpn, uint32_t port) {
        body.Add(Field::PIN,
                 {{Field::ADDRESS, m_heard.addresses[to]},
                  {Field::QPN, qpn},
                  {Field::PORT, m_heard.ports[node][port]}});
    };
    // Pin both directions of a connection, by the queue pairs at the ends of the path.
    const auto addBoth = [&](const IncTreePaths::Path& path, uint32_t first, uint32_t last) {
        for (const IncTreePaths::Hop& hop : path.hops)
        {
            if (path.isPinned && hop.node == node)
            {
                add(path.hops.back().peer, last, hop.port);
            }
            if (path.isPinned && hop.peer == node)
            {
                add(path.hops.front().node, first, hop.peerPort);
            }
        }
    };
    for (uint32_t i = 0; i < m_tree.GetNodes().size() && !m_heard.topology.IsHost(node); ++i)
    {
        const auto& inputs = m_tree.GetInputs(i);
        for (std::size_t place = 0; place < inputs.size(); ++place)
        {
            const IncAggregationInput& input = inputs[place];
            addBoth(m_paths->Get(i, place),
                    input.isWorker ? m_members[input.index].qpn
                                   : m_reserved[input.index].parent.front().qpn,
                    m_reserved[i].children[place].qpn);
        }
    }
    for (uint32_t i = 0; i < m_members.size() && !m_heard.topology.IsHost(node); ++i)
    {
        if (const IncTreePaths::Path* path = m_paths->FindResult(i))
        {
            addBoth(*path, m_reserved.front().targets[i].qpn, m_members[i].resultQpn);
        }
    }
}

IncTreeChild
IncGroupLayout::MakeChild(uint32_t vatNode, std::size_t place) const
{
    const IncAggregationInput& input = m_tree.GetInputs(vatNode)[place];
    const uint32_t node = m_tree.GetNodes()[vatNode].node;
    const uint32_t peer = input.isWorker ? m_tree.GetWorkers()[input.index].host
                                         : m_tree.GetNodes()[input.index].node;
    IncTreeChild child;
    child.rank = static_cast<uint16_t>(m_members[input.lowestRank].rank);
    child.isWorker = input.isWorker;
    child.isLastHop =
        input.isWorker && HasSwitchesAsLastHops() && FindPort(node, peer) != IncTreeChild::ANY_PORT;
    child.connection.remoteAddress = m_heard.addresses[peer];
    child.hasDetours = !m_heard.topology.IsHost(peer) || m_heard.topology.GetPorts(peer).size() > 1;
    child.port = ChoosePort(node, peer, vatNode, place);
    if (input.isWorker)
    {
        const uint32_t bfrId = m_tree.GetWorkers()[input.index].bfrId;
        child.bits = Create<IncSharedBitString>(IncBitString(bfrId, {bfrId}));
    }
    else
    {
        child.bits = Create<IncSharedBitString>(m_tree.GetNodes()[input.index].aBm);
    }
    return child;
}

IncVatNodeSetup
IncGroupLayout::MakeVatNode(uint32_t vatNode) const
{
    const IncAggregationTreeNode& node = m_tree.GetNodes()[vatNode];
    const auto& inputs = m_tree.GetInputs(vatNode);
    IncVatNodeSetup setup;
    IncTreeConfig& config = setup.config;
    config.treeId = m_treeId;
    config.epoch = m_epoch;
    config.abm = Create<IncSharedBitString>(node.aBm);
    config.rank = static_cast<uint16_t>(m_members[inputs.front().lowestRank].rank);
    if (node.parent != IncAggregationTreeNode::NO_PARENT)
    {
        const uint32_t above = m_tree.GetNodes()[node.parent].node;
        const std::size_t place = FindInput(node.parent, inputs.front().lowestRank);
        config.parent.emplace();
        config.parent->remoteAddress = m_heard.addresses[above];
        config.parentPort = ChoosePort(node.node, above, node.parent, place);
    }
    else if (m_profile.HasResultLinks())
    {
        for (uint32_t worker = 0; worker < m_members.size(); ++worker)
        {
            setup.targets.push_back(MakeReceiver(worker));
        }
    }
    for (std::size_t place = 0; place < inputs.size(); ++place)
    {
        config.children.push_back(MakeChild(vatNode, place));
    }
    return setup;
}

IncControlBody
IncGroupLayout::MakeReserve(std::size_t index) const
{
    IncControlBody body = GetIdentity();
    body.Add(Field::IDENTITY, index + 1);
    AddSetup(body);
    m_profile.Write(body);
    if (HasSwitchesAsLastHops())
    {
        for (uint32_t worker = 0; worker < m_members.size(); ++worker)
        {
            if (IsLastHopOf(m_nodes[index], worker))
            {
                IncWriteReceiver(body, Field::RECEIVER, MakeReceiver(worker));
            }
        }
    }
    if (index < GetVatNodes())
    {
        MakeVatNode(static_cast<uint32_t>(index)).Write(body);
    }
    return body;
}

bool
IncGroupLayout::SetReserved(uint32_t vatNode, const IncVatNodeEnds& ends)
{
    const bool isRoot = vatNode == 0;
    const bool streams = isRoot && m_profile.dissemination == IncDisseminationMode::BIER;
    const bool links = isRoot && m_profile.HasResultLinks();
    m_reserved[vatNode] = ends;
    return ends.children.size() == m_tree.GetInputs(vatNode).size() &&
           ends.parent.size() == (isRoot ? 0 : 1) && ends.stream.size() == (streams ? 1 : 0) &&
           ends.targets.size() == (links ? m_members.size() : 0);
}

IncVatNodeEnds
IncGroupLayout::GetOtherEnds(uint32_t vatNode) const
{
    const auto& inputs = m_tree.GetInputs(vatNode);
    IncVatNodeEnds ends;
    for (const auto& input : inputs)
    {
        ends.children.push_back(input.isWorker ? IncQueuePairEnd{m_members[input.index].qpn,
                                                                 m_members[input.index].rkey}
                                               : m_reserved[input.index].parent.front());
    }
    const uint32_t above = m_tree.GetNodes()[vatNode].parent;
    if (above != IncAggregationTreeNode::NO_PARENT)
    {
        const std::size_t place = FindInput(above, inputs.front().lowestRank);
        ends.parent.push_back(m_reserved[above].children[place]);
    }
    return ends;
}

IncClientConfig
IncGroupLayout::MakeClient(uint32_t worker) const
{
    IncClientConfig config;
    config.treeId = m_treeId;
    config.epoch = m_epoch;
    config.rank = static_cast<uint16_t>(m_members[worker].rank);
    config.slots = m_profile.slots;
    config.remote = Ipv4Address(GetParentOf(worker));
    config.remoteQpn = GetEndFor(worker).qpn;
    config.remoteKey = GetEndFor(worker).key;
    config.pendingSource = config.remote;
    config.resultSource =
        m_profile.ResultsPassBy() ? Ipv4Address(m_switches.front()) : config.remote;
    if (m_profile.HasResultLinks())
    {
        config.results.remoteQpn = m_reserved.front().targets[worker].qpn;
        config.results.firstPsn = m_reserved.front().targets[worker].firstPsn;
    }
    if (m_profile.addressing == IncVatAddressing::ROOT)
    {
        // All children use one queue pair, because the P-BM tells the root which child has sent.
        config.remote = Ipv4Address(m_switches.front());
        config.remoteQpn = m_reserved.front().children.front().qpn;
    }
    return config;
}

IncControlBody
IncGroupLayout::MakeCommit(std::size_t index) const
{
    IncControlBody body = GetIdentity();
    AddPins(m_nodes[index], body);
    AddRoot(body);
    if (m_profile.dissemination == IncDisseminationMode::BIER)
    {
        AddStream(body);
    }
    if (index >= GetVatNodes() || m_setup != IncQueuePairSetup::MANAGER)
    {
        return body;
    }
    const auto add = [&body](Field field, const IncQueuePairEnd& end) {
        body.Add(field, {{Field::QPN, end.qpn}, {Field::KEY, end.key}});
    };
    const IncVatNodeEnds ends = GetOtherEnds(static_cast<uint32_t>(index));
    for (const IncQueuePairEnd& child : ends.children)
    {
        add(Field::CHILD, child);
    }
    for (const IncQueuePairEnd& parent : ends.parent)
    {
        add(Field::PARENT, parent);
    }
    return body;
}

bool
IncGroupLayout::HasSwitchesAsLastHops() const
{
    return m_profile.dissemination == IncDisseminationMode::BIER && !m_profile.lastHopIsHost;
}

void
IncGroupLayout::AddStream(IncControlBody& body) const
{
    body.Add(Field::STREAM,
             {{Field::ADDRESS, m_switches.front()},
              {Field::KEY, m_reserved.front().stream.front().key}});
}

void
IncGroupLayout::AddRoot(IncControlBody& body) const
{
    if (m_profile.addressing == IncVatAddressing::ROOT)
    {
        body.Add(Field::ROOT_QP,
                 {{Field::ADDRESS, m_switches.front()},
                  {Field::QPN, m_reserved.front().children.front().qpn}});
    }
}

uint32_t
IncGroupLayout::GetParentOf(uint32_t worker) const
{
    return m_heard.addresses[m_tree.GetNodes()[m_tree.GetLeafOf(worker)].node];
}

void
IncGroupLayout::AddSetup(IncControlBody& body) const
{
    if (m_setup != IncQueuePairSetup::MANAGER)
    {
        body.Add(Field::QP_SETUP, m_setup);
    }
}

IncControlBody
IncGroupLayout::MakeConnect(uint32_t worker) const
{
    IncControlBody body = GetIdentity();
    AddSetup(body);
    body.Add(Field::RANK, m_members[worker].rank);
    body.Add(Field::ADDRESS, GetParentOf(worker));
    if (m_profile.HasResultLinks())
    {
        body.Add(Field::RESULT_SOURCE, m_switches.front());
    }
    return body;
}

IncControlBody
IncGroupLayout::MakeReady(uint32_t worker) const
{
    const IncClientConfig config = MakeClient(worker);
    IncControlBody body = GetIdentity();
    body.Add(Field::IDENTITY, GetIdentityOf(worker));
    body.Add(Field::RANK, config.rank);
    body.Add(Field::SLOTS, config.slots);
    body.Add(Field::BFR_ID, m_tree.GetWorkers()[worker].bfrId);
    body.Add(Field::ADDRESS, config.pendingSource.Get());
    body.Add(Field::RESULT_SOURCE, config.resultSource.Get());
    if (m_setup == IncQueuePairSetup::MANAGER)
    {
        body.Add(Field::QPN, GetEndFor(worker).qpn);
        body.Add(Field::KEY, config.remoteKey);
    }
    if (m_setup == IncQueuePairSetup::MANAGER && m_profile.HasResultLinks())
    {
        body.Add(
            Field::TARGET,
            {{Field::QPN, config.results.remoteQpn}, {Field::FIRST_PSN, config.results.firstPsn}});
    }
    AddRoot(body);
    if (m_profile.dissemination == IncDisseminationMode::BIER && m_profile.lastHopIsHost)
    {
        AddStream(body);
        IncWriteReceiver(body, Field::RECEIVER, MakeReceiver(worker));
    }
    body.Add(Field::ROOT, GetRootName());
    body.Add(Field::RANK_BITS, IncWriteRankBits(m_rankBits));
    return body;
}

} // namespace ns3
