/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-statistics.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-client.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-control-endpoint.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-rc-queue-pair.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;
using Column = IncCounterTable::Column;

std::vector<Column>
PortColumns()
{
    auto columns = IncColumnsOf<IncTrafficCounters>();
    columns.push_back({"drops"});
    const auto events = IncColumnsOf<IncPriorityEvents>();
    columns.insert(columns.end(), events.begin(), events.end());
    columns.insert(columns.end(), {{"pauses_received"}, {"paused_ns"}, {"max_queued_bytes", true}});
    return columns;
}

std::vector<uint64_t>
PortValues(const IncPriorityCounters& counters)
{
    auto values = IncValuesOf<IncTrafficCounters>(counters);
    values.push_back(std::accumulate(counters.drops.begin(), counters.drops.end(), uint64_t{0}));
    const auto events = IncValuesOf<IncPriorityEvents>(counters);
    values.insert(values.end(), events.begin(), events.end());
    values.insert(values.end(),
                  {counters.pausesReceived,
                   static_cast<uint64_t>(counters.pausedPs / 1000),
                   counters.maxQueuedBytes});
    return values;
}

/// Add tables of ports, of their priorities, and of drops by reason.
void
AddPorts(const IncFabric& fabric, std::vector<IncCounterTable>& tables)
{
    const auto columns = PortColumns();
    auto ofPorts = columns;
    ofPorts.insert(ofPorts.end(),
                   {{"sent_results"}, {"pfc_frames_sent"}, {"pfc_frames_received"}, {"busy_ns"}});
    IncCounterTable ports("ports", {"port", "rate_Gbps"}, std::move(ofPorts));
    IncCounterTable priorities("priorities", {"port", "priority"}, columns);
    IncCounterTable drops("drops", {"port", "priority", "reason"}, {{"frames"}});
    const auto add = [&](const std::string& name, const IncNetDevice& device) {
        std::vector<uint64_t> total(columns.size());
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            const IncPriorityCounters counters = device.GetCounters(priority);
            const auto values = PortValues(counters);
            for (std::size_t i = 0; i < values.size(); ++i)
            {
                total[i] =
                    columns[i].isLevel ? std::max(total[i], values[i]) : total[i] + values[i];
            }
            priorities.Add({name, priority}, values);
            for (std::size_t reason = 0; reason < counters.drops.size(); ++reason)
            {
                drops.Add({name, priority, IncDropReasonName(static_cast<IncDropReason>(reason))},
                          {counters.drops[reason]});
            }
        }
        const IncPortCounters counters = device.GetCounters();
        total.insert(total.end(),
                     {counters.sentResults, counters.pfcFramesSent, counters.pfcFramesReceived});
        total.push_back(static_cast<uint64_t>(device.GetBusyPs(IncClock::NowPs()) / 1000));
        ports.Add({name, static_cast<double>(device.GetDataRate().GetBitRate()) / 1e9}, total);
    };
    for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
    {
        for (uint32_t port = 0; port < fabric.GetTopology().GetPorts(node).size(); ++port)
        {
            add(IncLinkName(fabric.GetTopology(), node, port), *fabric.GetDevice(node, port));
        }
    }
    tables.push_back(std::move(ports));
    tables.push_back(std::move(priorities));
    tables.push_back(std::move(drops));
}

/// Return the counters of hosts' queue pairs, and of switches' connections in trees.
IncCounterTable
QueuePairsOf(const IncFabric& fabric)
{
    IncCounterTable table("queue_pairs",
                          {"node", "qpn", "service", "peer", "peer_qpn"},
                          IncColumnsOf<IncQueuePairCounters>());
    const IncTopology& topology = fabric.GetTopology();
    const auto add = [&](uint32_t node,
                         bool isReliable,
                         const IncConnection& connection,
                         const IncQueuePairCounters& counters) {
        const auto peer = IncAddressPlan::IndexOf(connection.remoteAddress);
        table.Add({topology.GetName(node),
                   connection.localQpn,
                   isReliable ? "RC" : "UC",
                   peer < topology.GetNodes().size() ? topology.GetName(peer) : "",
                   connection.remoteQpn},
                  IncValuesOf(counters));
    };
    for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
    {
        if (topology.IsHost(node))
        {
            for (const auto& qp : fabric.GetNic(node)->GetQueuePairs())
            {
                if (qp) // null stands for a queue pair that was removed after an earlier row
                {
                    const bool isReliable = DynamicCast<IncRcQueuePair>(qp) != nullptr;
                    add(node, isReliable, qp->GetConnection(), qp->GetCounters());
                }
            }
        }
        const auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>();
        for (const uint16_t tree : aggregator ? aggregator->GetTreeIds() : std::vector<uint16_t>())
        {
            for (const IncTreeLink* link : aggregator->GetLinks(tree))
            {
                add(node, link->IsReliable(), link->GetConnection(), link->GetCounters());
            }
            if (const IncResultStream* stream = aggregator->GetStream(tree))
            {
                const auto transport = aggregator->FindTree(tree)->GetConfig().transport;
                add(node,
                    transport == IncAggregationTransport::RC,
                    stream->connection,
                    stream->counters);
            }
        }
    }
    return table;
}

IncCounterTable
RefusalsOf(const IncFabric& fabric, const std::vector<IncRefusalCounts>& refused)
{
    IncCounterTable refusals("refusals", {"node", "reason"}, {{"frames"}});
    for (uint32_t node = 0; node < refused.size(); ++node)
    {
        for (uint8_t i = 0; i < static_cast<uint8_t>(IncRefusal::COUNT); ++i)
        {
            const auto reason = static_cast<IncRefusal>(i);
            refusals.Add({fabric.GetTopology().GetName(node), IncRefusalName(reason)},
                         {refused[node].Get(reason)});
        }
        const auto endpoint = fabric.GetNodes().Get(node)->GetObject<IncControlEndpoint>();
        for (uint8_t i = 0; endpoint && i < static_cast<uint8_t>(IncControlRefusal::COUNT); ++i)
        {
            const auto reason = static_cast<IncControlRefusal>(i);
            refusals.Add({fabric.GetTopology().GetName(node),
                          std::string("control-") + IncControlRefusalName(reason)},
                         {endpoint->GetRefused(reason)});
        }
    }
    return refusals;
}

constexpr std::size_t REFUSED = 4; // index of the column with the sum of a client's refusals

/// Add tables of aggregation trees on switches, of refusals, and of the workers' clients.
void
AddAggregation(const IncFabric& fabric,
               const std::vector<IncTreeClient>& clients,
               std::vector<IncCounterTable>& tables)
{
    auto columns = IncColumnsOf<IncAggregatorCounters>();
    columns.insert(columns.end(), {{"slot_peak", true}, {"cell_peak", true}, {"cell_busy_us"}});
    IncCounterTable aggregators("aggregators", {"node"}, std::move(columns));
    std::vector<IncRefusalCounts> refused(fabric.GetNodes().GetN());
    for (uint32_t i = 0; i < fabric.GetNodes().GetN(); ++i)
    {
        const auto lastHop = fabric.GetNodes().Get(i)->GetObject<IncLastHop>();
        if (lastHop)
        {
            refused[i].Add(lastHop->GetRefused());
        }
        const auto aggregator = fabric.GetNodes().Get(i)->GetObject<IncAggregator>();
        if (!aggregator)
        {
            continue;
        }
        const std::string node = fabric.GetTopology().GetName(i);
        const IncAggregatorCounters& counters = aggregator->GetCounters();
        auto values = IncValuesOf(counters);
        values.push_back(aggregator->GetSlotPeak());
        const IncCellPool* const pool = aggregator->GetPool();
        values.push_back(pool ? pool->GetPeak() : 0);
        values.push_back(pool ? pool->GetBusyTime().GetMicroSeconds() : 0);
        aggregators.Add({node}, std::move(values));
        refused[i].Add(counters.refused);
    }
    columns = IncColumnsOf<IncClientCounters>();
    columns.insert(columns.begin() + REFUSED, {"refused"});
    IncCounterTable ranks("clients", {"tree", "rank"}, std::move(columns));
    for (const IncTreeClient& each : clients)
    {
        const IncClientCounters& counters = each.client->GetCounters();
        auto values = IncValuesOf(counters);
        values.insert(values.begin() + REFUSED, counters.refused.GetTotal());
        ranks.Add({each.tree, each.rank}, std::move(values));
        refused[each.host].Add(counters.refused);
    }
    tables.push_back(std::move(aggregators));
    tables.push_back(RefusalsOf(fabric, refused));
    tables.push_back(std::move(ranks));
}

/// Return what switches received from each child (rank or subtree) of a tree, and in all.
IncCounterTable
IdentitiesOf(const IncFabric& fabric)
{
    IncCounterTable table("identities",
                          {"node", "tree", "rank"},
                          {{"packets_received"}, {"bytes_received"}, {"duplicates"}, {"refused"}});
    for (uint32_t i = 0; i < fabric.GetNodes().GetN(); ++i)
    {
        const auto aggregator = fabric.GetNodes().Get(i)->GetObject<IncAggregator>();
        const std::string node = fabric.GetTopology().GetName(i);
        for (const uint16_t tree : aggregator ? aggregator->GetTreeIds() : std::vector<uint16_t>())
        {
            const auto& children = aggregator->FindTree(tree)->GetConfig().children;
            std::size_t child = 0; // the first links lead to the children
            std::vector<uint64_t> sum(4);
            for (const IncTreeLink* link : aggregator->GetLinks(tree))
            {
                const IncQueuePairCounters& counters = link->GetCounters();
                const std::vector<uint64_t> values{counters.packetsReceived.Get(),
                                                   counters.bytesReceived.Get(),
                                                   counters.duplicates.Get(),
                                                   counters.refused.Get()};
                std::transform(sum.begin(), sum.end(), values.begin(), sum.begin(), std::plus<>());
                if (child < children.size())
                {
                    table.Add({node, tree, children[child++].rank}, values);
                }
            }
            table.Add({node, tree, "all"}, sum);
        }
    }
    return table;
}

/// Add the bytes that servers of several GPUs moved, by direction of each scale-up link and by
/// server.
void
AddServers(const IncFabric& fabric, std::vector<IncCounterTable>& tables)
{
    IncCounterTable links("scale_up",
                          {"port", "rate_Gbps"},
                          {{"units"}, {"sent_bytes"}, {"busy_ns"}});
    IncCounterTable servers("servers", {"server"}, IncColumnsOf<IncScaleUpCounters>());
    const IncTopology& topology = fabric.GetTopology();
    for (uint32_t i = 0; i < topology.GetServers().size(); ++i)
    {
        std::vector<uint64_t> values = IncValuesOf(IncScaleUpCounters());
        for (const auto& hub : fabric.GetScaleUpSwitches(i))
        {
            const auto own = IncValuesOf(hub->counters);
            std::transform(own.begin(), own.end(), values.begin(), values.begin(), std::plus<>());
        }
        servers.Add({topology.GetServers()[i].name}, values);
    }
    for (const auto& [name, link, counters] : fabric.GetScaleUpDirections())
    {
        links.Add(
            {name, static_cast<double>(link->GetRawRate()) / 1e9},
            {counters->units, counters->bytes, static_cast<uint64_t>(counters->busyPs / 1000)});
    }
    if (!topology.GetServers().empty())
    {
        tables.push_back(std::move(links));
        tables.push_back(std::move(servers));
    }
}

void
AddDeadlocks(const IncFabric& fabric, std::vector<IncCounterTable>& tables)
{
    IncCounterTable deadlocks("deadlocks", {"report"}, {{"found"}});
    if (const auto watchdog = fabric.GetWatchdog())
    {
        for (const IncPfcDeadlock& deadlock : watchdog->GetDeadlocks())
        {
            deadlocks.Add({deadlock.ToString()}, {1});
        }
    }
    tables.push_back(std::move(deadlocks));
}

} // namespace

IncStatistics::IncStatistics(const IncFabric& fabric, const std::vector<IncTreeClient>& clients)
{
    AddPorts(fabric, m_tables);
    m_tables.push_back(QueuePairsOf(fabric));
    AddAggregation(fabric, clients, m_tables);
    m_tables.push_back(IdentitiesOf(fabric));
    AddServers(fabric, m_tables);
    AddDeadlocks(fabric, m_tables);
    m_ps = IncClock::NowPs();
}

const IncCounterTable*
IncStatistics::Find(const std::string& name) const
{
    for (const auto& table : m_tables)
    {
        if (table.GetName() == name)
        {
            return &table;
        }
    }
    return nullptr;
}

IncStatistics
IncStatistics::Since(const IncStatistics& before) const
{
    IncStatistics difference = *this;
    difference.m_ps -= before.m_ps;
    for (IncCounterTable& table : difference.m_tables)
    {
        if (const IncCounterTable* earlier = before.Find(table.GetName()))
        {
            table.Subtract(*earlier);
        }
        table.DropZeros();
        const bool hasLinks = table.GetName() == "ports" || table.GetName() == "scale_up";
        if (hasLinks && difference.m_ps > 0)
        {
            table.ShowRatio("utilisation", "busy_ns", static_cast<double>(difference.m_ps) / 1e3);
        }
        if (table.GetName() == "aggregators" && difference.m_ps > 0)
        {
            const double us = static_cast<double>(difference.m_ps) / 1e6;
            table.ShowRatio("occupancy_mean", "cell_busy_us", us);
        }
    }
    return difference;
}

Json
IncStatistics::Totals() const
{
    const bool any = !m_tables.empty();
    Json totals{{"drops", any ? Find("drops")->SumBy("reason", "frames") : Json::object()},
                {"refusals", any ? Find("refusals")->SumBy("reason", "frames") : Json::object()}};
    for (const char* counter : {"ecn_marked", "pauses_sent", "paused_ns", "pfc_frames_sent"})
    {
        totals[counter] = any ? Find("ports")->Sum(counter) : 0;
    }
    for (const char* counter : {"cnps_sent", "cnps_received"})
    {
        totals[counter] = any ? Find("queue_pairs")->Sum(counter) : 0;
    }
    return totals;
}

Json
IncStatistics::ToColumns() const
{
    Json columns = Json::object();
    const Json totals = Totals();
    for (const auto& [name, value] : totals.items())
    {
        uint64_t sum = value.is_object() ? 0 : value.get<uint64_t>();
        for (const auto& part : value.is_object() ? value : Json::object())
        {
            sum += part.get<uint64_t>();
        }
        columns[name] = sum;
    }
    return columns;
}

Json
IncStatistics::ToJson() const
{
    Json json{{"totals", Totals()}};
    for (const auto& table : m_tables)
    {
        json[table.GetName()] = table.ToJson();
    }
    return json;
}

std::string
IncStatistics::ToCsv(const std::string& prefix) const
{
    std::string text;
    for (const auto& table : m_tables)
    {
        text += table.ToCsv(prefix);
    }
    return text;
}

std::string
IncStatistics::ToText(const std::string& prefix) const
{
    std::string text = prefix + "totals:";
    const Json totals = Totals();
    for (const auto& [name, value] : totals.items())
    {
        text += (text.back() == ':' ? " " : ", ") + name + " ";
        if (!value.is_object())
        {
            text += value.dump();
            continue;
        }
        std::string parts;
        for (const auto& [reason, frames] : value.items())
        {
            parts += (parts.empty() ? "" : " + ") + frames.dump() + " " + reason;
        }
        text += parts.empty() ? "0" : parts;
    }
    text += "\n";
    for (const auto& table : m_tables)
    {
        text += table.ToText(prefix);
    }
    return text;
}

} // namespace ns3
