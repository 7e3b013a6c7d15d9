/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-program.h"

namespace ns3
{

namespace
{

/// Up to so many bytes the number of steps counts, beyond it what a link carries.
constexpr uint64_t SMALL = 256 * 1024;

/// The table of doc/inc-collectives.rst.
const IncHostAlgorithm&
Choose(const IncHostCall& call)
{
    static const IncHostAlgorithm ring = IncRingAlgorithm();
    static const IncHostAlgorithm tree = IncTreeAlgorithm();
    static const IncHostAlgorithm halvingDoubling = IncHalvingDoublingAlgorithm();
    static const IncHostAlgorithm pointToPoint = IncPointToPointAlgorithm();
    const bool isSmall = call.FirstOf(call.ranks) * call.elementSize <= SMALL;
    switch (call.collective)
    {
    case IncCollective::ALLREDUCE:
    case IncCollective::ALLGATHER:
    case IncCollective::REDUCESCATTER:
        return isSmall ? halvingDoubling : ring;
    case IncCollective::BROADCAST:
    case IncCollective::REDUCE:
        return isSmall ? tree : ring;
    case IncCollective::BARRIER:
        return tree;
    default:
        return pointToPoint;
    }
}

} // namespace

IncHostAlgorithm
IncAutoAlgorithm()
{
    return {"auto",
            {IncCollective::ALLREDUCE,
             IncCollective::REDUCE,
             IncCollective::BROADCAST,
             IncCollective::ALLGATHER,
             IncCollective::REDUCESCATTER,
             IncCollective::ALLTOALL,
             IncCollective::GATHER,
             IncCollective::SCATTER,
             IncCollective::BARRIER},
            [](const IncHostCall& call) { return Choose(call).makeProgram(call); }};
}

} // namespace ns3
