/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-manager.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-enum.h"
#include "ns3/ipv4-address.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncAggregationManager");
NS_OBJECT_ENSURE_REGISTERED(IncAggregationManager);

using Field = IncControlField;
using Kind = IncControlKind;

namespace
{

/// The manager remembers the end of a group much longer than a client waits for a group.
const Time RETENTION = Seconds(60);

} // namespace

TypeId
IncAggregationManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncAggregationManager")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncAggregationManager>()
            .AddAttribute("ProcessingTime",
                          "Time that the manager works on a message, one after the other; "
                          "heartbeats take none",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&IncAggregationManager::m_processingTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("HeartbeatInterval",
                          "Time between two HEARTBEATs of an agent, the same as there",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&IncAggregationManager::m_heartbeatInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Missed",
                          "HEARTBEATs in a row without which a node counts as dead",
                          UintegerValue(3),
                          MakeUintegerAccessor(&IncAggregationManager::m_missed),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SetupDeadline",
                          "Time from the first JOIN of a group after which it is refused, unless "
                          "it is READY",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&IncAggregationManager::m_deadline),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FailRefused",
                          "Whether ranks of a refused group are told to fail, instead of running "
                          "over the hosts",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncAggregationManager::m_failsRefused),
                          MakeBooleanChecker())
            .AddAttribute(
                "QueuePairSetup",
                "How the two ends of a queue pair learn of each other: from the \"manager\", "
                "by REQ, REP and RTU between them (\"cm\"), or over a \"socket\", a "
                "connection between them",
                IncEnumValue(IncQueuePairSetup::MANAGER),
                MakeIncEnumAccessor(&IncAggregationManager::m_setup),
                MakeIncEnumChecker<IncQueuePairSetup>({{IncQueuePairSetup::MANAGER, "manager"},
                                                       {IncQueuePairSetup::CM, "cm"},
                                                       {IncQueuePairSetup::SOCKET, "socket"}}))
            .AddAttribute("Rebuild",
                          "Whether a group that fails is built anew around what failed, and goes "
                          "on from the first message that some rank has no result of",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncAggregationManager::m_rebuilds),
                          MakeBooleanChecker())
            .AddAttribute("LogLength",
                          "Entries of the log that are kept at least, the latest; 0: all",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&IncAggregationManager::m_logLength),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxGroups",
                          "Most groups of a tenant at a time; 0: no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncAggregationManager::m_maxGroups),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxSlots",
                          "Most slots of a group on each switch; it gets no more; 0: no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncAggregationManager::m_maxSlots),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Aggregators",
                          "Switches that may aggregate, of those that can: all, edge, core, a "
                          "number or list:NAME,...",
                          StringValue("all"),
                          MakeStringAccessor(&IncAggregationManager::m_aggregators),
                          MakeStringChecker())
            .AddAttribute("Root",
                          "Name of the switch that is the root of all trees; empty: chosen",
                          StringValue(""),
                          MakeStringAccessor(&IncAggregationManager::m_root),
                          MakeStringChecker())
            .AddAttribute("TreeMaker",
                          "How trees are found; null: as IncShortestPathTreeMaker does",
                          PointerValue(),
                          MakePointerAccessor(&IncAggregationManager::m_treeMaker),
                          MakePointerChecker<IncTreeMaker>())
            .AddTraceSource("State",
                            "The state of a group has changed",
                            MakeTraceSourceAccessor(&IncAggregationManager::m_stateTrace),
                            "ns3::IncAggregationManager::StateTracedCallback")
            .AddTraceSource("Heard",
                            "A node has said in its HEARTBEAT how its part in a group stands",
                            MakeTraceSourceAccessor(&IncAggregationManager::m_heardTrace),
                            "ns3::IncAggregationManager::PartTracedCallback");
    return tid;
}

void
IncAggregationManager::DoDispose()
{
    ++m_life;
    m_watch.Cancel();
    m_groups.clear();
    m_endedGroups.clear();
    m_queries.clear();
    m_endpoint = nullptr;
    Object::DoDispose();
}

void
IncAggregationManager::Attach(Ptr<IncControlEndpoint> endpoint)
{
    NS_ABORT_MSG_IF(m_endpoint, "IncAggregationManager::Attach: attached already");
    m_endpoint = endpoint;
    if (!m_treeMaker)
    {
        m_treeMaker = IncTreeMaker::Create("shortest-path");
    }
    Listen(Kind::REGISTER, &IncAggregationManager::Register);
    Listen(Kind::ASK, &IncAggregationManager::Asked);
    Listen(Kind::STATISTICS, &IncAggregationManager::Answered);
    m_endpoint->SetHandler(Kind::HEARTBEAT, [this](uint32_t peer, const IncControlBody& body) {
        Heartbeat(peer, body);
    });
    for (const Kind kind : {Kind::JOIN,
                            Kind::LEAVE,
                            Kind::RESERVED,
                            Kind::REFUSED,
                            Kind::COMMITTED,
                            Kind::FENCED,
                            Kind::FAILURE,
                            Kind::RELEASED})
    {
        m_endpoint->SetHandler(kind, [this, kind](uint32_t peer, const IncControlBody& body) {
            Work([this, kind, peer, body]() { ReceiveForGroup(kind, peer, body); });
        });
    }
    m_endpoint->AddLossHandler([this](uint32_t peer, IncControlChannel::Loss loss) {
        NodeLost(peer,
                 NameOf(peer) + (loss == IncControlChannel::Loss::SILENT ? " does not answer"
                                                                         : " has been restarted"));
    });
}

void
IncAggregationManager::Listen(Kind kind, Handler handler)
{
    m_endpoint->SetHandler(kind, [this, handler](uint32_t peer, const IncControlBody& body) {
        Work([this, handler, peer, body]() { (this->*handler)(peer, body); });
    });
}

void
IncAggregationManager::ReceiveForGroup(Kind kind, uint32_t peer, const IncControlBody& body)
{
    IncManagedGroup* group = body.Find(Field::GROUP) ? FindGroup(body) : FindByTree(body);
    if (!group && kind == Kind::JOIN && IsToBeTold(body) && Remind(peer, body))
    {
        return; // the client was told again that its group has ended
    }
    if (!group && kind == Kind::JOIN)
    {
        const IncGroupName name{body.Get(Field::TENANT), body.Get(Field::GROUP)};
        IncManagedGroup::Host& self = *this;
        auto made = std::make_unique<IncManagedGroup>(self, name, m_deadline);
        group = (m_groups[name] = std::move(made)).get();
    }
    if (!group)
    {
        if (kind != Kind::LEAVE || !LeaveFound(peer, body))
        {
            m_endpoint->Refuse(IncControlRefusal::STALE);
        }
        return;
    }
    if (const auto refusal = group->Receive(peer, kind, body))
    {
        m_endpoint->Refuse(*refusal);
        if (group->GetState() == IncGroupState::IDLE)
        {
            m_groups.erase(IncGroupName(group->GetName())); // no rank has joined this group
        }
    }
}

void
IncAggregationManager::Work(std::function<void()> task)
{
    m_busyUntil = std::max(m_busyUntil, Simulator::Now()) + m_processingTime;
    const uint64_t life = m_life;
    Simulator::Schedule(m_busyUntil - Simulator::Now(), [this, life, task]() {
        if (life == m_life)
        {
            task();
        }
    });
}

void
IncAggregationManager::Start()
{
    if (!m_endpoint->IsRunning())
    {
        m_endpoint->Restart();
    }
    ++m_life;
    // The first epoch must exceed all epochs before a restart, which the manager does not remember.
    m_firstEpoch = static_cast<uint16_t>(Simulator::Now().GetMilliSeconds() / 10);
    m_nextEpoch = m_firstEpoch;
    m_busyUntil = Simulator::Now();
    m_treeMaker->Forget();
    m_watch = Simulator::Schedule(m_heartbeatInterval, &IncAggregationManager::Watch, this);
    Log("started", NameOf(m_endpoint->GetAddress()), "");
}

void
IncAggregationManager::Stop()
{
    Log("stopped", NameOf(m_endpoint->GetAddress()), "");
    ++m_life;
    m_watch.Cancel();
    m_groups.clear();
    m_trees.clear();
    m_linkLoad.clear();
    m_lostLinks.clear();
    m_toldFailures.clear();
    m_ended.clear();
    m_inventory.Clear();
    m_heard.clear();
    m_endpoint->Stop();
    IncGroupStatistics nothing;
    nothing.error = "the manager has been stopped";
    for (const auto& [number, query] : std::exchange(m_queries, {}))
    {
        query.handler(nothing);
    }
}

IncGroupState
IncAggregationManager::GetState(uint32_t tenant, uint32_t group) const
{
    const IncManagedGroup* found = FindGroup(tenant, group);
    return found ? found->GetState() : IncGroupState::IDLE;
}

const IncManagedGroup*
IncAggregationManager::FindGroup(uint32_t tenant, uint32_t group) const
{
    const auto found = m_groups.find({tenant, group});
    return found == m_groups.end() ? nullptr : found->second.get();
}

std::string
IncAggregationManager::NameOf(uint32_t address) const
{
    if (const IncInventory::Entry* entry = m_inventory.Find(address))
    {
        return entry->name;
    }
    std::ostringstream text;
    text << Ipv4Address(address);
    return text.str();
}

void
IncAggregationManager::Log(const std::string& event,
                           const std::string& object,
                           const std::string& text)
{
    NS_LOG_INFO(object << ": " << event << (text.empty() ? "" : ": ") << text);
    m_log.push_back({Simulator::Now(), event, object, text});
    ++m_logged;
    IncTrimManagerLog(m_log, m_logLength);
}

void
IncAggregationManager::Register(uint32_t peer, const IncControlBody& body)
{
    if (m_inventory.IsOfAnother(peer, body))
    {
        m_endpoint->Refuse(IncControlRefusal::STRANGER);
        return;
    }
    const IncInventory::Entry* known = m_inventory.Find(peer);
    const bool isNew = known == nullptr;
    const std::vector<IncInventory::Link> before =
        known ? known->links : std::vector<IncInventory::Link>();
    const bool changed = m_inventory.Register(peer, body);
    m_endpoint->Send(peer, Kind::REGISTERED, IncControlBody());
    FindTrees(peer, body);
    TellShortFailures(peer);
    if (!changed)
    {
        return;
    }
    Log(isNew ? "registered" : "links changed",
        NameOf(peer),
        std::to_string(m_inventory.Find(peer)->links.size()) + " neighbors");
    CompareLinks(peer, before);
    ForAllGroups([](IncManagedGroup& group) { group.Retry(); });
}

void
IncAggregationManager::Heartbeat(uint32_t peer, const IncControlBody& body)
{
    const bool known = m_inventory.Hear(peer);
    IncControlBody answer;
    if (!known)
    {
        answer.Add(Field::STEP, 1); // ask the node to register again
    }
    m_endpoint->Tell(peer, Kind::BEAT, answer);
    if (known)
    {
        FindTrees(peer, body);
        HearTasks(peer, body);
    }
}

IncAggregationManager::Tree*
IncAggregationManager::FindTree(uint32_t peer, const IncControlBody& body, bool& isLeft)
{
    const auto treeId = body.Get<uint16_t>(Field::TREE);
    const auto epoch = body.Get<uint16_t>(Field::EPOCH);
    const auto found = m_trees.find(treeId);
    if (found != m_trees.end() && found->second.epoch == epoch &&
        (!found->second.isFound || body.GetText(Field::PROOF) == ProofOf(peer, body)))
    {
        return &found->second;
    }
    // If this manager made an unknown tree, the tree has ended; its RELEASE or FENCE was lost.
    isLeft = static_cast<uint16_t>(epoch - m_firstEpoch) <
             static_cast<uint16_t>(m_nextEpoch - m_firstEpoch);
    if (isLeft || (found != m_trees.end() && found->second.epoch != epoch))
    {
        isLeft = true;
        return nullptr;
    }
    if (body.GetText(Field::PROOF) != ProofOf(peer, body))
    {
        m_endpoint->Refuse(IncControlRefusal::STRANGER);
        return nullptr;
    }
    Tree& tree = m_trees[treeId];
    tree.epoch = epoch;
    tree.isFound = true;
    tree.since = Simulator::Now();
    Log("found", "tree " + std::to_string(treeId), "epoch " + std::to_string(epoch));
    return &tree;
}

void
IncAggregationManager::FindTrees(uint32_t peer, const IncControlBody& body)
{
    for (const IncControlBody& item : body.GetGroups(Field::SERVED_TREE))
    {
        bool isLeft = false;
        Tree* tree = FindTree(peer, item, isLeft);
        if (isLeft)
        {
            m_endpoint->Send(peer, Kind::RELEASE, item);
        }
        else if (tree && tree->isFound)
        {
            tree->nodes.insert(peer);
        }
    }
    for (const IncControlBody& item : body.GetGroups(Field::MEMBERSHIP))
    {
        if (!item.Find(Field::TREE))
        {
            Remind(peer, item);
            continue;
        }
        bool isLeft = false;
        Tree* tree = FindTree(peer, item, isLeft);
        if (isLeft)
        {
            IncControlBody fence = item;
            fence.Add(Field::REASON, "the group has been dismantled");
            m_endpoint->Send(peer, Kind::FENCE, fence);
        }
        else if (tree && tree->isFound)
        {
            tree->group = {item.Get(Field::TENANT), item.Get(Field::GROUP)};
            tree->ranks.insert(peer);
        }
    }
    ForAllGroups([&](IncManagedGroup& group) { group.Heard(peer, body); });
}

bool
IncAggregationManager::Remind(uint32_t peer, const IncControlBody& membership)
{
    const IncGroupName name{membership.Get(Field::TENANT), membership.Get(Field::GROUP)};
    const auto ended = m_ended.find(name);
    if (m_groups.count(name) > 0 || ended == m_ended.end())
    {
        return false;
    }
    m_endpoint->Send(peer,
                     Kind::REJECT,
                     {{Field::TENANT, name.first},
                      {Field::GROUP, name.second},
                      {Field::REASON, ended->second.reason},
                      {Field::FAILS, ended->second.fails}});
    return true;
}

bool
IncAggregationManager::LeaveFound(uint32_t peer, const IncControlBody& body)
{
    const IncGroupName name{body.Get(Field::TENANT), body.Get(Field::GROUP)};
    for (auto& [treeId, tree] : m_trees)
    {
        if (tree.isFound && tree.ranks.count(peer) > 0 && tree.group == name)
        {
            DropFound(treeId,
                      "rank " + std::to_string(body.Get(Field::RANK)) + " has left the group");
            return true;
        }
    }
    return false;
}

void
IncAggregationManager::DropFound(uint16_t treeId, const std::string& reason)
{
    const Tree tree = m_trees.at(treeId);
    m_trees.erase(treeId);
    m_heard.erase(tree.group);
    IncControlBody body{{Field::TENANT, tree.group.first},
                        {Field::GROUP, tree.group.second},
                        {Field::TREE, treeId},
                        {Field::EPOCH, tree.epoch},
                        {Field::REASON, reason}};
    for (const uint32_t rank : tree.ranks)
    {
        m_endpoint->Send(rank, Kind::FENCE, body);
    }
    for (const uint32_t node : tree.nodes)
    {
        m_endpoint->Send(node, Kind::RELEASE, body);
    }
    Log("dropped", "tree " + std::to_string(treeId), reason);
}

void
IncAggregationManager::Watch()
{
    const Time patience = m_missed * m_heartbeatInterval;
    const Time now = Simulator::Now();
    Time next = now + m_heartbeatInterval;
    std::vector<uint32_t> dead;
    for (const auto& [address, entry] : m_inventory.GetEntries())
    {
        const Time end = entry.heard + patience + m_heartbeatInterval / 100;
        if (end <= now)
        {
            dead.push_back(address);
        }
        else
        {
            next = std::min(next, end);
        }
    }
    for (const uint32_t address : dead)
    {
        NodeLost(address,
                 NameOf(address) + " has missed " + std::to_string(m_missed) + " heartbeats");
    }
    for (auto ended = m_ended.begin(); ended != m_ended.end();)
    {
        ended = ended->second.at + RETENTION < now ? m_ended.erase(ended) : std::next(ended);
    }
    std::vector<uint16_t> orphans;
    for (const auto& [treeId, tree] : m_trees)
    {
        if (tree.isFound && tree.ranks.empty() && now > tree.since + patience)
        {
            orphans.push_back(treeId);
        }
    }
    for (const uint16_t treeId : orphans)
    {
        DropFound(treeId, "no client is a rank of it");
    }
    m_watch = Simulator::Schedule(next - now, &IncAggregationManager::Watch, this);
}

void
IncAggregationManager::NodeLost(uint32_t peer, const std::string& reason)
{
    Log("lost", NameOf(peer), reason);
    NobodyAnswers(peer);
    m_inventory.Remove(peer);
    ForAllGroups([&](IncManagedGroup& group) { group.NodeLost(peer, reason); });
    // Try waiting groups again: without the dead node the topology may be complete.
    ForAllGroups([](IncManagedGroup& group) { group.Retry(); });
}

} // namespace ns3
