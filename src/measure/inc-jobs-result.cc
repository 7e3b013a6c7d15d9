/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-result.h"

#include <algorithm>
#include <cstdio>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

template <typename T>
Json
OrNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

/// The job that was done first; null unless all are done.
Json
FirstUs(const std::vector<IncJobResult>& jobs)
{
    Json first;
    for (const IncJobResult& job : jobs)
    {
        if (!job.timeUs)
        {
            return nullptr;
        }
        first = first.is_null() ? *job.timeUs : std::min(first.get<double>(), *job.timeUs);
    }
    return first;
}

} // namespace

Json
IncJobsResult::ToJson() const
{
    Json json{{"jobs", Json::array()},
              {"ecmp", balance ? balance->ToJson() : Json()},
              {"links", Json::array()}};
    for (const IncJobResult& job : jobs)
    {
        json["jobs"].push_back(Json{{"workers", job.workers},
                                    {"time_us", OrNull(job.timeUs)},
                                    {"algbw_GBps", OrNull(job.algbwGBps)},
                                    {"wrong", OrNull(job.wrong)},
                                    {"root", job.root.empty() ? Json() : Json(job.root)}});
        if (job.setup)
        {
            json["jobs"].back().update(job.setup->ToJson());
        }
    }
    for (const IncLinkLoad& load : links)
    {
        json["links"].push_back(load.ToJson());
    }
    return json;
}

Json
IncJobsResult::ToColumns() const
{
    Json columns{{"jobs", jobs.size()}, {"first_job_us", FirstUs(jobs)}};
    columns.update(IncEcmpBalance::ToColumns(balance));
    return columns;
}

std::string
IncJobsResult::ToText() const
{
    std::string text = std::to_string(jobs.size()) + (jobs.size() == 1 ? " job" : " jobs");
    const Json first = FirstUs(jobs);
    if (!first.is_null())
    {
        char part[80];
        std::snprintf(part, sizeof(part), ": first done after %.1f us", first.get<double>());
        text += part;
    }
    return balance ? text + "; " + balance->ToText() : text;
}

} // namespace ns3
