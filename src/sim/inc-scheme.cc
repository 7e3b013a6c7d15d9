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

std::vector<IncScheme>
MakeAll()
{
    std::vector<IncScheme> schemes{IncInNetworkScheme(),
                                   IncRingScheme(),
                                   IncTreeScheme(),
                                   IncHalvingDoublingScheme(),
                                   IncParameterServerScheme(),
                                   IncPointToPointScheme(),
                                   IncAutoScheme(),
                                   IncFlowsScheme()};
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

IncScheme
IncFlowsScheme()
{
    IncScheme scheme;
    scheme.name = "flows";
    scheme.help = "flows between the workers without a collective";
    return scheme;
}

} // namespace ns3
