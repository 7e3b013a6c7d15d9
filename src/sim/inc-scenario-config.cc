/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-config.h"

#include "inc-given-attributes.h"
#include "inc-profile.h"
#include "inc-railed-job.h"
#include "inc-scenario-arguments.h"
#include "inc-workload-checks.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-collective-shape.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-path-mtu.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <map>
#include <set>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

using Config = IncScenarioConfig;
using Table = IncArgumentTable;

void
CheckHosts(const Table& table, const Config& config)
{
    const uint64_t hosts = config.HostCount().value_or(0);
    if (hosts > 0 && config.workers.value_or(1) > hosts)
    {
        table.Refuse("workers",
                     "the network has " + std::to_string(hosts) + " hosts; accepted: 1 to " +
                         std::to_string(hosts));
    }
}

void
CheckScheme(const Table& table, const Config& config)
{
    if (!config.RunsInNetwork())
    {
        table.RefuseIfGiven({"aggregation",
                             "vatAddressing",
                             "dissemination",
                             "lastHop",
                             "bitStringLength",
                             "transport",
                             "slots",
                             "slotMode",
                             "aggregators",
                             "animation"},
                            config.AssignmentOverHosts(table) +
                                ": nothing is aggregated in the network");
        if (!config.root.empty())
        {
            table.RefuseIfGiven({"root"},
                                config.AssignmentOverHosts(table) +
                                    ": there is no aggregation tree");
        }
    }
    const auto reducesByRank = [&config](const IncScheme* scheme) {
        return std::count(scheme->byRank.begin(), scheme->byRank.end(), config.collective) > 0;
    };
    if (std::none_of(config.schemes.begin(), config.schemes.end(), reducesByRank))
    {
        table.RefuseIfGiven({"reduction"},
                            table.Assignment("scheme") +
                                ": neither switches nor a server reduce it by rank");
    }
    if (config.virtualData)
    {
        table.RefuseIfGiven({"reduction"}, "--data=virtual: there are no values");
    }
    if (config.transport == IncAggregationTransport::RC &&
        config.vatAddressing == IncVatAddressing::ROOT)
    {
        table.Refuse("vatAddressing",
                     "with --transport=rc every connection ends at the next node of the tree; "
                     "accepted: next");
    }
    if (config.dissemination != IncDisseminationMode::BIER)
    {
        table.RefuseIfGiven({"lastHop"}, table.Assignment("dissemination"));
    }
    if (config.aggregation == Config::Aggregation::TREE)
    {
        table.RefuseIfGiven({"vatAddressing"}, table.Assignment("aggregation"));
        if (config.dissemination != IncDisseminationMode::BIER)
        {
            table.RefuseIfGiven({"bitStringLength"},
                                table.Assignment("aggregation") + " and " +
                                    table.Assignment("dissemination"));
        }
    }
}

/// What a collective has not, and who does not know it.
void
CheckCollective(const Table& table, const Config& config)
{
    const std::string chosen = "--collective=" + IncName(config.collective);
    for (const IncScheme* scheme : config.schemes)
    {
        if (!scheme->IsFlows() && !scheme->Knows(config.collective))
        {
            std::string known;
            for (const IncCollective collective : scheme->collectives)
            {
                known += (known.empty() ? "" : ", ") + IncName(collective);
            }
            table.Refuse("collective", scheme->name + " does not run it; accepted: " + known);
        }
    }
    if (!IncReduces(config.collective))
    {
        table.RefuseIfGiven({"op", "reduction"}, chosen + ": nothing is reduced");
    }
    if (config.collective == IncCollective::BARRIER)
    {
        table.RefuseIfGiven({"size", "dtype", "data", "inPlace"}, chosen + ": it has no elements");
    }
    if (config.root.empty() && !IncHasRoot(config.collective))
    {
        table.RefuseIfGiven({"root"}, chosen + ": all ranks are alike");
    }
    if (config.virtualData)
    {
        table.RefuseIfGiven({"inPlace"}, "--data=virtual: there are no values");
    }
}

/// What flows are not, and what only they are.
void
CheckFlows(const Table& table, Config& config)
{
    const bool runsFlows = config.RunsFlows();
    config.ecmp.Check(table);
    config.flows.Check(table, runsFlows);
    config.jobs.Check(table, config.RunsCollectives(), runsFlows && config.flows.Takes("jobs"));
    if (!runsFlows)
    {
        return;
    }
    if (!config.RunsCollectives())
    {
        table.RefuseIfGiven(
            {"collective", "dtype", "op", "data", "inPlace", "iterations", "warmup"},
            table.Assignment("scheme") + ": flows are no collective");
    }
    table.RefuseIfGiven({"workload"}, table.Assignment("scheme"));
}

void
CheckSizes(const Table& table, const Config& config)
{
    if (!config.workloadFile.empty() || !config.RunsCollectives() ||
        config.collective == IncCollective::BARRIER)
    {
        return;
    }
    const uint32_t element = IncSizeOf(config.dtype);
    const std::string described =
        IncName(config.dtype) + " has " + std::to_string(element) + " bytes";
    if (config.payload % element != 0)
    {
        table.Refuse("payload", described + "; accepted: a multiple of " + std::to_string(element));
    }
    for (const auto size : config.sizes)
    {
        if (config.CountOf(size, 1) == 0)
        {
            table.Refuse("size",
                         described + "; accepted: sizes of at least " + std::to_string(element));
        }
    }
}

/// Over UC every message of in-network computing is a packet of its own; all else is over RC.
void
CheckPathMtu(const Table& table, const Config& config)
{
    if (config.UsesRc() && !IncPathMtu::IsValid(config.payload))
    {
        table.Refuse("payload",
                     "is the path MTU of reliable connections; accepted: 256, 512, 1024, 2048 or "
                     "4096");
    }
}

void
CheckFaults(const Table& table, const Config& config)
{
    if (config.loss == 0)
    {
        table.RefuseIfGiven({"lossModel"}, "--loss=0");
    }
}

void
CheckOutput(const Table& table, Config& config)
{
    if (!config.output.empty() && config.output == config.csv)
    {
        table.Refuse("csv", "is the --output file; accepted: another file");
    }
    const auto check = [](const std::string& name, const std::string& path) {
        if (!path.empty())
        {
            IncCheckOutputFile(name, path);
        }
    };
    check("output", config.output);
    check("csv", config.csv);
    if (config.stats && config.quiet && config.output.empty())
    {
        table.RefuseIfGiven({"stats"}, "--quiet=1 and no --output");
    }
    using Files = std::vector<std::pair<std::string, const std::string*>>;
    const Files streams{{"trace", &config.trace}, {"monitor", &config.control.monitor}};
    Files others{{"animation", &config.animation},
                 {"series", &config.series.file},
                 {"timeline", &config.series.timeline},
                 {"flowTable", &config.flows.tableFile},
                 {"inventory", &config.control.inventory}};
    others.insert(others.begin(), streams.begin(), streams.end());
    config.series.Check(table);
    std::set<std::string> taken{config.output, config.csv};
    for (const auto& [name, path] : streams)
    {
        if (*path == "-")
        {
            table.Refuse(name, "is written while it runs; accepted: a file, /dev/stdout included");
        }
    }
    for (const auto& [name, path] : others)
    {
        if (!path->empty() && !taken.insert(*path).second)
        {
            table.Refuse(name, "is the file of another argument; accepted: another file");
        }
        check(name, *path);
    }
    if (!config.pcap.empty())
    {
        IncCheckOutputFolder("pcap", config.pcap);
    }
}

/// What is in effect where the user gave nothing and other arguments decide.
void
Decide(Table& table, const Config& config)
{
    config.topology.Decide(table);
    if (const auto hosts = config.HostCount())
    {
        table.Decide("workers", std::to_string(*hosts));
    }
    config.ecmp.Decide(table);
    config.jobs.Decide(table, config.flows.Takes("jobs"));
    config.lossless.Decide(table);
    config.plan.Decide(table, config);
    IncDecideRails(table, config);
}

} // namespace

std::optional<IncScenarioConfig>
IncScenarioConfig::Parse(const std::vector<std::string>& arguments, std::ostream& help)
{
    IncForgetGivenAttributes();
    IncScenarioConfig config;
    config.seed = RngSeedManager::GetSeed();
    config.run = RngSeedManager::GetRun();
    Table table = IncScenarioArguments(config);
    if (!table.Parse(arguments))
    {
        help << table.Help();
        return std::nullopt;
    }
    IncProfile::Apply(config.profile, table);
    if (config.topology.source == IncTopologyConfig::Source::PLAN)
    {
        config.plan.file = config.topology.file;
    }
    config.topology.Check(table);
    CheckHosts(table, config);
    config.plan.Check(table, config);
    IncCheckRails(table, config);
    CheckScheme(table, config);
    CheckCollective(table, config);
    CheckFlows(table, config);
    CheckSizes(table, config);
    IncCheckWorkload(table, config);
    CheckPathMtu(table, config);
    CheckFaults(table, config);
    config.lossless.aggregates = config.RunsInNetwork();
    config.lossless.Check(table, config.UsesRc());
    config.control.Check(table, config);
    CheckOutput(table, config);

    // What goes to standard output is for the next program: no table is between.
    for (const auto& path : {config.output,
                             config.csv,
                             config.animation,
                             config.series.file,
                             config.series.timeline,
                             config.flows.tableFile,
                             config.control.inventory})
    {
        config.quiet = config.quiet || path == "-";
    }
    RngSeedManager::SetSeed(config.seed);
    RngSeedManager::SetRun(config.run);
    if (!table.IsGiven("progress"))
    {
        config.progress = !config.quiet && isatty(STDERR_FILENO) != 0;
    }
    Decide(table, config);
    config.arguments = table.Values();
    config.given = table.Given();
    config.givenByAttribute = table.GivenByAttribute();
    return config;
}

bool
IncScenarioConfig::RunsInNetwork() const
{
    return IncRunsInNetwork(collective) && MayRunInNetwork();
}

bool
IncScenarioConfig::MayRunInNetwork() const
{
    return std::any_of(schemes.begin(), schemes.end(), [](const IncScheme* scheme) {
        return scheme->isInNetwork;
    });
}

std::string
IncScenarioConfig::AssignmentOverHosts(const IncArgumentTable& table) const
{
    return table.Assignment(MayRunInNetwork() ? "collective" : "scheme");
}

bool
IncScenarioConfig::RunsFlows() const
{
    return std::any_of(schemes.begin(), schemes.end(), [](const IncScheme* scheme) {
        return scheme->IsFlows();
    });
}

bool
IncScenarioConfig::RunsCollectives() const
{
    return schemes.size() > 1 || !RunsFlows();
}

bool
IncScenarioConfig::UsesRc() const
{
    const bool sends =
        execution &&
        execution->GetCounts().nodes[static_cast<std::size_t>(IncChakraNode::Type::SEND)] > 0;
    return schemes.size() > 1 || !RunsInNetwork() || transport == IncAggregationTransport::RC ||
           sends;
}

uint32_t
IncScenarioConfig::GetPathMtu() const
{
    return IncPathMtu::NoLongerThan(payload);
}

std::optional<uint32_t>
IncScenarioConfig::HostCount() const
{
    return topology.CountHosts();
}

uint64_t
IncScenarioConfig::CountOf(uint64_t bytes, uint32_t ranks) const
{
    return collective == IncCollective::BARRIER
               ? 0
               : bytes / IncSizeOf(dtype) / IncTotalElements(collective, ranks, 1);
}

bool
IncScenarioConfig::LosesFrames() const
{
    return loss > 0 || !ecmp.failures.empty();
}

std::optional<Time>
IncScenarioConfig::GetRcFloor() const
{
    return !rto && lossless.pfc && LosesFrames() ? std::optional(LEAST_PAUSED_TIMEOUT)
                                                 : std::nullopt;
}

Time
IncScenarioConfig::GetRcTimeout(uint64_t slowestLink, std::size_t hostsInNetwork) const
{
    if (!lossless.pfc || rto)
    {
        return rto.value_or(Time(0));
    }
    // What paused switches can hold in front of a packet; a timer must not take that for a loss.
    constexpr double MEBIBITS = 8.0 * (1U << 20);
    const auto waiting = static_cast<double>(std::max<std::size_t>(hostsInNetwork, 128));
    return Max(LEAST_PAUSED_TIMEOUT,
               Seconds(waiting * MEBIBITS / static_cast<double>(slowestLink)));
}

std::string
IncScenarioConfig::Assignment(const std::string& name) const
{
    const auto typed = given.find(name);
    if (typed != given.end())
    {
        return typed->second;
    }
    const auto value = arguments.value(name, nlohmann::ordered_json());
    return "--" + name +
           (value.is_null()      ? ""
            : value.is_string()  ? "=" + value.get<std::string>()
            : value.is_boolean() ? "=" + std::to_string(value.get<bool>())
                                 : "=" + value.dump());
}

void
IncScenarioConfig::Refuse(const std::string& name, const std::string& reason) const
{
    throw IncError(Assignment(name) + ": " + reason);
}

void
IncScenarioConfig::Refuse(const IncAttributeError& error) const
{
    std::string typed;
    for (const auto& attribute : error.GetAttributes())
    {
        const auto found = givenByAttribute.find(attribute);
        if (found != givenByAttribute.end())
        {
            typed += found->second + " ";
        }
    }
    if (typed.empty())
    {
        throw error;
    }
    typed.pop_back();
    throw IncError(typed + ": " + error.what());
}

void
IncScenarioConfig::RefuseIfGiven(const std::vector<std::string>& names,
                                 const std::string& why) const
{
    for (const auto& name : names)
    {
        if (given.count(name))
        {
            Refuse(name, "has no effect with " + why);
        }
    }
}

} // namespace ns3
