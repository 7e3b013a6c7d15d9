/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scheme.h"

#include "ns3/abort.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// By place.
std::map<uint32_t, IncScheme (*)()>&
RegisteredSchemes()
{
    static std::map<uint32_t, IncScheme (*)()> schemes;
    return schemes;
}

std::vector<IncScheme>
MakeAll()
{
    std::vector<IncScheme> schemes;
    for (const auto& [place, describe] : RegisteredSchemes())
    {
        schemes.push_back(describe());
    }
    for (IncScheme& host : IncHostSchemes())
    {
        if (std::none_of(schemes.begin(), schemes.end(), [&host](const IncScheme& scheme) {
                return scheme.name == host.name;
            }))
        {
            schemes.push_back(std::move(host));
        }
    }
    for (IncScheme& own : IncOwnSchemes())
    {
        for (const IncScheme& scheme : schemes)
        {
            NS_ABORT_MSG_IF(own.name == scheme.name,
                            "a registered class " << own.help << " has the name of the scheme "
                                                  << scheme.name);
        }
        schemes.push_back(std::move(own));
    }
    return schemes;
}

const IncSchemeRegistration FLOWS_SCHEME(3, [] {
    IncScheme scheme;
    scheme.name = "flows";
    scheme.help = "flows between the workers without a collective";
    return scheme;
});

} // namespace

IncSchemeRegistration::IncSchemeRegistration(uint32_t place, IncScheme (*describe)())
{
    const bool isNew = RegisteredSchemes().emplace(place, describe).second;
    NS_ABORT_MSG_UNLESS(isNew, "IncSchemeRegistration: two schemes at place " << place);
}

bool
IncScheme::Knows(IncCollective collective) const
{
    return std::find(collectives.begin(), collectives.end(), collective) != collectives.end();
}

const std::vector<IncScheme>&
IncSchemes()
{
    static const std::vector<IncScheme> schemes = MakeAll();
    return schemes;
}

const IncScheme&
IncSchemeOf(const std::string& name)
{
    for (const IncScheme& scheme : IncSchemes())
    {
        if (scheme.name == name)
        {
            return scheme;
        }
    }
    NS_ABORT_MSG("IncSchemeOf: no scheme " << name);
}

} // namespace ns3
