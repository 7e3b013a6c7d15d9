/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-balance.h"

#include "ns3/inc-format.h"

#include <algorithm>

namespace ns3
{

using Json = nlohmann::ordered_json;

Json
IncLinkLoad::ToJson() const
{
    return Json{{"link", link}, {"bytes", bytes}, {"flows", flows}};
}

std::optional<IncEcmpBalance>
IncEcmpBalance::Of(const std::vector<std::vector<IncLinkLoad>>& groups)
{
    IncEcmpBalance balance;
    double used = 0;
    double members = 0;
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (const auto& group : groups)
    {
        const auto isIdle = [](const IncLinkLoad& load) { return load.bytes == 0; };
        if (std::all_of(group.begin(), group.end(), isIdle))
        {
            continue;
        }
        const auto idle = std::count_if(group.begin(), group.end(), isIdle);
        ++used;
        balance.idle += static_cast<double>(idle);
        for (const IncLinkLoad& load : group)
        {
            const auto bytes = static_cast<double>(load.bytes);
            ++members;
            sum += bytes;
            squares += bytes * bytes;
            largest = std::max(largest, bytes);
            if (idle > 0 && load.flows > 1)
            {
                balance.collisions += load.flows - 1;
            }
        }
    }
    if (used == 0)
    {
        return std::nullopt;
    }
    balance.maxOverMean = largest * members / sum;
    balance.jain = sum * sum / (members * squares);
    balance.idle /= used;
    balance.collisions /= used;
    return balance;
}

Json
IncEcmpBalance::ToJson() const
{
    return Json{{"max_over_mean", maxOverMean},
                {"jain", jain},
                {"idle", idle},
                {"collisions", collisions}};
}

Json
IncEcmpBalance::ToColumns(const std::optional<IncEcmpBalance>& balance)
{
    Json columns;
    const Json fields = balance.value_or(IncEcmpBalance()).ToJson();
    for (const auto& field : fields.items())
    {
        columns["ecmp_" + field.key()] = balance ? field.value() : Json();
    }
    return columns;
}

std::string
IncEcmpBalance::ToText() const
{
    return IncFormat("uplinks max/mean %.2f jain %.3f idle %.2f collisions %.2f",
                     maxOverMean,
                     jain,
                     idle,
                     collisions);
}

} // namespace ns3
