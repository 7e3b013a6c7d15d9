/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-result.h"

#include "ns3/inc-format.h"

#include <algorithm>
#include <sstream>

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

std::string
LineOf(const IncRebuilding& rebuilding)
{
    return IncFormat(rebuilding.readyUs ? "rebuilt from %.1f to %.1f us: "
                                        : "not rebuilt, from %.1f us: ",
                     rebuilding.fromUs,
                     rebuilding.readyUs.value_or(0)) +
           rebuilding.cause;
}

} // namespace

void
IncSetupResult::Add(const IncSetupResult& other)
{
    executedScheme = other.executedScheme == executedScheme ? executedScheme : "mixed";
    reason = reason.empty() ? other.reason : reason;
    rebuilt += other.rebuilt;
    setupUs = other.setupUs ? std::max(other.setupUs, setupUs) : setupUs;
}

nlohmann::ordered_json
IncSetupResult::ToJson() const
{
    Json json{{"executed_scheme", executedScheme.empty() ? Json() : Json(executedScheme)},
              {"reason", reason.empty() ? Json() : Json(reason)},
              {"setup_us", setupUs ? Json(*setupUs) : Json()}};
    if (rebuilt > 0)
    {
        json["rebuilt"] = rebuilt;
    }
    if (!gone.empty())
    {
        json["gone"] = gone;
    }
    for (const IncRebuilding& rebuilding : rebuildings)
    {
        json["rebuildings"].push_back({{"group", rebuilding.group},
                                       {"cause", rebuilding.cause},
                                       {"from_us", rebuilding.fromUs},
                                       {"ready_us", OrNull(rebuilding.readyUs)}});
    }
    if (!links.empty())
    {
        json["link_changes"] = IncManagerLogToJson(links);
    }
    if (!log.empty())
    {
        json["manager_log"] = IncManagerLogToJson(log);
    }
    if (statistics)
    {
        json["manager_statistics"] = statistics->ToJson();
    }
    return json;
}

std::string
IncSetupResult::ToText(const std::string& prefix) const
{
    std::string text;
    if (!reason.empty())
    {
        text = prefix + (executedScheme.empty() ? "nothing" : executedScheme) + " ran: " + reason +
               "\n";
    }
    if (!gone.empty())
    {
        text += prefix + "gone: rank";
        for (const uint32_t rank : gone)
        {
            text += (rank == gone.front() ? " " : ", ") + std::to_string(rank);
        }
        text += "\n";
    }
    for (const IncRebuilding& rebuilding : rebuildings)
    {
        text += prefix + LineOf(rebuilding) + "\n";
    }
    std::istringstream lines(IncManagerLogToText(log) + (statistics ? statistics->ToText() : ""));
    for (std::string line; std::getline(lines, line);)
    {
        text += prefix + "manager: " + line + "\n";
    }
    return text;
}

namespace
{

/// Return the time of the job that finished first; null unless all have finished.
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
                                    {"slots", OrNull(job.slots)},
                                    {"root", job.root.empty() ? Json() : Json(job.root)}});
        if (job.passedShare)
        {
            json["jobs"].back()["passed_share"] = *job.passedShare;
        }
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

std::optional<double>
IncJobsResult::GetFairness() const
{
    double sum = 0;
    double squares = 0;
    for (const IncJobResult& job : jobs)
    {
        if (!job.algbwGBps)
        {
            return std::nullopt;
        }
        sum += *job.algbwGBps;
        squares += *job.algbwGBps * *job.algbwGBps;
    }
    return jobs.size() < 2
               ? std::nullopt
               : std::optional(sum * sum / (squares * static_cast<double>(jobs.size())));
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
        text += IncFormat(": first done after %.1f us", first.get<double>());
    }
    return balance ? text + "; " + balance->ToText() : text;
}

} // namespace ns3
