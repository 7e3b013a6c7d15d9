/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-edge.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ns3
{

using nlohmann::json;

namespace
{

void
ReadRates(IncJsonFields& fields, double& low, double& high)
{
    if (fields.Has("rate_min"))
    {
        low = fields.NonNegative("rate_min");
    }
    if (fields.Has("rate_max"))
    {
        high = fields.Gbps("rate_max");
    }
    if (high < low)
    {
        fields.Refuse(fields.Has("rate_max") ? "rate_max" : "rate_min",
                      std::to_string(fields.Has("rate_max") ? high : low),
                      "rate_min <= rate_max");
    }
}

} // namespace

uint32_t
IncEdge::DepthLimit() const
{
    return std::min<uint32_t>(maxDepth, aggregators.size()) - 1;
}

uint64_t
IncEdge::Workers() const
{
    uint64_t sum = 0;
    for (const Aggregator& a : aggregators)
    {
        sum += a.workers;
    }
    return sum;
}

std::vector<uint32_t>
IncEdge::Senders(uint32_t root) const
{
    std::vector<uint32_t> senders;
    for (uint32_t i = 0; i < aggregators.size(); ++i)
    {
        if (i != root && aggregators[i].workers > 0)
        {
            senders.push_back(i);
        }
    }
    return senders;
}

std::vector<std::pair<uint32_t, uint32_t>>
IncEdge::Star(uint32_t root) const
{
    std::vector<std::pair<uint32_t, uint32_t>> tree;
    for (const uint32_t i : Senders(root))
    {
        tree.emplace_back(i, root);
    }
    return tree;
}

void
IncEdge::ReadAggregators(const json& list)
{
    std::unordered_set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        IncJsonFields fields(list[i], "aggregators[" + std::to_string(i) + "]");
        Aggregator entry;
        entry.name = fields.Text("name");
        if (!names.insert(entry.name).second)
        {
            fields.Refuse("name", IncShortJson(entry.name), "a name of its own");
        }
        entry.workers = fields.Integer("workers", 0, IncEdge::MAX_COUNT);
        entry.capacity = fields.Gbps("capacity");
        entry.ingress = fields.Gbps("ingress");
        entry.egress = fields.Gbps("egress");
        fields.Finish();
        aggregators.push_back(std::move(entry));
    }
    if (list.empty())
    {
        throw IncError("aggregators: [] is not accepted; expected at least one aggregator");
    }
    if (Workers() == 0)
    {
        throw IncError(
            "aggregators: 0 workers in all is not accepted; expected at least one worker");
    }
}

void
IncEdge::ReadParameterServers(const json& list)
{
    std::unordered_map<std::string, uint32_t> index;
    for (uint32_t i = 0; i < aggregators.size(); ++i)
    {
        index[aggregators[i].name] = i;
    }
    std::unordered_set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        IncJsonFields fields(list[i], "ps[" + std::to_string(i) + "]");
        ParameterServer entry;
        entry.name = fields.Text("name");
        if (index.count(entry.name) || !names.insert(entry.name).second)
        {
            fields.Refuse("name", IncShortJson(entry.name), "a name of its own");
        }
        const std::string home = fields.Text("aggregator");
        if (!index.count(home))
        {
            fields.Refuse("aggregator", IncShortJson(home), "the name of an aggregator");
        }
        entry.aggregator = index[home];
        entry.rateMin = rateMin;
        entry.rateMax = rateMax;
        entry.ownRates = fields.Has("rate_min") | fields.Has("rate_max");
        ReadRates(fields, entry.rateMin, entry.rateMax);
        fields.Finish();
        ps.push_back(std::move(entry));
    }
    if (list.empty())
    {
        throw IncError("ps: [] is not accepted; expected at least one parameter server");
    }
}

IncEdge
IncEdge::FromJson(const json& value)
{
    IncJsonFields fields(value, "");
    fields.Schema("inc-edge/1");
    IncEdge edge;
    edge.maxDepth = fields.Integer("max_depth", 1, IncEdge::MAX_COUNT);
    fields.NonNegative("rate_min");
    fields.Gbps("rate_max");
    ReadRates(fields, edge.rateMin, edge.rateMax);
    edge.integerRates = fields.Boolean("integer_rates");
    edge.ReadAggregators(fields.Array("aggregators"));
    edge.ReadParameterServers(fields.Array("ps"));
    fields.Finish();
    return edge;
}

nlohmann::ordered_json
IncEdge::ToJson() const
{
    nlohmann::ordered_json value{{"schema", "inc-edge/1"},
                                 {"max_depth", maxDepth},
                                 {"rate_min", rateMin},
                                 {"rate_max", rateMax},
                                 {"integer_rates", integerRates}};
    auto& list = value["aggregators"] = nlohmann::ordered_json::array();
    for (const Aggregator& a : aggregators)
    {
        list.push_back({{"name", a.name},
                        {"workers", a.workers},
                        {"capacity", a.capacity},
                        {"ingress", a.ingress},
                        {"egress", a.egress}});
    }
    for (const ParameterServer& p : ps)
    {
        value["ps"].push_back({{"name", p.name}, {"aggregator", aggregators[p.aggregator].name}});
        if (p.ownRates)
        {
            value["ps"].back()["rate_min"] = p.rateMin;
            value["ps"].back()["rate_max"] = p.rateMax;
        }
    }
    return value;
}

} // namespace ns3
