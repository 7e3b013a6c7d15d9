/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-argument-table.h"
#include "ns3/inc-scenario-config.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    try
    {
        const auto config = IncScenarioConfig::Parse({argv + 1, argv + argc}, std::cout);
        return 0;
    }
    catch (const IncArgumentError& error)
    {
        std::cerr << "inc-sim: " << error.what() << "\n";
        return 2;
    }
}
