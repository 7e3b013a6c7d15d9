/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-config.h"

#include "inc-attribute-text.h"
#include "inc-ecmp-file.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-parse.h"

#include <algorithm>

namespace ns3
{

void
IncEcmpConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Equal-cost paths");
    IncAddAttribute(table,
                    "ecmp",
                    "ns3::IncSwitch::Ecmp",
                    "How a switch chooses among paths of equal cost: by a hash of the five-tuple, "
                    "separately for every frame, by the number of the ingress interface in its "
                    "group, or by a hash within the subgroup of the route's egress group.");
    table.Integer("ecmpGroup",
                  interfaces,
                  1U,
                  65535U,
                  "Interfaces of a group: ingress interfaces with ingress, ECMP interfaces of a "
                  "subgroup with egress-group.");
    table.Integer("ecmpEgressGroup",
                  egressInterfaces,
                  1U,
                  65535U,
                  "as --ecmpGroup",
                  "With egress-group: interfaces towards hosts that share an egress group.");
    IncAddAttribute(table,
                    "ecmpLocation",
                    "ns3::IncSwitch::EcmpLocation",
                    "With egress-group: the group that selects the subgroup, the egress group of "
                    "the destination or the group of the ingress interface.");
    IncAddAttribute(table,
                    "ecmpSubType",
                    "ns3::IncSwitch::EcmpSubType",
                    "With egress-group: sub-type of the extended community that routes carry.");
    IncAddAttribute(
        table,
        "ecmpHash",
        "ns3::IncSwitch::EcmpHash",
        "Hash of the five-tuple: a mixer under a key of each switch, a CRC-32 with a salt "
        "of each switch, which polarises, or that CRC-32 after a non-linear function.");
    IncAddAttribute(table,
                    "ecmpSpray",
                    "ns3::IncSwitch::EcmpSpray",
                    "With per-packet: choose paths at random or in turn.");
    table.Text("ecmpGroups",
               groupsFile,
               "a readable file of the schema inc-ecmp/1",
               "File with groups and schemes of single switches.");
    table.Choice("routing",
                 isAdvertised,
                 {{"oracle", false}, {"advertised", true}},
                 "How routes are found: computed from the whole network, or by messages between "
                 "the switches, which converge before the first row and after failures.");
    table.Parsed<std::vector<IncLinkFailure>>(
        "fail",
        failures,
        "",
        [](const std::string& text) {
            return IncParseList<IncLinkFailure>(text, IncLinkFailure::Parse);
        },
        "a->b@TIME or a->b@TIME:TIME, commas between, such as 'leaf0->spine1@50us:2ms', or "
        "NODE@TIME",
        "Links that fail in both directions, with the times of failure and repair, counted from "
        "the start of the traffic; or all links of a node or server.");
    IncAddAttribute(table,
                    "convergence",
                    "ns3::IncRouteOracle::ConvergenceDelay",
                    "Time from the failure or repair of a link until all nodes have new routes; "
                    "switches see the state of their own links at once.");
    IncAddAttribute(table,
                    "restoreFlows",
                    "ns3::IncSwitch::RestoreFlows",
                    "Whether flows return to a repaired link of their switch.");
}

void
IncEcmpConfig::Decide(IncArgumentTable& table) const
{
    if (scheme == "egress-group" && location == "egress")
    {
        table.Decide("ecmpEgressGroup", std::to_string(interfaces));
    }
}

bool
IncEcmpConfig::HasChoice(const IncFabric& fabric, uint32_t from, uint32_t to)
{
    const IncTopology& topology = fabric.GetTopology();
    while (from != to)
    {
        const auto device = fabric.GetSwitch(from);
        if (!device && topology.GetPorts(from).size() > 1)
        {
            return true; // a host with several links spreads its flows like a switch
        }
        uint16_t port = 0;
        if (device)
        {
            const auto group = device->GetTable().Lookup(to);
            if (group.size != 1)
            {
                return true;
            }
            port = group.ports[0];
        }
        from = topology.GetPorts(from)[port].peer;
    }
    return false;
}

std::vector<std::string>
IncEcmpConfig::Names()
{
    return {"ecmp",
            "ecmpGroup",
            "ecmpEgressGroup",
            "ecmpLocation",
            "ecmpSubType",
            "ecmpHash",
            "ecmpSpray",
            "ecmpGroups"};
}

std::set<std::string>
IncEcmpConfig::Schemes(const IncArgumentTable& table) const
{
    std::set<std::string> schemes{scheme};
    if (!groupsFile.empty())
    {
        try
        {
            schemes.merge(IncEcmpFile(groupsFile).GetSchemes());
        }
        catch (const IncError& error)
        {
            table.Refuse("ecmpGroups", error.what());
        }
    }
    return schemes;
}

void
IncEcmpConfig::Check(const IncArgumentTable& table)
{
    scheme = table.Value("ecmp");
    location = table.Value("ecmpLocation");
    const auto schemes = Schemes(table);
    const auto runs = [&schemes](const char* name) { return schemes.count(name) > 0; };
    const std::string chosen = table.Assignment("ecmp");
    const bool groups = runs("egress-group");
    table.Needs(groups, {"ecmpEgressGroup", "ecmpLocation", "ecmpSubType"}, chosen);
    table.Needs(groups || runs("ingress"), {"ecmpGroup"}, chosen);
    table.Needs(!groups || location != "ingress",
                {"ecmpEgressGroup", "ecmpSubType"},
                table.Assignment("ecmpLocation"));
    table.Needs(runs("per-packet"), {"ecmpSpray"}, chosen);
    table.Needs(groups || runs("per-flow"), {"ecmpHash"}, chosen);
    table.Needs(!failures.empty(), {"convergence", "restoreFlows"}, "no --fail");
    table.Needs(!isAdvertised, {"convergence"}, table.Assignment("routing"));
    const auto isRepaired = [](const IncLinkFailure& failure) { return failure.until.has_value(); };
    table.Needs(std::any_of(failures.begin(), failures.end(), isRepaired),
                {"restoreFlows"},
                table.Assignment("fail") + ": nothing is repaired");
}

std::string
IncEcmpConfig::GetNote(const IncFabric& fabric) const
{
    const IncTopology& topology = fabric.GetTopology();
    bool hasChoice = false;
    for (uint32_t node = 0; scheme == "egress-group" && node < topology.GetNodes().size(); ++node)
    {
        const auto device = fabric.GetSwitch(node);
        for (const uint32_t host : topology.GetHosts())
        {
            const uint32_t size = device ? device->GetTable().Lookup(host).size : 0;
            hasChoice = hasChoice || size > 1;
            if (size > 1 && device->GetTable().Lookup(host).subgroupCount > 1)
            {
                return "";
            }
        }
    }
    return hasChoice
               ? "egress-group is as per-flow here: no switch has more than the " +
                     std::to_string(interfaces) + " ECMP interfaces of one subgroup (--ecmpGroup)"
               : "";
}

IncFabric
IncEcmpConfig::Install(const IncTopology& topology, IncFabricHelper& helper) const
{
    const uint32_t egress = egressInterfaces.value_or(interfaces);
    helper.SetEcmpGroupSizes(interfaces, egress);
    if (groupsFile.empty())
    {
        return helper.Install(topology);
    }
    const IncEcmpFile file(groupsFile);
    file.Configure(topology, helper, interfaces, egress);
    const IncFabric fabric = helper.Install(topology);
    file.CheckUse(scheme, location);
    file.SetSchemes(fabric);
    return fabric;
}

} // namespace ns3
