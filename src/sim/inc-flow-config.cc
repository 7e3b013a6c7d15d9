/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-quantity.h"

namespace ns3
{

namespace
{

using Kind = IncFlowPattern::Kind;

const IncArgumentTable::Choices<Kind> PATTERNS{{"permutation", Kind::PERMUTATION},
                                               {"ring", Kind::RING},
                                               {"alltoall", Kind::ALLTOALL},
                                               {"incast", Kind::INCAST},
                                               {"mix", Kind::MIX},
                                               {"rails", Kind::RAILS},
                                               {"poisson", Kind::POISSON}};

const std::string FILE_PREFIX = "file:";

/// "permutation, ring, …", as users write it.
std::string
PatternNames()
{
    std::string names;
    for (const auto& [name, kind] : PATTERNS)
    {
        names += name + ", ";
    }
    return names + "or file:PATH, a table from,to,bytes,start_us or a connection matrix of htsim";
}

constexpr uint32_t MAX_FLOWS = 1024; //!< of a pair or a host

} // namespace

void
IncFlowConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Traffic of --scheme=flows");
    AddPattern(table);
    table.Integer("flows",
                  flows,
                  1U,
                  MAX_FLOWS,
                  "Flows of a host, each to a host of its own, with permutation and mix; of every "
                  "pair of hosts with the others.");
    table.Probability("elephants",
                      elephants,
                      "With mix: share of the flows that have --size; the others are mice.");
    table.Parsed<uint64_t>(
        "mouseSize",
        mouseBytes,
        "16KiB",
        [](const std::string& text) {
            const auto bytes = IncParseBytes(text);
            return bytes && *bytes > 0 && *bytes <= uint64_t{1} << 40 ? bytes : std::nullopt;
        },
        "a size from 1 byte to 1TiB, such as 16KiB",
        "With mix: bytes of a mouse.");
    table.Parsed<Time>(
        "startSpread",
        spread,
        "0s",
        [](const std::string& text) { return IncParseTime(text); },
        "a time with its unit, such as 100us",
        "Flows start at random times up to this, instead of all at once.");
    table.Parsed<IncFlowSizes>(
        "sizes",
        sizes,
        "fixed",
        [](const std::string& text) { return IncFlowSizes::Parse(text); },
        "websearch, hadoop, uniform:LOW:HIGH such as uniform:1KiB:1MiB, or file:PATH with lines of "
        "bytes and percent",
        "Distribution of the flows' sizes, instead of --size.");
    table.Probability("load",
                      load,
                      "With poisson: payload that every host offers, as a share of its links.",
                      true);
    table.Parsed<Time>(
        "duration",
        duration,
        "1ms",
        [](const std::string& text) {
            const auto time = IncParseTime(text);
            return time && time->IsStrictlyPositive() ? time : std::nullopt;
        },
        "a time with its unit above 0, such as 10ms",
        "With poisson: flows start in this time; the row ends with the last of them.");
    table.Text("flowTable",
               tableFile,
               "a file in an existing, writable folder",
               "Flows to write, comma-separated, a line each: from, to, bytes, start, completion "
               "time and slowdown.");
    table.Probability("background",
                      background,
                      "Load of other traffic, messages of 64 KiB to random hosts at random times, "
                      "as a share of a host's link; it is not measured.");
}

void
IncFlowConfig::AddPattern(IncArgumentTable& table)
{
    IncArgument argument;
    argument.name = "pattern";
    argument.value = PATTERNS.front().first;
    argument.accepted = PatternNames();
    argument.help =
        "Who sends to whom, each flow one RDMA WRITE of --size over a reliable connection of its "
        "own: every host to another one at random; host j to host j + hosts per leaf; every host "
        "to every other one in rounds; all to the first; elephants and mice to random hosts; "
        "rail-aligned rings of several jobs; every host to random ones at random times, as many as "
        "--load asks for; or what a file says.";
    argument.store = [this](const std::string& text) {
        if (text.rfind(FILE_PREFIX, 0) == 0 && text.size() > FILE_PREFIX.size())
        {
            file = text.substr(FILE_PREFIX.size());
            return true;
        }
        for (const auto& [name, kind] : PATTERNS)
        {
            if (name == text)
            {
                pattern = kind;
                return true;
            }
        }
        return false;
    };
    table.Add(std::move(argument));
}

std::vector<std::string>
IncFlowConfig::Names()
{
    return {"pattern",
            "flows",
            "elephants",
            "mouseSize",
            "startSpread",
            "sizes",
            "load",
            "duration",
            "flowTable",
            "background"};
}

void
IncFlowConfig::Check(const IncArgumentTable& table, bool isRun) const
{
    if (!isRun)
    {
        table.RefuseIfGiven(Names(), table.Assignment("scheme") + ": it is for flows");
    }
    const std::string chosen = table.Assignment("pattern");
    if (pattern != Kind::MIX)
    {
        table.RefuseIfGiven({"elephants", "mouseSize"}, chosen);
    }
    if (pattern != Kind::POISSON || !file.empty())
    {
        table.RefuseIfGiven({"load", "duration"}, chosen);
    }
    else
    {
        table.RefuseIfGiven({"flows", "startSpread"}, chosen + ": --load says how many there are");
    }
    if (isRun && load == 0)
    {
        table.Refuse("load", "there would be no flows; accepted: above 0, to 1");
    }
    if (!file.empty())
    {
        table.RefuseIfGiven({"flows", "startSpread", "sizes"}, chosen);
    }
    else if (pattern == Kind::MIX)
    {
        table.RefuseIfGiven({"sizes"}, chosen + ", which has two");
    }
    if (sizes)
    {
        table.RefuseIfGiven({"size"}, "--sizes, which draws them");
    }
}

IncFlowPattern
IncFlowConfig::MakePattern(uint64_t bytes, uint32_t jobs) const
{
    IncFlowPattern made;
    made.kind = pattern;
    made.flows = flows;
    made.bytes = bytes;
    made.mouseBytes = mouseBytes;
    made.elephants = elephants;
    made.jobs = jobs;
    made.spread = spread;
    made.sizes = sizes;
    made.load = load;
    made.duration = duration;
    return made;
}

std::string
IncFlowConfig::PatternName() const
{
    if (!file.empty())
    {
        return "file";
    }
    for (const auto& [name, kind] : PATTERNS)
    {
        if (kind == pattern)
        {
            return name;
        }
    }
    return "unknown";
}

} // namespace ns3
