/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-edge.h"

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
    low = fields.Has("rate_min") ? fields.NonNegative("rate_min") : low;
    high = fields.Has("rate_max") ? fields.Gbps("rate_max") : high;
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
IncEdge::ReadAggregators(IncJsonFields& file)
{
    std::unordered_set<std::string> names;
    file.Each("aggregators", [&](IncJsonFields& fields) {
        Aggregator entry;
        entry.name = fields.Text("name");
        fields.Require(names.insert(entry.name).second, "name", "a name of its own");
        entry.workers = fields.Integer("workers", 0, IncEdge::MAX_COUNT);
        entry.capacity = fields.Gbps("capacity");
        entry.ingress = fields.Gbps("ingress");
        entry.egress = fields.Gbps("egress");
        aggregators.push_back(std::move(entry));
    });
    file.Require(!aggregators.empty(), "aggregators", "at least one aggregator");
    if (Workers() == 0)
    {
        file.Refuse("aggregators", "0 workers in all", "at least one worker");
    }
}

void
IncEdge::ReadParameterServers(IncJsonFields& file)
{
    std::unordered_map<std::string, uint32_t> index;
    for (uint32_t i = 0; i < aggregators.size(); ++i)
    {
        index[aggregators[i].name] = i;
    }
    std::unordered_set<std::string> names;
    file.Each("ps", [&](IncJsonFields& fields) {
        ParameterServer entry;
        entry.name = fields.Text("name");
        const bool isNew = !index.count(entry.name) && names.insert(entry.name).second;
        fields.Require(isNew, "name", "a name of its own");
        const auto home = index.find(fields.Text("aggregator"));
        fields.Require(home != index.end(), "aggregator", "the name of an aggregator");
        entry.aggregator = home->second;
        entry.rateMin = rateMin;
        entry.rateMax = rateMax;
        entry.ownRates = fields.Has("rate_min") | fields.Has("rate_max");
        ReadRates(fields, entry.rateMin, entry.rateMax);
        ps.push_back(std::move(entry));
    });
    file.Require(!ps.empty(), "ps", "at least one parameter server");
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
    edge.ReadAggregators(fields);
    edge.ReadParameterServers(fields);
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
