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

bool
IncScheme::Knows(IncCollective collective) const
{
    return std::find(collectives.begin(), collectives.end(), collective) != collectives.end();
}

const std::vector<IncScheme>&
IncSchemes()
{
    static const std::vector<IncScheme> schemes{IncInNetworkScheme(),
                                                IncRingScheme(),
                                                IncTreeScheme(),
                                                IncHalvingDoublingScheme(),
                                                IncParameterServerScheme(),
                                                IncPointToPointScheme(),
                                                IncAutoScheme(),
                                                IncFlowsScheme()};
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
