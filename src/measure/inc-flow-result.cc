/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-result.h"

#include "ns3/inc-format.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ns3
{

std::optional<double>
IncFlowRecord::GetSlowdown() const
{
    return fctUs ? std::optional(*fctUs / idealUs) : std::nullopt;
}

std::string
IncFlowRecord::Header()
{
    return "row,from,to,bytes,start_us,fct_us,ideal_us,slowdown\n";
}

std::string
IncFlowRecord::ToText(std::size_t row) const
{
    const std::string fct = fctUs ? IncFormat("%.3f", *fctUs) : "";
    const std::string slowdown = fctUs ? IncFormat("%.4f", *GetSlowdown()) : "";
    return std::to_string(row) + "," + from + "," + to + "," + std::to_string(bytes) +
           IncFormat(",%.3f,%s,%.3f,%s\n", startUs, fct.c_str(), idealUs, slowdown.c_str());
}

nlohmann::ordered_json
IncFlowRecord::BySize(const std::vector<IncFlowRecord>& flows)
{
    struct Decade
    {
        std::vector<double> times;
        std::vector<double> slowdowns;
    };

    std::map<uint64_t, Decade> decades;
    for (const IncFlowRecord& flow : flows)
    {
        uint64_t below = 10;
        while (below < flow.bytes)
        {
            below *= 10;
        }
        if (flow.fctUs)
        {
            decades[below].times.push_back(*flow.fctUs);
            decades[below].slowdowns.push_back(*flow.GetSlowdown());
        }
    }
    auto all = nlohmann::ordered_json::array();
    for (const auto& [below, decade] : decades)
    {
        const IncFlowTimes times = IncFlowTimes::Of(decade.times);
        const IncFlowTimes slowdowns = IncFlowTimes::Of(decade.slowdowns);
        all.push_back({{"to_bytes", below},
                       {"flows", decade.times.size()},
                       {"mean_us", times.mean},
                       {"median_us", times.median},
                       {"p99_us", times.p99},
                       {"mean_slowdown", slowdowns.mean},
                       {"median_slowdown", slowdowns.median},
                       {"p99_slowdown", slowdowns.p99}});
    }
    return all;
}

namespace
{

using Json = nlohmann::ordered_json;

double
Quantile(const std::vector<double>& sorted, double q)
{
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - std::floor(place));
}

} // namespace

IncFlowTimes
IncFlowTimes::Of(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    IncFlowTimes result;
    result.mean =
        std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    result.median = Quantile(times, 0.5);
    result.p95 = Quantile(times, 0.95);
    result.p99 = Quantile(times, 0.99);
    result.max = times.back();
    return result;
}

Json
IncFlowTimes::ToJson() const
{
    return {{"mean", mean}, {"median", median}, {"p95", p95}, {"p99", p99}, {"max", max}};
}

Json
IncFlowResult::ToJson() const
{
    Json json{{"fct_us", times ? times->ToJson() : Json()},
              {"slowdown", slowdowns ? slowdowns->ToJson() : Json()},
              {"ecmp", balance ? balance->ToJson() : Json()},
              {"reordered", reordered},
              {"recovery_us", recoveryUs ? Json(*recoveryUs) : Json()},
              {"flows", flows},
              {"fct_by_size", IncFlowRecord::BySize(records)},
              {"links", Json::array()}};
    for (const IncLinkLoad& load : links)
    {
        json["links"].push_back(load.ToJson());
    }
    return json;
}

Json
IncFlowResult::ToColumns() const
{
    const auto fct = [this](double value) { return times ? Json(value) : Json(); };
    const IncFlowTimes t = times.value_or(IncFlowTimes());
    Json columns{
        {"fct_mean_us", fct(t.mean)},
        {"fct_median_us", fct(t.median)},
        {"fct_p95_us", fct(t.p95)},
        {"fct_p99_us", fct(t.p99)},
        {"fct_max_us", fct(t.max)},
        {"slowdown_mean", slowdowns ? Json(slowdowns->mean) : Json()},
        {"slowdown_p99", slowdowns ? Json(slowdowns->p99) : Json()},
    };
    columns.update(IncEcmpBalance::ToColumns(balance));
    columns.update(Json{{"reordered", reordered},
                        {"recovery_us", recoveryUs ? Json(*recoveryUs) : Json()},
                        {"flows", flows}});
    return columns;
}

std::string
IncFlowResult::ToText() const
{
    std::string text = pattern + ", " + std::to_string(flows) + " flows";
    if (times)
    {
        text += IncFormat(": fct (us) mean %.1f median %.1f p95 %.1f p99 %.1f max %.1f",
                          times->mean,
                          times->median,
                          times->p95,
                          times->p99,
                          times->max);
    }
    if (slowdowns)
    {
        text += IncFormat("; slowdown mean %.2f p99 %.2f", slowdowns->mean, slowdowns->p99);
    }
    if (balance)
    {
        text += "; " + balance->ToText();
    }
    text += "; reordered " + std::to_string(reordered);
    if (recoveryUs)
    {
        text += IncFormat("; recovery (us) %.1f", *recoveryUs);
    }
    return text;
}

} // namespace ns3
