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

using Kind = IncHostStep::Kind;

/// Add n - 1 steps: send chunk `sent` first, then forward each chunk that has arrived.
uint32_t
AddRound(IncHostProgram& program,
         const IncHostCall& call,
         Kind kind,
         uint32_t sent,
         uint32_t received)
{
    const uint32_t n = call.ranks;
    for (uint32_t step = 0; step < n - 1; ++step)
    {
        const uint32_t out = (sent + n - step) % n;
        const uint32_t in = (out + n - 1) % n;
        program.Send((call.rank + 1) % n,
                     call.FirstOf(out),
                     call.FirstOf(out + 1) - call.FirstOf(out),
                     {received});
        received = program.Receive(kind,
                                   (call.rank + n - 1) % n,
                                   call.FirstOf(in),
                                   call.FirstOf(in + 1) - call.FirstOf(in));
    }
    return received;
}

/// Add a chain over all ranks in ring order, beginning at rank `first`.
void
AddChain(IncHostProgram& program, const IncHostCall& call, Kind kind, uint32_t first)
{
    const uint32_t n = call.ranks;
    const uint32_t place = (call.rank + n - first) % n;
    program.SetChannel({IncHostChannel::FINE});
    const uint32_t received = place == 0
                                  ? IncHostProgram::NONE
                                  : program.Receive(kind, (call.rank + n - 1) % n, 0, call.count);
    if (place < n - 1)
    {
        program.Send((call.rank + 1) % n, 0, call.count, {received});
    }
}

/// Add a Barrier. A token goes around the ring twice: to collect all calls, then to report them.
void
AddToken(IncHostProgram& program, const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    const uint32_t before = (call.rank + n - 1) % n;
    const uint32_t next = (call.rank + 1) % n;
    if (call.rank == 0)
    {
        program.Signal(next, {});
        program.Signal(next, {program.Await(before)});
        return;
    }
    program.Signal(next, {program.Await(before)});
    const uint32_t released = program.Await(before);
    if (call.rank < n - 1)
    {
        program.Signal(next, {released});
    }
}

IncHostProgram
MakeRingProgram(const IncHostCall& call)
{
    const uint32_t n = call.ranks;
    IncHostProgram program;
    switch (call.collective)
    {
    case IncCollective::ALLREDUCE: {
        const uint32_t reduced =
            AddRound(program, call, Kind::REDUCE, call.rank, IncHostProgram::NONE);
        AddRound(program, call, Kind::COPY, (call.rank + 1) % n, reduced);
        break;
    }
    case IncCollective::REDUCESCATTER:
        AddRound(program, call, Kind::REDUCE, (call.rank + n - 1) % n, IncHostProgram::NONE);
        break;
    case IncCollective::ALLGATHER:
        AddRound(program, call, Kind::COPY, call.rank, IncHostProgram::NONE);
        break;
    case IncCollective::BROADCAST:
        AddChain(program, call, Kind::COPY, call.root);
        break;
    case IncCollective::REDUCE:
        AddChain(program, call, Kind::REDUCE, (call.root + 1) % n);
        break;
    default:
        AddToken(program, call);
        break;
    }
    return program;
}

const IncHostAlgorithmRegistration RING_ALGORITHM("ring", [](IncHostAlgorithm& self) {
    self.help = "around a ring of hosts";
    self.collectives = {IncCollective::ALLREDUCE,
                        IncCollective::REDUCE,
                        IncCollective::BROADCAST,
                        IncCollective::ALLGATHER,
                        IncCollective::REDUCESCATTER,
                        IncCollective::BARRIER};
    self.makeProgram = MakeRingProgram;
});

} // namespace

} // namespace ns3
