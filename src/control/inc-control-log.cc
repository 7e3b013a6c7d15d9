/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-log.h"

#include <map>
#include <sstream>

namespace ns3
{

bool
IncIsOfGroup(const IncManagerLogEntry& entry)
{
    return entry.object.rfind("group ", 0) == 0;
}

std::vector<IncGroupSpan>
IncGroupSpans(const std::vector<IncManagerLogEntry>& log, Time end)
{
    std::vector<IncGroupSpan> spans;
    std::map<std::string, std::size_t> latest; // index of each group's latest span, by name
    for (const IncManagerLogEntry& entry : log)
    {
        if (!IncIsOfGroup(entry))
        {
            continue;
        }
        if (const auto before = latest.find(entry.object); before != latest.end())
        {
            spans[before->second].end = entry.at;
        }
        latest[entry.object] = spans.size();
        spans.push_back({entry.object, entry.event, entry.text, entry.at, end});
    }
    return spans;
}

void
IncTrimManagerLog(std::vector<IncManagerLogEntry>& log, uint32_t kept)
{
    if (kept > 0 && log.size() >= 2 * static_cast<std::size_t>(kept))
    {
        log.erase(log.begin(), log.end() - kept);
    }
}

std::string
IncManagerLogToText(const std::vector<IncManagerLogEntry>& log)
{
    std::ostringstream out;
    for (const auto& entry : log)
    {
        out << entry.at.GetNanoSeconds() << " ns  " << entry.object << ": " << entry.event
            << (entry.text.empty() ? "" : ": ") << entry.text << '\n';
    }
    return out.str();
}

nlohmann::ordered_json
IncManagerLogToJson(const std::vector<IncManagerLogEntry>& log)
{
    auto json = nlohmann::ordered_json::array();
    for (const auto& entry : log)
    {
        json.push_back({{"t_ns", entry.at.GetNanoSeconds()},
                        {"event", entry.event},
                        {"object", entry.object},
                        {"text", entry.text}});
    }
    return json;
}

} // namespace ns3
