/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * A first script: the network adds up the tensors of the sixteen hosts of a fat-tree.
 *
 *       core0  core1  core2  core3
 *         |  \/  |      |  \/  |
 *       agg0   agg1 ... agg6   agg7      Links have 100 Gb/s and 1 us. The switches of the
 *         |  \/  |      |  \/  |         aggregation tree add up the contributions.
 *       edge0  edge1 .. edge6  edge7
 *       /  \    /  \    /  \    /  \
 *      h0  h1  h2  h3 h12 h13 h14 h15    Each host has 2500 numbers, all equal to its rank + 1.
 *
 *   ./inc run inc-starter
 *
 * Expected output:
 *
 *   h0 got 136 everywhere after 7.373 us
 *   h15 got 136 everywhere after 7.373 us
 */

#include "ns3/core-module.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-tree-builder.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    constexpr uint32_t ELEMENTS = 2500;
    CommandLine cmd(__FILE__); // for --RngRun and attributes, as in every ns-3 script
    cmd.Parse(argc, argv);

    // The network: nodes, links, addresses and routes.
    const IncTopology topology = IncFatTreeTopology(4).Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);

    // The group: all hosts are workers, and the switches of the tree above them aggregate.
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    const IncAggregationTree tree = IncTreeBuilder(topology).Build(workers);
    const IncGroup group = IncGroupHelper().Install(fabric, tree, IncGroupOptions());

    // The AllReduce: every client posts its tensor, which the sum replaces.
    std::vector<std::vector<float>> tensors;
    std::vector<Time> ends(workers.size());
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        tensors.emplace_back(ELEMENTS, rank + 1.0F);
        IncClientRequest request;
        request.operation = IncOperation::SUM;
        request.dataType = IncDataType::FLOAT32;
        request.count = ELEMENTS;
        request.receive = reinterpret_cast<uint8_t*>(tensors[rank].data());
        request.send = request.receive;
        request.done = Callback<void, const std::string&>([&ends, rank](const std::string& error) {
            NS_ABORT_MSG_UNLESS(error.empty(), error);
            ends[rank] = Simulator::Now();
        });
        group.clients[rank]->Post(request);
    }
    Simulator::Run();

    for (uint32_t rank : {0U, 15U})
    {
        const auto [least, most] = std::minmax_element(tensors[rank].begin(), tensors[rank].end());
        std::cout << topology.GetName(workers[rank].host) << " got " << *least
                  << (*least == *most ? " everywhere" : " in places") << " after "
                  << ends[rank].GetNanoSeconds() / 1e3 << " us\n";
    }
    Simulator::Destroy();
    return 0;
}
