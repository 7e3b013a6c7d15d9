/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-switch-agent.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncSwitchAgent");
NS_OBJECT_ENSURE_REGISTERED(IncSwitchAgent);

using Field = IncControlField;
using Kind = IncControlKind;

TypeId
IncSwitchAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncSwitchAgent")
            .SetParent<IncControlAgent>()
            .SetGroupName("Inc")
            .AddConstructor<IncSwitchAgent>()
            .AddAttribute("ConfigurationTime",
                          "Time that it takes to write a group into the tables of the switch",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&IncSwitchAgent::m_configurationTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Lease",
                          "Time after which what was put aside for a group is free again, unless "
                          "it has been committed",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&IncSwitchAgent::m_leaseTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxTrees",
                          "Most groups that the switch aggregates for at a time",
                          UintegerValue(UINT16_MAX),
                          MakeUintegerAccessor(&IncSwitchAgent::m_maxTrees),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
IncSwitchAgent::DoDispose()
{
    for (auto& [treeId, group] : m_groups)
    {
        group.lease.Cancel();
        group.configuration.Cancel();
    }
    m_groups.clear();
    m_resources = Resources();
    IncControlAgent::DoDispose();
}

void
IncSwitchAgent::SetResources(const Resources& resources)
{
    m_resources = resources;
    UintegerValue slots(0);
    if (resources.aggregator)
    {
        resources.aggregator->GetAttribute("Slots", slots);
    }
    m_slots = static_cast<uint32_t>(slots.Get());
}

void
IncSwitchAgent::SetHandlers()
{
    Listen(Kind::RESERVE, &IncSwitchAgent::Reserve);
    Listen(Kind::COMMIT, &IncSwitchAgent::Commit);
    Listen(Kind::RELEASE, &IncSwitchAgent::Release);
    Listen(Kind::QUERY, &IncSwitchAgent::Asked);
}

IncGroupState
IncSwitchAgent::GetState(const IncControlBody& body) const
{
    const auto found = m_groups.find(body.Get<uint16_t>(Field::TREE));
    if (found == m_groups.end() || found->second.epoch != body.Get(Field::EPOCH))
    {
        return IncGroupState::IDLE;
    }
    return found->second.GetState();
}

void
IncSwitchAgent::ManagerIsBack()
{
    // Nothing to repeat: every REGISTER and HEARTBEAT describes the groups.
}

void
IncSwitchAgent::Forget()
{
    while (!m_groups.empty())
    {
        Free(m_groups.begin()->first);
    }
}

void
IncSwitchAgent::Describe(IncControlBody& body) const
{
    body.Add(Field::SLOTS, m_slots);
    body.Add(Field::MAX_TREES, m_maxTrees);
    AddGroups(body);
}

void
IncSwitchAgent::AddGroups(IncControlBody& body) const
{
    for (const auto& [treeId, group] : m_groups)
    {
        body.Add(Field::SERVED_TREE,
                 {{Field::TREE, treeId}, {Field::EPOCH, group.epoch}, {Field::PROOF, group.proof}});
    }
}

uint32_t
IncSwitchAgent::GetSlotsLeft() const
{
    // The aggregator knows trees from method calls, and the agent knows reserved trees: ask both.
    const uint32_t unlimited = std::numeric_limits<uint32_t>::max();
    const uint32_t own = m_slots == 0 ? unlimited : m_slots - m_slotsInUse;
    const auto left =
        m_resources.aggregator ? m_resources.aggregator->GetSlotsLeft() : std::nullopt;
    return std::min(own, left.value_or(unlimited));
}

uint32_t
IncSwitchAgent::GetTotalLength() const
{
    return m_resources.subDomain->GetSets() * m_resources.subDomain->GetLength();
}

void
IncSwitchAgent::Answer(Kind kind, uint16_t treeId, uint16_t epoch)
{
    SendToManager(kind, {{Field::TREE, treeId}, {Field::EPOCH, epoch}});
}

void
IncSwitchAgent::Refuse(const IncControlBody& request, const std::string& reason)
{
    SendToManager(Kind::REFUSED,
                  {{Field::TREE, request.Get(Field::TREE)},
                   {Field::EPOCH, request.Get(Field::EPOCH)},
                   {Field::REASON, reason}});
}

void
IncSwitchAgent::Reserve(const IncControlBody& body)
{
    const auto treeId = body.Get<uint16_t>(Field::TREE);
    if (m_groups.count(treeId) > 0)
    {
        // a group of an earlier epoch is still here, because its RELEASE did not arrive
        Free(treeId);
    }
    Group group;
    group.epoch = body.Get<uint16_t>(Field::EPOCH);
    group.identity = body.Get<uint32_t>(Field::IDENTITY);
    group.isVatNode = body.Get<bool>(Field::VAT_NODE);
    group.setup = body.Get<IncQueuePairSetup>(Field::QP_SETUP);
    const auto profile = IncGroupProfile::Read(body);
    const bool canShare = profile && m_resources.aggregator &&
                          m_resources.aggregator->SharesCells(profile->transport);
    if (!profile ||
        (group.isVatNode && (!m_resources.aggregator || (profile->cells.isShared && !canShare))))
    {
        Refuse(body, "cannot do what is asked for");
        return;
    }
    group.profile = *profile;
    group.origin.seal = IncFrameSeal::Make(body.GetText(Field::FRAME_KEY));
    const bool isRoot = body.GetGroups(Field::PARENT).empty();
    group.slots = group.isVatNode ? profile->GetOwnSlots(isRoot) : 0;
    const uint32_t left = GetSlotsLeft();
    const bool full = group.slots > left;
    const auto trees = std::count_if(m_groups.begin(), m_groups.end(), [](const auto& other) {
        return other.second.isVatNode;
    });
    if (group.isVatNode && (full || trees >= m_maxTrees))
    {
        Refuse(body,
               full ? std::to_string(group.slots) + " slots wanted, " + std::to_string(left) +
                          " free"
                    : std::to_string(m_maxTrees) + " trees are all in use");
        return;
    }
    group.receivers = IncReadReceivers(body, Field::RECEIVER);
    IncControlBody reserved{{Field::TREE, treeId}, {Field::EPOCH, group.epoch}};
    if (group.isVatNode)
    {
        auto node = IncVatNodeSetup::Read(body, GetTotalLength());
        if (!node)
        {
            Refuse(body, "cannot read the tree");
            return;
        }
        group.node = std::move(*node);
        group.node.SetParameters(*profile, *m_resources.subDomain);
        if (profile->cells.isShared && group.node.config.sets.size() > 1)
        {
            Refuse(body, "a part of a message has one set of workers");
            return;
        }
        group.node.MakeConnections(*m_resources.aggregator, *profile, group.origin.seal);
        group.node.GetEnds().Write(reserved);
    }
    if (group.isVatNode && group.setup != IncQueuePairSetup::MANAGER)
    {
        const IncTreeConfig& config = group.node.config;
        group.unconnected =
            config.children.size() + group.node.targets.size() + (config.parent ? 1 : 0);
        ExpectPeers(group);
    }
    m_slotsInUse += group.slots;
    group.lease = Simulator::Schedule(m_leaseTime, &IncSwitchAgent::Free, this, treeId);
    SendToManager(Kind::RESERVED, reserved);
    m_groups.emplace(treeId, std::move(group));
}

void
IncSwitchAgent::Commit(const IncControlBody& body)
{
    const auto treeId = body.Get<uint16_t>(Field::TREE);
    if (GetState(body) == IncGroupState::IDLE)
    {
        GetEndpoint()->Refuse(IncControlRefusal::STALE);
        Refuse(body, "nothing is put aside for it here any more");
        return;
    }
    Group& group = m_groups.at(treeId);
    const auto stream = body.GetGroups(Field::STREAM);
    if ((stream.empty() && !group.receivers.empty()) || !ReadPins(body, group) ||
        (group.setup == IncQueuePairSetup::MANAGER &&
         !group.node.SetOtherEnds(IncVatNodeEnds::Read(body))))
    {
        Refuse(body, "not what was reserved");
        return;
    }
    if (!stream.empty())
    {
        group.origin = IncReadOrigin(body, group.origin.seal);
    }
    for (const IncControlBody& root : body.GetGroups(Field::ROOT_QP))
    {
        group.node.config.rootAddress = root.Get<uint32_t>(Field::ADDRESS);
        group.node.config.rootQpn = root.Get<uint32_t>(Field::QPN);
    }
    group.isCommitted = true;
    group.proof = body.GetText(Field::PROOF);
    group.configuration =
        Simulator::Schedule(m_configurationTime, &IncSwitchAgent::Configured, this, treeId);
    if (group.setup == IncQueuePairSetup::MANAGER)
    {
        group.lease.Cancel(); // else the lease stays, because the peers may never connect
    }
    else if (group.node.config.parent)
    {
        OpenToParent(group);
    }
}

void
IncSwitchAgent::Configured(uint16_t treeId)
{
    Group& group = m_groups.at(treeId);
    group.isConfigured = true;
    if (group.unconnected == 0)
    {
        Install(treeId);
    }
}

void
IncSwitchAgent::Install(uint16_t treeId)
{
    Group& group = m_groups.at(treeId);
    group.lease.Cancel();
    group.isInstalled = true;
    for (const Pin& pin : group.pins)
    {
        m_resources.device->GetFlowTable().Set(pin.destination, pin.qpn, pin.port);
    }
    if (group.isVatNode)
    {
        group.node.Install(*m_resources.aggregator,
                           group.profile,
                           m_resources.bfr,
                           m_resources.subDomain);
    }
    for (const IncResultReceiver& receiver : group.receivers)
    {
        m_resources.lastHop->Install(group.origin, receiver);
    }
    Answer(Kind::COMMITTED, treeId, group.epoch);
}

bool
IncSwitchAgent::ReadPins(const IncControlBody& body, Group& group) const
{
    group.pins.clear();
    for (const IncControlBody& pin : body.GetGroups(Field::PIN))
    {
        group.pins.push_back({pin.Get<uint32_t>(Field::ADDRESS),
                              pin.Get<uint32_t>(Field::QPN),
                              pin.Get<uint32_t>(Field::PORT)});
    }
    return std::all_of(group.pins.begin(), group.pins.end(), [this](const Pin& pin) {
        return pin.port < m_resources.device->GetPorts().size();
    });
}

void
IncSwitchAgent::ExpectPeers(const Group& group)
{
    const IncTreeConfig& config = group.node.config;
    for (const IncTreeChild& child : config.children)
    {
        GetExchange().Expect(
            {config.treeId, config.epoch, false, child.rank, child.connection.remoteAddress},
            IncEndOf(child.connection));
    }
    for (std::size_t i = 0; i < group.node.targets.size(); ++i)
    {
        const IncResultReceiver& target = group.node.targets[i];
        GetExchange().Expect({config.treeId, config.epoch, true, target.rank, target.address},
                             IncEndOf(group.node.targetLinks[i]));
    }
}

void
IncSwitchAgent::OpenToParent(const Group& group)
{
    const IncTreeConfig& config = group.node.config;
    IncQueuePairEnd own = IncEndOf(*config.parent);
    own.transport = group.profile.transport;
    GetExchange().Open(
        {config.treeId, config.epoch, false, config.rank, config.parent->remoteAddress},
        own,
        group.setup);
}

void
IncSwitchAgent::Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote)
{
    Group& group = m_groups.at(link.treeId);
    if (group.isInstalled)
    {
        return; // a repeated message, which the switch has already answered
    }
    IncTreeConfig& config = group.node.config;
    if (link.isResult)
    {
        const auto& targets = group.node.targets;
        const auto target = std::find_if(targets.begin(), targets.end(), [&link](const auto& each) {
            return each.rank == link.rank && each.address == link.peer;
        });
        IncSetOtherEnd(group.node.targetLinks[target - targets.begin()], remote);
    }
    else if (config.parent && config.parent->remoteAddress == link.peer)
    {
        IncSetOtherEnd(*config.parent, remote);
    }
    else
    {
        auto& children = config.children;
        const auto child =
            std::find_if(children.begin(), children.end(), [&link](const IncTreeChild& each) {
                return each.rank == link.rank && each.connection.remoteAddress == link.peer;
            });
        IncSetOtherEnd(child->connection, remote);
    }
    if (--group.unconnected == 0 && group.isConfigured)
    {
        Install(link.treeId);
    }
}

void
IncSwitchAgent::Release(const IncControlBody& body)
{
    const auto treeId = body.Get<uint16_t>(Field::TREE);
    const auto epoch = body.Get<uint16_t>(Field::EPOCH);
    const auto found = m_groups.find(treeId);
    if (found != m_groups.end() && found->second.epoch == epoch)
    {
        Free(treeId);
    }
    Answer(Kind::RELEASED, treeId, epoch);
}

IncGroupStatistics::Part
IncSwitchAgent::GetPart(uint16_t treeId) const
{
    IncGroupStatistics::Part part;
    part.treeId = treeId;
    const auto found = m_groups.find(treeId);
    if (found == m_groups.end())
    {
        return part;
    }
    part.state = found->second.GetState();
    part.epoch = found->second.epoch;
    part.identity = found->second.identity;
    part.slots = found->second.slots;
    if (!found->second.isInstalled || !found->second.isVatNode)
    {
        return part;
    }
    const IncTreeState& state = *m_resources.aggregator->FindTree(treeId);
    const IncSlotPool& slots = state.GetSlots();
    part.busySlots = slots.GetBusy();
    part.slotPeak = slots.GetPeak();
    part.next = slots.GetNewest();
    if (const IncCellUser* cells = state.GetCells())
    {
        part.heldCells = cells->GetHeld();
        part.collisions = cells->GetCellCounters().collisions;
        part.evictions = cells->GetCellCounters().evicted;
    }
    using Use = IncGroupStatistics::Use;
    const auto& config = found->second.node.config;
    part.abm = IncWriteRuns(config.abm->bits);
    for (const IncTreeLink* link : m_resources.aggregator->GetLinks(treeId))
    {
        // The list begins with the links to the children.
        const std::size_t child = part.queuePairs.size();
        const bool isChild = child < config.children.size();
        const bool isParent = child == config.children.size() && config.parent;
        part.queuePairs.push_back(IncDescribeQueuePair(link->GetConnection(),
                                                       link->GetCounters(),
                                                       isChild    ? Use::CHILD
                                                       : isParent ? Use::PARENT
                                                                  : Use::RESULTS,
                                                       isChild ? config.children[child].rank : 0));
        part.packets += part.queuePairs.back().packetsReceived;
        part.bytes += part.queuePairs.back().bytesReceived;
        part.retransmissions += part.queuePairs.back().retransmissions;
        part.duplicates += part.queuePairs.back().duplicates;
        part.refused += part.queuePairs.back().refused;
    }
    if (const IncResultStream* stream = m_resources.aggregator->GetStream(treeId))
    {
        part.queuePairs.push_back(
            IncDescribeQueuePair(stream->connection, stream->counters, Use::STREAM));
    }
    return part;
}

std::vector<IncGroupStatistics::Part>
IncSwitchAgent::GetParts() const
{
    std::vector<IncGroupStatistics::Part> parts;
    for (const auto& [treeId, group] : m_groups)
    {
        parts.push_back(GetPart(treeId));
    }
    return parts;
}

void
IncSwitchAgent::Asked(const IncControlBody& body)
{
    IncControlBody answer{{Field::QUERY, body.Get(Field::QUERY)}};
    auto part = GetPart(body.Get<uint16_t>(Field::TREE));
    part.tenant = body.Get(Field::TENANT);
    part.group = body.Get(Field::GROUP);
    part.Write(answer);
    SendToManager(Kind::STATISTICS, answer);
}

void
IncSwitchAgent::Free(uint16_t treeId)
{
    Group& group = m_groups.at(treeId);
    group.lease.Cancel();
    group.configuration.Cancel();
    GetExchange().Forget(treeId);
    if (group.isInstalled && group.isVatNode)
    {
        m_resources.aggregator->RemoveTree(treeId);
    }
    if (group.isInstalled && !group.receivers.empty())
    {
        m_resources.lastHop->Remove(treeId);
    }
    if (group.isVatNode)
    {
        group.node.ReleaseConnections(*m_resources.aggregator);
    }
    m_slotsInUse -= group.slots;
    for (const Pin& pin : group.pins)
    {
        m_resources.device->GetFlowTable().Remove(pin.destination, pin.qpn);
    }
    m_groups.erase(treeId);
}

} // namespace ns3
