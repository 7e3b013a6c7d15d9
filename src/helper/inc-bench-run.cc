/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-run.h"

#include "inc-allreduce-bench.h"
#include "inc-permutation-bench.h"
#include "inc-stock-bench.h"

namespace ns3
{

namespace
{

template <typename Workload>
std::unique_ptr<IncBenchWorkload>
Make()
{
    return std::make_unique<Workload>();
}

IncBenchFactory
OursFor(IncBenchConfig::Scenario scenario)
{
    switch (scenario)
    {
    case IncBenchConfig::Scenario::PERMUTATION:
        return Make<IncPermutationBench>;
    case IncBenchConfig::Scenario::ALLREDUCE:
        return Make<IncAllReduceBench>;
    }
    return {};
}

/// The faster of two runs, but a failure whenever there was one.
void
Keep(std::optional<IncBenchFigures>& best, const IncBenchFigures& run)
{
    if (!best || !run.failure.empty() ||
        (best->failure.empty() && run.HopsPerCpuS() > best->HopsPerCpuS()))
    {
        best = run;
    }
}

} // namespace

IncBenchResult
IncRunBench(const IncBenchConfig& config)
{
    IncBenchResult result;
    result.config = config.arguments;
    const auto ours = OursFor(config.scenario);
    std::optional<IncBenchFigures> best;
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        Keep(best, IncMeasure(ours, config.k, config.size));
        if (config.baseline == IncBenchConfig::Baseline::NS3)
        {
            Keep(result.baseline, IncMeasure(Make<IncStockBench>, config.k, config.baselineSize));
        }
    }
    result.ours = *best;
    return result;
}

} // namespace ns3
