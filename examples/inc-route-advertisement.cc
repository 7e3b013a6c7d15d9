/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Switches advertise routes with egress groups: figures 5 to 8 of the draft on enhanced ECMP.
 *
 *     spine0 … spine7       every leaf is linked to every spine
 *
 *     leaf0    leaf1 …      two hosts each, and an egress group for each host
 *     /  \     /  \
 *    h0  h1   h2  h3        leaf1 has the router id 1.1.1.1
 *
 * For each network, a table shows the cost of convergence: datagrams with acknowledgements, their
 * bytes with IP header, and the time until the last change of a table. For leaf-spines, the routes
 * of leaf0 to h2 and h3 follow; those of the first network are figure 8. There, leaf0 is configured
 * to map group 1 of leaf1 to its second subgroup of uplinks; it computes the other groups.
 *
 *   ./inc run inc-route-advertisement
 *
 * Expected output:
 *
 *   leaf-spine 2 x 8, 4 hosts, 10 switches
 *               datagrams     bytes      us
 *   start              160     25728     302
 *   failure             58      8654     302
 *   repair              48      8212     201
 *   host  router id  group  interfaces of leaf0
 *   h2    1.1.1.1    1      6 7 8 9
 *   h3    1.1.1.1    2      2 3 4 5
 *   leaf-spine 8 x 8, 64 hosts, 16 switches
 *               datagrams     bytes      us
 *   start              896    402432     302
 *   failure            182     54194     302
 *   repair             176     57952     201
 *   host  router id  group  interfaces of leaf0
 *   h2    10.0.0.65    3      2
 *   h3    10.0.0.65    4      3
 *   fat-tree k = 4, 16 hosts, 20 switches
 *               datagrams     bytes      us
 *   start              544    123136     504
 *   failure             74     16532     403
 *   repair              76     18364     403
 *   fat-tree k = 8, 128 hosts, 80 switches
 *               datagrams     bytes      us
 *   start             7424   4388864     504
 *   failure            542    184428     403
 *   repair             560    196600     403
 */

#include "inc-ns3-argument.h"

#include "ns3/core-module.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-program.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

using Speakers = std::vector<Ptr<IncRouteSpeaker>>;

/// Print the interfaces of leaf0 to h2 and h3, which are figure 8 if both are hosts of leaf1.
void
PrintMapping(const IncFabric& fabric)
{
    const IncTopology& topology = fabric.GetTopology();
    const uint32_t leaf = *topology.Find("leaf0");
    const auto speaker = fabric.GetNodes().Get(leaf)->GetObject<IncRouteSpeaker>();
    std::cout << "host  router id  group  interfaces of leaf0\n";
    for (const char* name : {"h2", "h3"})
    {
        const uint32_t host = *topology.Find(name);
        const auto group = speaker->GetAttribute(IncAddressPlan::AddressOf(host)).Get();
        std::cout << name << "    " << Ipv4Address(group->routerId) << "    " << group->groupId
                  << "     ";
        const auto& route = fabric.GetSwitch(leaf)->GetTable().Lookup(host);
        for (uint32_t i = 0; i < route.part.size; ++i)
        {
            std::cout << " " << route.ports[route.part.first + i];
        }
        std::cout << "\n";
    }
}

/// Simulate until the routes have converged, and print the cost.
void
Measure(const Speakers& speakers, const std::string& what)
{
    static IncControlCounters before;
    const Time begin = Simulator::Now();
    IncRouteSpeaker::Converge(speakers);
    IncControlCounters told;
    Time end = begin;
    for (const auto& speaker : speakers)
    {
        told.sent += speaker->GetCounters().sent;
        told.bytes += speaker->GetCounters().bytes;
        end = std::max(end, speaker->GetLastChange());
    }
    before = what == "start" ? IncControlCounters() : before;
    std::cout << std::left << std::setw(12) << what << std::right << std::setw(10)
              << told.sent - before.sent << std::setw(10) << told.bytes - before.bytes
              << std::setw(8) << (end - begin).GetMicroSeconds() << "\n";
    before = told;
}

/// Measure convergence at the start, after a link failure and after its repair.
void
Simulate(const std::string& name, const IncTopology& topology, const std::string& from)
{
    IncFabricHelper helper;
    helper.SetEcmpGroupSizes(4, 1);
    if (topology.Find("leaf0"))
    {
        auto groups = IncEcmpGroups::Compute(topology, *topology.Find("leaf0"), 4, 1);
        groups.mapping[{Ipv4Address("1.1.1.1").Get(), 1}] = 2;
        helper.SetEcmpGroups("leaf0", groups);
    }
    const IncFabric fabric = helper.Install(topology);
    if (const auto leaf = topology.Find("leaf1"))
    {
        fabric.GetSwitch(*leaf)->SetAttribute("RouterId", Ipv4AddressValue("1.1.1.1"));
    }
    const Speakers speakers = IncManagerHelper().InstallSpeakers(fabric);
    std::cout << name << ", " << speakers.size() << " switches\n"
              << "            datagrams     bytes      us\n";
    Measure(speakers, "start");
    const auto ports = topology.GetPorts(*topology.Find(from));
    const auto channel = fabric.GetChannel(ports.back().link);
    channel->SetUp(false);
    Measure(speakers, "failure");
    channel->SetUp(true);
    Measure(speakers, "repair");
    if (topology.Find("leaf0"))
    {
        PrintMapping(fabric);
    }
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    IncArgumentTable arguments("inc-route-advertisement",
                               "Figures 5 to 8 of the draft on enhanced ECMP.");
    return IncRunProgram("inc-route-advertisement", [&]() {
        if (!IncParseProgram(arguments, argc, argv))
        {
            return 0;
        }
        Simulate("leaf-spine 2 x 8, 4 hosts", IncLeafSpineTopology(2, 8, 2).Build(), "leaf0");
        Simulate("leaf-spine 8 x 8, 64 hosts", IncLeafSpineTopology(8, 8, 8).Build(), "leaf0");
        Simulate("fat-tree k = 4, 16 hosts", IncFatTreeTopology(4).Build(), "edge0");
        Simulate("fat-tree k = 8, 128 hosts", IncFatTreeTopology(8).Build(), "edge0");
        return 0;
    });
}
