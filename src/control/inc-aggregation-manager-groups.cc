/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregationManager that gives groups their trees and slots, and takes them back.

#include "inc-aggregation-manager.h"
#include "inc-aggregator-selection.h"
#include "inc-root-addressing.h"

#include "ns3/inc-frame-codec.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <optional>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

namespace
{

std::string
TextOf(const IncGroupName& name)
{
    return "group " + std::to_string(name.second) + " of tenant " + std::to_string(name.first);
}

} // namespace

void
IncAggregationManager::ForAllGroups(const std::function<void(IncManagedGroup&)>& visit)
{
    std::vector<IncGroupName> names;
    for (const auto& [name, group] : m_groups)
    {
        names.push_back(name);
    }
    for (const auto& name : names)
    {
        const auto found = m_groups.find(name);
        if (found != m_groups.end())
        {
            visit(*found->second);
        }
    }
}

IncManagedGroup*
IncAggregationManager::FindGroup(const IncControlBody& body)
{
    const auto found = m_groups.find({body.Get(Field::TENANT), body.Get(Field::GROUP)});
    return found == m_groups.end() ? nullptr : found->second.get();
}

IncManagedGroup*
IncAggregationManager::FindByTree(const IncControlBody& body)
{
    const auto tree = m_trees.find(body.Get<uint16_t>(Field::TREE));
    if (tree == m_trees.end() || tree->second.isFound)
    {
        return nullptr;
    }
    const auto found = m_groups.find(tree->second.group);
    return found == m_groups.end() ? nullptr : found->second.get();
}

bool
IncAggregationManager::IsComplete() const
{
    const auto& entries = m_inventory.GetEntries();
    return std::all_of(entries.begin(), entries.end(), [this](const auto& entry) {
        return std::all_of(entry.second.links.begin(),
                           entry.second.links.end(),
                           [&](const IncInventory::Link& link) {
                               return m_inventory.AreNeighbors(entry.first, link.peer);
                           });
    });
}

bool
IncAggregationManager::IsToBeTold(const IncControlBody& join)
{
    const auto ended = m_ended.find({join.Get(Field::TENANT), join.Get(Field::GROUP)});
    return join.Get<bool>(Field::STEP) ||
           (ended != m_ended.end() &&
            ended->second.ranks.erase(join.Get<uint32_t>(Field::RANK)) > 0);
}

void
IncAggregationManager::CompareLinks(uint32_t peer, const std::vector<IncInventory::Link>& before)
{
    const std::vector<IncInventory::Link> now = m_inventory.Find(peer)->links;
    for (const auto& link : now)
    {
        const bool wasLost = m_lostLinks.count({peer, link.port}) > 0;
        if (wasLost && m_inventory.FindBack(peer, link))
        {
            m_lostLinks.erase({peer, link.port});
            m_lostLinks.erase({link.peer, link.peerPort});
            Log("link back", NameOf(peer), NameOf(link.peer) + ", no tree needs it");
        }
    }
    for (const auto& link : before)
    {
        const bool lasts = std::any_of(now.begin(), now.end(), [&link](const auto& other) {
            return other.port == link.port && other.peer == link.peer;
        });
        if (lasts || !m_inventory.FindBack(peer, link))
        {
            // skip a link that is still up, or whose other end has already reported the failure
            continue;
        }
        m_lostLinks.insert({peer, link.port});
        m_lostLinks.insert({link.peer, link.peerPort});
        const std::string name = NameOf(link.peer);
        const std::string reason = "the link of " + NameOf(peer) + " and " + name + " is down";
        bool isUsed = false;
        ForAllGroups([&](IncManagedGroup& group) {
            isUsed = group.LinkLost(peer, link.port, reason) || isUsed;
        });
        Log("link lost", NameOf(peer), name + (isUsed ? "" : ", no tree needs it"));
    }
}

void
IncAggregationManager::TellShortFailures(uint32_t peer)
{
    for (const auto& link : m_inventory.Find(peer)->links)
    {
        const bool isTold = m_toldFailures.erase({peer, link.port}) > 0;
        if (link.hasFailed && !isTold && m_inventory.FindBack(peer, link))
        {
            m_toldFailures.insert({link.peer, link.peerPort});
            Log("link lost",
                NameOf(peer),
                NameOf(link.peer) + ", back before this was known, trees stay as they are");
        }
    }
}

std::string
IncAggregationManager::CheckQuota(const IncManagedGroup& group) const
{
    const uint32_t tenant = group.GetName().first;
    const auto mine = std::count_if(m_groups.begin(), m_groups.end(), [tenant](const auto& other) {
        return other.first.first == tenant && other.second->GetLayout();
    });
    return m_maxGroups > 0 && mine >= m_maxGroups
               ? "tenant " + std::to_string(tenant) + " has " + std::to_string(mine) +
                     " groups already, and may have " + std::to_string(m_maxGroups)
               : "";
}

IncAggregationTree
IncAggregationManager::MakeTree(const IncHeardTopology& heard,
                                const std::vector<IncTreeWorker>& workers,
                                const std::vector<IncGroupMember>& members) const
{
    IncTreeMaker::Request request{heard.topology, workers, {}, {}, {}, std::nullopt};
    for (const IncGroupMember& member : members)
    {
        request.ranks.push_back(member.rank);
    }
    for (const uint32_t address : heard.addresses)
    {
        request.load.push_back(m_inventory.Find(address)->load);
    }
    request.aggregators = IncAggregatorSelection::Parse(m_aggregators);
    if (!m_root.empty())
    {
        request.root = heard.topology.Find(m_root);
        if (!request.root)
        {
            throw IncTopologyError("root: " + m_root + " has not registered");
        }
    }
    return m_treeMaker->Make(request);
}

uint16_t
IncAggregationManager::TakeTreeId()
{
    uint16_t treeId = 1;
    while (m_trees.count(treeId) > 0)
    {
        ++treeId;
    }
    return treeId;
}

void
IncAggregationManager::Send(uint32_t peer, Kind kind, const IncControlBody& body)
{
    IncControlBody whole = body;
    if (kind == Kind::COMMIT || kind == Kind::READY)
    {
        whole.Add(Field::PROOF, ProofOf(peer, body));
    }
    if (IncFrameFormat::TagSize() > 0 && (kind == Kind::RESERVE || kind == Kind::READY))
    {
        // One key for all nodes of the group, made from address 0, which belongs to no node.
        whole.Add(Field::FRAME_KEY, ProofOf(0, body));
    }
    m_endpoint->Send(peer, kind, whole);
}

std::string
IncAggregationManager::ProofOf(uint32_t peer, const IncControlBody& body) const
{
    return m_endpoint->Prove({{Field::ADDRESS, peer},
                              {Field::TREE, body.Get(Field::TREE)},
                              {Field::EPOCH, body.Get(Field::EPOCH)}});
}

std::unique_ptr<IncGroupLayout>
IncAggregationManager::Plan(const IncManagedGroup& group, std::string& reason)
{
    reason = CheckQuota(group);
    if (!reason.empty())
    {
        return nullptr;
    }
    IncGroupProfile profile = group.GetProfile();
    if (m_maxSlots > 0)
    {
        profile.slots = std::min(profile.slots, m_maxSlots);
    }
    const bool shares = profile.cells.isShared;
    const uint32_t least = shares ? profile.cells.least : 1;
    std::set<uint32_t> without = group.GetRefusing();
    IncHeardTopology heard = m_inventory.MakeTopology(least, without);
    std::vector<IncTreeWorker> workers;
    const std::vector<IncGroupMember> members = group.GetMembers();
    for (const auto& member : members)
    {
        const IncInventory::Entry* entry = m_inventory.Find(member.address);
        if (!entry || !entry->isHost || entry->bfrId == 0)
        {
            return nullptr; // the node has not registered yet
        }
        workers.push_back({heard.nodes.at(member.address), entry->bfrId});
    }
    std::string lacking; // names of the roots that have too few slots
    try
    {
        IncAggregationTree tree = MakeTree(heard, workers, members);
        while (shares && heard.topology.GetNodes()[tree.GetRoot()].inc)
        {
            const IncInventory::Entry& root = *m_inventory.Find(heard.addresses[tree.GetRoot()]);
            if (root.HasRoomFor(profile.slots))
            {
                break;
            }
            lacking += root.name + ": " + std::to_string(profile.slots) + " slots wanted, " +
                       std::to_string(root.GetFree()) + " free; ";
            without.insert(heard.addresses[tree.GetRoot()]);
            heard = m_inventory.MakeTopology(least, without);
            tree = MakeTree(heard, workers, members);
        }
        if (!heard.topology.GetNodes()[tree.GetRoot()].inc)
        {
            reason = lacking + "root: " + heard.topology.GetName(tree.GetRoot()) +
                     " is a host that does not aggregate, or has no room";
            return nullptr;
        }
        const bool namesRoot = profile.addressing == IncVatAddressing::ROOT;
        const auto fault = namesRoot ? IncCheckRootAddressing(heard.topology, tree) : "";
        if (!fault.empty())
        {
            throw IncTopologyError(fault);
        }
        for (const auto& vatNode : tree.GetNodes())
        {
            const uint32_t free = shares ? 0 : heard.topology.GetNodes()[vatNode.node].slots;
            profile.slots = free == 0 ? profile.slots : std::min(profile.slots, free);
        }
        for (const auto& vatNode : tree.GetNodes())
        {
            IncInventory::Entry& entry = *m_inventory.Find(heard.addresses[vatNode.node]);
            entry.used += profile.GetOwnSlots(vatNode.node == tree.GetRoot());
            ++entry.trees;
            entry.load += vatNode.node == tree.GetRoot() ? 2 : 1;
        }
        Tree record;
        record.group = group.GetName();
        record.epoch = m_nextEpoch++;
        const uint16_t treeId = TakeTreeId();
        m_trees[treeId] = record;
        auto layout = std::make_unique<IncGroupLayout>(std::move(heard),
                                                       std::move(tree),
                                                       profile,
                                                       members,
                                                       treeId,
                                                       record.epoch,
                                                       m_setup,
                                                       m_linkLoad);
        for (const auto& end : layout->GetLinkEnds())
        {
            ++m_linkLoad[end];
        }
        return layout;
    }
    catch (const IncTopologyError& error)
    {
        // Nodes that have not registered yet may be the reason why there is no tree: wait for them.
        reason = IsComplete() ? lacking + error.what() : "";
        return nullptr;
    }
}

void
IncAggregationManager::GiveBack(const IncManagedGroup& group)
{
    const IncGroupLayout* layout = group.GetLayout();
    if (!layout)
    {
        return;
    }
    for (std::size_t i = 0; i < layout->GetVatNodes(); ++i)
    {
        if (IncInventory::Entry* entry = m_inventory.Find(layout->GetSwitches()[i]))
        {
            // A node that died and came back has registered anew, with no slots in use.
            entry->used -= std::min(entry->used, layout->GetOwnSlots(i));
            entry->trees -= std::min(entry->trees, 1U);
            entry->load -= std::min(entry->load, i == 0 ? 2U : 1U);
        }
    }
    for (const auto& end : layout->GetLinkEnds())
    {
        if (--m_linkLoad[end] == 0)
        {
            m_linkLoad.erase(end);
        }
    }
    m_trees.erase(layout->GetTreeId());
}

bool
IncAggregationManager::FailsRefused() const
{
    return m_failsRefused;
}

bool
IncAggregationManager::Rebuilds() const
{
    return m_rebuilds;
}

bool
IncAggregationManager::IsHost(uint32_t peer) const
{
    const IncInventory::Entry* entry = m_inventory.Find(peer);
    return !entry || entry->isHost;
}

void
IncAggregationManager::Changed(const IncManagedGroup& group, const std::string& reason)
{
    const auto [tenant, name] = group.GetName();
    std::string text = reason;
    if (group.GetState() == IncGroupState::RESERVING && group.GetLayout() && reason.empty())
    {
        m_heard.erase(group.GetName()); // the earlier reports describe the former tree
        text = "root " + group.GetLayout()->GetRootName() + ", " +
               std::to_string(group.GetLayout()->GetSwitches().size()) + " switches, " +
               std::to_string(group.GetLayout()->GetSlots()) + " slots";
    }
    Log(IncGroupStateName(group.GetState()), TextOf(group.GetName()), text);
    m_stateTrace(tenant, name, group.GetState());
}

nlohmann::ordered_json
IncAggregationManager::DescribeInventory() const
{
    auto groups = nlohmann::ordered_json::array();
    for (const auto& [name, group] : m_groups)
    {
        nlohmann::ordered_json json{{"tenant", name.first},
                                    {"group", name.second},
                                    {"state", IncGroupStateName(group->GetState())}};
        const IncGroupLayout* layout = group->GetLayout();
        const auto members = group->GetMembers();
        for (std::size_t i = 0; layout && i < layout->GetSwitches().size(); ++i)
        {
            json["tree"] = layout->GetTreeId();
            json["switches"].push_back(
                {{"node", NameOf(layout->GetSwitches()[i])}, {"identity", i + 1}});
        }
        for (uint32_t i = 0; i < members.size(); ++i)
        {
            json["clients"].push_back({{"node", NameOf(members[i].address)},
                                       {"rank", members[i].rank},
                                       {"identity", layout ? layout->GetIdentityOf(i) : 0}});
        }
        groups.push_back(json);
    }
    return {{"schema", "inc-inventory/1"}, {"nodes", m_inventory.ToJson()}, {"groups", groups}};
}

std::string
IncAggregationManager::Dismantle(uint32_t tenant, uint32_t group, const std::string& reason)
{
    const IncGroupName name{tenant, group};
    if (const auto found = m_groups.find(name); found != m_groups.end())
    {
        found->second->Dismantle(reason);
        return "";
    }
    const auto tree = FindFound(name);
    if (tree == m_trees.end())
    {
        return "there is no " + TextOf(name);
    }
    DropFound(tree->first, reason);
    return "";
}

void
IncAggregationManager::Over(const IncManagedGroup& group)
{
    m_heard.erase(group.GetName());
    const auto found = m_groups.find(group.GetName());
    Ended ended{group.HasFailed(), Simulator::Now(), "the group is over", {}};
    for (uint32_t rank = 0; rank < group.GetRanks() && !group.HasBeenReady(); ++rank)
    {
        ended.reason = group.GetCause();
        if (!group.HasRank(rank))
        {
            ended.ranks.insert(rank);
        }
    }
    m_ended[group.GetName()] = std::move(ended);
    m_endedGroups.push_back(std::move(found->second)); // keep the group: the caller still uses it
    m_groups.erase(found);
    Simulator::ScheduleNow([this]() { m_endedGroups.clear(); });
    ForAllGroups([](IncManagedGroup& other) { other.Retry(); });
}

} // namespace ns3
