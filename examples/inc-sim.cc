/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * \file
 * One simulation of in-network computing from the shell: inc-sim --help.
 */

#include "ns3/inc-argument-table.h"
#include "ns3/inc-scenario.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    try
    {
        return IncScenario::Main({argv + 1, argv + argc}, std::cout, std::cerr);
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << "inc-sim: " << error.what() << "\n";
        return 2;
    }
}
