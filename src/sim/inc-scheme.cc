/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scheme.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Return all schemes. Abort if a program registers a class with the name of another scheme.
std::vector<IncScheme>
MakeAll()
{
    std::vector<IncScheme> schemes;
    for (const auto& entry : IncSchemeRegistration::GetAll())
    {
        schemes.push_back(entry.second);
    }
    std::stable_sort(schemes.begin(), schemes.end(), [](const IncScheme& a, const IncScheme& b) {
        return a.place < b.place;
    });
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

const IncSchemeRegistration FLOWS_SCHEME("flows", [](IncScheme& self) {
    self.help = "flows between the workers without a collective";
    self.place = 3;
});

} // namespace

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
