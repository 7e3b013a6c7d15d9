/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-result.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

void
PrintRow(std::ostream& stream, const std::string& name, const IncBenchFigures& figures)
{
    char row[200];
    std::snprintf(row,
                  sizeof(row),
                  "%-11s %11llu %12llu %12llu %9.3f %9.3f %9.3f %12.0f %14.1f %11llu\n",
                  name.c_str(),
                  static_cast<unsigned long long>(figures.dataPackets),
                  static_cast<unsigned long long>(figures.frameHops),
                  static_cast<unsigned long long>(figures.events),
                  figures.setUpS,
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
              {"set_up_s", setUpS},
              {"wall_s", wallS},
              {"cpu_s", cpuS},
              {"hops_per_cpu_s", HopsPerCpuS()},
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

std::optional<double>
IncBenchResult::Ratio(const IncBenchFigures& ours) const
{
    if (!baseline || baseline->HopsPerCpuS() <= 0)
    {
        return std::nullopt;
    }
    return ours.HopsPerCpuS() / baseline->HopsPerCpuS();
}

std::optional<double>
IncBenchResult::Saving(const IncBenchFigures& ours) const
{
    if (!baseline || ours.jumpedEvents == 0 || ours.cpuS <= 0)
    {
        return std::nullopt;
    }
    return baseline->cpuS / ours.cpuS;
}

std::string
IncBenchResult::ToJson() const
{
    const auto ratioOf = [this](const IncBenchFigures& ours) {
        const auto ratio = Ratio(ours);
        return ratio ? Json(*ratio) : Json();
    };
    Json runs = Json::array();
    for (const auto& row : rows)
    {
        runs.push_back({{"k", row.k},
                        {"ours", row.ours.ToJson()},
                        {"ratio_hops_per_cpu_s", ratioOf(row.ours)}});
    }
    Json file{{"schema", "inc-bench/1"},
              {"scenario", config.at("scenario")},
              {"config", config},
              {"ours", rows.front().ours.ToJson()},
              {"baseline", baseline ? baseline->ToJson() : Json()},
              {"ratio_hops_per_cpu_s", ratioOf(rows.front().ours)},
              {"runs", runs}};
    if (const auto saving = Saving(rows.front().ours))
    {
        file["ratio_cpu_s"] = *saving;
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
        char text[20];
        if (const auto saving = Saving(row.ours))
        {
            std::snprintf(text, sizeof(text), "%.1f", *saving);
            stream << "# " << row.ours.simulatedNs << " ns with, " << baseline->simulatedNs
                   << " ns without jumps, of CPU seconds one part in " << text << "\n";
        }
        else if (const auto ratio = Ratio(row.ours))
        {
            std::snprintf(text, sizeof(text), "%.*f", *ratio < 1 ? 3 : 1, *ratio);
            stream << "# inc" << (isOne ? "" : " k=" + std::to_string(row.k)) << " to "
                   << baselineName << ", hops per CPU second: " << text << "\n";
        }
    }
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
    const bool isAlike = baseline && baseline->simulatedNs > 0; // of the same AllReduce
    return std::all_of(rows.begin(),
                       rows.end(),
                       [](const IncBenchRow& row) { return row.ours.failure.empty(); }) &&
           (!baseline || baseline->failure.empty()) && (!isAlike || IsSame());
}

} // namespace ns3
