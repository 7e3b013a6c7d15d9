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

IncGroupLayout::IncGroupLayout(IncHeardTopology heard,
                               IncAggregationTree tree,
                               const IncGroupProfile& profile,
                               std::vector<IncGroupMember> members,
                               uint16_t treeId,
                               uint16_t epoch,
                               IncQueuePairSetup setup,
                               IncPathLoad load)
    : m_heard(std::move(heard)),
      m_tree(std::move(tree)),
      m_paths(m_heard,
              m_tree,
              std::move(load),
              // Packets addressed to the root all name one queue pair: no path is their own.
              {profile.addressing == IncVatAddressing::NEXT,
               profile.dissemination == IncDisseminationMode::UNICAST}),
      m_profile(profile),
      m_members(std::move(members)),
      m_treeId(treeId),
      m_epoch(epoch),
      m_setup(setup),
      m_reserved(m_tree.GetNodes().size())
{
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
    for (const IncTreePaths::Path& path : m_paths.GetAll())
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
    for (const IncTreePaths::Path& path : m_paths.GetAll())
    {
        for (const auto& hop : path.hops)
        {
            ends.emplace_back(m_heard.addresses[hop.node], m_heard.ports[hop.node][hop.port]);
            ends.emplace_back(m_heard.addresses[hop.peer], m_heard.ports[hop.peer][hop.peerPort]);
        }
    }
    return ends;
}

void
IncGroupLayout::AddIdentity(IncControlBody& body) const
{
    body.Add(Field::TREE, m_treeId);
    body.Add(Field::EPOCH, m_epoch);
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

IncControlBody
IncGroupLayout::MakeReceiver(uint32_t worker) const
{
    const IncGroupMember& member = m_members[worker];
    IncControlBody receiver;
    receiver.Add(Field::BFR_ID, m_tree.GetWorkers()[worker].bfrId);
    receiver.Add(Field::ADDRESS, member.address);
    receiver.Add(Field::QPN, member.resultQpn);
    // Not the same at any two workers: who mistakes one's packet for another's is found out.
    receiver.Add(Field::PSN_OFFSET, IncMix64(member.rank) & 0xffffff);
    receiver.Add(Field::RKEY, member.rkey);
    receiver.Add(Field::RANK, member.rank);
    return receiver;
}

void
IncGroupLayout::AddPort(uint32_t node,
                        uint32_t peer,
                        const IncTreePaths::Path& path,
                        IncControlBody& end) const
{
    const IncTreePaths::Hop& hop = path.hops.front();
    const IncTreePaths::Hop& last = path.hops.back();
    const uint32_t port = !path.isPinned     ? FindPort(node, peer)
                          : hop.node == node ? m_heard.ports[node][hop.port]
                                             : m_heard.ports[node][last.peerPort];
    if (port != IncTreeChild::ANY_PORT)
    {
        end.Add(Field::PORT, port);
    }
}

std::size_t
IncGroupLayout::FindInput(uint32_t vatNode) const
{
    const auto& inputs = m_tree.GetInputs(m_tree.GetNodes()[vatNode].parent);
    const auto self = std::find_if(inputs.begin(), inputs.end(), [vatNode](const auto& input) {
        return !input.isWorker && input.index == vatNode;
    });
    return self - inputs.begin();
}

void
IncGroupLayout::AddPins(uint32_t node, IncControlBody& body) const
{
    const auto add = [&](uint32_t to, uint32_t qpn, uint32_t port) {
        IncControlBody pin;
        pin.Add(Field::ADDRESS, m_heard.addresses[to]);
        pin.Add(Field::QPN, qpn);
        pin.Add(Field::PORT, m_heard.ports[node][port]);
        body.Add(Field::PIN, pin);
    };
    // Both directions of a connection, by the queue pairs where the path begins and ends.
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
            addBoth(m_paths.Get(i, place),
                    input.isWorker ? m_members[input.index].qpn
                                   : m_reserved[input.index].parent.qpn,
                    m_reserved[i].children[place].qpn);
        }
    }
    for (uint32_t i = 0; i < m_members.size() && !m_heard.topology.IsHost(node); ++i)
    {
        if (const IncTreePaths::Path* path = m_paths.FindResult(i))
        {
            addBoth(*path, m_reserved.front().targets[i].qpn, m_members[i].resultQpn);
        }
    }
}

IncControlBody
IncGroupLayout::MakeChild(uint32_t vatNode, std::size_t place) const
{
    const IncAggregationInput& input = m_tree.GetInputs(vatNode)[place];
    const uint32_t node = m_tree.GetNodes()[vatNode].node;
    IncControlBody child;
    child.Add(Field::RANK, m_members[input.lowestRank].rank);
    uint32_t peer;
    if (input.isWorker)
    {
        const IncTreeWorker& worker = m_tree.GetWorkers()[input.index];
        peer = worker.host;
        child.Add(Field::IS_WORKER, 1);
        child.Add(Field::LAST_HOP,
                  HasSwitchesAsLastHops() && FindPort(node, peer) != IncTreeChild::ANY_PORT);
        IncBitString bit(worker.bfrId);
        bit.Set(worker.bfrId);
        child.Add(Field::BITS, IncWriteRuns(bit));
    }
    else
    {
        peer = m_tree.GetNodes()[input.index].node;
        child.Add(Field::BITS, IncWriteRuns(m_tree.GetNodes()[input.index].aBm));
    }
    child.Add(Field::ADDRESS, m_heard.addresses[peer]);
    child.Add(Field::DETOURS,
              !m_heard.topology.IsHost(peer) || m_heard.topology.GetPorts(peer).size() > 1);
    AddPort(node, peer, m_paths.Get(vatNode, place), child);
    return child;
}

IncControlBody
IncGroupLayout::MakeReserve(std::size_t index) const
{
    IncControlBody body;
    AddIdentity(body);
    body.Add(Field::IDENTITY, index + 1);
    AddSetup(body);
    m_profile.Write(body);
    if (HasSwitchesAsLastHops())
    {
        for (uint32_t worker = 0; worker < m_members.size(); ++worker)
        {
            if (IsLastHopOf(m_nodes[index], worker))
            {
                body.Add(Field::RECEIVER, MakeReceiver(worker));
            }
        }
    }
    if (index >= GetVatNodes())
    {
        return body;
    }
    const auto vatNode = static_cast<uint32_t>(index);
    const IncAggregationTreeNode& node = m_tree.GetNodes()[vatNode];
    body.Add(Field::VAT_NODE, 1);
    body.Add(Field::BITS, IncWriteRuns(node.aBm));
    body.Add(Field::RANK, m_members[m_tree.GetInputs(vatNode).front().lowestRank].rank);
    if (node.parent != IncAggregationTreeNode::NO_PARENT)
    {
        const uint32_t above = m_tree.GetNodes()[node.parent].node;
        IncControlBody parent;
        parent.Add(Field::ADDRESS, m_heard.addresses[above]);
        AddPort(node.node, above, m_paths.Get(node.parent, FindInput(vatNode)), parent);
        body.Add(Field::PARENT, parent);
    }
    else if (m_profile.HasResultLinks())
    {
        for (uint32_t worker = 0; worker < m_members.size(); ++worker)
        {
            body.Add(Field::TARGET, MakeReceiver(worker));
        }
    }
    for (std::size_t place = 0; place < m_tree.GetInputs(vatNode).size(); ++place)
    {
        body.Add(Field::CHILD, MakeChild(vatNode, place));
    }
    return body;
}

bool
IncGroupLayout::SetReserved(std::size_t index, const IncControlBody& body)
{
    if (index >= GetVatNodes())
    {
        return true;
    }
    const auto read = [&body](Field field) {
        std::vector<IncQueuePairEnd> ends;
        for (const IncControlBody& end : body.GetGroups(field))
        {
            ends.push_back({static_cast<uint32_t>(end.Get(Field::QPN)),
                            static_cast<uint32_t>(end.Get(Field::KEY)),
                            static_cast<uint32_t>(end.Get(Field::FIRST_PSN))});
        }
        return ends;
    };
    const bool isRoot = index == 0;
    const auto parent = read(Field::PARENT);
    const auto stream = read(Field::STREAM);
    const bool streams = isRoot && m_profile.dissemination == IncDisseminationMode::BIER;
    Reserved& reserved = m_reserved[index];
    reserved.children = read(Field::CHILD);
    reserved.targets = read(Field::TARGET);
    if (reserved.children.size() != m_tree.GetInputs(static_cast<uint32_t>(index)).size() ||
        parent.size() != (isRoot ? 0 : 1) || stream.size() != (streams ? 1 : 0) ||
        reserved.targets.size() != (isRoot && m_profile.HasResultLinks() ? m_members.size() : 0))
    {
        return false;
    }
    if (!isRoot)
    {
        reserved.parent = parent.front();
    }
    if (streams)
    {
        reserved.stream = stream.front();
    }
    return true;
}

IncControlBody
IncGroupLayout::MakeCommit(std::size_t index) const
{
    IncControlBody body;
    AddIdentity(body);
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
    const auto add = [&body](Field field, uint32_t qpn, uint32_t key) {
        IncControlBody end;
        end.Add(Field::QPN, qpn);
        end.Add(Field::KEY, key);
        body.Add(field, end);
    };
    const auto vatNode = static_cast<uint32_t>(index);
    for (const auto& input : m_tree.GetInputs(vatNode))
    {
        const IncQueuePairEnd& parent = m_reserved[input.isWorker ? 0 : input.index].parent;
        const IncGroupMember& member = m_members[input.isWorker ? input.index : 0];
        add(Field::CHILD,
            input.isWorker ? member.qpn : parent.qpn,
            input.isWorker ? member.rkey : parent.key);
    }
    const uint32_t above = m_tree.GetNodes()[vatNode].parent;
    if (above != IncAggregationTreeNode::NO_PARENT)
    {
        const IncQueuePairEnd& end = m_reserved[above].children[FindInput(vatNode)];
        add(Field::PARENT, end.qpn, end.key);
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
    IncControlBody stream;
    stream.Add(Field::ADDRESS, m_switches.front());
    stream.Add(Field::KEY, m_reserved.front().stream.key);
    body.Add(Field::STREAM, stream);
}

void
IncGroupLayout::AddRoot(IncControlBody& body) const
{
    if (m_profile.addressing == IncVatAddressing::ROOT)
    {
        // There the P-BM tells which child a packet stands for.
        IncControlBody root;
        root.Add(Field::ADDRESS, m_switches.front());
        root.Add(Field::QPN, m_reserved.front().children.front().qpn);
        body.Add(Field::ROOT_QP, root);
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
        body.Add(Field::QP_SETUP, static_cast<uint64_t>(m_setup));
    }
}

IncControlBody
IncGroupLayout::MakeConnect(uint32_t worker) const
{
    IncControlBody body;
    AddIdentity(body);
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
    const uint32_t remote = GetParentOf(worker);
    IncControlBody body;
    AddIdentity(body);
    body.Add(Field::IDENTITY, GetIdentityOf(worker));
    body.Add(Field::RANK, m_members[worker].rank);
    body.Add(Field::SLOTS, m_profile.slots);
    body.Add(Field::BFR_ID, m_tree.GetWorkers()[worker].bfrId);
    body.Add(Field::ADDRESS, remote);
    body.Add(Field::RESULT_SOURCE, m_profile.ResultsPassBy() ? m_switches.front() : remote);
    if (m_setup == IncQueuePairSetup::MANAGER)
    {
        const uint32_t leaf = m_tree.GetLeafOf(worker);
        const auto& inputs = m_tree.GetInputs(leaf);
        const auto self = std::find_if(inputs.begin(), inputs.end(), [worker](const auto& input) {
            return input.isWorker && input.index == worker;
        });
        const IncQueuePairEnd& end = m_reserved[leaf].children[self - inputs.begin()];
        body.Add(Field::QPN, end.qpn);
        body.Add(Field::KEY, end.key);
    }
    if (m_setup == IncQueuePairSetup::MANAGER && m_profile.HasResultLinks())
    {
        IncControlBody target;
        target.Add(Field::QPN, m_reserved.front().targets[worker].qpn);
        target.Add(Field::FIRST_PSN, m_reserved.front().targets[worker].firstPsn);
        body.Add(Field::TARGET, target);
    }
    AddRoot(body);
    if (m_profile.dissemination == IncDisseminationMode::BIER && m_profile.lastHopIsHost)
    {
        AddStream(body);
        body.Add(Field::RECEIVER, MakeReceiver(worker));
    }
    body.Add(Field::ROOT, GetRootName());
    std::vector<uint32_t> bits(m_members.back().rank + 1, 0);
    for (std::size_t i = 0; i < m_members.size(); ++i)
    {
        bits[m_members[i].rank] = m_tree.GetWorkers()[i].bfrId;
    }
    body.Add(Field::RANK_BITS, IncWriteRankBits(bits));
    return body;
}

} // namespace ns3
