/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-sim-control.h"

#include "inc-aggregation-config.h"
#include "inc-job-share.h"

#include "ns3/boolean.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-group-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

const Time STEP = MilliSeconds(1); // time between two looks at the manager's state
// time that is enough for a network which loses many control datagrams
const Time REGISTRATION = Seconds(10);

} // namespace

uint32_t
IncSimControl::PlaceManager(const IncControlConfig& config,
                            const IncArgumentTable& table,
                            IncTopology& topology)
{
    const auto& nodes = topology.GetNodes();
    const auto isOptical = [](const IncTopologyNode& node) {
        return node.kind == IncTopologyNode::Kind::OPTICAL;
    };
    table.Require(std::none_of(nodes.begin(), nodes.end(), isOptical),
                  "control",
                  "the topology has optical switches, which do not register with the manager; "
                  "accepted: static");
    table.Require(topology.GetVat().empty(),
                  "control",
                  "the topology file has a tree (\"vat\"), and the manager makes its own; "
                  "accepted: static");
    if (config.host.empty())
    {
        const IncTopologyLink& link = topology.GetLinks().back();
        return IncManagerHelper::AddManagerNode(topology, link.rate, link.delay);
    }
    const auto host = topology.Find(config.host);
    table.Require(host && topology.IsHost(*host),
                  "manager",
                  "the network has no such host; accepted: the name of a host");
    return *host;
}

IncSimControl::IncSimControl(const IncControlConfig& config,
                             const IncAggregationConfig& aggregation,
                             const IncFabric& fabric,
                             uint32_t manager)
    : m_config(config),
      m_fabric(fabric)
{
    IncManagerHelper helper;
    helper.SetBitStringLength(aggregation.bitStringLength);
    helper.SetLastHopIsHost(aggregation.lastHopIsHost);
    helper.SetManagerAttribute("FailRefused", BooleanValue(config.fails));
    helper.SetManagerAttribute("Aggregators", StringValue(aggregation.aggregatorsAre));
    helper.SetManagerAttribute("Root", StringValue(aggregation.root));
    const auto root = fabric.GetTopology().Find(aggregation.root);
    if (root && fabric.GetTopology().IsHost(*root))
    {
        helper.AddServer(*root);
    }
    helper.SetManagerAttribute("TreeMaker", PointerValue(config.trees));
    IncGroupHelper groups;
    aggregation.pool.SetUp(groups);
    m_plane = helper.Install(fabric, manager, groups);
}

bool
IncSimControl::IsComplete() const
{
    const IncTopology& topology = m_fabric.GetTopology();
    const IncInventory& inventory = m_plane.GetManager()->GetInventory();
    for (uint32_t node = 0; node < m_fabric.GetNodes().GetN(); ++node)
    {
        const auto agent = m_plane.GetAgent(node);
        if (!agent)
        {
            continue;
        }
        const auto* known = inventory.Find(IncAddressPlan::AddressOf(node));
        if (!agent->IsRegistered() || !known ||
            known->links.size() < topology.GetPorts(node).size())
        {
            return false; // a link may be missing, because its first HELLO was lost
        }
    }
    return true;
}

void
IncSimControl::Begin()
{
    if (m_runs)
    {
        return;
    }
    m_runs = true;
    m_logged = m_plane.GetManager()->GetLogged();
    m_plane.Start();
    const Time end = Simulator::Now() + REGISTRATION;
    do
    {
        Simulator::Stop(STEP);
        Simulator::Run();
    } while (!IsComplete() && Simulator::Now() < end);
}

std::vector<IncManagerLogEntry>
IncSimControl::GetLog() const
{
    const auto& log = m_plane.GetManager()->GetLog();
    const uint64_t since = m_plane.GetManager()->GetLogged() - m_logged;
    return {log.end() - static_cast<std::ptrdiff_t>(std::min<uint64_t>(since, log.size())),
            log.end()};
}

std::vector<IncManagerLogEntry>
IncSimControl::GetLinkChanges() const
{
    std::vector<IncManagerLogEntry> changes = GetLog();
    const auto isOther = [](const IncManagerLogEntry& entry) {
        return entry.event != "link lost" && entry.event != "link back";
    };
    changes.erase(std::remove_if(changes.begin(), changes.end(), isOther), changes.end());
    return changes;
}

std::optional<IncGroupStatistics>
IncSimControl::Query() const
{
    auto answer = std::make_shared<std::optional<IncGroupStatistics>>();
    const auto store = [answer](const IncGroupStatistics& statistics) { *answer = statistics; };
    if (!m_plane.GetManager()->Query(TENANT, m_group, store).empty())
    {
        return std::nullopt;
    }
    const Time end = Simulator::Now() + REGISTRATION;
    do
    {
        Simulator::Stop(STEP);
        Simulator::Run();
    } while (!*answer && Simulator::Now() < end);
    return *answer;
}

void
IncSimControl::End()
{
    m_events.Cancel();
    m_dead.clear();
    m_left.clear();
    if (m_runs)
    {
        m_runs = false;
        m_plane.Stop();
    }
}

void
IncSimControl::ScheduleEvents(const IncJobShare& share)
{
    m_group = share.treeId;
    for (const auto& death : m_config.deaths)
    {
        const uint32_t node = *m_fabric.GetTopology().Find(death.who);
        m_events.ScheduleAt(*m_fabric.GetNodes().Get(node), death.at, [this, node]() {
            Kill(node);
            Tell();
        });
    }
    if (!m_runs)
    {
        return; // this row has no manager, and so no group to dismantle or to leave
    }
    if (m_config.dismantling)
    {
        m_events.ScheduleAt(
            *m_fabric.GetNodes().Get(m_plane.GetManagerNode()),
            *m_config.dismantling,
            [this, group = share.treeId]() {
                m_plane.GetManager()->Dismantle(TENANT, group, "dismantled by hand");
            });
    }
    for (const auto& departure : m_config.departures)
    {
        const uint32_t host = share.workers.at(std::stoul(departure.who));
        const uint32_t group = share.treeId;
        m_events.ScheduleAt(*m_fabric.GetNodes().Get(host), departure.at, [this, host, group]() {
            Leave(host, group);
        });
    }
}

void
IncSimControl::Kill(uint32_t node)
{
    m_dead.insert(node);
    if (m_runs)
    {
        m_plane.Kill(m_fabric, node);
        return;
    }
    for (const auto& port : m_fabric.GetTopology().GetPorts(node))
    {
        m_fabric.GetChannel(port.link)->SetUp(false);
    }
}

void
IncSimControl::Leave(uint32_t host, uint32_t group)
{
    const Ptr<IncClientAgent> agent = m_plane.GetClientAgent(host);
    if (agent->IsMember(group))
    {
        m_left.insert({host, group});
        agent->Leave(group);
        Tell();
    }
}

void
IncSimControl::Tell() const
{
    for (const auto& [who, listener] : m_listeners)
    {
        listener();
    }
}

void
IncSimControl::SetListener(const void* who, std::function<void()> listener)
{
    m_listeners.erase(who);
    if (listener)
    {
        m_listeners.emplace(who, std::move(listener));
    }
}

} // namespace ns3
