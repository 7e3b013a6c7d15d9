/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Measures the speed of the simulator against stock ns-3, or that of planners against a solver.
 *
 *   ./inc run inc-bench --k=4 --size=1MB --baselineSize=100kB --baseline=ns3 --repeat=1
 *
 * Expected output:
 *
 *   #          data packets   frame hops       events  set-up s    wall s     cpu s \
 *     hops/cpu s    peak RSS MB  bytes/host
 *   inc                3920        24534        43481         *         *         * \
 *     * * *
 *   ns-3                400         2350         5268         *         *         * \
 *     * * *
 *   # inc to ns-3, hops per CPU second: *
 * Such a small run shows little about speed; doc/inc-bench.rst has the figures of the full one.
 */

#include "inc-bench-run.h"
#include "inc-planner-bench.h"

#include "ns3/inc-output-file.h"
#include "ns3/inc-program.h"

#include <iostream>

using namespace ns3;

namespace
{

void
Write(const IncBenchConfig& config, const std::string& result)
{
    if (!config.output.empty())
    {
        IncWriteOutputFile(config.output, result);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    return IncRunProgram("inc-bench", [&]() {
        const auto config = IncBenchConfig::Parse({argv + 1, argv + argc}, std::cout);
        if (!config)
        {
            return 0;
        }
        if (config->scenario == IncBenchConfig::Scenario::PLANNER)
        {
            IncPlannerBench bench(*config);
            bench.Run(std::cout);
            Write(*config, bench.ToJson());
            return 0;
        }
        const IncBenchResult result = IncRunBench(*config);
        result.Print(std::cout);
        Write(*config, result.ToJson());
        return result.IsOk() ? 0 : 1;
    });
}
