/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-rates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace ns3
{

std::vector<double>
IncAtroRates(const IncCluster& cluster, uint32_t levels)
{
    constexpr double ALL = std::numeric_limits<double>::infinity();
    std::set<double> capacities{cluster.capacity};
    for (const IncCluster::Link& pair : cluster.OwnCapacities())
    {
        capacities.insert(pair.capacity);
    }
    std::set<double, std::greater<>> rates{0};
    // For each number k of flows add the highest multiple of unit / parts at which k flows fit.
    const auto add = [&](double unit, double parts, double below) {
        for (const double capacity : capacities)
        {
            double level = 1;
            for (double k = std::floor(capacity / below) + 1; k <= cluster.workers && level > 0;)
            {
                level = std::floor(capacity / k * parts / unit + 1e-9);
                const double rate = level * unit / parts;
                if (rate < below)
                {
                    rates.insert(rate);
                }
                // Skip other numbers k that have the same rate.
                k = level > 0 ? std::max(k + 1, std::floor(capacity / rate + 1e-9)) : k;
            }
        }
    };
    if (levels > 0)
    {
        add(cluster.capacity, levels, ALL);
    }
    else
    {
        add(1, 1, ALL);
        add(cluster.capacity, IncAtroLevelsBelowOne(cluster), 1);
    }
    return {rates.begin(), rates.end()};
}

uint32_t
IncAtroLevelsBelowOne(const IncCluster& cluster)
{
    return std::max(100U, cluster.workers);
}

} // namespace ns3
