/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-config.h"

#include "inc-ns3-argument.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unistd.h>

namespace ns3
{

namespace
{

using Table = IncArgumentTable;

/// Largest size of a flow, bytes. A flow is one message, for which IBTA sets this limit.
constexpr uint64_t MAX_SIZE = uint64_t{1} << 31;

std::optional<uint64_t>
ParseFlowSize(const std::string& text)
{
    const auto bytes = IncParseBytes(text);
    return bytes && *bytes >= 1 && *bytes <= MAX_SIZE ? bytes : std::nullopt;
}

/// Largest number of ports of a switch; the fat-tree then has 65,536 hosts.
constexpr uint32_t MAX_K = 64;

IncArgument
FatTreePorts(std::vector<uint32_t>& target)
{
    IncArgument argument;
    argument.name = "k";
    argument.value = std::to_string(target.front());
    argument.accepted = "even numbers from 2 to 64, separated by commas, each once";
    argument.help = "Ports of a switch of the fat-tree, which has k^3/4 hosts; several values give "
                    "one network after the other.";
    argument.kind = IncArgument::Kind::NUMBER;
    argument.store = [&target](const std::string& text) {
        std::set<uint64_t> different;
        std::vector<uint32_t> numbers;
        std::size_t begin = 0;
        while (begin <= text.size())
        {
            const std::size_t end = std::min(text.find(',', begin), text.size());
            const auto k = IncParseInteger(text.substr(begin, end - begin));
            if (!k || *k < 2 || *k > MAX_K || *k % 2 != 0 || !different.insert(*k).second)
            {
                return false;
            }
            numbers.push_back(static_cast<uint32_t>(*k));
            begin = end + 1;
        }
        target = numbers;
        return true;
    };
    return argument;
}

using Scenario = IncBenchConfig::Scenario;
using Baseline = IncBenchConfig::Baseline;

std::string
Name(Baseline baseline)
{
    switch (baseline)
    {
    case Baseline::NS3:
        return "ns3";
    case Baseline::HTSIM:
        return "htsim";
    case Baseline::PERMUTATION:
        return "permutation";
    case Baseline::OFF:
        return "off";
    case Baseline::CBC:
        return "cbc";
    case Baseline::NONE:
        break;
    }
    return "none";
}

/// Make the argument for the baseline: a name, or "htsim=" and the path of a program.
IncArgument
BaselineOf(IncBenchConfig& config)
{
    IncArgument argument;
    argument.name = "baseline";
    argument.value = Name(config.baseline);
    argument.accepted = "none, ns3, htsim=PATH of a program, permutation or cbc";
    argument.help =
        "ns3, of permutation: the same pairs of hosts over stock ns-3, in the same call: UDP "
        "sockets, point-to-point links, nix-vector routing, paced so that nothing is dropped. "
        "htsim=PATH, of permutation: the same pairs of hosts in that htsim_roce. "
        "permutation, of allreduce: that scenario with k=8, for the time of a frame hop. "
        "cbc, of planner, its default: that solver, if it is installed, on the papers' literal "
        "models.";
    argument.store = [&config](const std::string& text) {
        const std::string htsim = Name(Baseline::HTSIM) + "=";
        if (text.rfind(htsim, 0) == 0)
        {
            config.baseline = Baseline::HTSIM;
            config.htsim = text.substr(htsim.size());
            std::error_code none;
            return std::filesystem::is_regular_file(config.htsim, none) &&
                   access(config.htsim.c_str(), X_OK) == 0;
        }
        for (const auto baseline :
             {Baseline::NONE, Baseline::NS3, Baseline::PERMUTATION, Baseline::CBC})
        {
            if (text == Name(baseline))
            {
                config.baseline = baseline;
                return true;
            }
        }
        return false;
    };
    return argument;
}

Table
Arguments(IncBenchConfig& config, bool& planner)
{
    Table table("inc-bench",
                "Measures the speed of the simulator, frame hops per CPU second and memory per "
                "host, and that of the planners. Exit status: 0 done, 1 a flow did not complete, 2 "
                "bad arguments or files.");
    table.Group("What is measured");
    table.Choice<IncBenchConfig::Scenario>(
        "scenario",
        config.scenario,
        {{"permutation", IncBenchConfig::Scenario::PERMUTATION},
         {"allreduce", IncBenchConfig::Scenario::ALLREDUCE},
         {"recurrence", IncBenchConfig::Scenario::RECURRENCE},
         {"planner", IncBenchConfig::Scenario::PLANNER}},
        "On a fat-tree with links of 100 Gb/s and 1 us, 4096 B of payload. permutation: every "
        "host sends one RC flow to another host; allreduce: one AllReduce in the network over all "
        "hosts, 65535 of them with k=64; recurrence: the same with results down the tree, k=4 and "
        "a layer of Llama-2-7B, "
        "404766720 bytes, with and without skipping rounds that repeat. planner: atro and eina on "
        "the papers' instances and "
        "larger ones.");
    table.Flag("planner", planner, "Another name of --scenario=planner.");
    table.Add(FatTreePorts(config.k));
    const std::string size = "a number of bytes from 1 to 2GiB, such as 20MB";
    table.Parsed<uint64_t>("size",
                           config.size,
                           "20MB",
                           ParseFlowSize,
                           size,
                           "Bytes of a flow, or of each rank.");
    table.Integer("layers",
                  config.layers,
                  1U,
                  1000U,
                  "AllReduces of recurrence, one every 35.9059 ms, which is what the backward pass "
                  "of a layer takes at 100 TFLOP/s; 32 is all of the model's layers.");
    table.Add(BaselineOf(config));
    table.Parsed<uint64_t>("baselineSize",
                           config.baselineSize,
                           "4MB",
                           ParseFlowSize,
                           size,
                           "Bytes of a flow of the baseline; only the rates are compared.");
    table.Integer("repeat",
                  config.repeat,
                  1U,
                  1000U,
                  "Runs of each side, in turn. The medians are reported, and the median of the "
                  "ratios of all turns; for a planner the fastest run.");
    table.Integer("timeLimit", config.timeLimit, 1U, 86400U, "Seconds for cbc on one instance.");
    table.Group("Transport and paths");
    table.Choice<std::string>(
        "ecmp",
        config.ecmp,
        {{"per-flow", "per-flow"},
         {"per-packet", "per-packet"},
         {"ingress", "ingress"},
         {"egress-group", "egress-group"}},
        "How a switch chooses among paths of equal cost. With selective repeat a frame counts as "
        "lost when more than 128 have overtaken it.");
    table.Choice<bool>("retransmission",
                       config.selectiveRepeat,
                       {{"go-back-n", false}, {"selective-repeat", true}},
                       "What a reliable sender sends again after a loss.");
    table.Group("Output");
    table.Text("output",
               config.output,
               "a file in an existing, writable folder",
               "Result file to write, JSON (inc-bench/1).");
    IncAddRandomArguments(table, config.seed, config.run);
    table.SetForeign(IncPassToNs3,
                     "Attribute defaults as --ns3::Class::Attribute=value, global values as "
                     "--SimulatorImplementationType=value. Without the latter and --SchedulerType "
                     "each side has its own default: ours the module's, the baseline ns-3's.");
    return table;
}

/// Set the attributes of arguments that were given. ns-3's own arguments have set others already.
void
SetPathDefaults(const Table& table, const IncBenchConfig& config)
{
    if (table.IsGiven("ecmp"))
    {
        Config::SetDefault("ns3::IncSwitch::Ecmp", StringValue(config.ecmp));
    }
    if (table.IsGiven("retransmission"))
    {
        Config::SetDefault("ns3::IncRcQueuePair::SelectiveRepeat",
                           BooleanValue(config.selectiveRepeat));
    }
}

void
Default(IncBenchConfig& config, Table& table, bool planner)
{
    if (planner && table.IsGiven("scenario") && config.scenario != Scenario::PLANNER)
    {
        table.Refuse("planner", "is --scenario=planner; accepted: one of the two");
    }
    config.scenario = planner ? Scenario::PLANNER : config.scenario;
    if (config.scenario == Scenario::PLANNER && !table.IsGiven("baseline"))
    {
        config.baseline = Baseline::CBC;
    }
    if (config.scenario == Scenario::RECURRENCE)
    {
        config.baseline = Baseline::OFF;
        if (!table.IsGiven("k"))
        {
            config.k = {4};
            table.Decide("k", "4");
        }
        if (!table.IsGiven("size"))
        {
            config.size = IncBenchConfig::LAYER_SIZE;
            table.Decide("size", std::to_string(config.size));
        }
    }
}

/// Refuse arguments that would have no effect.
void
Check(const IncBenchConfig& config, const Table& table)
{
    const bool planner = config.scenario == Scenario::PLANNER;
    const bool hasPairs = config.baseline == Baseline::NS3 || config.baseline == Baseline::HTSIM;
    if (planner)
    {
        table.RefuseIfGiven({"k", "size", "ecmp"}, "--scenario=planner");
    }
    if (config.scenario != Scenario::PERMUTATION)
    {
        table.RefuseIfGiven({"retransmission"},
                            std::string("--scenario=") +
                                (planner                                   ? "planner"
                                 : config.scenario == Scenario::RECURRENCE ? "recurrence"
                                                                           : "allreduce") +
                                ": no reliable connections");
    }
    if (config.scenario != Scenario::RECURRENCE)
    {
        table.RefuseIfGiven({"layers"}, "only --scenario=recurrence has layers");
    }
    else
    {
        table.RefuseIfGiven({"baseline"}, "--scenario=recurrence: the same without jumps");
        if (config.k.size() > 1)
        {
            table.Refuse("k", "--scenario=recurrence runs both ways; accepted: one number");
        }
    }
    if (config.baseline == Baseline::NONE || config.baseline == Baseline::CBC ||
        config.baseline == Baseline::OFF)
    {
        table.RefuseIfGiven({"baselineSize"}, "--baseline=" + Name(config.baseline));
    }
    else if (hasPairs && config.scenario != Scenario::PERMUTATION)
    {
        table.Refuse("baseline", "only --scenario=permutation has pairs of hosts");
    }
    else if (config.baseline == Baseline::PERMUTATION && config.scenario != Scenario::ALLREDUCE)
    {
        table.Refuse("baseline", "is for --scenario=allreduce");
    }
    else if (hasPairs && config.k.size() > 1)
    {
        table.Refuse("k",
                     "--baseline=" + Name(config.baseline) +
                         " has the same pairs of hosts; accepted: one number");
    }
    if (config.baseline == Baseline::HTSIM && config.baselineSize == MAX_SIZE)
    {
        table.Refuse("baselineSize", "htsim reads sizes below 2GiB");
    }
    if (config.baseline != Baseline::CBC)
    {
        table.RefuseIfGiven({"timeLimit"}, "--baseline=" + Name(config.baseline));
    }
    else if (!planner)
    {
        table.Refuse("baseline", "only --scenario=planner has models to solve; accepted: none");
    }
}

std::string
GlobalText(const char* name)
{
    StringValue value;
    GlobalValue::GetValueByName(name, value);
    return value.Get();
}

} // namespace

IncBenchEngine
IncBenchEngine::Chosen()
{
    return {GlobalText("SimulatorImplementationType"), GlobalText("SchedulerType")};
}

void
IncBenchEngine::Choose() const
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(simulator));
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));
}

IncBenchEngine
IncBenchEngine::Without(const IncBenchEngine& ours, const IncBenchEngine& stock) const
{
    return {simulator == ours.simulator ? stock.simulator : simulator,
            scheduler == ours.scheduler ? stock.scheduler : scheduler};
}

std::optional<IncBenchConfig>
IncBenchConfig::Parse(const std::vector<std::string>& arguments, std::ostream& help)
{
    const auto stock = IncBenchEngine::Chosen();
    IncSimulatorImpl::MakeDefault();
    const auto ours = IncBenchEngine::Chosen();
    Config::SetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(4096));
    Config::SetDefault("ns3::IncRcQueuePair::ReorderTolerance", UintegerValue(128));
    Config::SetDefault("ns3::IncClient::Payload", UintegerValue(4096));

    IncBenchConfig config;
    config.seed = RngSeedManager::GetSeed();
    config.run = RngSeedManager::GetRun();
    bool planner = false;
    Table table = Arguments(config, planner);
    if (!table.Parse(arguments))
    {
        help << table.Help();
        return std::nullopt;
    }
    Default(config, table, planner);
    Check(config, table);
    SetPathDefaults(table, config);
    if (!config.output.empty())
    {
        IncCheckOutputFile("output", config.output);
    }
    RngSeedManager::SetSeed(config.seed);
    RngSeedManager::SetRun(config.run);
    config.arguments = table.Values();
    config.engine = IncBenchEngine::Chosen();
    config.baselineEngine = config.engine.Without(ours, stock);
    if (config.scenario == Scenario::PLANNER)
    {
        config.arguments["scenario"] = "planner";
        config.arguments["baseline"] = Name(config.baseline);
        return config;
    }
    config.arguments["SimulatorImplementationType"] = config.engine.simulator;
    config.arguments["SchedulerType"] = config.engine.scheduler;
    if (config.baseline == Baseline::OFF)
    {
        config.arguments["baseline"] = Name(config.baseline);
    }
    else if (config.baseline == Baseline::NS3 || config.baseline == Baseline::PERMUTATION)
    {
        config.arguments["baselineSimulatorImplementationType"] = config.baselineEngine.simulator;
        config.arguments["baselineSchedulerType"] = config.baselineEngine.scheduler;
    }
    return config;
}

} // namespace ns3
