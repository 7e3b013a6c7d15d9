/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Runs AllGather and ReduceScatter at the same time, as FSDP does: by switches, then by rings.
 *
 * The hosts of a fat-tree carry these loads over their links, in units of one tensor:
 *                    by switches                               by rings
 *   host -> switch   1 to reduce, 1/n to gather: 1 + 1/n       (n - 1)/n for each collective
 *   switch -> host   (n - 1)/n gathered, 1/n reduced: 1        (n - 1)/n for each collective
 *
 *   ./inc run inc-both-directions --k=4 --mebibytes=4
 *
 * Expected output:
 *
 *   16 ranks, 4 MiB each, payload 4096 bytes, 100 Gb/s
 *   switches: 376.23 us
 *   rings:    654.37 us, 1.739 times as long; 2(n - 1)/(n + 1) is 1.765
 *
 * Headers and propagation account for the difference.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-communicator-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-program.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

const std::vector<IncCollective> BOTH{IncCollective::ALLGATHER, IncCollective::REDUCESCATTER};

/// Note the time at which a rank completes; abort on an error.
void
Complete(Time& last, const std::string& error)
{
    NS_ABORT_MSG_UNLESS(error.empty(), error);
    last = Simulator::Now();
}

Time
BySwitches(const IncTopology& topology, uint64_t block, uint32_t payload)
{
    const IncFabric fabric = IncFabricHelper().Install(topology);
    IncCommunicatorHelper helper;
    helper.GetGroupHelper().SetClientAttribute("Payload", UintegerValue(payload));
    const auto group = helper.Install(fabric, topology.GetHosts());
    Time last;
    for (const auto& communicator : group)
    {
        for (const IncCollective collective : BOTH)
        {
            IncCall call; // without memory: the data is virtual
            call.collective = collective;
            call.count = block;
            call.done = IncCall::Done([&last](const std::string& error) { Complete(last, error); });
            communicator->Start(call);
        }
    }
    Simulator::Run();
    Simulator::Destroy();
    return last;
}

Time
ByRings(const IncTopology& topology, uint64_t block)
{
    const IncFabric fabric = IncFabricHelper().Install(topology);
    NodeContainer hosts;
    for (const uint32_t host : topology.GetHosts())
    {
        hosts.Add(fabric.GetNodes().Get(host));
    }
    Time last;
    std::vector<Ptr<IncHostCollective>> rings;
    for (const IncCollective collective : BOTH)
    {
        rings.push_back(CreateObject<IncHostCollective>());
        rings.back()->Setup(hosts, IncHostAlgorithmOf("ring"));
        IncCollectiveRequest request;
        request.collective = collective;
        request.count = block;
        rings.back()->Start(
            request,
            IncCollectiveAlgorithm::CompletionCallback(
                [&last](uint32_t, const std::string& error) { Complete(last, error); }));
    }
    Simulator::Run();
    Simulator::Destroy();
    return last;
}

int
Run(uint32_t k, uint32_t mebibytes, uint32_t payload)
{
    Config::SetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(payload));
    const IncTopology topology = IncFatTreeTopology(k).Build();
    const auto ranks = static_cast<uint32_t>(topology.GetHosts().size());
    const uint64_t block = (uint64_t{mebibytes} << 20) / sizeof(float) / ranks;
    const Time switches = BySwitches(topology, block, payload);
    const Time rings = ByRings(topology, block);
    std::cout << ranks << " ranks, " << mebibytes << " MiB each, payload " << payload
              << " bytes, 100 Gb/s\n"
              << std::fixed << std::setprecision(2)
              << "switches: " << switches.GetNanoSeconds() / 1e3
              << " us\nrings:    " << rings.GetNanoSeconds() / 1e3 << " us, "
              << std::setprecision(3) << rings.GetSeconds() / switches.GetSeconds()
              << " times as long; 2(n - 1)/(n + 1) is " << 2.0 * (ranks - 1) / (ranks + 1) << "\n";
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t k = 8;
    uint32_t mebibytes = 16;
    uint32_t payload = 4096;
    IncArgumentTable arguments("inc-both-directions",
                               "AllGather beside ReduceScatter, by switches and by rings.");
    const IncArgumentTable::Choices<uint32_t> ports{{"4", 4}, {"6", 6}, {"8", 8}, {"10", 10}};
    arguments.Choice("k", k, ports, "Ports of the switches of the fat-tree.");
    const IncArgumentTable::Choices<uint32_t> sizes{{"4096", 4096}, {"2048", 2048}, {"1024", 1024}};
    arguments.Choice("payload", payload, sizes, "Data in a full packet, bytes.");
    arguments.Integer("mebibytes", mebibytes, 1U, 1024U, "Size of each of the two collectives.");
    return IncRunProgram("inc-both-directions", [&]() {
        return IncParseProgram(arguments, argc, argv) ? Run(k, mebibytes, payload) : 0;
    });
}
