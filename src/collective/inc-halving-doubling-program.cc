/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-algorithm.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Kind = IncHostStep::Kind;

/// Adds exchanges of chunks to a rank's program. Each exchange waits for all earlier exchanges.
class Exchange
{
  public:
    Exchange(IncHostProgram& program, const IncHostCall& call)
        : m_program(program),
          m_call(call)
    {
        // elements that are sent too early would delay elements for which other ranks wait
        program.WaitForWholeSteps();
    }

    /// Send chunks to one rank and receive chunks from another; chunk 0 follows the last chunk.
    void Trade(Kind kind,
               uint32_t to,
               uint32_t sent,
               uint32_t from,
               uint32_t received,
               uint32_t chunks)
    {
        const std::vector<uint32_t> before = m_received;
        ForRuns(sent, chunks, [&](uint64_t first, uint64_t count) {
            m_program.Send(to, first, count, before);
        });
        ForRuns(received, chunks, [&](uint64_t first, uint64_t count) {
            m_received.push_back(m_program.Receive(kind, from, first, count));
        });
    }

  private:
    template <typename Function>
    void ForRuns(uint32_t chunk, uint32_t chunks, const Function& function) const
    {
        const uint32_t end = std::min(chunk + chunks, m_call.ranks);
        const uint64_t first = m_call.FirstOf(chunk);
        function(first, m_call.FirstOf(end) - first);
        if (chunk + chunks > end)
        {
            function(0, m_call.FirstOf(chunk + chunks - end));
        }
    }

    IncHostProgram& m_program;
    const IncHostCall& m_call;
    std::vector<uint32_t> m_received; //!< all receiving steps of earlier exchanges
};

/// Add the exchanges of 2^k ranks: if two differ in one bit, they exchange halves, quarters, ….
void
AddPairs(Exchange& exchange, const IncHostCall& call, bool reduces, bool gathers)
{
    for (uint32_t distance = call.ranks / 2; reduces && distance > 0; distance /= 2)
    {
        const uint32_t kept = call.rank & ~(distance - 1);
        const uint32_t peer = call.rank ^ distance;
        exchange.Trade(Kind::REDUCE, peer, kept ^ distance, peer, kept, distance);
    }
    for (uint32_t distance = 1; gathers && distance < call.ranks; distance *= 2)
    {
        const uint32_t own = call.rank & ~(distance - 1);
        const uint32_t peer = call.rank ^ distance;
        exchange.Trade(Kind::COPY, peer, own, peer, own ^ distance, distance);
    }
}

/** \brief Add the exchanges for any number of ranks. A rank begins with the chunks of all ranks, in
 * cyclic order from its own chunk on. In each exchange it sends the second half of its chunks to
 * the rank that owns the first of them. Gathered chunks return on the same paths (Traeff, Optimal,
 * Non-pipelined Reduce-scatter and Allreduce Algorithms, 2024). */
void
AddCircle(Exchange& exchange, const IncHostCall& call, bool reduces, bool gathers)
{
    const uint32_t n = call.ranks;
    std::vector<std::pair<uint32_t, uint32_t>> halves; // per exchange, chunks kept and sent
    for (uint32_t chunks = n; chunks > 1; chunks -= chunks / 2)
    {
        halves.emplace_back(chunks - chunks / 2, chunks / 2);
    }
    for (auto half = halves.begin(); reduces && half != halves.end(); ++half)
    {
        const auto [kept, given] = *half;
        const uint32_t next = (call.rank + kept) % n;
        exchange.Trade(Kind::REDUCE, next, next, (call.rank + n - kept) % n, call.rank, given);
    }
    for (auto half = halves.rbegin(); gathers && half != halves.rend(); ++half)
    {
        const auto [kept, given] = *half;
        const uint32_t next = (call.rank + kept) % n;
        exchange.Trade(Kind::COPY, (call.rank + n - kept) % n, call.rank, next, next, given);
    }
}

IncHostProgram
MakeHalvingProgram(const IncHostCall& call)
{
    IncHostProgram program;
    Exchange exchange(program, call);
    const bool isPowerOfTwo = (call.ranks & (call.ranks - 1)) == 0;
    (isPowerOfTwo ? AddPairs : AddCircle)(exchange,
                                          call,
                                          call.collective != IncCollective::ALLGATHER,
                                          call.collective != IncCollective::REDUCESCATTER);
    return program;
}

const IncHostAlgorithmRegistration HALVING_DOUBLING("halving-doubling", [](IncHostAlgorithm& self) {
    self.help = "over hosts by recursive halving and doubling";
    self.collectives = {IncCollective::ALLREDUCE,
                        IncCollective::ALLGATHER,
                        IncCollective::REDUCESCATTER};
    self.makeProgram = MakeHalvingProgram;
    self.share =
        16 * 1024; // its exchanges wait for whole messages, so many blocks hide their latency
});

} // namespace

} // namespace ns3
