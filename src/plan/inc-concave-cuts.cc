/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-concave-cuts.h"

#include <algorithm>
#include <functional>
#include <set>

namespace ns3
{

void
IncConcaveCuts::Add(std::vector<int64_t> values, uint64_t count)
{
    if (!values.empty() && count > 0)
    {
        m_functions[std::move(values)] += count;
    }
}

std::vector<int64_t>
IncConcaveCuts::Slopes() const
{
    constexpr std::size_t MOST = 10;
    std::set<int64_t> slopes{0};
    for (const auto& [values, count] : m_functions)
    {
        slopes.insert(values[0]);
        for (std::size_t u = 1; u < values.size(); ++u)
        {
            slopes.insert(values[u] - values[u - 1]);
        }
    }
    const std::vector<int64_t> all(slopes.begin(), slopes.end());
    if (all.size() <= MOST)
    {
        return all;
    }
    std::set<int64_t> some{0};
    for (std::size_t i = 0; i < MOST; ++i)
    {
        some.insert(all[i * (all.size() - 1) / (MOST - 1)]);
    }
    return {some.begin(), some.end()};
}

void
IncConcaveCuts::AddCuts(int64_t slope, std::vector<Cut>& cuts) const
{
    // What counting a function is worth, and how many functions have that worth.
    std::map<int64_t, uint64_t, std::greater<>> worths;
    for (const auto& [values, count] : m_functions)
    {
        int64_t most = 0;
        for (std::size_t u = 0; u < values.size(); ++u)
        {
            most = std::max<int64_t>(most, values[u] - slope * int64_t(u + 1));
        }
        worths[most] += count;
    }
    // The cut of a worth is tight where all above it are counted: take some of each magnitude.
    uint64_t above = 0;
    uint64_t next = 0;
    int64_t sum = 0;
    for (const auto& [worth, count] : worths)
    {
        above += count;
        sum += worth * int64_t(count);
        if (above >= next || worth == worths.rbegin()->first)
        {
            cuts.push_back({double(slope), double(worth), double(sum - worth * int64_t(above))});
            next = above + above / 2 + 1;
        }
    }
}

std::vector<IncConcaveCuts::Cut>
IncConcaveCuts::Cuts() const
{
    if (m_functions.empty())
    {
        return {{0, 0, 0}};
    }
    std::vector<Cut> cuts;
    for (const int64_t slope : Slopes())
    {
        AddCuts(slope, cuts);
    }
    return cuts;
}

} // namespace ns3
