/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pool-result.h"

#include "inc-counter-table.h"

#include <cstdio>

namespace ns3
{

double
IncPassedShare(const IncCellCounters& cells)
{
    const uint64_t rounds = cells.acquired + cells.collisions;
    return rounds == 0 ? 0 : static_cast<double>(cells.collisions) / static_cast<double>(rounds);
}

nlohmann::ordered_json
IncPoolResult::ToJson() const
{
    using Json = nlohmann::ordered_json;
    Json json{{"pool", policy},
              {"pool_slots", slots},
              {"passed_share", cells ? Json(IncPassedShare(*cells)) : Json()}};
    const IncCellCounters counters = cells.value_or(IncCellCounters());
    IncForEachCounter(counters, [&](const auto& entry, uint64_t counter) {
        json[IncCounterName(entry.name.member)] = cells ? Json(counter) : Json();
    });
    json["fairness"] = fairness ? Json(*fairness) : Json();
    return json;
}

std::string
IncPoolResult::ToText() const
{
    char text[240];
    if (!cells)
    {
        return policy + " slots: a new tree has replaced one, whose counters are gone";
    }
    if (cells->acquired + cells->collisions == 0)
    {
        std::snprintf(text,
                      sizeof(text),
                      "%s slots: no switch below a root, so nothing was shared",
                      policy.c_str());
        return text;
    }
    const int length =
        std::snprintf(text,
                      sizeof(text),
                      "%u %s slots: %.1f %% of %llu messages found none; frames passed on %llu, "
                      "evicted %llu",
                      slots,
                      policy.c_str(),
                      100 * IncPassedShare(*cells),
                      static_cast<unsigned long long>(cells->acquired + cells->collisions),
                      static_cast<unsigned long long>(cells->passed),
                      static_cast<unsigned long long>(cells->evicted));
    if (fairness)
    {
        std::snprintf(text + length, sizeof(text) - length, "; fairness %.3f", *fairness);
    }
    return text;
}

} // namespace ns3
