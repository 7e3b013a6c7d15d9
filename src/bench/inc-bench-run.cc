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
template <typename Workload, typename... ARGUMENTS>
IncBenchFactory
MakeWith(const IncBenchEngine& engine, ARGUMENTS... arguments)
{
    return [engine, arguments...]() {
        engine.Choose();
        return std::make_unique<Workload>(arguments...);
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
    case IncBenchConfig::Scenario::RECURRENCE:
        return MakeWith<IncAllReduceBench>(config.engine,
                                           IncDisseminationMode::TREE,
                                           IncFastForwardMode::ON);
    case IncBenchConfig::Scenario::PLANNER:
        break; // has nothing that runs in a simulator
    }
    return {};
}

IncBenchFactory
BaselineFor(const IncBenchConfig& config)
{
    switch (config.baseline)
    {
    case IncBenchConfig::Baseline::NS3:
        return MakeWith<IncStockBench>(config.baselineEngine);
    case IncBenchConfig::Baseline::OFF:
        return MakeWith<IncAllReduceBench>(config.engine,
                                           IncDisseminationMode::TREE,
                                           IncFastForwardMode::OFF);
    default:
        return MakeWith<IncPermutationBench>(config.engine);
    }
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
    const bool isOff = config.baseline == Baseline::OFF;
    result.baselineName = isStock ? "ns-3" : isOff ? "off" : "permutation";
    const auto ours = OursFor(config);
    const auto baseline = BaselineFor(config);
    std::vector<std::optional<IncBenchFigures>> best(config.k.size());
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        for (std::size_t n = 0; n < config.k.size(); ++n)
        {
            Keep(best[n], IncMeasure(ours, config.k[n], config.size));
        }
        if (config.baseline != Baseline::NONE)
        {
            const bool isAlike = isStock || isOff;
            const uint32_t k = isAlike ? config.k.front() : IncBenchConfig::PERMUTATION_K;
            const uint64_t size = isOff ? config.size : config.baselineSize;
            Keep(result.baseline, IncMeasure(baseline, k, size));
        }
    }
    for (std::size_t n = 0; n < config.k.size(); ++n)
    {
        result.rows.push_back({config.k[n], *best[n]});
    }
    return result;
}

} // namespace ns3
