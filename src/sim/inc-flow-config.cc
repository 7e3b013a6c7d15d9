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
                                               {"rails", Kind::RAILS}};

constexpr uint32_t MAX_FLOWS = 1024; //!< of a pair or a host

} // namespace

void
IncFlowConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Traffic of --scheme=flows");
    table.Choice("pattern",
                 pattern,
                 PATTERNS,
                 "Who sends to whom, each flow one RDMA WRITE of --size over a reliable connection "
                 "of its own: every host to another one at random; host j to host j + hosts per "
                 "leaf; every host to every other one in rounds; all to the first; elephants and "
                 "mice to random hosts; rail-aligned rings of several jobs.");
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
    table.Probability("background",
                      background,
                      "Load of other traffic, messages of 64 KiB to random hosts at random times, "
                      "as a share of a host's link; it is not measured.");
}

std::vector<std::string>
IncFlowConfig::Names()
{
    return {"pattern", "flows", "elephants", "mouseSize", "startSpread", "background"};
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
    return made;
}

std::string
IncFlowConfig::PatternName() const
{
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
