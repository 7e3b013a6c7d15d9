/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-argument-table.h"
#include "ns3/inc-bench-run.h"
#include "ns3/inc-output-file.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    try
    {
        const auto config = IncBenchConfig::Parse({argv + 1, argv + argc}, std::cout);
        if (!config)
        {
            return 0;
        }
        const IncBenchResult result = IncRunBench(*config);
        result.Print(std::cout);
        if (!config->output.empty())
        {
            IncWriteOutputFile(config->output, result.ToJson());
        }
        return result.IsOk() ? 0 : 1;
    }
    catch (const std::exception& error)
    {
        std::cerr << "inc-bench: " << error.what() << "\n";
        return 2;
    }
}
