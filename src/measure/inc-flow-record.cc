/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-record.h"

#include "inc-flow-result.h"

#include <cstdio>
#include <map>

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
    char text[200];
    char fct[40] = "";
    char slowdown[40] = "";
    if (fctUs)
    {
        std::snprintf(fct, sizeof(fct), "%.3f", *fctUs);
        std::snprintf(slowdown, sizeof(slowdown), "%.4f", *GetSlowdown());
    }
    std::snprintf(text,
                  sizeof(text),
                  "%llu,%.3f,%s,%.3f,%s\n",
                  static_cast<unsigned long long>(bytes),
                  startUs,
                  fct,
                  idealUs,
                  slowdown);
    return std::to_string(row) + "," + from + "," + to + "," + text;
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

} // namespace ns3
