/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Compares three aggregation trees on one leaf-spine network. Aggregation at leaves saves frames.
 *
 *             spine0             aggregators
 *           /        \           all    leaves and spine
 *        leaf0       leaf1       core   the spine alone
 *        / | \       / | \       edge   the leaves, one of them the root
 *       h0 h1 h2    h3 h4 h5
 *
 * Every host has --size bytes, links have 100 Gb/s and 1 us, and a switch has 64 slots.
 *
 *   ./inc run inc-allreduce-tree --size=1MiB
 *
 * Expected output:
 *
 *   all:
 *     spine0 adds up leaf0 leaf1
 *     leaf0 adds up h0 h1 h2
 *     leaf1 adds up h3 h4 h5
 *     frames h0->leaf0 1024, leaf0->spine0 1024, spine0->leaf0 1024
 *     99.47 us, 10.5416 GB/s
 *   core:
 *     spine0 adds up h0 h1 h2 h3 h4 h5
 *     frames h0->leaf0 1024, leaf0->spine0 3072, spine0->leaf0 1024
 *     287.886 us, 3.64233 GB/s
 *   edge:
 *     leaf0 adds up h0 h1 h2 leaf1
 *     leaf1 adds up h3 h4 h5
 *     frames h0->leaf0 1024, leaf0->spine0 1024, spine0->leaf0 1024
 *     110.771 us, 9.46616 GB/s
 *
 * The link from a leaf to the spine carries the tensor once if the leaf aggregates. Otherwise it
 * carries it once for each host of the leaf, and is the bottleneck. On the way down, BIER sends a
 * result over each link once, for any tree. If a leaf is the root, the round trip is longer, and
 * 64 slots do not quite fill it.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-argument-value.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-program.h"
#include "ns3/inc-tree-builder.h"

#include <iostream>

using namespace ns3;

namespace
{

/// Print each VAT node with its children: workers and other VAT nodes.
void
PrintTree(const IncTopology& topology, const IncAggregationTree& tree)
{
    for (uint32_t i = 0; i < tree.GetNodes().size(); ++i)
    {
        std::cout << "  " << topology.GetName(tree.GetNodes()[i].node) << " adds up";
        for (const IncAggregationInput& input : tree.GetInputs(i))
        {
            const uint32_t node = input.isWorker ? tree.GetWorkers()[input.index].host
                                                 : tree.GetNodes()[input.index].node;
            std::cout << " " << topology.GetName(node);
        }
        std::cout << "\n";
    }
}

/// Return the number of frames that a node has sent to a neighbor.
uint64_t
FramesBetween(const IncFabric& fabric, const std::string& from, const std::string& to)
{
    const IncTopology& topology = fabric.GetTopology();
    const uint32_t node = *topology.Find(from);
    uint64_t frames = 0;
    for (uint32_t port = 0; port < topology.GetPorts(node).size(); ++port)
    {
        if (topology.GetPorts(node)[port].peer == *topology.Find(to))
        {
            frames += fabric.GetDevice(node, port)->GetCounters().sentFrames;
        }
    }
    return frames;
}

void
Simulate(const std::string& aggregators, uint64_t size)
{
    const IncTopology topology = IncLeafSpineTopology(2, 1, 3).Build();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const auto workers = IncTreeWorkers(topology, topology.GetHosts());
    IncTreeBuilder builder(topology);
    builder.SetAggregators(IncAggregatorSelection::Parse(aggregators));
    const IncAggregationTree tree = builder.Build(workers);
    IncGroupOptions options;
    options.slots = 64; // they cover the round trip, and queues stay short
    const IncGroup group = IncGroupHelper().Install(fabric, tree, options);

    std::cout << aggregators << ":\n";
    PrintTree(topology, tree);
    Time end;
    for (const auto& client : group.clients)
    {
        IncClientRequest request; // without memory: the data is virtual
        request.dataType = IncDataType::UINT8;
        request.count = size;
        request.done = Callback<void, const std::string&>([&end](const std::string& error) {
            NS_ABORT_MSG_UNLESS(error.empty(), error);
            end = Simulator::Now();
        });
        client->Post(request);
    }
    Simulator::Run();
    std::cout << "  frames h0->leaf0 " << FramesBetween(fabric, "h0", "leaf0") << ", leaf0->spine0 "
              << FramesBetween(fabric, "leaf0", "spine0") << ", spine0->leaf0 "
              << FramesBetween(fabric, "spine0", "leaf0") << "\n  " << end.GetNanoSeconds() / 1e3
              << " us, " << size / static_cast<double>(end.GetNanoSeconds()) << " GB/s\n";
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    std::vector<uint64_t> sizes{1 << 20};
    IncArgumentTable arguments("inc-allreduce-tree", "Aggregation trees over one leaf-spine.");
    arguments.Parsed<std::vector<uint64_t>>("size",
                                            sizes,
                                            "1MiB",
                                            IncParseSizes,
                                            "a size such as 64KiB",
                                            "Bytes of each host's tensor.");
    return IncRunProgram("inc-allreduce-tree", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        for (const char* aggregators : {"all", "core", "edge"})
        {
            Simulate(aggregators, sizes.front());
        }
        return 0;
    });
}
