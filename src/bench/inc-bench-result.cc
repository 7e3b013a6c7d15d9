/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-result.h"

#include <cstdio>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

void
PrintRow(std::ostream& stream, const char* name, const IncBenchFigures& figures)
{
    char row[200];
    std::snprintf(row,
                  sizeof(row),
                  "%-10s %12llu %12llu %12llu %9.3f %9.3f %12.0f %14.1f %11llu\n",
                  name,
                  static_cast<unsigned long long>(figures.dataPackets),
                  static_cast<unsigned long long>(figures.frameHops),
                  static_cast<unsigned long long>(figures.events),
                  figures.wallS,
                  figures.cpuS,
                  figures.HopsPerCpuS(),
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

nlohmann::ordered_json
IncBenchFigures::ToJson() const
{
    Json json{{"data_packets", dataPackets},
              {"frame_hops", frameHops},
              {"events", events},
              {"wall_s", wallS},
              {"cpu_s", cpuS},
              {"hops_per_cpu_s", HopsPerCpuS()},
              {"peak_rss_bytes", peakRssBytes},
              {"bytes_per_host", bytesPerHost}};
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
    figures.wallS = json.at("wall_s");
    figures.cpuS = json.at("cpu_s");
    figures.peakRssBytes = json.at("peak_rss_bytes");
    figures.bytesPerHost = json.at("bytes_per_host");
    figures.failure = json.value("failure", "");
    return figures;
}

std::optional<double>
IncBenchResult::Ratio() const
{
    if (!baseline || baseline->HopsPerCpuS() <= 0)
    {
        return std::nullopt;
    }
    return ours.HopsPerCpuS() / baseline->HopsPerCpuS();
}

std::string
IncBenchResult::ToJson() const
{
    const auto ratio = Ratio();
    const Json file{{"schema", "inc-bench/1"},
                    {"scenario", config.at("scenario")},
                    {"config", config},
                    {"ours", ours.ToJson()},
                    {"baseline", baseline ? baseline->ToJson() : Json()},
                    {"ratio_hops_per_cpu_s", ratio ? Json(*ratio) : Json()}};
    return file.dump(2) + "\n";
}

void
IncBenchResult::Print(std::ostream& stream) const
{
    stream << "#          data packets   frame hops       events    wall s     cpu s   hops/cpu s"
              "    peak RSS MB  bytes/host\n";
    PrintRow(stream, "inc", ours);
    if (baseline)
    {
        PrintRow(stream, "ns-3", *baseline);
    }
    if (const auto ratio = Ratio())
    {
        char line[80];
        std::snprintf(line, sizeof(line), "# inc to ns-3, hops per CPU second: %.1f\n", *ratio);
        stream << line;
    }
}

bool
IncBenchResult::IsOk() const
{
    return ours.failure.empty() && (!baseline || baseline->failure.empty());
}

} // namespace ns3
