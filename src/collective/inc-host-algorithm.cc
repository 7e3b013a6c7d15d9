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

std::vector<uint64_t>
IncHostAlgorithm::GetVolumes(IncHostCall call) const
{
    std::vector<uint64_t> volumes;
    for (call.rank = 0; call.rank < call.ranks; ++call.rank)
    {
        uint64_t sent = 0;
        uint64_t received = 0;
        const IncHostProgram program = makeProgram(call);
        for (const IncHostStep& step : program.GetSteps())
        {
            (step.kind == IncHostStep::Kind::SEND ? sent : received) += step.count;
        }
        volumes.push_back(std::max(sent, received));
    }
    return volumes;
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
