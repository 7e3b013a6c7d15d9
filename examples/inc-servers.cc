/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * AllReduce of two servers with four GPUs: flat rings, and a scale-up switch that reduces.
 *
 *      leaf0   leaf1   leaf2   leaf3      Rail i joins GPU i of both servers.
 *      |   |   |   |   |   |   |   |
 *     h0  h4  h1  h5  h2  h6  h3  h7      100 Gb/s each
 *      v0: h0 h1 h2 h3   v1: h4 h5 h6 h7  joined by v0.up and v1.up, 3.6 Tb/s each GPU
 *
 *   ./inc run inc-servers
 *
 * Expected output:
 *
 *   16 MiB, 8 GPUs in 2 servers
 *     between  in servers  time us  NIC MB  scale-up MB
 *     ring     flat          642.0    7.83        29.36
 *     ring     nvls          371.6    4.49        20.97
 *     inc      nvls          383.2    4.64        20.97
 *
 * NIC MB are the frames that the busiest NIC sends, scale-up MB the payload that the busiest GPU
 * sends to its scale-up switch. A flat ring sends 2 (n-1)/n of a rail's stripe of 4 MiB by each
 * NIC, here 14/8. With a reduction inside the servers only two heads are left on a rail: each NIC
 * sends the stripe once. The scale-up switch reads the operands of all GPUs, so that a GPU sends
 * the vector once, and its own stripe of the result.
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-program.h"
#include "ns3/inc-server-helper.h"
#include "ns3/inc-server-topology.h"

#include <algorithm>
#include <cstdio>

using namespace ns3;

namespace
{

constexpr uint64_t BYTES = 16 << 20;
constexpr uint32_t GPUS = 4;
constexpr uint32_t SERVERS = 2;

/// Return two servers in the places of hosts that have a NIC on each of four leaves.
IncTopology
MakeNetwork()
{
    IncLeafSpineTopology hosts(GPUS, 1, SERVERS);
    hosts.SetRails(GPUS);
    IncServerShape shape;
    shape.servers = SERVERS;
    shape.gpus = GPUS;
    shape.owners = {0, 1, 2, 3};
    shape.rate = 3600000000000;
    shape.delay = 468000; // ps
    shape.reduction = IncScaleUpReduction::PULL;
    return IncMakeServers(hosts.Build(), shape);
}

void
Simulate(const std::string& scheme, IncInServer inServer)
{
    const IncFabric fabric = IncFabricHelper().Install(MakeNetwork());
    IncGroupOptions options;
    options.dissemination = IncDisseminationMode::TREE;
    IncServerHelper helper(options);
    const auto collective =
        helper.Install(fabric, fabric.GetTopology().GetHosts(), scheme, inServer);
    IncCollectiveRequest request; // without memory: the data is virtual
    request.count = BYTES / IncSizeOf(request.type);
    Time end;
    collective->Start(
        request,
        IncCollectiveAlgorithm::CompletionCallback([&end](uint32_t, const std::string& status) {
            NS_ABORT_MSG_UNLESS(status.empty(), status);
            end = Simulator::Now();
        }));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    uint64_t onNetwork = 0;
    uint64_t inside = 0;
    for (const uint32_t host : fabric.GetTopology().GetHosts())
    {
        onNetwork =
            std::max<uint64_t>(onNetwork, fabric.GetDevice(host, 0)->GetCounters().sentBytes);
    }
    for (uint32_t i = 0; i < SERVERS * GPUS; ++i)
    {
        const auto link = fabric.GetScaleUpSwitches(i / GPUS).front()->GetLink(i % GPUS);
        inside = std::max(inside, link->up.bytes);
    }
    std::printf("  %-7s  %-10s  %7.1f  %6.2f  %11.2f\n",
                scheme.c_str(),
                IncName(inServer).c_str(),
                end.GetNanoSeconds() / 1e3,
                static_cast<double>(onNetwork) / 1e6,
                static_cast<double>(inside) / 1e6);
    collective->Dispose();
    Simulator::Destroy();
}

int
Run()
{
    std::printf("16 MiB, %u GPUs in %u servers\n"
                "  between  in servers  time us  NIC MB  scale-up MB\n",
                SERVERS * GPUS,
                SERVERS);
    Simulate("ring", IncInServer::FLAT);
    Simulate("ring", IncInServer::NVLS);
    Simulate("inc", IncInServer::NVLS);
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    IncArgumentTable arguments("inc-servers", "AllReduce of two servers with four GPUs.");
    return IncRunProgram("inc-servers",
                         [&]() { return IncParseProgram(arguments, argc, argv) ? Run() : 0; });
}
