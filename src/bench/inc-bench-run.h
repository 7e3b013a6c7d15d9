/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BENCH_RUN_H
#define INC_BENCH_RUN_H

#include "inc-bench-config.h"
#include "inc-bench-result.h"

namespace ns3
{

/** \brief Measure the scenario in turn with its baseline; throws std::runtime_error. */
IncBenchResult IncRunBench(const IncBenchConfig& config);

} // namespace ns3

#endif // INC_BENCH_RUN_H
