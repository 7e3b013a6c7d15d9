/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Topology and routing planners for in-network aggregation, from the shell.
//
//     inc-plan generate cluster --output=cluster.json
//     inc-plan atro --instance=cluster.json --output=plan.json
//     inc-plan check plan.json
//
// Expected output: 20 switches of 24 ports, 4 of them aggregators, give 90 workers 50 Gb/s, proven
// optimal; nothing of the plan is violated.

#include "ns3/inc-plan-program.h"

int
main(int argc, char* argv[])
{
    return ns3::IncPlanProgram().Run({argv + 1, argv + argc});
}
