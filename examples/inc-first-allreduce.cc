/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The shortest AllReduce script: the network adds up the tensors of the 16 hosts of a fat-tree.
 *
 *   ./inc run inc-first-allreduce
 *
 * Expected output:
 *
 *   h0 got 16 after +7.373us
 */

#include "ns3/core-module.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-job.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    CommandLine(__FILE__).Parse(argc, argv);
    const IncFabric fabric = IncFabricHelper().Install(IncFatTreeTopology(4).Build());
    IncJob job(fabric);
    std::vector<std::vector<float>> tensors(job.GetSize(), std::vector<float>(2500, 1));
    const uint64_t call = job.AllReduce(tensors);
    Simulator::Run();
    std::cout << "h0 got " << tensors[0][0] << " after " << job.GetTime(call).As(Time::US) << "\n";
    Simulator::Destroy();
}
