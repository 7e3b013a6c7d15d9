/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-config.h"

#include "ns3/boolean.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-ecmp-file.h"
#include "ns3/inc-json-file.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

IncArgumentTable::Choices<std::string>
Words(const std::vector<std::string>& words)
{
    IncArgumentTable::Choices<std::string> choices;
    for (const auto& word : words)
    {
        choices.emplace_back(word, word);
    }
    return choices;
}

std::optional<std::vector<IncLinkFailure>>
ParseFailures(const std::string& text)
{
    std::vector<IncLinkFailure> failures;
    for (const auto& each : IncSplit(text, ','))
    {
        const auto failure = IncLinkFailure::Parse(each);
        if (!failure)
        {
            return std::nullopt;
        }
        failures.push_back(*failure);
    }
    return failures;
}

} // namespace

void
IncEcmpConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Equal-cost paths");
    table.Choice("ecmp",
                 scheme,
                 Words({"per-flow", "per-packet", "ingress", "egress-group"}),
                 "How a switch chooses among paths of equal cost: by a hash of the five-tuple, for "
                 "every frame anew, by the number of the ingress interface in its group, or by a "
                 "hash within the subgroup that the route's egress group maps to.");
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
    table.Choice("ecmpLocation",
                 location,
                 Words({"egress", "ingress"}),
                 "With egress-group: what maps to a subgroup, the egress group of the destination "
                 "or the group of the ingress interface.");
    table.Integer("ecmpSubType",
                  subType,
                  0U,
                  255U,
                  "With egress-group: sub-type of the extended community that routes carry.");
    table.Choice("ecmpHash",
                 hash,
                 Words({"mixer", "crc", "crc-mixed"}),
                 "Hash of the five-tuple: a mixer under a key of each switch, a CRC-32 with a salt "
                 "of each switch, which polarises, or that CRC-32 through a non-linear finaliser.");
    table.Choice("ecmpSpray",
                 spray,
                 Words({"random", "round-robin"}),
                 "With per-packet: at random or in turn.");
    table.Text("ecmpGroups",
               groupsFile,
               "a readable file of the schema inc-ecmp/1",
               "Groups by hand, and schemes, of single switches.");
    table.Parsed<std::vector<IncLinkFailure>>(
        "fail",
        failures,
        "",
        ParseFailures,
        "a->b@TIME or a->b@TIME:TIME, commas between, such as 'leaf0->spine1@50us:2ms'",
        "Links that fail, in both directions, and when they are up again; times from the start of "
        "the traffic.");
    table.Parsed<Time>(
        "convergence",
        convergence,
        "1ms",
        [](const std::string& text) { return IncParseTime(text); },
        "a time with its unit, such as 200us",
        "From a link's failure or repair to routes that fit everywhere; switches see the state of "
        "their own links at once.");
    table.Flag("restoreFlows",
               restore,
               "Whether flows return to a link of their switch that is up again.");
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
        catch (const IncFileError& error)
        {
            table.Refuse("ecmpGroups", error.what());
        }
    }
    return schemes;
}

void
IncEcmpConfig::Check(const IncArgumentTable& table) const
{
    const auto schemes = Schemes(table);
    const auto runs = [&schemes](const char* name) { return schemes.count(name) > 0; };
    const std::string chosen = table.Assignment("ecmp");
    if (!runs("egress-group"))
    {
        table.RefuseIfGiven({"ecmpEgressGroup", "ecmpLocation", "ecmpSubType"}, chosen);
        if (!runs("ingress"))
        {
            table.RefuseIfGiven({"ecmpGroup"}, chosen);
        }
    }
    else if (location == "ingress")
    {
        table.RefuseIfGiven({"ecmpEgressGroup", "ecmpSubType"}, table.Assignment("ecmpLocation"));
    }
    if (!runs("per-packet"))
    {
        table.RefuseIfGiven({"ecmpSpray"}, chosen);
    }
    if (!runs("per-flow") && !runs("egress-group"))
    {
        table.RefuseIfGiven({"ecmpHash"}, chosen);
    }
    if (failures.empty())
    {
        table.RefuseIfGiven({"convergence", "restoreFlows"}, "no --fail");
    }
    bool isRepaired = false;
    for (const auto& failure : failures)
    {
        isRepaired = isRepaired || failure.until;
    }
    if (!isRepaired)
    {
        table.RefuseIfGiven({"restoreFlows"}, table.Assignment("fail") + ": nothing is repaired");
    }
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
    helper.SetSwitchAttribute("Ecmp", StringValue(scheme));
    helper.SetSwitchAttribute("EcmpHash", StringValue(hash));
    helper.SetSwitchAttribute("EcmpSpray", StringValue(spray));
    helper.SetSwitchAttribute("EcmpLocation", StringValue(location));
    helper.SetSwitchAttribute("EcmpSubType", UintegerValue(subType));
    helper.SetSwitchAttribute("RestoreFlows", BooleanValue(restore));
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
