/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Figure 1 of "In-Network Aggregation with Virtual Aggregation Trees and BIER", frame by frame.
 *
 * The first four of eight servers are the workers of an AllReduce. s1 aggregates the contributions
 * of w1 and w2, s7 those of w3 and w4. s6, the root, aggregates the sums of s1 and s7. The switches
 * form a leaf-spine network:
 *
 *      s5      s6      s7      s8          every leaf is linked to every spine
 *
 *      s1      s2      s3      s4          A-BM of s1: 00000011
 *     /  \    /  \    /  \    /  \         A-BM of s7: 00001100
 *    w1  w2  w3  w4  w5  w6  w7  w8        A-BM of s6: 00001111
 *
 * s2 is not in the tree and only forwards. s7 and s6 are neighbors in the tree but not in the
 * network. Worker wi has bit i and contributes the number i. The root sends the result by BIER,
 * with its A-BM as BitString. The result takes shortest paths, independent of the tree.
 *
 *   ./inc run inc-vat-figure1
 *
 * Expected output:
 *
 *   s1 aggregates P-BM 00000001
 *   s1 aggregates P-BM 00000010
 *   s1 completes A-BM 00000011
 *   s6 aggregates P-BM 00000011
 *   s7 aggregates P-BM 00000100
 *   s7 aggregates P-BM 00001000
 *   s7 completes A-BM 00001100
 *   s6 aggregates P-BM 00001100
 *   s6 completes A-BM 00001111
 *   s6 sends the result to s1, BitString 00000011
 *   s6 sends the result to s2, BitString 00001100
 *   s1 sends the result to w1, BitString 00000001
 *   s1 sends the result to w2, BitString 00000010
 *   s2 sends the result to w3, BitString 00000100
 *   s2 sends the result to w4, BitString 00001000
 *   w1 has 10
 *   w2 has 10
 *   w3 has 10
 *   w4 has 10
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-program.h"
#include "ns3/inc-written-tree.h"

#include <array>
#include <bitset>
#include <iostream>

using namespace ns3;

namespace
{

constexpr uint32_t SERVERS = 8;
constexpr uint64_t RATE = 100000000000; // bit/s
constexpr int64_t DELAY = 1000000;      // ps

/// Return the network and the tree of the figure; a topology file could describe them as well.
IncTopology
Figure1()
{
    IncTopology topology;
    std::array<uint32_t, 9> s{};
    std::array<uint32_t, 9> w{};
    for (uint32_t i = 1; i <= SERVERS; ++i)
    {
        s[i] = topology.AddSwitch("s" + std::to_string(i));
    }
    for (uint32_t i = 1; i <= SERVERS; ++i)
    {
        w[i] = topology.AddHost("w" + std::to_string(i));
        topology.AddLink(w[i], s[(i + 1) / 2], RATE, DELAY);
    }
    for (uint32_t leaf = 1; leaf <= 4; ++leaf)
    {
        for (uint32_t spine = 5; spine <= 8; ++spine)
        {
            topology.AddLink(s[leaf], s[spine], RATE, DELAY);
        }
    }
    topology.SetWorkers({w[1], w[2], w[3], w[4]});
    topology.SetRoot(s[6]);
    topology.AddVatNode({s[1], {w[1], w[2]}});
    topology.AddVatNode({s[7], {w[3], w[4]}});
    topology.AddVatNode({s[6], {w[1], w[2], w[3], w[4]}});
    topology.DeriveTiers();
    return topology;
}

/// Return a bitmap of the eight servers as text, with w1 on the right.
std::string
Show(const IncBitString& bits)
{
    std::bitset<SERVERS> shown;
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        shown.set(bit - 1);
    }
    return shown.to_string();
}

/// Print the bitmap of each contribution, completed round and copy of the result at its time.
void
Watch(const IncFabric& fabric, const IncGroup& group, const IncAggregationTree& tree)
{
    using SlotCallback = Callback<void, uint16_t, uint32_t, uint32_t, const IncBitString&>;
    using CopyCallback = Callback<void, const IncBierEncapsulation&, const IncNetDevice&, uint32_t>;
    const IncTopology& topology = fabric.GetTopology();
    for (uint32_t i = 0; i < group.aggregators.size(); ++i)
    {
        const std::string name = topology.GetName(tree.GetNodes()[i].node);
        const auto printer = [name](const std::string& text) {
            return SlotCallback([name, text](uint16_t, uint32_t, uint32_t, const IncBitString& b) {
                std::cout << name << text << Show(b) << "\n";
            });
        };
        group.aggregators[i]->TraceConnectWithoutContext("Aggregated",
                                                         printer(" aggregates P-BM "));
        group.aggregators[i]->TraceConnectWithoutContext("Completed", printer(" completes A-BM "));
    }
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        fabric.GetNodes().Get(node)->GetObject<IncBfr>()->TraceConnectWithoutContext(
            "Copy",
            CopyCallback([topology, node](const IncBierEncapsulation& copy,
                                          const IncNetDevice& port,
                                          uint32_t) {
                const uint32_t to = topology.GetPorts(node)[port.GetPort()].peer;
                std::cout << topology.GetName(node) << " sends the result to "
                          << topology.GetName(to) << ", BitString " << Show(copy.bits) << "\n";
            }));
    }
}

void
Simulate()
{
    const IncTopology topology = Figure1();
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const auto workers = IncTreeWorkers(topology, topology.GetWorkers());
    const IncAggregationTree tree = IncWrittenTree(topology, workers);
    const IncGroup group = IncGroupHelper().Install(fabric, tree, IncGroupOptions());
    Watch(fabric, group, tree);

    std::array<int32_t, 4> values{1, 2, 3, 4};
    for (uint32_t rank = 0; rank < values.size(); ++rank)
    {
        IncClientRequest request;
        request.dataType = IncDataType::INT32;
        request.count = 1;
        request.send = reinterpret_cast<uint8_t*>(&values[rank]);
        request.receive = reinterpret_cast<uint8_t*>(&values[rank]);
        group.clients[rank]->Post(request);
    }
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    for (uint32_t rank = 0; rank < values.size(); ++rank)
    {
        std::cout << topology.GetName(topology.GetWorkers()[rank]) << " has " << values[rank]
                  << "\n";
    }
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    IncArgumentTable arguments("inc-vat-figure1",
                               "Figure 1 of the draft on virtual aggregation trees and BIER.");
    return IncRunProgram("inc-vat-figure1", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        Simulate();
        return 0;
    });
}
