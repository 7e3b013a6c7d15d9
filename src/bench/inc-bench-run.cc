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

/// Called in the process that measures, before it has a simulator.
template <typename Workload>
IncBenchFactory
MakeWith(const IncBenchEngine& engine)
{
    return [engine]() {
        engine.Choose();
        return std::make_unique<Workload>();
    };
}

IncBenchFactory
OursFor(const IncBenchConfig& config)
{
    switch (config.scenario)
    {
    case IncBenchConfig::Scenario::PERMUTATION:
        return MakeWith<IncPermutationBench>(config.engine);
    case IncBenchConfig::Scenario::ALLREDUCE:
        return MakeWith<IncAllReduceBench>(config.engine);
    case IncBenchConfig::Scenario::PLANNER:
        break; // has nothing that runs in a simulator
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
    const auto ours = OursFor(config);
    const auto stock = MakeWith<IncStockBench>(config.baselineEngine);
    std::optional<IncBenchFigures> best;
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        Keep(best, IncMeasure(ours, config.k, config.size));
        if (config.baseline == IncBenchConfig::Baseline::NS3)
        {
            Keep(result.baseline, IncMeasure(stock, config.k, config.baselineSize));
        }
    }
    result.ours = *best;
    return result;
}

} // namespace ns3
