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
        // What the routes to a switch's hosts carry is read by the others.
        const std::map<std::string, bool> isUsed{
            {"ingress", own == "ingress" || (hasSubgroups && mapsIngress)},
            {"subgroups", hasSubgroups},
            {"egress", all.count("egress-group") > 0 && !mapsIngress}};
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
        helper.SetEcmpGroups(name, groups); // which refuses what is no switch
    }
}

void
IncEcmpFile::SetSchemes(const IncFabric& fabric) const
{
    for (const auto& [name, entry] : m_switches)
    {
        if (!entry.scheme.empty())
        {
            fabric.GetSwitch(*fabric.GetTopology().Find(name))
                ->SetAttribute("Ecmp", StringValue(entry.scheme));
        }
    }
}

} // namespace ns3
