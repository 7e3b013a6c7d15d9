/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-algorithm.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

bool
IncHostAlgorithm::Knows(IncCollective collective) const
{
    return std::find(collectives.begin(), collectives.end(), collective) != collectives.end();
}

uint64_t
IncHostAlgorithm::GetVolume(IncHostCall call) const
{
    uint64_t most = 0;
    for (call.rank = 0; call.rank < call.ranks; ++call.rank)
    {
        uint64_t sent = 0;
        uint64_t received = 0;
        const IncHostProgram program = makeProgram(call);
        for (const IncHostStep& step : program.GetSteps())
        {
            (step.kind == IncHostStep::Kind::SEND ? sent : received) += step.count;
        }
        most = std::max({most, sent, received});
    }
    return most;
}

const std::map<std::string, IncHostAlgorithm>&
IncHostAlgorithms()
{
    return IncHostAlgorithmRegistration::GetAll();
}

const IncHostAlgorithm&
IncHostAlgorithmOf(const std::string& name)
{
    const auto found = IncHostAlgorithms().find(name);
    NS_ABORT_MSG_IF(found == IncHostAlgorithms().end(),
                    "IncHostAlgorithmOf: no algorithm " << name);
    return found->second;
}

} // namespace ns3
