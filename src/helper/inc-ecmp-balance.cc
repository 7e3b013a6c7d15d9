/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-balance.h"

#include <algorithm>

namespace ns3
{

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

} // namespace ns3
