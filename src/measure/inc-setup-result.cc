/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-setup-result.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

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
    using Json = nlohmann::ordered_json;
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
    std::istringstream lines(IncManagerLogToText(log) + (statistics ? statistics->ToText() : ""));
    for (std::string line; std::getline(lines, line);)
    {
        text += prefix + "manager: " + line + "\n";
    }
    return text;
}

} // namespace ns3
