/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-turns.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Return the median run, of an even number the slower of the two in the middle; or a run that
/// failed.
IncBenchFigures
MedianRun(std::vector<IncBenchFigures> runs)
{
    for (const auto& run : runs)
    {
        if (!run.failure.empty())
        {
            return run;
        }
    }
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
    std::nth_element(runs.begin(), middle, runs.end(), [](const auto& a, const auto& b) {
        return a.PacketsPerCpuS() < b.PacketsPerCpuS();
    });
    return *middle;
}

double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

IncBenchTurns::IncBenchTurns(std::vector<uint32_t> k)
    : m_k(std::move(k)),
      m_ours(m_k.size())
{
}

void
IncBenchTurns::Add(const std::vector<IncBenchFigures>& ours,
                   const std::optional<IncBenchFigures>& baseline)
{
    for (std::size_t n = 0; n < m_k.size(); ++n)
    {
        m_ours[n].push_back(ours[n]);
    }
    if (baseline)
    {
        m_baseline.push_back(*baseline);
    }
}

std::vector<IncBenchRow>
IncBenchTurns::Rows() const
{
    std::vector<IncBenchRow> rows;
    for (std::size_t n = 0; n < m_k.size(); ++n)
    {
        std::vector<double> ratios;
        for (std::size_t turn = 0; turn < m_baseline.size(); ++turn)
        {
            if (const auto ratio = m_ours[n][turn].RatioTo(m_baseline[turn]))
            {
                ratios.push_back(*ratio);
            }
        }
        rows.push_back({m_k[n], MedianRun(m_ours[n]), std::nullopt});
        if (!ratios.empty())
        {
            rows.back().ratio = Median(ratios);
        }
    }
    return rows;
}

std::optional<IncBenchFigures>
IncBenchTurns::Baseline() const
{
    return m_baseline.empty() ? std::nullopt : std::make_optional(MedianRun(m_baseline));
}

} // namespace ns3
