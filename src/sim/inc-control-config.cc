/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-config.h"

#include "inc-attribute-text.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-error.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-quantity.h"
#include "ns3/inc-topology.h"

namespace ns3
{

namespace
{

/// Read WHO@TIME.
std::optional<IncControlConfig::Event>
ReadEvent(const std::string& text)
{
    const auto at = text.find('@');
    const auto time = at == std::string::npos ? std::nullopt : IncParseTime(text.substr(at + 1));
    return at > 0 && time && *time >= Time(0)
               ? std::optional(IncControlConfig::Event{text.substr(0, at), *time})
               : std::nullopt;
}

void
AddEvents(IncArgumentTable& table,
          const std::string& name,
          const std::string& accepted,
          const std::string& help,
          std::vector<IncControlConfig::Event>& events)
{
    IncArgument argument;
    argument.name = name;
    argument.byDefault = "none";
    argument.accepted = accepted;
    argument.help = help;
    argument.store = [&events](const std::string& text) {
        const auto read = IncParseList<IncControlConfig::Event>(text, ReadEvent);
        events = read.value_or(events);
        return read.has_value();
    };
    table.Add(argument);
}

} // namespace

void
IncControlConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Control plane");
    table.Choice<bool>("control",
                       isManaged,
                       {{"static", false}, {"manager", true}},
                       "Groups are given before the simulation starts, or set up, watched and "
                       "dismantled by packets of the aggregation manager.");
    IncArgument argument;
    argument.name = "manager";
    argument.byDefault = "a node of its own";
    argument.accepted = "the name of a host, such as h0";
    argument.help = "Where the aggregation manager runs.";
    argument.store = [this](const std::string& text) {
        host = text;
        return !text.empty();
    };
    table.Add(argument);
    table.Choice<bool>("fallback",
                       fails,
                       {{"host", false}, {"fail", true}},
                       "What happens if the manager refuses a job, or if no tree is left for a "
                       "request: it runs as a ring over the hosts, or fails.");
    argument = IncArgument();
    argument.name = "trees";
    argument.byDefault = "shortest-path";
    argument.accepted = IncTreeMaker::GetAccepted();
    argument.help = "How the aggregation manager finds trees: the shortest ones on the least "
                    "loaded switches, equally good ones in turn, or those of a plan of inc-plan.";
    argument.store = [this](const std::string& text) {
        treesAre = text;
        return true; // Check() later reads the plan and checks the names
    };
    table.Add(argument);
    AddEvents(table,
              "kill",
              "NODE@TIME,... with names of nodes, such as spine0@50us",
              "Hosts, switches or the manager that die, with the time after the start of a row; "
              "also servers of several GPUs, with --control=static.",
              deaths);
    AddEvents(
        table,
        "leave",
        "RANK@TIME,... such as 3@50us",
        "Ranks that leave the group of the first job, with the time after the start of a row.",
        departures);
    table.Parsed<Time>("dismantle",
                       dismantling,
                       "never",
                       IncParseTime,
                       "a time, such as 50us",
                       "When the manager dismantles the group of the first job by hand, with the "
                       "time after the start of a row.");
    IncAddAttribute(table,
                    "setupQps",
                    "ns3::IncAggregationManager::QueuePairSetup",
                    "How the two ends of a queue pair learn of each other: from the manager, or by "
                    "messages between them.");
    table.Text("inventory",
               inventory,
               "FILE.json, or FILE.dot for Graphviz, in an existing, writable folder",
               "What the manager has heard of the network: clients, switches, their capabilities, "
               "resources and links, and in JSON the groups; at the end of the last row.");
    table.Text("monitor",
               monitor,
               "a file in an existing, writable folder",
               "What the manager hears of each group while it runs, as comma-separated values: a "
               "row for each heartbeat and group of a node.");
    table.SetsAttributes("fallback", {"ns3::IncAggregationManager::FailRefused"});
}

void
IncControlConfig::Check(const IncArgumentTable& table)
{
    table.Needs(
        isManaged,
        {"manager", "fallback", "trees", "setupQps", "leave", "dismantle", "inventory", "monitor"},
        table.Assignment("control"));
    try
    {
        trees = treesAre.empty() ? nullptr : IncTreeMaker::Create(treesAre);
    }
    catch (const IncError& error)
    {
        table.Refuse("trees", error.what());
    }
}

void
IncControlConfig::CheckNames(const IncArgumentTable& table,
                             const IncTopology& topology,
                             std::size_t workers) const
{
    for (const Event& death : deaths)
    {
        table.Require(topology.Find(death.who).has_value(),
                      "kill",
                      "there is no " + death.who + "; accepted: names of nodes");
    }
    for (const Event& departure : departures)
    {
        const bool isNumber = departure.who.find_first_not_of("0123456789") == std::string::npos &&
                              departure.who.size() < 8;
        table.Require(isNumber && std::stoul(departure.who) < workers,
                      "leave",
                      "there is no rank " + departure.who + "; accepted: 0 to " +
                          std::to_string(workers - 1));
    }
}

} // namespace ns3
