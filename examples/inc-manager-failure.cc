/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Kills the root switch in the middle of an AllReduce, which then continues over another root.
 * Prints the manager's inventory, the states of the ranks, and the manager's log.
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
 *   10.0.0.1 h0 host: 0->leaf0
 *   10.0.0.2 h1 host: 0->leaf0
 *   10.0.0.3 h2 host: 0->leaf1
 *   10.0.0.4 h3 host: 0->leaf1
 *   10.0.0.5 leaf0 switch aggregates, 0 trees: 0->h0 1->h1 2->spine0 3->spine1
 *   10.0.0.6 leaf1 switch aggregates, 0 trees: 0->h2 1->h3 2->spine0 3->spine1
 *   10.0.0.7 spine0 switch aggregates, 0 trees: 0->leaf0 1->leaf1
 *   10.0.0.8 spine1 switch aggregates, 0 trees: 0->leaf0 1->leaf1 2->manager
 *   10.0.0.9 manager switch: 0->spine1
 *   11214 us  h0: ready
 *   11214 us  h1: ready
 *   11214 us  h2: ready
 *   11214 us  h3: ready
 *   12000 us  spine0: dies
 *   14134 us  h0: AllReduce: done
 *   14134 us  h1: AllReduce: done
 *   14134 us  h2: AllReduce: done
 *   14134 us  h3: AllReduce: done
 *   0 us  manager: 10.0.0.9: started
 *   10023 us  manager: group 1 of tenant 0: REGISTERED
 *   10083 us  manager: group 1 of tenant 0: RESERVING: root spine0, 3 switches, 256 slots
 *   10147 us  manager: group 1 of tenant 0: COMMITTING
 *   11211 us  manager: group 1 of tenant 0: READY
 *   12122 us  manager: leaf0: links changed: 3 neighbors
 *   12122 us  manager: group 1 of tenant 0: FENCING: the link of leaf0 and spine0 is down
 *   12122 us  manager: leaf0: link lost: spine0
 *   12142 us  manager: leaf1: links changed: 3 neighbors
 *   12142 us  manager: leaf1: link lost: spine0
 *   12222 us  manager: group 1 of tenant 0: REGISTERED
 *   12222 us  manager: group 1 of tenant 0: RESERVING: root spine1, 3 switches, 256 slots
 *   12324 us  manager: group 1 of tenant 0: COMMITTING
 *   13386 us  manager: group 1 of tenant 0: READY
 *   301280 us  manager: spine0: lost: spine0 has missed 3 heartbeats
 *   642222 us  manager: 10.0.0.7: lost: 10.0.0.7 does not answer
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-program.h"
#include "ns3/inc-route-oracle.h"

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

/// \brief Return the name of a membership for the output.
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

int
Run(int argc, char** argv)
{
    IncArgumentTable arguments("inc-manager-failure", "A manager whose group loses its root.");
    if (!IncParseProgram(arguments, argc, argv))
    {
        return 0;
    }

    IncTopology topology = IncLeafSpineTopology(2, 2, 2).Build();
    const uint32_t node = IncManagerHelper::AddManagerNode(topology, 100000000000, 1000000);
    const IncFabric fabric = IncFabricHelper().Install(topology);
    auto routes = CreateObject<IncRouteOracle>(); // reroutes after the failure
    routes->Watch(fabric);
    const IncControlPlane plane = IncManagerHelper().Install(fabric, node);
    plane.Start();
    Simulator::Stop(MilliSeconds(10)); // all agents have registered by then
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
        part.done = Callback<void, const std::string&>([name](const std::string& status) {
            Say(name, "AllReduce: " + (status.empty() ? "done" : status));
        });
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

} // namespace

int
main(int argc, char* argv[])
{
    return IncRunProgram("inc-manager-failure", [&]() { return Run(argc, argv); });
}
