/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The shortest script with a flow: a host sends a megabyte to another over a switch.
 *
 *   h0 -- s0 -- h1
 *
 *   ./inc run inc-first-flow
 *
 * Expected output:
 *
 *   1 MB at 88.4 Gb/s
 */

#include "ns3/core-module.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-transfer.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    CommandLine(__FILE__).Parse(argc, argv);
    const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(2).Build());
    const IncTransfer flow(fabric, 0, 1, 1000000);
    Simulator::Run();
    std::cout << "1 MB at " << std::round(flow.GetGoodput().GetBitRate() / 1e8) / 10 << " Gb/s\n";
    Simulator::Destroy();
}
