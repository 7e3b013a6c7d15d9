/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A separate project that uses the installed module; prints the size of a fat-tree.

#include "ns3/inc-module.h"

#include <iostream>

int
main()
{
    const auto fabric = ns3::IncFabricHelper().Install(ns3::IncFatTreeTopology(4).Build());
    std::cout << fabric.GetNodes().GetN() << " nodes\n";
}
