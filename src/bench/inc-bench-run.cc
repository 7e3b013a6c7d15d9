/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bench-run.h"

#include "inc-allreduce-bench.h"
#include "inc-bench-turns.h"
#include "inc-htsim-bench.h"
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
                                           IncFastForwardMode::ON,
                                           config.layers);
    case IncBenchConfig::Scenario::PLANNER:
        break; // has nothing that runs in a simulator
    }
    return {};
}

/// Measure the baseline on the first network.
IncBenchFigures
MeasureBaseline(const IncBenchConfig& config)
{
    switch (config.baseline)
    {
    case IncBenchConfig::Baseline::NS3:
        return IncMeasure(MakeWith<IncStockBench>(config.baselineEngine),
                          config.k.front(),
                          config.baselineSize);
    case IncBenchConfig::Baseline::HTSIM:
        return IncHtsimBench(config.htsim).Measure(config.k.front(), config.baselineSize);
    case IncBenchConfig::Baseline::OFF:
        return IncMeasure(MakeWith<IncAllReduceBench>(config.engine,
                                                      IncDisseminationMode::TREE,
                                                      IncFastForwardMode::OFF,
                                                      config.layers),
                          config.k.front(),
                          config.size);
    default:
        return IncMeasure(MakeWith<IncPermutationBench>(config.engine),
                          IncBenchConfig::PERMUTATION_K,
                          config.baselineSize);
    }
}

/// As its row in the table has it.
std::string
NameOf(IncBenchConfig::Baseline baseline)
{
    switch (baseline)
    {
    case IncBenchConfig::Baseline::NS3:
        return "ns-3";
    case IncBenchConfig::Baseline::HTSIM:
        return "htsim";
    case IncBenchConfig::Baseline::OFF:
        return "off";
    default:
        return "permutation";
    }
}

} // namespace

IncBenchResult
IncRunBench(const IncBenchConfig& config)
{
    const auto ours = OursFor(config);
    IncBenchTurns turns(config.k);
    for (uint32_t i = 0; i < config.repeat; ++i)
    {
        std::vector<IncBenchFigures> rows;
        for (const uint32_t k : config.k)
        {
            rows.push_back(IncMeasure(ours, k, config.size));
        }
        std::optional<IncBenchFigures> baseline;
        if (config.baseline != IncBenchConfig::Baseline::NONE)
        {
            baseline = MeasureBaseline(config);
        }
        turns.Add(rows, baseline);
    }
    return {config.arguments, turns.Rows(), NameOf(config.baseline), turns.Baseline()};
}

} // namespace ns3
