/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-topology-config.h"

#include "inc-attribute-text.h"
#include "inc-ecmp-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-error.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-planes.h"
#include "ns3/inc-quantity.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-registered-types.h"
#include "ns3/inc-simai-topology.h"
#include "ns3/inc-topology-file.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace ns3
{

namespace
{

std::optional<double>
ReadRatio(const std::string& text)
{
    const auto ratio = IncParseReal(text);
    return ratio && *ratio >= 1 && *ratio <= 1000 ? ratio : std::nullopt;
}

} // namespace

IncTopologyConfig::IncTopologyConfig()
{
    const IncRegisteredTypes types(IncRegularTopology::GetTypeId(), "Topology");
    for (const auto& [name, tid] : types.All())
    {
        m_shapes[name] = ObjectFactory(tid.GetName()).Create<IncRegularTopology>();
    }
    m_shape = m_shapes.at("fat-tree");
}

void
IncTopologyConfig::AddArguments(IncArgumentTable& table)
{
    AddShape(table);
    AddParameters(table);
    table.Parsed<DataRate>("linkRate",
                           linkRate,
                           "100Gbps",
                           IncParseRate,
                           "a rate with its unit, 1kbps to 100Tbps, such as 25Gbps",
                           "Rate of every link.");
    table.Parsed<std::vector<DataRate>>(
        "tierRates",
        tierRates,
        "linkRate everywhere",
        [](const std::string& text) { return IncParseList<DataRate>(text, IncParseRate); },
        "rates with their units, commas between, such as 100Gbps,400Gbps",
        "Rates of links by tier: first those of hosts, then those between edge switches and the "
        "switches above them, and so on. The last one is that of all further tiers.");
    table.Parsed<double>(
        "oversubscription",
        oversubscription,
        "by the shape",
        ReadRatio,
        "a number from 1 to 1000, such as 4",
        "Rate of an edge switch to its hosts by its rate to other switches. Links between switches "
        "get the rate that makes it so.");
    table.Parsed<Time>("linkDelay",
                       linkDelay,
                       "1us",
                       IncParserOfTimes(Time(0), Seconds(1)),
                       "a time with its unit, 0s to 1s, no finer than a nanosecond, such as 500ns",
                       "Propagation delay of every link.");
    table.Integer("rails",
                  nics,
                  1U,
                  MAX_RAILS,
                  "NICs of every host, each on its own leaf switch (rail-optimised). In a topology "
                  "file they are the host's links in their order. A collective is striped over one "
                  "tree or ring for each NIC. With servers: NICs of every server, by default one "
                  "for each GPU.");
    table.Integer("planes",
                  planes,
                  1U,
                  4U,
                  "Ports of every NIC, each in a network of its own with the shape's switches. "
                  "--linkRate is that of a port. A collective is striped over all ports.");
    servers.AddArguments(table);
}

void
IncTopologyConfig::Prepare(const IncArgumentTable& table)
{
    if (servers.gpus > 1 && !table.IsGiven("rails"))
    {
        nics = servers.gpus;
    }
    rails = nics * planes;
    if (source == Source::FILE)
    {
        ReadServers(table);
        table.Require(servers.gpus == 1,
                      "gpusPerServer",
                      "a topology file names its servers; accepted: 1");
    }
    table.Require(servers.gpus == 1 || source == Source::SHAPE,
                  "gpusPerServer",
                  "a plan has no servers; accepted: 1");
}

/// Return the number of hosts of the shape that give their links to one server.
uint32_t
IncTopologyConfig::CountPlaces() const
{
    return nics / m_shape->GetRails();
}

/// Find out whether the topology file has servers, and how many NICs each has at least.
void
IncTopologyConfig::ReadServers(const IncArgumentTable& table)
{
    try
    {
        m_read = ReadFile();
    }
    catch (const IncError& error)
    {
        table.Refuse("topology", error.what());
    }
    const auto& all = m_read->GetServers();
    if (all.empty())
    {
        return;
    }
    table.RefuseIfGiven({"rails"}, table.Assignment("topology") + ": the file tells");
    servers.areInFile = true;
    servers.reduction = IncScaleUpReduction::PUSH;
    std::size_t least = MAX_RAILS;
    for (const IncTopologyServer& server : all)
    {
        least = std::min(least, IncNicsOf(*m_read, server).size());
        if (server.gpus.size() > 1)
        {
            servers.reduction = std::min(servers.reduction, server.reduction);
        }
    }
    nics = static_cast<uint32_t>(std::max<std::size_t>(least, 1));
    rails = nics;
}

IncTopology
IncTopologyConfig::ReadFile() const
{
    return servers.isReductionOpen ? IncSimaiTopology(file, servers.reduction).Build()
                                   : IncTopologyFile(file).Build();
}

/// Let NIC i of each server be on the switches of rail i. If the shape has no rails, or too few
/// switches for the default of --rails, a server's NICs have neighboring places of hosts.
void
IncTopologyConfig::ChoosePlaces(const IncArgumentTable& table) const
{
    if (!m_shape->HasRails())
    {
        return;
    }
    m_shape->SetRails(nics);
    try
    {
        m_shape->Check();
    }
    catch (const IncTopologyParameterError& error)
    {
        if (error.parameter == "rails" && !table.IsGiven("rails"))
        {
            m_shape->SetRails(1);
        } // else Check() refuses the parameter
    }
}

void
IncTopologyConfig::AddShape(IncArgumentTable& table)
{
    IncArgument argument;
    argument.name = "topology";
    argument.value = "fat-tree";
    for (const auto& [name, shape] : m_shapes)
    {
        argument.accepted += name + ", ";
        argument.words.push_back(name);
    }
    argument.accepted += "file:PATH, simai:PATH or plan:PATH";
    argument.help =
        "Shape of the network, a topology file of inc or SimAI, or a plan of inc-plan to run.";
    argument.store = [this](const std::string& text) { return Store(text); };
    table.Add(argument);
}

bool
IncTopologyConfig::Store(const std::string& text)
{
    const auto shape = m_shapes.find(text);
    if (shape != m_shapes.end())
    {
        source = Source::SHAPE;
        m_shape = shape->second;
        return true;
    }
    const bool isPlan = text.rfind("plan:", 0) == 0;
    servers.isReductionOpen = text.rfind("simai:", 0) == 0;
    if (!isPlan && !servers.isReductionOpen && text.rfind("file:", 0) != 0)
    {
        if (std::ifstream(text))
        {
            throw IncError("--topology=" + text + ": did you mean --topology=file:" + text + "?");
        }
        return false;
    }
    source = isPlan ? Source::PLAN : Source::FILE;
    file = text.substr(text.find(':') + 1);
    std::ifstream in(file);
    if (!isPlan && in.peek() == std::ifstream::traits_type::eof())
    {
        throw IncError("--topology=" + text + ": " + file +
                       " cannot be read; accepted: the path of a topology file");
    }
    return !file.empty();
}

void
IncTopologyConfig::AddParameters(IncArgumentTable& table)
{
    for (const auto& [name, shape] : m_shapes)
    {
        const TypeId tid = shape->GetInstanceTypeId();
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation attribute = tid.GetAttribute(i);
            IncArgument argument;
            argument.name = IncRegularTopology::ParameterName(attribute.name);
            argument.value = IncDefaultText(attribute);
            argument.accepted = IncAcceptedBy(*attribute.checker);
            argument.help = attribute.help;
            argument.kind = IncArgument::Kind::NUMBER;
            argument.store = [shape = shape, attribute](const std::string& text) {
                const auto value = IncReadAttribute(*attribute.checker, text);
                return value && shape->SetAttributeFailSafe(attribute.name, *value);
            };
            table.Add(argument);
            table.SetsAttributes(argument.name, {tid.GetName() + "::" + attribute.name});
        }
    }
}

std::vector<std::string>
IncTopologyConfig::ParametersOf(const Shape& shape)
{
    std::vector<std::string> names;
    const TypeId tid = shape->GetInstanceTypeId();
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        names.push_back(IncRegularTopology::ParameterName(tid.GetAttribute(i).name));
    }
    return names;
}

void
IncTopologyConfig::Check(const IncArgumentTable& table) const
{
    const std::string chosen = table.Assignment("topology");
    for (const auto& [name, shape] : m_shapes)
    {
        table.Needs(source == Source::SHAPE && shape == m_shape, ParametersOf(shape), chosen);
    }
    table.Needs(source == Source::SHAPE, {"linkRate"}, chosen + ": each link has its own");
    table.Needs(source == Source::SHAPE,
                {"tierRates", "oversubscription", "planes"},
                chosen + ": each link has its own");
    table.Needs(tierRates.empty(), {"linkRate"}, table.Assignment("tierRates"));
    table.Needs(tierRates.size() < 2,
                {"oversubscription"},
                table.Assignment("tierRates") + ": links between switches have their rates");
    table.Needs(source != Source::FILE, {"linkDelay"}, chosen + ": each link has its own");
    if (source != Source::SHAPE)
    {
        return;
    }
    CheckRails(table);
    table.Needs(m_shape->HasEqualCostPaths(),
                IncEcmpConfig::Names(),
                chosen + ": there is a single path");
    try
    {
        m_shape->Check();
    }
    catch (const IncTopologyParameterError& error)
    {
        table.Refuse(error.parameter, "accepted: " + error.accepted);
    }
    catch (const IncTopologyError& error)
    {
        table.Refuse("topology", error.what());
    }
}

void
IncTopologyConfig::CheckRails(const IncArgumentTable& table) const
{
    std::string having;
    for (const auto& [name, shape] : m_shapes)
    {
        having += shape->HasRails() ? name + ", " : "";
    }
    if (servers.gpus > 1)
    {
        ChoosePlaces(table);
        const uint64_t hosts = m_shape->CountHosts();
        table.Require(servers.servers.value_or(1) <= std::max<uint64_t>(1, hosts / CountPlaces()),
                      "servers",
                      "the network has places for " + std::to_string(hosts / CountPlaces()) +
                          "; accepted: at most as many");
        table.Require(CountPlaces() <= hosts,
                      table.IsGiven("rails") ? "rails" : "gpusPerServer",
                      "the network has " + std::to_string(hosts) +
                          " places for the NICs of a server; accepted: as many, or a larger "
                          "network");
        return;
    }
    table.Require(nics == 1 || m_shape->HasRails(),
                  "rails",
                  table.Assignment("topology") +
                      " has hosts with one NIC; accepted: 1, or one of " + having + "file:PATH");
    m_shape->SetRails(nics);
}

void
IncTopologyConfig::Decide(IncArgumentTable& table) const
{
    if (source != Source::SHAPE)
    {
        return;
    }
    const TypeId tid = m_shape->GetInstanceTypeId();
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        UintegerValue value;
        m_shape->GetAttribute(tid.GetAttribute(i).name, value);
        table.Decide(IncRegularTopology::ParameterName(tid.GetAttribute(i).name),
                     std::to_string(value.Get()));
    }
}

std::optional<uint32_t>
IncTopologyConfig::CountHosts() const
{
    if (source != Source::SHAPE)
    {
        return std::nullopt;
    }
    const uint64_t hosts = m_shape->CountHosts();
    return static_cast<uint32_t>(servers.gpus > 1 ? servers.CountGpus(hosts, CountPlaces())
                                                  : hosts);
}

IncTopology
IncTopologyConfig::Build() const
{
    if (source == Source::FILE)
    {
        return *m_read;
    }
    m_shape->SetLink(linkRate.GetBitRate(), IncClock::ToPs(linkDelay));
    IncTopology topology = m_shape->Build();
    SetRates(topology);
    if (planes > 1)
    {
        topology = IncMakePlanes(topology, planes);
    }
    return servers.gpus > 1 ? servers.Build(topology, CountPlaces(), nics, planes) : topology;
}

/// Set the rates of links by their tiers: the lower tier of a link's ends.
void
IncTopologyConfig::SetRates(IncTopology& topology) const
{
    const auto& nodes = topology.GetNodes();
    for (uint32_t i = 0; i < topology.GetLinks().size() && !tierRates.empty(); ++i)
    {
        const IncTopologyLink& link = topology.GetLinks()[i];
        const std::size_t tier = std::min(nodes[link.a].tier, nodes[link.b].tier);
        topology.SetRate(i, tierRates[std::min(tier, tierRates.size() - 1)].GetBitRate());
    }
    if (oversubscription > 0)
    {
        Oversubscribe(topology);
    }
}

/// Set the rate of links between switches, by the ports of the first host's edge switch.
void
IncTopologyConfig::Oversubscribe(IncTopology& topology) const
{
    const uint32_t edge = topology.GetPorts(topology.GetHosts().front()).front().peer;
    uint64_t down = 0;
    uint32_t up = 0; // number of links to other switches
    for (const IncTopologyPort& port : topology.GetPorts(edge))
    {
        const bool isHost = topology.IsHost(port.peer);
        down += isHost ? topology.GetLinks()[port.link].RateFrom(edge) : 0;
        up += isHost ? 0 : 1;
    }
    if (up == 0)
    {
        throw IncTopologyError(
            "--oversubscription needs links between switches, and there are none");
    }
    const double rate = static_cast<double>(down) / up / oversubscription;
    for (uint32_t i = 0; i < topology.GetLinks().size(); ++i)
    {
        const IncTopologyLink& link = topology.GetLinks()[i];
        if (!topology.IsHost(link.a) && !topology.IsHost(link.b))
        {
            topology.SetRate(i, static_cast<uint64_t>(std::llround(rate)));
        }
    }
}

} // namespace ns3
