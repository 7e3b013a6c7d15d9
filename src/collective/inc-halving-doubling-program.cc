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

using Kind = IncHostStep::Kind;

/**
 * \brief The ranks as a power of two: where their number is none, the first ones go in pairs, of
 * which the second acts for both. Chunks keep the order of the ranks.
 */
class Actors
{
  public:
    explicit Actors(const IncHostCall& call)
        : m_call(call)
    {
        while (m_actors * 2 <= call.ranks)
        {
            m_actors *= 2;
        }
        m_pairs = call.ranks - m_actors;
    }

    uint32_t GetCount() const
    {
        return m_actors;
    }

    bool IsPaired(uint32_t rank) const
    {
        return rank < 2 * m_pairs;
    }

    bool Acts(uint32_t rank) const
    {
        return !IsPaired(rank) || rank % 2 == 1;
    }

    uint32_t ActorOf(uint32_t rank) const
    {
        return IsPaired(rank) ? rank / 2 : rank - m_pairs;
    }

    uint32_t RankOf(uint32_t actor) const
    {
        return actor < m_pairs ? 2 * actor + 1 : actor + m_pairs;
    }

    /// First element of an actor's chunks.
    uint64_t FirstOf(uint32_t actor) const
    {
        return m_call.FirstOf(actor < m_pairs ? 2 * actor : actor + m_pairs);
    }

  private:
    const IncHostCall& m_call; //!< of the program
    uint32_t m_actors{1};      //!< a power of two
    uint32_t m_pairs{0};       //!< ranks that do not act
};

/// The part of an actor in halving, then doubling.
class Exchange
{
  public:
    Exchange(IncHostProgram& program, const Actors& actors, uint32_t actor)
        : m_program(program),
          m_actors(actors),
          m_actor(actor)
    {
    }

    /// What an element must have been through before it goes on.
    std::vector<uint32_t> received;

    void Halve()
    {
        for (uint32_t distance = m_actors.GetCount() / 2; distance > 0; distance /= 2)
        {
            const uint32_t kept = m_actor & ~(distance - 1);
            const uint32_t given = kept ^ distance;
            Trade(Kind::REDUCE, distance, given, kept);
        }
    }

    void Double()
    {
        for (uint32_t distance = 1; distance < m_actors.GetCount(); distance *= 2)
        {
            const uint32_t own = m_actor & ~(distance - 1);
            Trade(Kind::COPY, distance, own, own ^ distance);
        }
    }

  private:
    void Trade(Kind kind, uint32_t distance, uint32_t sent, uint32_t got)
    {
        const uint32_t peer = m_actors.RankOf(m_actor ^ distance);
        const uint64_t out = m_actors.FirstOf(sent);
        const uint64_t in = m_actors.FirstOf(got);
        m_program.Send(peer, out, m_actors.FirstOf(sent + distance) - out, received);
        received.push_back(
            m_program.Receive(kind, peer, in, m_actors.FirstOf(got + distance) - in));
    }

    IncHostProgram& m_program; //!< of the rank
    const Actors& m_actors;    //!< all
    uint32_t m_actor;          //!< own number
};

IncHostProgram
MakeHalvingProgram(const IncHostCall& call)
{
    const Actors actors(call);
    const uint64_t all = call.FirstOf(call.ranks);
    const bool reduces = call.collective != IncCollective::ALLGATHER;
    const bool gathers = call.collective != IncCollective::REDUCESCATTER;
    IncHostProgram program;
    program.WaitForWholeSteps(); // what is sent early takes the link from what others wait for
    if (!actors.Acts(call.rank))
    {
        const uint32_t actor = call.rank + 1;
        const uint64_t own = call.FirstOf(call.rank);
        const uint64_t chunk = call.FirstOf(call.rank + 1) - own;
        program.Send(actor, reduces ? 0 : own, reduces ? all : chunk, {});
        // In an AllGather it has its own chunk, the rest comes around that.
        program.Receive(Kind::COPY, actor, gathers ? 0 : own, gathers ? all : chunk);
        return program;
    }
    const bool paired = actors.IsPaired(call.rank);
    const uint32_t partner = call.rank - 1;
    const uint64_t its = paired ? call.FirstOf(partner) : 0;
    const uint64_t chunk = paired ? call.FirstOf(call.rank) - its : 0;
    Exchange exchange(program, actors, actors.ActorOf(call.rank));
    if (paired)
    {
        exchange.received.push_back(reduces ? program.Receive(Kind::REDUCE, partner, 0, all)
                                            : program.Receive(Kind::COPY, partner, its, chunk));
    }
    if (reduces)
    {
        exchange.Halve();
    }
    if (gathers)
    {
        exchange.Double();
    }
    if (paired)
    {
        program.Send(partner, gathers ? 0 : its, gathers ? all : chunk, exchange.received);
    }
    return program;
}

} // namespace

IncHostAlgorithm
IncHalvingDoublingAlgorithm()
{
    return {"halving-doubling",
            {IncCollective::ALLREDUCE, IncCollective::ALLGATHER, IncCollective::REDUCESCATTER},
            MakeHalvingProgram};
}

} // namespace ns3
