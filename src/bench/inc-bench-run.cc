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
    using Baseline = IncBenchConfig::Baseline;
    IncBenchResult result;
    result.config = config.arguments;
    const bool isStock = config.baseline == Baseline::NS3;
    result.baselineName = isStock ? "ns-3" : "permutation";
    const auto ours = OursFor(config);
    const auto baseline = isStock ? MakeWith<IncStockBench>(config.baselineEngine)
                                  : MakeWith<IncPermutationBench>(config.engine);
    std::vector<std::optional<IncBenchFigures>> best(config.k.size());
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        for (std::size_t n = 0; n < config.k.size(); ++n)
        {
            Keep(best[n], IncMeasure(ours, config.k[n], config.size));
        }
        if (config.baseline != Baseline::NONE)
        {
            const uint32_t k = isStock ? config.k.front() : IncBenchConfig::PERMUTATION_K;
            Keep(result.baseline, IncMeasure(baseline, k, config.baselineSize));
        }
    }
    for (std::size_t n = 0; n < config.k.size(); ++n)
    {
        result.rows.push_back({config.k[n], *best[n]});
    }
    return result;
}

} // namespace ns3
