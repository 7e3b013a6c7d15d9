/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-algorithm.h"

namespace ns3
{

namespace
{

// Up to this many bytes per rank an algorithm with few steps is faster than a ring, which has as
// many steps as ranks. Above, the load of links matters more.
constexpr uint64_t SMALL_FOR_HALVING = 48 * 1024;
constexpr uint64_t SMALL_FOR_TREE = 6 * 1024; //!< a binomial tree's root sends to several ranks

/// Return the algorithm for a call, as the table in doc/inc-collectives.rst says.
const IncHostAlgorithm&
Choose(const IncHostCall& call)
{
    static const IncHostAlgorithm& ring = IncHostAlgorithmOf("ring");
    static const IncHostAlgorithm& tree = IncHostAlgorithmOf("tree");
    static const IncHostAlgorithm& halvingDoubling = IncHostAlgorithmOf("halving-doubling");
    static const IncHostAlgorithm& pointToPoint = IncHostAlgorithmOf("point-to-point");
    const uint64_t share = call.FirstOf(call.ranks) * call.elementSize / call.ranks;
    switch (call.collective)
    {
    case IncCollective::ALLREDUCE:
    case IncCollective::ALLGATHER:
    case IncCollective::REDUCESCATTER:
        return share <= SMALL_FOR_HALVING ? halvingDoubling : ring;
    case IncCollective::BROADCAST:
    case IncCollective::REDUCE:
        return share <= SMALL_FOR_TREE ? tree : ring;
    case IncCollective::BARRIER:
        return tree;
    default:
        return pointToPoint;
    }
}

const IncHostAlgorithmRegistration AUTO_ALGORITHM("auto", [](IncHostAlgorithm& self) {
    self.help = "the algorithm over hosts that suits the size";
    self.collectives.assign(std::begin(INC_COLLECTIVES), std::end(INC_COLLECTIVES));
    self.choose = Choose;
    self.makeProgram = [](const IncHostCall& call) { return Choose(call).makeProgram(call); };
});

} // namespace

} // namespace ns3
