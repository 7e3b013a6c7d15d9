/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-output-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-quantity.h"

#include <algorithm>
#include <set>
#include <unistd.h>

namespace ns3
{

void
IncOutputConfig::AddArguments(IncArgumentTable& table)
{
    const std::string file = "a file in an existing, writable folder";
    table.Group("Output");
    table.Text("repeat",
               repeat,
               "a result file of inc-sim",
               "Run the simulation of a result file again, with its seed and run. Only --stats and "
               "arguments that say where results go may be added.");
    table.Text("output", output, file, "Result file to write, JSON (inc-result/1).");
    table.Text("csv", csv, file, "Results as comma-separated values, one row per line.");
    table.Text("pcap",
               pcap,
               "a prefix in an existing, writable folder",
               "Packet captures PREFIX-<node>-<device>.pcap of every device.");
    table.Text("trace", trace, file, "Event trace to write, one JSON object per line.");
    table.Text("animation",
               animation,
               file,
               "NetAnim file to write, with the first message and its result.");
    table.Text(
        "export",
        topology,
        file,
        "Topology file to write, with every node and link of the network: edit it, and run it "
        "with --topology=file:FILE.");
    table.Text("series",
               series,
               "a file in an existing, writable folder",
               "Time series to write, comma-separated t_us,object,metric,value: ports, queue "
               "pairs, switches and jobs.");
    table.Text("timeline",
               timeline,
               "a file in an existing, writable folder",
               "Timeline to write, a Chrome trace for Perfetto: collectives and layers by host, "
               "computation, exposed time, failures; with --interval also counters.");
    table.Parsed<Time>("interval",
                       interval,
                       "10us",
                       IncParserOfTimes(NanoSeconds(1)),
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
    AddStats(table);
    table.Flag(
        "check",
        check,
        "Compare counters of links, buffers, slots and queue pairs while the simulation runs "
        "and when it is quiet; a row with a contradiction fails.");
    table.Choice<IncFastForwardMode>(
        "fastForward",
        fastForward,
        {{"off", IncFastForwardMode::OFF},
         {"on", IncFastForwardMode::ON},
         {"verify", IncFastForwardMode::VERIFY}},
        "Whether to skip rounds that repeat, with the same results; verify simulates and compares "
        "them. What cannot be skipped is simulated, and the result file says why.");
    table.Choice<IncWindowMode>(
        "windows",
        windows,
        {{"auto", IncWindowMode::AUTO}, {"off", IncWindowMode::OFF}, {"on", IncWindowMode::ON}},
        "Whether each node executes its events of a short time together, with the same results: "
        "in networks that are large enough to gain, never, or in all. If it is given, and with "
        "200 workers or more, the result file says how often, or why not.");
    table.Flag("quiet", quiet, "Print no table.");
    table.Flag("progress",
               progress,
               "Progress on standard error; by default if that is a terminal and not --quiet.");
}

void
IncOutputConfig::AddStats(IncArgumentTable& table)
{
    IncArgument argument;
    argument.name = "stats";
    argument.value = "0";
    argument.accepted = "0, 1, or a file NAME.csv in an existing, writable folder";
    argument.help = "Counters of ports, priorities, queue pairs and aggregation, and drops by "
                    "reason, after each row of the table and in the result file. NAME.csv gets "
                    "them too, comma-separated: row,table,object,counter,value.";
    argument.kind = IncArgument::Kind::FLAG;
    argument.store = [this](const std::string& text) {
        const bool isFile = IncIsStatsFile(text);
        stats = isFile || text == "1";
        statsFile = isFile ? text : "";
        return isFile || text == "0" || text == "1";
    };
    table.Add(std::move(argument));
}

bool
IncIsStatsFile(const std::string& value)
{
    const std::string ending = ".csv";
    return value == "-" ||
           (value.size() > ending.size() &&
            value.compare(value.size() - ending.size(), ending.size(), ending) == 0);
}

void
IncOutputConfig::Check(const IncArgumentTable& table, Files streams, Files others)
{
    table.Require(output.empty() || output != csv,
                  "csv",
                  "is the --output file; accepted: another file");
    const auto check = [](const std::string& name, const std::string& path) {
        if (!path.empty())
        {
            IncCheckOutputFile(name, path);
        }
    };
    check("output", output);
    check("csv", csv);
    table.Needs(!quiet || !output.empty() || !statsFile.empty(),
                {"stats"},
                "--quiet=1 and no --output");
    hasCounters = !timeline.empty() && table.IsGiven("interval");
    table.Needs(!series.empty() || !timeline.empty(),
                {"interval"},
                "neither --series nor --timeline");
    table.Needs(!series.empty() || hasCounters,
                {"seriesOf"},
                "no --series, and no --interval of a --timeline");
    streams.emplace(streams.begin(), "trace", trace);
    for (const auto& [name, path] : streams)
    {
        table.Require(path != "-",
                      name,
                      "is written while it runs; accepted: a file, /dev/stdout included");
    }
    others.insert(others.begin(),
                  {{"animation", animation},
                   {"export", topology},
                   {"series", series},
                   {"stats", statsFile},
                   {"timeline", timeline}});
    others.insert(others.begin(), streams.begin(), streams.end());
    std::set<std::string> taken{output, csv};
    // A file on standard output is for another program, so no table may be printed.
    quiet = quiet || output == "-" || csv == "-";
    for (const auto& [name, path] : others)
    {
        table.Require(path.empty() || taken.insert(path).second,
                      name,
                      "is the file of another argument; accepted: another file");
        check(name, path);
        quiet = quiet || path == "-";
    }
    if (!pcap.empty())
    {
        IncCheckOutputFolder("pcap", pcap);
    }
    if (!table.IsGiven("progress"))
    {
        progress = !quiet && isatty(STDERR_FILENO) != 0;
    }
}

} // namespace ns3
