/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Kills the root switch in the middle of an AllReduce, and prints what the manager and the ranks
 * saw.
 *
 *         spine0    spine1 -- manager
 *          |   \   /   |
 *          |    \ /    |
 *          |    / \    |
 *         leaf0     leaf1
 *         h0 h1     h2 h3
 *
 *   ./inc run inc-manager-failure
 *
 * Expected output:
 *
 *   ...
 */

#include "ns3/core-module.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-manager-helper.h"

#include <iostream>

using namespace ns3;

namespace
{

constexpr uint32_t GROUP = 1;
constexpr uint64_t ELEMENTS = 4 << 20;

/// \brief Print a line with the time and the name of a node.
void
Say(const std::string& name, const std::string& text)
{
    std::cout << Simulator::Now().GetMicroSeconds() << " us  " << name << ": " << text << std::endl;
}

/// \brief What a membership is called.
std::string
NameOf(IncMembership status)
{
    switch (status)
    {
    case IncMembership::JOINING:
        return "joining";
    case IncMembership::READY:
        return "ready";
    case IncMembership::HOST:
        return "runs over the hosts";
    case IncMembership::FAILED:
        return "failed";
    case IncMembership::LEFT:
        return "left";
    }
    return "?";
}

} // namespace

int
main(int argc, char* argv[])
{
    CommandLine command(__FILE__);
    command.Parse(argc, argv);

    IncTopology topology = IncLeafSpineTopology(2, 2, 2).Build();
    const uint32_t node = IncManagerHelper::AddManagerNode(topology, 100000000000, 1000000);
    const IncFabric fabric = IncFabricHelper().Install(topology);
    const IncControlPlane plane = IncManagerHelper().Install(fabric, node);
    plane.Start();
    Simulator::Stop(MilliSeconds(10)); // by then all have registered
    Simulator::Run();
    std::cout << plane.GetManager()->GetInventory().ToString();

    // Every rank joins, and posts its part of an AllReduce as soon as the group is ready.
    std::vector<Ptr<IncClient>> clients;
    for (const uint32_t host : topology.GetHosts())
    {
        const std::string name = topology.GetName(host);
        auto client = CreateObject<IncClient>();
        client->Attach(fabric.GetNic(host), IncAggregationTransport::UC, true);
        IncClientRequest part;
        part.count = ELEMENTS;
        part.done = Callback<void, const std::string&>(
            [name](const std::string& status) { Say(name, "AllReduce: " + status); });
        IncClientAgent::Request request;
        request.group = GROUP;
        request.rank = static_cast<uint32_t>(clients.size());
        request.ranks = static_cast<uint32_t>(topology.GetHosts().size());
        request.client = client;
        request.status = [name, client, part](IncMembership status, const std::string& reason) {
            Say(name, NameOf(status) + (reason.empty() ? "" : ": " + reason));
            if (status == IncMembership::READY)
            {
                client->Post(part);
            }
        };
        plane.GetClientAgent(host)->Join(request);
        clients.push_back(client);
    }
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();

    const std::string root = plane.GetClientAgent(topology.GetHosts().front())->GetRootName(GROUP);
    Say(root, "dies");
    for (const auto& port : topology.GetPorts(*topology.Find(root)))
    {
        fabric.GetChannel(port.link)->SetUp(false);
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();

    for (const auto& entry : plane.GetManager()->GetLog())
    {
        if (entry.event != "registered")
        {
            std::cout << entry.at.GetMicroSeconds() << " us  manager: " << entry.object << ": "
                      << entry.event << (entry.text.empty() ? "" : ": ") << entry.text << std::endl;
        }
    }
    for (const auto& client : clients)
    {
        client->Dispose();
    }
    Simulator::Destroy();
    return 0;
}
