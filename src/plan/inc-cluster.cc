/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cluster.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <algorithm>
#include <set>

namespace ns3
{

using nlohmann::json;

namespace
{

uint64_t
PairKey(IncCluster::Node u, IncCluster::Node v)
{
    return (uint64_t(std::min(u, v)) << 32) | std::max(u, v);
}

std::string
At(const std::string& list, std::size_t index)
{
    return list + "[" + std::to_string(index) + "]";
}

/** Return the number behind a prefix of a name, such as 12 for "w12" and "w"; else nothing. */
std::optional<uint32_t>
Suffix(const std::string& name, const std::string& prefix)
{
    const std::string digits =
        name.compare(0, prefix.size(), prefix) == 0 ? name.substr(prefix.size()) : "";
    const bool plain = !digits.empty() && digits.size() < 9 &&
                       digits.find_first_not_of("0123456789") == std::string::npos &&
                       (digits.size() == 1 || digits[0] != '0');
    return plain ? std::optional<uint32_t>(std::stoul(digits)) : std::nullopt;
}

} // namespace

IncCluster::Node
IncCluster::Switches() const
{
    return static_cast<Node>(switches.size());
}

IncCluster::Node
IncCluster::Nodes() const
{
    return Switches() + workers + parameterServers;
}

IncCluster::Node
IncCluster::Worker(uint32_t index) const
{
    return Switches() + index;
}

IncCluster::Node
IncCluster::ParameterServer(uint32_t index) const
{
    return Switches() + workers + index;
}

bool
IncCluster::IsAggregator(Node node) const
{
    return node < Switches() && switches[node].aggregator;
}

uint32_t
IncCluster::Aggregators() const
{
    return static_cast<uint32_t>(std::count_if(switches.begin(), switches.end(), [](const auto& s) {
        return s.aggregator;
    }));
}

std::string
IncCluster::NameOf(Node node) const
{
    if (node < Switches())
    {
        return switches[node].name;
    }
    if (node < Switches() + workers)
    {
        return "w" + std::to_string(node - Switches());
    }
    const uint32_t index = node - Switches() - workers;
    return parameterServers == 1 ? "ps" : "ps" + std::to_string(index);
}

IncCluster::Node
IncCluster::Find(const std::string& name) const
{
    const auto found = m_index.find(name);
    if (found != m_index.end())
    {
        return found->second;
    }
    if (const auto worker = Suffix(name, "w"); worker && *worker < workers)
    {
        return Worker(*worker);
    }
    if (parameterServers == 1)
    {
        return name == "ps" ? ParameterServer() : NONE;
    }
    const auto ps = Suffix(name, "ps");
    return ps && *ps < parameterServers ? ParameterServer(*ps) : NONE;
}

void
IncCluster::AddLink(Node a, Node b, double gbps)
{
    links.push_back({a, b, gbps});
    m_linkCapacities[PairKey(a, b)] = gbps;
}

double
IncCluster::CapacityOf(Node u, Node v) const
{
    for (const auto* own : {&m_capacities, &m_linkCapacities})
    {
        const auto found = own->find(PairKey(u, v));
        if (found != own->end())
        {
            return found->second;
        }
    }
    return capacity;
}

void
IncCluster::SetCapacity(Node u, Node v, double gbps)
{
    m_capacities[PairKey(u, v)] = gbps;
}

std::vector<IncCluster::Link>
IncCluster::OwnCapacities() const
{
    std::vector<Link> pairs;
    for (const auto& [key, gbps] : m_capacities)
    {
        pairs.push_back({Node(key >> 32), Node(key & UINT32_MAX), gbps});
    }
    std::sort(pairs.begin(), pairs.end(), [](const Link& x, const Link& y) {
        return std::make_pair(x.a, x.b) < std::make_pair(y.a, y.b);
    });
    return pairs;
}

std::vector<uint32_t>
IncCluster::HostPlaces() const
{
    std::vector<uint32_t> used(switches.size(), 0);
    for (const Link& link : links)
    {
        ++used[link.a];
        ++used[link.b];
    }
    const bool given = std::any_of(switches.begin(), switches.end(), [](const auto& s) {
        return s.hosts.has_value();
    });
    const std::set<Node> racks(attach.begin(), attach.end());
    std::vector<uint32_t> places(switches.size(), 0);
    for (Node v = 0; v < Switches(); ++v)
    {
        if (given)
        {
            places[v] = switches[v].hosts.value_or(0);
        }
        else if (racks.empty() || racks.count(v))
        {
            places[v] = switches[v].ports - used[v];
        }
    }
    return places;
}

void
IncCluster::RequireOneParameterServer(const std::string& planner) const
{
    if (parameterServers != 1)
    {
        throw IncError("parameter_servers: " + std::to_string(parameterServers) +
                       " is not accepted; expected 1 for " + planner);
    }
}

void
IncCluster::Index()
{
    m_index.clear();
    for (Node v = 0; v < Switches(); ++v)
    {
        m_index[switches[v].name] = v;
    }
}

void
IncCluster::ReadSwitches(IncJsonFields& file)
{
    file.Require(!file.Array("switches").empty(), "switches", "at least one switch");
    file.Each("switches", [this](IncJsonFields& fields) {
        Switch entry;
        entry.name = fields.Text("name");
        const bool endNode =
            entry.name == "ps" || Suffix(entry.name, "w") || Suffix(entry.name, "ps");
        fields.Require(!endNode && m_index.emplace(entry.name, Switches()).second,
                       "name",
                       "a name of its own, not that of a worker (w0) or parameter server (ps)");
        entry.ports = fields.Integer("ports", 1, IncCluster::MAX_COUNT);
        entry.aggregator = fields.Boolean("aggregator");
        if (fields.Has("hosts"))
        {
            entry.hosts = fields.Integer("hosts", 0, entry.ports);
        }
        switches.push_back(std::move(entry));
    });
}

IncCluster::Node
IncCluster::FindOrRefuse(const IncJsonFields& fields,
                         const std::string& name,
                         const json& value) const
{
    const Node node = value.is_string() ? Find(value.get_ref<const std::string&>()) : NONE;
    if (node == NONE)
    {
        fields.Refuse(name, IncShortJson(value), "the name of a node of this cluster");
    }
    return node;
}

void
IncCluster::ReadLinks(IncJsonFields& file)
{
    std::set<uint64_t> seen;
    file.Each("links", [&](IncJsonFields& fields) {
        const std::string nameA = fields.Text("a");
        const std::string nameB = fields.Text("b");
        const Node a = FindOrRefuse(fields, "a", nameA);
        const Node b = FindOrRefuse(fields, "b", nameB);
        fields.Require(a < Switches(), "a", "a switch (end nodes are in attach)");
        fields.Require(b < Switches() && a != b, "b", "another switch (end nodes are in attach)");
        fields.Require(seen.insert(PairKey(a, b)).second, "b", "one link between two switches");
        AddLink(a, b, fields.Has("capacity") ? fields.Gbps("capacity") : capacity);
    });
}

void
IncCluster::ReadAttach(IncJsonFields& file)
{
    const json& object = file.Object("attach");
    const IncJsonFields fields(object, "attach");
    attach.assign(workers + parameterServers, NONE);
    for (const auto& item : object.items())
    {
        const Node node = FindOrRefuse(fields, item.key(), item.key());
        const Node to = FindOrRefuse(fields, item.key(), item.value());
        fields.Require(node >= Switches() && to < Switches(),
                       item.key(),
                       "a worker or parameter server on a switch");
        attach[node - Switches()] = to;
    }
    for (Node node = 0; node < attach.size(); ++node)
    {
        if (attach[node] == NONE)
        {
            throw IncError("attach." + NameOf(Switches() + node) + ": missing field");
        }
    }
}

void
IncCluster::ReadCapacities(IncJsonFields& file)
{
    file.Each("capacities", [this](IncJsonFields& fields) {
        const Node a = FindOrRefuse(fields, "a", fields.Text("a"));
        const Node b = FindOrRefuse(fields, "b", fields.Text("b"));
        const bool linkable = a != b && (a < Switches() || b < Switches());
        fields.Require(linkable, "b", "two nodes, one of them a switch");
        fields.Require(!m_capacities.count(PairKey(a, b)), "b", "each pair once");
        SetCapacity(a, b, fields.Gbps("capacity"));
    });
}

void
IncCluster::CheckPorts() const
{
    std::vector<uint32_t> used(switches.size(), 0);
    const auto take = [&](Node v, const std::string& path, uint32_t limit, const char* what) {
        if (++used[v] > limit)
        {
            throw IncError(path + ": \"" + switches[v].name + "\" is not accepted; its " +
                           std::to_string(limit) + what);
        }
    };
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        take(links[i].a, At("links", i) + ".a", switches[links[i].a].ports, " ports are taken");
        take(links[i].b, At("links", i) + ".b", switches[links[i].b].ports, " ports are taken");
    }
    for (Node v = 0; v < Switches(); ++v)
    {
        if (switches[v].hosts && used[v] + *switches[v].hosts > switches[v].ports)
        {
            throw IncError(At("switches", v) + ".hosts: " + std::to_string(*switches[v].hosts) +
                           " is not accepted; expected at most the " +
                           std::to_string(switches[v].ports - used[v]) +
                           " ports that its links leave");
        }
    }
    const std::vector<uint32_t> places = HostPlaces();
    std::fill(used.begin(), used.end(), 0);
    for (Node node = 0; node < attach.size(); ++node)
    {
        take(attach[node],
             "attach." + NameOf(Switches() + node),
             places[attach[node]],
             " places for hosts are taken, one a port");
    }
}

IncCluster
IncCluster::FromJson(const json& value)
{
    IncJsonFields fields(value, "");
    fields.Schema("inc-cluster/1");
    IncCluster cluster;
    cluster.capacity = fields.Gbps("capacity");
    cluster.maxLayers = fields.Integer("max_layers", 1, IncCluster::MAX_COUNT);
    cluster.workers = fields.Integer("workers", 1, IncCluster::MAX_COUNT);
    if (fields.Has("parameter_servers"))
    {
        cluster.parameterServers = fields.Integer("parameter_servers", 1, 1000);
    }
    cluster.ReadSwitches(fields);
    if (fields.Has("links"))
    {
        cluster.ReadLinks(fields);
    }
    if (fields.Has("attach"))
    {
        cluster.ReadAttach(fields);
    }
    if (fields.Has("capacities"))
    {
        cluster.ReadCapacities(fields);
    }
    if (fields.Has("aggregators_to_place"))
    {
        cluster.aggregatorsToPlace = fields.Integer("aggregators_to_place", 0, cluster.Switches());
    }
    fields.Finish();
    cluster.CheckPorts();
    return cluster;
}

nlohmann::ordered_json
IncCluster::ToJson() const
{
    nlohmann::ordered_json value{{"schema", "inc-cluster/1"},
                                 {"capacity", capacity},
                                 {"max_layers", maxLayers},
                                 {"workers", workers}};
    if (parameterServers != 1)
    {
        value["parameter_servers"] = parameterServers;
    }
    auto& list = value["switches"] = nlohmann::ordered_json::array();
    for (const Switch& s : switches)
    {
        list.push_back({{"name", s.name}, {"ports", s.ports}, {"aggregator", s.aggregator}});
        if (s.hosts)
        {
            list.back()["hosts"] = *s.hosts;
        }
    }
    for (const Link& link : links)
    {
        value["links"].push_back(
            {{"a", NameOf(link.a)}, {"b", NameOf(link.b)}, {"capacity", link.capacity}});
    }
    if (!attach.empty())
    {
        // Use push_back, because an insertion by key would first search all elements of the object.
        value["attach"] = nlohmann::ordered_json::object();
        auto& object = value["attach"].get_ref<nlohmann::ordered_json::object_t&>();
        for (Node node = 0; node < attach.size(); ++node)
        {
            object.push_back({NameOf(Switches() + node), NameOf(attach[node])});
        }
    }
    for (const Link& pair : OwnCapacities())
    {
        value["capacities"].push_back(
            {{"a", NameOf(pair.a)}, {"b", NameOf(pair.b)}, {"capacity", pair.capacity}});
    }
    if (aggregatorsToPlace)
    {
        value["aggregators_to_place"] = *aggregatorsToPlace;
    }
    return value;
}

} // namespace ns3
