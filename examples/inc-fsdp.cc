/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Runs AllGather and ReduceScatter on a communicator at the same time, as FSDP does.
 *
 *   h0 -+         +- spine0 -+         +- h2    Every rank gathers the parameters of all ranks,
 *       +- leaf0 -+          +- leaf1 -+        and gets one block of the summed gradients.
 *   h1 -+         +- spine1 -+         +- h3
 *
 *   ./inc run inc-fsdp
 *
 * Expected output:
 *
 *   rank 0 has the parameters 0 1 2 3, and 6 in its block of the gradients
 *   rank 1 has the parameters 0 1 2 3, and 10 in its block of the gradients
 *   rank 2 has the parameters 0 1 2 3, and 14 in its block of the gradients
 *   rank 3 has the parameters 0 1 2 3, and 18 in its block of the gradients
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-communicator-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-program.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

namespace
{

int
Run(int argc, char** argv)
{
    constexpr uint32_t BLOCK = 10000; // elements of a block; each rank owns one
    IncArgumentTable arguments("inc-fsdp", "AllGather beside ReduceScatter, as in FSDP.");
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }

    const IncTopology topology = IncLeafSpineTopology(2, 2, 2).Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    IncCommunicatorHelper helper;
    const auto group = helper.Install(fabric, topology.GetHosts());
    const auto ranks = static_cast<uint32_t>(group.size());
    const std::vector<std::vector<float>> whole(ranks, std::vector<float>(ranks * BLOCK));
    std::vector<std::vector<float>> parameters = whole;
    std::vector<std::vector<float>> gradients = whole;
    std::vector<std::vector<float>> ownParameters(ranks);
    std::vector<std::vector<float>> ownGradients(ranks, std::vector<float>(BLOCK));
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        for (uint32_t block = 0; block < ranks; ++block)
        {
            std::fill_n(&gradients[rank][block * BLOCK], BLOCK, rank + block);
        }
        ownParameters[rank].assign(BLOCK, rank);
        group[rank]->AllGather(ownParameters[rank], parameters[rank]);
        group[rank]->ReduceScatter(gradients[rank], ownGradients[rank]);
    }
    Simulator::Run();

    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        std::cout << "rank " << rank << " has the parameters";
        for (uint32_t block = 0; block < ranks; ++block)
        {
            std::cout << " " << parameters[rank][block * BLOCK + BLOCK - 1];
        }
        std::cout << ", and " << ownGradients[rank].front() << " in its block of the gradients\n";
    }
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return IncRunProgram("inc-fsdp", [&]() { return Run(argc, argv); });
}
