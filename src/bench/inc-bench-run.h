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

/**
 * \ingroup inc
 * \brief Measure what the configuration asks for, ours and the baseline in turn.
 * \param config a checked configuration
 * \return the figures; throws std::runtime_error when a measurement could not be made
 */
IncBenchResult IncRunBench(const IncBenchConfig& config);

} // namespace ns3

#endif // INC_BENCH_RUN_H
