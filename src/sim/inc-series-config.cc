/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-series-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-quantity.h"

#include <algorithm>

namespace ns3
{

void
IncSeriesConfig::AddArguments(IncArgumentTable& table)
{
    table.Text("series",
               file,
               "a file in an existing, writable folder",
               "Time series to write, comma-separated t_us,object,metric,value: ports, queue "
               "pairs, switches and jobs.");
    table.Text("timeline",
               timeline,
               "a file in an existing, writable folder",
               "Timeline to write, a Chrome trace for Perfetto: collectives and layers by host, "
               "computation, exposed time, failures; with --interval also counters.");
    table.Parsed<Time>(
        "interval",
        interval,
        "10us",
        [](const std::string& text) {
            const auto time = IncParseTime(text);
            return time && *time >= NanoSeconds(1) ? time : std::nullopt;
        },
        "a time with its unit from 1ns, such as 10us",
        "Time between two samples of --series, and of --timeline if it is given.");
    table.Parsed<std::vector<std::string>>(
        "seriesOf",
        selection,
        "*",
        [](const std::string& text) {
            auto patterns = IncSplit(text, ',');
            const auto empty = [](const std::string& pattern) { return pattern.empty(); };
            return std::none_of(patterns.begin(), patterns.end(), empty)
                       ? std::optional(std::move(patterns))
                       : std::nullopt;
        },
        "patterns of OBJECT/METRIC with * and ?, commas between, such as *->h0/*,*/queued_bytes",
        "Objects and metrics that are sampled.");
}

void
IncSeriesConfig::Check(const IncArgumentTable& table)
{
    hasCounters = !timeline.empty() && table.IsGiven("interval");
    if (file.empty() && timeline.empty())
    {
        table.RefuseIfGiven({"interval"}, "neither --series nor --timeline");
    }
    if (file.empty() && !hasCounters)
    {
        table.RefuseIfGiven({"seriesOf"}, "no --series, and no --interval of a --timeline");
    }
}

} // namespace ns3
