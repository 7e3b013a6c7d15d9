/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Runs the planners of topology and routes for in-network aggregation from the shell.
 *
 * The cluster has 20 switches of 24 ports, 4 of them aggregators, 90 workers and a parameter
 * server. ATRO finds links and flows that give every worker 50 Gb/s, and proves that this is best.
 *
 *   ./inc run inc-plan generate cluster --output=cluster.json
 *   ./inc run inc-plan atro --instance=cluster.json --output=plan.json
 *   ./inc run inc-plan check plan.json
 *
 * Expected output:
 *
 *   atro: optimal, 50 Gb/s, at most 50 Gb/s, * ms, flows_per_link 2, max_workers_found 153, \
 *     max_workers_bound 153, gap_workers 0, gap_percent 0.0
 *   ok: status optimal, nothing is violated
 */

#include "ns3/inc-plan-program.h"
#include "ns3/inc-program.h"

int
main(int argc, char* argv[])
{
    return ns3::IncRunProgram("inc-plan", [&]() {
        return ns3::IncRunPlanProgram({argv + 1, argv + argc});
    });
}
