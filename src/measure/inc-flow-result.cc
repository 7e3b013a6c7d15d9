/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-result.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// Interpolated between neighbors.
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
IncFlowResult::ToJson() const
{
    Json json{{"fct_us", nullptr},
              {"ecmp", nullptr},
              {"reordered", reordered},
              {"recovery_us", recoveryUs ? Json(*recoveryUs) : Json()},
              {"flows", flows},
              {"fct_by_size", IncFlowRecord::BySize(records)},
              {"links", Json::array()}};
    if (times)
    {
        json["fct_us"] = Json{{"mean", times->mean},
                              {"median", times->median},
                              {"p95", times->p95},
                              {"p99", times->p99},
                              {"max", times->max}};
    }
    if (balance)
    {
        json["ecmp"] = balance->ToJson();
    }
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
    char part[200];
    if (times)
    {
        std::snprintf(part,
                      sizeof(part),
                      ": fct (us) mean %.1f median %.1f p95 %.1f p99 %.1f max %.1f",
                      times->mean,
                      times->median,
                      times->p95,
                      times->p99,
                      times->max);
        text += part;
    }
    if (balance)
    {
        text += "; " + balance->ToText();
    }
    text += "; reordered " + std::to_string(reordered);
    if (recoveryUs)
    {
        std::snprintf(part, sizeof(part), "; recovery (us) %.1f", *recoveryUs);
        text += part;
    }
    return text;
}

} // namespace ns3
