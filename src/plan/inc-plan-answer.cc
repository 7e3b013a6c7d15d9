/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-answer.h"

#include "ns3/inc-error.h"

#include <unordered_map>

namespace ns3
{

using nlohmann::json;
using nlohmann::ordered_json;

namespace
{

const std::array<const char*, 4> STATUS_NAMES{"optimal", "feasible", "infeasible", "timeout"};

IncPlanStatus
ParseStatus(IncJsonFields& fields)
{
    const std::string text = fields.Text("status");
    for (std::size_t i = 0; i < STATUS_NAMES.size(); ++i)
    {
        if (text == STATUS_NAMES[i])
        {
            return static_cast<IncPlanStatus>(i);
        }
    }
    fields.Refuse("status", IncShortJson(text), "optimal, feasible, infeasible or timeout");
}

ordered_json
Header(const IncPlanAnswer& plan, ordered_json instance)
{
    return {{"schema", "inc-plan/1"},
            {"algorithm", plan.algorithm},
            {"instance", std::move(instance)}};
}

/** Reads one list of rows and converts names to node numbers. Errors name the row. */
class RowReader
{
  public:
    RowReader(const json& list, std::string path, std::size_t columns)
        : m_path(std::move(path))
    {
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            if (!list[i].is_array() || (columns && list[i].size() != columns))
            {
                Refuse(i, list[i], "an array" + (columns ? " of " + std::to_string(columns) : ""));
            }
        }
    }

    [[noreturn]] void Refuse(std::size_t row, const json& value, const std::string& accepted) const
    {
        throw IncError(m_path + "[" + std::to_string(row) + "]: " + IncShortJson(value) +
                       " is not accepted; expected " + accepted);
    }

    template <class Find>
    uint32_t Node(std::size_t row, const json& value, Find find) const
    {
        const uint32_t node =
            value.is_string() ? find(value.get_ref<const std::string&>()) : IncCluster::NONE;
        if (node == IncCluster::NONE)
        {
            Refuse(row, value, "the name of a node of the instance");
        }
        return node;
    }

    uint32_t Count(std::size_t row, const json& value) const
    {
        if (!value.is_number_integer() || value.get<int64_t>() < 0 ||
            value.get<int64_t>() > UINT32_MAX)
        {
            Refuse(row, value, "a number of flows");
        }
        return value.get<uint32_t>();
    }

  private:
    std::string m_path;
};

ordered_json
FlowsToJson(const IncCluster& cluster, const std::vector<std::array<IncCluster::Node, 3>>& flows)
{
    ordered_json list = ordered_json::array();
    for (const auto& [from, to, count] : flows)
    {
        list.push_back({cluster.NameOf(from), cluster.NameOf(to), count});
    }
    return list;
}

std::vector<std::array<IncCluster::Node, 3>>
FlowsFromJson(const IncCluster& cluster, const json& list, const std::string& path)
{
    const RowReader rows(list, path, 3);
    const auto find = [&](const std::string& name) { return cluster.Find(name); };
    std::vector<std::array<IncCluster::Node, 3>> flows;
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        flows.push_back({rows.Node(i, list[i][0], find),
                         rows.Node(i, list[i][1], find),
                         rows.Count(i, list[i][2])});
    }
    return flows;
}

std::vector<IncCluster::Node>
NodesFromJson(const IncCluster& cluster, const RowReader& rows, std::size_t row, const json& list)
{
    std::vector<IncCluster::Node> nodes;
    for (const json& name : list)
    {
        nodes.push_back(
            rows.Node(row, name, [&](const std::string& text) { return cluster.Find(text); }));
    }
    return nodes;
}

} // namespace

bool
IncPlanAnswer::HasPlan() const
{
    return status == IncPlanStatus::OPTIMAL || status == IncPlanStatus::FEASIBLE;
}

std::string
IncName(IncPlanStatus status)
{
    return STATUS_NAMES[static_cast<std::size_t>(status)];
}

void
IncWriteOutcome(const IncPlanAnswer& plan, ordered_json& value)
{
    value["objective"] = plan.HasPlan() ? ordered_json(plan.objective) : ordered_json();
    value["upper_bound"] = plan.upperBound;
    value["status"] = IncName(plan.status);
    value["solve_ms"] = plan.solveMs;
    if (!plan.notes.empty())
    {
        value["details"] = plan.notes;
    }
}

void
IncReadOutcome(IncPlanAnswer& plan, IncJsonFields& fields)
{
    fields.Schema("inc-plan/1");
    plan.algorithm = fields.Text("algorithm");
    plan.status = ParseStatus(fields);
    plan.upperBound = fields.NonNegative("upper_bound");
    plan.solveMs = fields.NonNegative("solve_ms");
    if (plan.HasPlan())
    {
        plan.objective = fields.NonNegative("objective");
    }
    else
    {
        fields.Has("objective");
    }
    if (fields.Has("details"))
    {
        plan.notes = fields.Object("details");
    }
}

ordered_json
IncToJson(const IncClusterPlan& plan)
{
    const IncCluster& cluster = plan.instance;
    ordered_json value = Header(plan, cluster.ToJson());
    value["rate"] = plan.HasPlan() ? ordered_json(plan.rate) : ordered_json();
    value["rates"] = ordered_json::object();
    for (std::size_t p = 0; p < plan.rates.size(); ++p)
    {
        value["rates"][cluster.NameOf(cluster.ParameterServer(p))] = plan.rates[p];
    }
    IncWriteOutcome(plan, value);
    auto& links = value["links"] = ordered_json::array();
    for (const auto& [u, v] : plan.links)
    {
        links.push_back({cluster.NameOf(u), cluster.NameOf(v)});
    }
    value["flows"] = FlowsToJson(cluster, plan.flows);
    for (std::size_t p = 0; p < plan.flowsByPs.size(); ++p)
    {
        value["flows_by_ps"][cluster.NameOf(cluster.ParameterServer(p))] =
            FlowsToJson(cluster, plan.flowsByPs[p]);
    }
    for (const auto& route : plan.routes)
    {
        ordered_json names = ordered_json::array();
        for (const auto node : route)
        {
            names.push_back(cluster.NameOf(node));
        }
        value["routes"].push_back(std::move(names));
    }
    for (const auto node : plan.aggregators)
    {
        value["aggregators"].push_back(cluster.NameOf(node));
    }
    return value;
}

ordered_json
IncToJson(const IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    ordered_json value = Header(plan, edge.ToJson());
    value["rate"] = nullptr;
    value["rates"] = ordered_json::object();
    value["trees"] = ordered_json::object();
    for (std::size_t p = 0; plan.HasPlan() && p < edge.ps.size(); ++p)
    {
        value["rates"][edge.ps[p].name] = plan.rates[p];
        auto& tree = value["trees"][edge.ps[p].name] = ordered_json::array();
        for (const auto& [child, parent] : plan.trees[p])
        {
            tree.push_back({edge.aggregators[child].name, edge.aggregators[parent].name});
        }
    }
    for (std::size_t p = 0; plan.HasPlan() && p < plan.raw.size(); ++p)
    {
        auto& list = value["raw"][edge.ps[p].name] = ordered_json::array();
        for (const IncEdgePlan::Raw& raw : plan.raw[p])
        {
            const bool direct = raw.to == IncEdgePlan::Raw::DIRECT;
            list.push_back({edge.aggregators[raw.from].name,
                            direct ? edge.ps[p].name : edge.aggregators[raw.to].name,
                            raw.workers});
        }
    }
    value["semantics"] = plan.printed ? "printed" : "corrected";
    value["root_aggregates"] = plan.rootAggregates;
    IncWriteOutcome(plan, value);
    return value;
}

bool
IncIsClusterPlan(const json& value)
{
    IncJsonFields fields(value, "");
    IncJsonFields instance(fields.Object("instance"), "instance");
    const std::string schema = instance.Text("schema");
    if (schema != "inc-cluster/1" && schema != "inc-edge/1")
    {
        instance.Refuse("schema", IncShortJson(schema), "\"inc-cluster/1\" or \"inc-edge/1\"");
    }
    return schema == "inc-cluster/1";
}

IncClusterPlan
IncClusterPlanFromJson(const json& value)
{
    IncJsonFields fields(value, "");
    IncClusterPlan plan;
    IncReadOutcome(plan, fields);
    plan.instance = IncCluster::FromJson(fields.Object("instance"));
    if (!plan.HasPlan())
    {
        return plan;
    }
    const IncCluster& cluster = plan.instance;
    plan.rate = fields.NonNegative("rate");
    plan.flows = FlowsFromJson(cluster, fields.Array("flows"), "flows");
    const RowReader links(fields.Array("links"), "links", 2);
    for (std::size_t i = 0; i < fields.Array("links").size(); ++i)
    {
        const auto ends = NodesFromJson(cluster, links, i, fields.Array("links")[i]);
        plan.links.emplace_back(ends[0], ends[1]);
    }
    if (cluster.parameterServers > 1)
    {
        IncJsonFields rates(fields.Object("rates"), "rates");
        IncJsonFields byPs(fields.Object("flows_by_ps"), "flows_by_ps");
        for (uint32_t p = 0; p < cluster.parameterServers; ++p)
        {
            const std::string name = cluster.NameOf(cluster.ParameterServer(p));
            plan.rates.push_back(rates.NonNegative(name));
            plan.flowsByPs.push_back(
                FlowsFromJson(cluster, byPs.Array(name), "flows_by_ps." + name));
        }
    }
    if (fields.Has("routes"))
    {
        const RowReader routes(fields.Array("routes"), "routes", 0);
        for (std::size_t i = 0; i < fields.Array("routes").size(); ++i)
        {
            plan.routes.push_back(NodesFromJson(cluster, routes, i, fields.Array("routes")[i]));
        }
    }
    if (fields.Has("aggregators"))
    {
        const RowReader rows(json::array(), "aggregators", 0);
        plan.aggregators = NodesFromJson(cluster, rows, 0, fields.Array("aggregators"));
    }
    return plan;
}

IncEdgePlan
IncEdgePlanFromJson(const json& value)
{
    IncJsonFields fields(value, "");
    IncEdgePlan plan;
    IncReadOutcome(plan, fields);
    plan.instance = IncEdge::FromJson(fields.Object("instance"));
    if (!plan.HasPlan())
    {
        return plan;
    }
    const IncEdge& edge = plan.instance;
    std::unordered_map<std::string, uint32_t> index;
    for (uint32_t i = 0; i < edge.aggregators.size(); ++i)
    {
        index[edge.aggregators[i].name] = i;
    }
    const auto find = [&](const std::string& name) {
        const auto found = index.find(name);
        return found == index.end() ? IncCluster::NONE : found->second;
    };
    if (fields.Has("semantics"))
    {
        plan.printed = fields.Text("semantics") == "printed";
    }
    if (fields.Has("root_aggregates"))
    {
        plan.rootAggregates = fields.Boolean("root_aggregates");
    }
    IncJsonFields rates(fields.Object("rates"), "rates");
    IncJsonFields trees(fields.Object("trees"), "trees");
    const bool hasRaw = fields.Has("raw");
    for (const auto& p : edge.ps)
    {
        plan.rates.push_back(rates.NonNegative(p.name));
        const json& tree = trees.Array(p.name);
        const RowReader rows(tree, "trees." + p.name, 2);
        plan.trees.emplace_back();
        for (std::size_t i = 0; i < tree.size(); ++i)
        {
            plan.trees.back().emplace_back(rows.Node(i, tree[i][0], find),
                                           rows.Node(i, tree[i][1], find));
        }
        if (hasRaw)
        {
            IncJsonFields raws(fields.Object("raw"), "raw");
            const json& raw = raws.Array(p.name);
            const RowReader rawRows(raw, "raw." + p.name, 3);
            plan.raw.emplace_back();
            for (std::size_t i = 0; i < raw.size(); ++i)
            {
                const bool direct = raw[i][1] == p.name;
                plan.raw.back().push_back(
                    {rawRows.Node(i, raw[i][0], find),
                     direct ? IncEdgePlan::Raw::DIRECT : rawRows.Node(i, raw[i][1], find),
                     rawRows.Count(i, raw[i][2])});
            }
        }
    }
    return plan;
}

} // namespace ns3
