/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * ns-3's FlowMonitor, which this module does not use, counts UDP packets between two hosts of a
 * star.
 *
 *   h0 ---- s0 ---- h1      5 echoes of 1000 bytes, there and back
 *
 * Exit status: 0 if it has counted all packets of both directions.
 */

#include "ns3/core-module.h"
#include "ns3/flow-monitor-module.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-star-topology.h"
#include "ns3/internet-module.h"
#include "ns3/udp-echo-helper.h"

#include <iostream>

using namespace ns3;

int
main()
{
    constexpr uint32_t ECHOES = 5;
    const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(2).Build());
    NodeContainer hosts;
    for (uint32_t host : fabric.GetTopology().GetHosts())
    {
        Ptr<Node> node = fabric.GetNodes().Get(host);
        InternetStackHelper().Install(node);
        auto ipv4 = node->GetObject<Ipv4>();
        const uint32_t interface = ipv4->AddInterface(node->GetDevice(0));
        ipv4->AddAddress(interface,
                         Ipv4InterfaceAddress(IncFabric::GetAddress(host), Ipv4Mask("255.0.0.0")));
        ipv4->SetUp(interface);
        hosts.Add(node);
    }
    UdpEchoServerHelper(7).Install(hosts.Get(1)).Start(Seconds(0));
    UdpEchoClientHelper client(IncFabric::GetAddress(fabric.GetTopology().GetHosts()[1]), 7);
    client.SetAttribute("MaxPackets", UintegerValue(ECHOES));
    client.SetAttribute("Interval", TimeValue(MicroSeconds(50)));
    client.SetAttribute("PacketSize", UintegerValue(1000));
    client.Install(hosts.Get(0)).Start(Seconds(1));

    FlowMonitorHelper helper;
    const Ptr<FlowMonitor> monitor = helper.Install(hosts);
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    uint32_t complete = 0;
    for (const auto& [flow, counted] : monitor->GetFlowStats())
    {
        std::cout << "flow " << flow << ": " << counted.rxPackets << " of " << counted.txPackets
                  << " packets\n";
        complete += counted.txPackets == ECHOES && counted.rxPackets == ECHOES;
    }
    Simulator::Destroy();
    return complete == 2 ? 0 : 1;
}
