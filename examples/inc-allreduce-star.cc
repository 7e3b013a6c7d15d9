/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The smallest AllReduce: hosts around one switch. Prints the sums and the switch's counters.
 *
 *        h0    h1                 Host r has the integers r + 1, r + 2, r + 3, ... The switch adds
 *          \  /                   them up in its slots, frame by frame, and sends the sums to all.
 *           s0
 *          /  \                   Links have 100 Gb/s and 1 us.
 *        h2    h3
 *
 *   ./inc run inc-allreduce-star --hosts=4 --elements=1000
 *
 * Expected output:
 *
 *   h0: 10 14 18 ... 4006
 *   h1: 10 14 18 ... 4006
 *   h2: 10 14 18 ... 4006
 *   h3: 10 14 18 ... 4006
 *   s0: 16 contributions, 4 rounds completed, 16 results sent, slots 1 in use at once
 *   after 2.453 us
 *
 * In a round the switch receives one frame from each host and sends one to each. Therefore a link
 * carries the tensor once in each direction, for any number of hosts.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-program.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"

#include <iostream>
#include <numeric>

using namespace ns3;

namespace
{

using Tensor = std::vector<int32_t>;

void
Post(Ptr<IncClient> client, Tensor& tensor, Time& end)
{
    IncClientRequest request;
    request.operation = IncOperation::SUM;
    request.dataType = IncDataType::INT32;
    request.count = tensor.size();
    request.receive = reinterpret_cast<uint8_t*>(tensor.data());
    request.send = request.receive;
    request.done = Callback<void, const std::string&>([&end](const std::string& error) {
        NS_ABORT_MSG_UNLESS(error.empty(), error);
        end = Simulator::Now();
    });
    client->Post(request);
}

void
Simulate(uint32_t hosts, uint32_t elements)
{
    const IncTopology topology = IncStarTopology(hosts).Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    const IncAggregationTree tree = IncTreeBuilder(topology).Build(workers);
    const IncGroupOptions options;
    const IncGroup group = IncGroupHelper().Install(fabric, tree, options);

    std::vector<Tensor> tensors(hosts, Tensor(elements));
    Time end;
    for (uint32_t rank = 0; rank < hosts; ++rank)
    {
        std::iota(tensors[rank].begin(), tensors[rank].end(), rank + 1);
        Post(group.clients[rank], tensors[rank], end);
    }
    Simulator::Run();

    for (uint32_t rank = 0; rank < hosts; ++rank)
    {
        const Tensor& sums = tensors[rank];
        std::cout << topology.GetName(workers[rank].host) << ": " << sums[0] << " " << sums[1]
                  << " " << sums[2] << " ... " << sums.back() << "\n";
    }
    const Ptr<IncAggregator> root = group.aggregators.front();
    const IncAggregatorCounters& counters = root->GetCounters();
    std::cout << topology.GetName(tree.GetRoot()) << ": " << counters.contributions
              << " contributions, " << counters.completed << " rounds completed, "
              << counters.resultsSent << " results sent, slots "
              << root->FindTree(options.treeId)->GetSlots().GetPeak() << " in use at once\nafter "
              << end.GetNanoSeconds() / 1e3 << " us\n";
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t hosts = 4;
    uint32_t elements = 1000;
    IncArgumentTable arguments("inc-allreduce-star", "AllReduce of hosts around one switch.");
    arguments.Integer("hosts", hosts, 1U, 64U, "Hosts around the switch.");
    arguments.Integer("elements", elements, 3U, 1000000U, "Elements of the tensor.");
    return IncRunProgram("inc-allreduce-star", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        Simulate(hosts, elements);
        return 0;
    });
}
