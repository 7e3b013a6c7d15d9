/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-algorithm.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = IncHostStep::Kind;

/// Largest number of bytes in flight to a rank: enough to fill a link, but not a switch queue.
constexpr uint64_t IN_FLIGHT = 512 * 1024;

uint32_t
PeersAtATime(const IncHostCall& call, uint64_t elements)
{
    const uint64_t bytes = std::max<uint64_t>(1, elements * call.elementSize);
    return static_cast<uint32_t>(std::clamp<uint64_t>(IN_FLIGHT / bytes, 2, call.ranks));
}

/// Add the steps of a Gather or Reduce to the root, which tells each rank when to send.
void
AddToRoot(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    const bool reduces = call.collective == IncCollective::REDUCE;
    const auto first = [&](uint32_t rank) { return reduces ? 0 : call.FirstOf(rank); };
    if (call.rank != call.root)
    {
        program.Send(call.root, first(call.rank), call.count, {program.Await(call.root)});
        return;
    }
    const uint32_t window = PeersAtATime(call, call.count);
    std::vector<uint32_t> received;
    for (uint32_t i = 1; i < n; ++i)
    {
        const uint32_t peer = (call.root + i) % n;
        program.Signal(peer, {i <= window ? IncHostProgram::NONE : received[i - 1 - window]});
        received.push_back(
            program.Receive(reduces ? Kind::REDUCE : Kind::COPY, peer, first(peer), call.count));
    }
}

/// Add the steps of a Scatter: the root sends a few blocks at a time and waits for a signal.
void
AddScatter(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    if (call.rank != call.root)
    {
        const uint32_t own =
            program.Receive(Kind::COPY, call.root, call.FirstOf(call.rank), call.count);
        program.Signal(call.root, {own});
        return;
    }
    const uint32_t window = PeersAtATime(call, call.count);
    std::vector<uint32_t> told;
    for (uint32_t i = 1; i < n; ++i)
    {
        const uint32_t peer = (call.root + i) % n;
        program.Send(peer,
                     call.FirstOf(peer),
                     call.count,
                     {i <= window ? IncHostProgram::NONE : told[i - 1 - window]});
        told.push_back(program.Await(peer));
    }
}

/// Add the steps of an AllToAll. If the number of ranks is a power of two, rank r exchanges blocks
/// with r XOR i in step i. Otherwise it sends to r + i. As many steps run at a time as fill a link.
void
AddAllToAll(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    const uint32_t window = PeersAtATime(call, call.count);
    const bool inPairs = (n & (n - 1)) == 0;
    std::vector<uint32_t> received;
    program.WaitForWholeSteps();
    for (uint32_t i = 1; i < n; ++i)
    {
        const uint32_t to = inPairs ? call.rank ^ i : (call.rank + i) % n;
        const uint32_t from = inPairs ? to : (call.rank + n - i) % n;
        program.Send(to,
                     call.FirstOf(to),
                     call.count,
                     {i <= window ? IncHostProgram::NONE : received[i - 1 - window]});
        received.push_back(program.Receive(Kind::COPY, from, call.FirstOf(n + from), call.count));
    }
}

IncHostProgram
MakeDirectProgram(const IncHostCall& call)
{
    IncHostProgram program;
    switch (call.collective)
    {
    case IncCollective::ALLTOALL:
        AddAllToAll(program, call);
        break;
    case IncCollective::SCATTER:
        AddScatter(program, call);
        break;
    default:
        AddToRoot(program, call);
        break;
    }
    return program;
}

const IncHostAlgorithmRegistration POINT_TO_POINT("point-to-point", [](IncHostAlgorithm& self) {
    self.help = "each block straight to its host";
    self.collectives = {IncCollective::REDUCE,
                        IncCollective::GATHER,
                        IncCollective::SCATTER,
                        IncCollective::ALLTOALL};
    self.makeProgram = MakeDirectProgram;
});

} // namespace

} // namespace ns3
