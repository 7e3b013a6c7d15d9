/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-result.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

void
PrintRow(std::ostream& stream, const std::string& name, const IncBenchFigures& figures)
{
    const auto known = [&figures](uint64_t value) {
        return figures.countsPacketsOnly ? "-" : std::to_string(value);
    };
    char row[200];
    std::snprintf(row,
                  sizeof(row),
                  "%-11s %11llu %12s %12s %9.3f %9.3f %9.3f %12s %14.1f %11llu\n",
                  name.c_str(),
                  static_cast<unsigned long long>(figures.dataPackets),
                  known(figures.frameHops).c_str(),
                  known(figures.events).c_str(),
                  figures.setUpS,
                  figures.wallS,
                  figures.cpuS,
                  known(std::llround(figures.HopsPerCpuS())).c_str(),
                  static_cast<double>(figures.peakRssBytes) / 1e6,
                  static_cast<unsigned long long>(figures.bytesPerHost));
    stream << row;
    if (!figures.failure.empty())
    {
        stream << "# " << name << " failed: " << figures.failure << "\n";
    }
}

} // namespace

double
IncBenchFigures::HopsPerCpuS() const
{
    return cpuS > 0 ? static_cast<double>(frameHops) / cpuS : 0;
}

double
IncBenchFigures::PacketsPerCpuS() const
{
    return cpuS > 0 ? static_cast<double>(dataPackets) / cpuS : 0;
}

std::optional<double>
IncBenchFigures::RatioTo(const IncBenchFigures& baseline) const
{
    const bool packets = baseline.countsPacketsOnly;
    const double theirs = packets ? baseline.PacketsPerCpuS() : baseline.HopsPerCpuS();
    const double ours = packets ? PacketsPerCpuS() : HopsPerCpuS();
    return theirs > 0 ? std::make_optional(ours / theirs) : std::nullopt;
}

nlohmann::ordered_json
IncBenchFigures::ToJson() const
{
    const auto known = [this](auto value) { return countsPacketsOnly ? Json() : Json(value); };
    Json json{{"data_packets", dataPackets},
              {"frame_hops", known(frameHops)},
              {"events", known(events)},
              {"set_up_s", setUpS},
              {"wall_s", wallS},
              {"cpu_s", cpuS},
              {"hops_per_cpu_s", known(HopsPerCpuS())},
              {"packets_per_cpu_s", PacketsPerCpuS()},
              {"peak_rss_bytes", peakRssBytes},
              {"bytes_per_host", bytesPerHost}};
    if (simulatedNs > 0)
    {
        json["simulated_ns"] = simulatedNs;
        json["jumped_events"] = jumpedEvents;
    }
    if (!failure.empty())
    {
        json["failure"] = failure;
    }
    return json;
}

IncBenchFigures
IncBenchFigures::FromJson(const nlohmann::ordered_json& json)
{
    IncBenchFigures figures;
    figures.dataPackets = json.at("data_packets");
    figures.frameHops = json.at("frame_hops");
    figures.events = json.at("events");
    figures.setUpS = json.at("set_up_s");
    figures.wallS = json.at("wall_s");
    figures.cpuS = json.at("cpu_s");
    figures.peakRssBytes = json.at("peak_rss_bytes");
    figures.bytesPerHost = json.at("bytes_per_host");
    figures.simulatedNs = json.value("simulated_ns", int64_t{0});
    figures.jumpedEvents = json.value("jumped_events", uint64_t{0});
    figures.failure = json.value("failure", "");
    return figures;
}

std::string
IncBenchResult::ToJson() const
{
    const std::string ratio = std::string("ratio_") + Unit() + "_per_cpu_s";
    const auto ratioOf = [](const IncBenchRow& row) {
        return row.ratio ? Json(*row.ratio) : Json();
    };
    Json runs = Json::array();
    for (const auto& row : rows)
    {
        runs.push_back({{"k", row.k}, {"ours", row.ours.ToJson()}, {ratio, ratioOf(row)}});
    }
    Json file{{"schema", "inc-bench/1"},
              {"scenario", config.at("scenario")},
              {"config", config},
              {"ours", rows.front().ours.ToJson()},
              {"baseline", baseline ? baseline->ToJson() : Json()},
              {ratio, ratioOf(rows.front())},
              {"runs", runs}};
    if (rows.front().ratio && rows.front().ours.jumpedEvents > 0)
    {
        // Both sides did equal work, so the ratio of their rates is also that of CPU times.
        file["ratio_cpu_s"] = *rows.front().ratio;
    }
    return file.dump(2) + "\n";
}

void
IncBenchResult::Print(std::ostream& stream) const
{
    stream << "#          data packets   frame hops       events  set-up s    wall s     cpu s"
              "   hops/cpu s    peak RSS MB  bytes/host\n";
    const bool isOne = rows.size() == 1;
    for (const auto& row : rows)
    {
        PrintRow(stream, isOne ? "inc" : "inc k=" + std::to_string(row.k), row.ours);
    }
    if (baseline)
    {
        PrintRow(stream, baselineName, *baseline);
    }
    for (const auto& row : rows)
    {
        if (!row.ratio)
        {
            continue;
        }
        char text[20];
        std::snprintf(text, sizeof(text), "%.*f", *row.ratio < 1 ? 3 : 1, *row.ratio);
        if (row.ours.jumpedEvents > 0)
        {
            stream << "# " << row.ours.simulatedNs << " ns with, " << baseline->simulatedNs
                   << " ns without jumps, of CPU seconds one part in " << text << "\n";
        }
        else
        {
            stream << "# inc" << (isOne ? "" : " k=" + std::to_string(row.k)) << " to "
                   << baselineName << ", " << Unit() << " per CPU second: " << text << "\n";
        }
    }
}

const char*
IncBenchResult::Unit() const
{
    return baseline && baseline->countsPacketsOnly ? "packets" : "hops";
}

bool
IncBenchResult::IsSame() const
{
    const IncBenchFigures& ours = rows.front().ours;
    return ours.simulatedNs == baseline->simulatedNs && ours.frameHops == baseline->frameHops &&
           ours.dataPackets == baseline->dataPackets;
}

bool
IncBenchResult::IsOk() const
{
    // The baseline did equal work if it simulated an AllReduce too.
    const bool isAlike = baseline && baseline->simulatedNs > 0;
    return std::all_of(rows.begin(),
                       rows.end(),
                       [](const IncBenchRow& row) { return row.ours.failure.empty(); }) &&
           (!baseline || baseline->failure.empty()) && (!isAlike || IsSame());
}

} // namespace ns3
