/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-stragglers.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-quantity.h"

namespace ns3
{

namespace
{

/// NODE:TIME,…, each node once.
std::optional<std::map<std::string, Time>>
ParseStragglers(const std::string& text)
{
    std::map<std::string, Time> late;
    for (const auto& each : IncSplit(text, ','))
    {
        const auto colon = each.rfind(':');
        const auto time =
            colon == std::string::npos ? std::nullopt : IncParseTime(each.substr(colon + 1));
        if (!time || colon == 0 || !late.emplace(each.substr(0, colon), *time).second)
        {
            return std::nullopt;
        }
    }
    return late;
}

} // namespace

void
IncStragglers::AddArguments(IncArgumentTable& table)
{
    table.Parsed<std::map<std::string, Time>>(
        "straggler",
        late,
        "",
        ParseStragglers,
        "NODE:TIME with commas between, each worker once, such as h3:50us",
        "Workers that are late by so much: to each collective, to each gradient of a workload, to "
        "the first node of an execution trace, to their flows.");
}

Time
IncStragglers::Of(const std::string& name) const
{
    const auto found = late.find(name);
    return found == late.end() ? Time(0) : found->second;
}

} // namespace ns3
