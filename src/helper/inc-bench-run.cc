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

} // namespace

IncBenchResult
IncRunBench(const IncBenchConfig& config)
{
    IncBenchResult result;
    result.config = config.arguments;
    result.ours = IncMeasure(OursFor(config.scenario), config.k, config.size);
    if (config.baseline == IncBenchConfig::Baseline::NS3)
    {
        result.baseline = IncMeasure(Make<IncStockBench>, config.k, config.baselineSize);
    }
    return result;
}

} // namespace ns3
