/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-interval-period.h"

#include <algorithm>

namespace ns3
{

void
IncIntervalPeriod::Restart()
{
    m_intervals.clear();
    m_rounds = 0;
}

void
IncIntervalPeriod::Add(uint64_t ticks)
{
    if (m_rounds++ > 0)
    {
        // Find() needs at most 3 * LONGEST intervals. When there are twice as many, drop the older
        // half.
        if (m_intervals.size() == 6 * LONGEST)
        {
            m_intervals.erase(m_intervals.begin(), m_intervals.begin() + 3 * LONGEST);
        }
        m_intervals.push_back(ticks - m_last);
    }
    m_last = ticks;
}

bool
IncIntervalPeriod::Agrees(std::size_t period, std::size_t intervals) const
{
    const uint64_t* end = m_intervals.data() + m_intervals.size();
    return std::equal(end - intervals, end, end - intervals - period);
}

std::optional<std::size_t>
IncIntervalPeriod::Find() const
{
    for (std::size_t period = 1; period <= LONGEST; ++period)
    {
        const std::size_t proof = std::max(2 * period, SHORTEST_PROOF);
        if (proof + period > m_intervals.size())
        {
            break;
        }
        if (Agrees(period, proof))
        {
            return period;
        }
    }
    return std::nullopt;
}

} // namespace ns3
