/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-config.h"

#include "inc-traffic-pattern.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-quantity.h"

namespace ns3
{

namespace
{

const std::string FILE_PREFIX = "file:";

/// Join names to "a, b, …".
std::string
PatternNames()
{
    std::string names;
    for (const auto& entry : IncTrafficPatterns())
    {
        names += entry.first + ", ";
    }
    return names + "or file:PATH, a table from,to,bytes,start_us or a connection matrix of htsim";
}

constexpr uint32_t MAX_FLOWS = 1024; //!< most flows of a pair or a host

} // namespace

void
IncFlowConfig::AddArguments(IncArgumentTable& table)
{
    pattern.elephants = 0.1;
    pattern.mouseBytes = 16384;
    pattern.load = 0.5;
    pattern.duration = MilliSeconds(1);
    table.Group("Traffic of --scheme=flows");
    AddPattern(table);
    table.Choice<IncVerb>(
        "verb",
        verb,
        {{"write", IncVerb::WRITE}, {"send", IncVerb::SEND}, {"read", IncVerb::READ}},
        "Operation of the flows: RDMA WRITE or SEND by the sender, or RDMA READ "
        "by the receiver.");
    table.Integer("flows",
                  pattern.flows,
                  1U,
                  MAX_FLOWS,
                  "With permutation and mix: flows of each host, to different hosts. With other "
                  "patterns: flows of each pair of hosts.");
    table.Probability("elephants",
                      pattern.elephants,
                      "With mix: share of the flows that have --size; the others are mice.");
    table.Parsed<uint64_t>(
        "mouseSize",
        pattern.mouseBytes,
        "16KiB",
        [](const std::string& text) {
            const auto bytes = IncParseBytes(text);
            return bytes && *bytes > 0 && *bytes <= uint64_t{1} << 40 ? bytes : std::nullopt;
        },
        "a size from 1 byte to 1TiB, such as 16KiB",
        "With mix: bytes of a mouse.");
    table.Parsed<Time>("startSpread",
                       pattern.spread,
                       "0s",
                       IncParseTime,
                       "a time with its unit, such as 100us",
                       "Flows start at random times up to this, instead of all at once.");
    table.Parsed<IncFlowSizes>(
        "sizes",
        pattern.sizes,
        "fixed",
        IncFlowSizes::Parse,
        "websearch, hadoop, uniform:LOW:HIGH such as uniform:1KiB:1MiB, or file:PATH with lines of "
        "bytes and percent",
        "Distribution of the flows' sizes, instead of --size.");
    table.AcceptsWords("sizes", {"websearch", "hadoop"});
    table.Probability("load",
                      pattern.load,
                      "With poisson: payload that every host offers, as a share of its links.",
                      true);
    table.Parsed<Time>(
        "duration",
        pattern.duration,
        "1ms",
        IncParserOfTimes(NanoSeconds(1)),
        "a time with its unit above 0, such as 10ms",
        "With poisson: flows start in this time; the row ends with the last of them.");
    table.Text("flowTable",
               tableFile,
               "a file in an existing, writable folder",
               "Table of flows to write, comma-separated, one flow per line: from, to, bytes, "
               "start, completion time and slowdown.");
    table.Probability(
        "background",
        background,
        "Load of other traffic as a share of a host's links: flows of 64 KiB, or of --sizes, "
        "to random hosts at random times. Beside a collective or a workload it is measured: rows "
        "have them alone, both together, and the flows alone. With --scheme=flows it is messages "
        "of 64 KiB between workers, and is not measured.");
    table.Text("flowList",
               list,
               "a table from,to,bytes,start_us",
               "Flows to run beside a collective or a workload, instead of --background, with "
               "hosts by name or by number.");
}

void
IncFlowConfig::AddPattern(IncArgumentTable& table)
{
    IncArgument argument;
    argument.name = "pattern";
    argument.value = pattern.name;
    argument.accepted = PatternNames();
    argument.help = "Who sends to whom, each flow one message of --size over a reliable "
                    "connection of its own.";
    for (const auto& [name, each] : IncTrafficPatterns())
    {
        argument.help += " " + name + ": " + each.help + ".";
        argument.words.push_back(name);
    }
    argument.store = [this](const std::string& text) {
        if (text.rfind(FILE_PREFIX, 0) == 0 && text.size() > FILE_PREFIX.size())
        {
            file = text.substr(FILE_PREFIX.size());
            return true;
        }
        pattern.name = text;
        return IncTrafficPatterns().count(text) > 0;
    };
    table.Add(std::move(argument));
}

std::vector<std::string>
IncFlowConfig::Names()
{
    return {"pattern",
            "verb",
            "flows",
            "elephants",
            "mouseSize",
            "startSpread",
            "load",
            "duration"};
}

void
IncFlowConfig::Check(const IncArgumentTable& table, bool isRun, bool hasOthers) const
{
    const bool areBeside = hasOthers && AreBeside();
    const std::string scheme = table.Assignment("scheme");
    table.Needs(isRun, Names(), scheme + ": it is for flows");
    table.Needs(hasOthers, {"flowList"}, scheme + ": --pattern=file:FILE has its flows");
    table.Needs(isRun || areBeside,
                {"flowTable", "sizes"},
                scheme + " and no --background: there are no flows");
    table.Needs(isRun || list.empty(), {"sizes"}, table.Assignment("flowList"));
    table.Require(list.empty() || background <= 0,
                  "flowList",
                  "is there with --background; accepted: one of both");
    table.Needs(!areBeside,
                {"fastForward"},
                table.Assignment(BesideName()) + ": no round repeats beside other traffic");
    table.Require(verb != IncVerb::READ || table.Value("retransmission") != "selective-repeat",
                  "verb",
                  "is asked for again from the first loss on; accepted: with "
                  "--retransmission=go-back-n");
    const std::string chosen = table.Assignment("pattern");
    for (const auto& entry : IncTrafficPatterns())
    {
        for (const auto& argument : entry.second.own)
        {
            // IncJobsConfig::Check() checks --jobs.
            table.Needs(argument == "jobs" || Takes(argument), {argument}, chosen);
        }
    }
    table.Require(!isRun || pattern.load > 0,
                  "load",
                  "there would be no flows; accepted: above 0, to 1");
    table.Needs(file.empty(), {"flows", "startSpread", "sizes"}, chosen);
    for (const auto& refusal : IncTrafficPatterns().at(pattern.name).refusals)
    {
        table.Needs(!file.empty(), refusal.arguments, chosen + refusal.why);
    }
    table.Needs(!pattern.sizes || hasOthers, {"size"}, "--sizes, which draws them");
}

IncFlowPattern
IncFlowConfig::MakePattern(uint64_t bytes, uint32_t jobs) const
{
    IncFlowPattern made = pattern;
    made.bytes = bytes;
    made.jobs = jobs;
    return made;
}

bool
IncFlowConfig::Takes(const std::string& argument) const
{
    return file.empty() && IncTrafficPatterns().at(pattern.name).Takes(argument);
}

} // namespace ns3
