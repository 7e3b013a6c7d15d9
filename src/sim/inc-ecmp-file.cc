/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-file.h"

#include "ns3/inc-json-file.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

using Json = IncJsonFile::Json;

constexpr std::array<const char*, 4> SCHEMES{"per-flow", "per-packet", "ingress", "egress-group"};

IncEcmpGroups::Groups
ReadGroups(const IncJsonFile& file, const std::string& where, const Json& json)
{
    const std::string accepted = "lists of interface numbers, such as [[0,1],[2,3]]";
    file.CheckArray(where, json, accepted);
    IncEcmpGroups::Groups groups;
    for (const auto& group : json)
    {
        file.CheckArray(where, group, accepted);
        groups.emplace_back();
        for (const auto& interface : group)
        {
            if (!interface.is_number_unsigned() || interface.get<uint64_t>() > UINT16_MAX)
            {
                file.FailValue(where, interface, accepted);
            }
            groups.back().push_back(interface.get<uint16_t>());
        }
    }
    return groups;
}

std::string
ReadScheme(const IncJsonFile& file, const std::string& where, const Json& json)
{
    if (std::find(SCHEMES.begin(), SCHEMES.end(), json) == SCHEMES.end())
    {
        file.FailValue(where, json, "per-flow, per-packet, ingress or egress-group");
    }
    return json;
}

} // namespace

IncEcmpFile::IncEcmpFile(const std::string& fileName)
{
    const IncJsonFile file("ECMP file", fileName);
    auto root = file.Fields("", file.GetRoot());
    root.Schema("inc-ecmp/1");
    const Json& switches = root.Object("switches", "an object, a switch by its name each");
    root.Finish();
    for (const auto& [name, json] : switches.items())
    {
        auto fields = file.Fields("switches." + name, json);
        Switch& entry = m_switches[name];
        if (fields.Has("scheme"))
        {
            entry.scheme = ReadScheme(file, fields.PathOf("scheme"), fields.Value("scheme"));
        }
        if (fields.Has("router_id"))
        {
            entry.routerId = static_cast<uint32_t>(fields.Integer("router_id", 1, UINT32_MAX));
        }
        const Json none = Json::array();
        for (const auto& row : fields.Has("mapping") ? fields.Array("mapping") : none)
        {
            auto columns = file.Fields(fields.PathOf("mapping"), row);
            const auto group = static_cast<uint16_t>(columns.Integer("group", 1, UINT16_MAX));
            const auto router = static_cast<uint32_t>(columns.Integer("router_id", 1, UINT32_MAX));
            entry.mapping[{router, group}] =
                static_cast<uint16_t>(columns.Integer("subgroup", 1, UINT16_MAX));
            columns.Finish();
        }
        for (const char* kind : {"ingress", "egress", "subgroups"})
        {
            if (fields.Has(kind))
            {
                entry.groups[kind] = ReadGroups(file, fields.PathOf(kind), fields.Value(kind));
            }
        }
        fields.Finish();
    }
}

std::set<std::string>
IncEcmpFile::GetSchemes() const
{
    std::set<std::string> schemes;
    for (const auto& [name, entry] : m_switches)
    {
        if (!entry.scheme.empty())
        {
            schemes.insert(entry.scheme);
        }
    }
    return schemes;
}

void
IncEcmpFile::CheckUse(const std::string& scheme, const std::string& location) const
{
    const bool mapsIngress = location == "ingress";
    auto all = GetSchemes();
    all.insert(scheme);
    for (const auto& [name, entry] : m_switches)
    {
        const std::string own = entry.scheme.empty() ? scheme : entry.scheme;
        const bool hasSubgroups = own == "egress-group";
        // Other switches use the egress groups that routes to this switch's hosts carry.
        const std::map<std::string, bool> isUsed{
            {"ingress", own == "ingress" || (hasSubgroups && mapsIngress)},
            {"subgroups", hasSubgroups},
            {"egress", all.count("egress-group") > 0 && !mapsIngress}};
        if (!entry.mapping.empty() && (!hasSubgroups || mapsIngress))
        {
            throw IncError(name + ": mapping has no effect with " + own + " and location " +
                           location + "; accepted: egress-group and egress");
        }
        for (const auto& [kind, groups] : entry.groups)
        {
            if (!isUsed.at(kind))
            {
                throw IncError(name + ": " + kind + " has no effect with " + own +
                               "; accepted: groups of the scheme, which the file or --ecmp "
                               "says");
            }
        }
    }
}

void
IncEcmpFile::Configure(const IncTopology& topology,
                       IncFabricHelper& helper,
                       uint32_t interfaces,
                       uint32_t egressInterfaces) const
{
    for (const auto& [name, entry] : m_switches)
    {
        IncEcmpGroups groups;
        const auto index = topology.Find(name);
        if (index && !topology.IsHost(*index))
        {
            groups = IncEcmpGroups::Compute(topology, *index, interfaces, egressInterfaces);
        }
        for (const auto& [kind, byHand] : entry.groups)
        {
            (kind == "ingress"  ? groups.ingress
             : kind == "egress" ? groups.egress
                                : groups.subgroups) = byHand;
        }
        groups.mapping = entry.mapping;
        helper.SetEcmpGroups(name, groups); // Complete() refuses names of other nodes
    }
}

void
IncEcmpFile::SetSchemes(const IncFabric& fabric) const
{
    for (const auto& [name, entry] : m_switches)
    {
        const auto device = fabric.GetSwitch(*fabric.GetTopology().Find(name));
        if (!entry.scheme.empty())
        {
            device->SetAttribute("Ecmp", StringValue(entry.scheme));
        }
        if (entry.routerId > 0)
        {
            device->SetAttribute("RouterId", Ipv4AddressValue(Ipv4Address(entry.routerId)));
        }
    }
    fabric.DistributeRoutes(IncRouteComputation(fabric.GetTopology()));
}

} // namespace ns3
