/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-program.h"

#include "ns3/abort.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of a server's share of a block. Blocks follow each other through the parts of a program,
/// so that links inside and between servers work at the same time. A share lasts longer than the
/// latency of a step, so that a ring has no gaps.
constexpr uint32_t SHARE = 128 * 1024;

/// Most blocks of a stripe. More would hardly hide more time, and need memory for their steps.
constexpr uint64_t BLOCKS = 64;

using Program = IncHostProgram;
using StepKind = IncHostStep::Kind;

/// Range of elements, and the receiving steps after which its values are final at a head.
struct FinalRange
{
    uint64_t first;
    uint64_t count;
    std::vector<uint32_t> after;
};

/// Range of elements of a rail.
struct Range
{
    uint64_t first;
    uint64_t count;
};

Range
StripeOf(const IncHostCall& call, const IncServerLayout& layout, uint32_t rail)
{
    IncHostCall stripes{call};
    stripes.ranks = static_cast<uint32_t>(layout.heads.size());
    return {stripes.FirstOf(rail), stripes.FirstOf(rail + 1) - stripes.FirstOf(rail)};
}

/// Makes the steps of one rank for a block of elements on one rail.
class RailProgram
{
  public:
    RailProgram(Program& program,
                const IncHostCall& call,
                const IncServerLayout& layout,
                uint32_t rail,
                const Range& block)
        : m_program(program),
          m_call(call),
          m_layout(layout),
          m_rail(rail),
          m_server(layout.ServerOf(call.rank)),
          m_members(layout.FromHead(rail, m_server)),
          m_place(std::find(m_members.begin(), m_members.end(), call.rank) - m_members.begin()),
          m_first(block.first),
          m_count(block.count)
    {
    }

    /// Reduce the stripe of the server to its head.
    void Gather(IncInServer inServer)
    {
        if (m_members.size() == 1)
        {
            return;
        }
        switch (inServer)
        {
        case IncInServer::NVLS:
            if (m_layout.pushes && m_layout.servers.size() == 1)
            {
                // All GPUs get what the switch has reduced.
                Use(Program::REDUCED | Program::MULTICAST);
                m_program.Send(GetHead(), m_first, m_count, {});
                m_program.Receive(StepKind::COPY, GetHead(), m_first, m_count);
                m_isSpread = true;
                return;
            }
            Use(Program::REDUCED);
            m_program.Send(GetHead(), m_first, m_count, {});
            if (IsHead())
            {
                m_gathered = {m_program.Receive(StepKind::COPY, GetHead(), m_first, m_count)};
            }
            break;
        case IncInServer::CHAIN:
            Use(0);
            if (m_place + 1 < m_members.size())
            {
                m_gathered = {
                    m_program.Receive(StepKind::REDUCE, m_members[m_place + 1], m_first, m_count)};
            }
            if (!IsHead())
            {
                m_program.Send(m_members[m_place - 1], m_first, m_count, m_gathered);
            }
            break;
        default:
            Use(0);
            for (uint32_t i = 1; i < m_members.size() && IsHead(); ++i)
            {
                m_gathered.push_back(
                    m_program.Receive(StepKind::REDUCE, m_members[i], m_first, m_count));
            }
            if (!IsHead())
            {
                m_program.Send(GetHead(), m_first, m_count, {});
            }
            break;
        }
    }

    /// Run an AllReduce of the heads.
    void Exchange(const IncHostAlgorithm* between)
    {
        if (m_layout.servers.size() == 1)
        {
            m_final = {{m_first, m_count, m_gathered}};
            return;
        }
        if (!between)
        {
            uint32_t result = Program::NONE;
            if (IsHead())
            {
                Use(Program::TREE);
                m_program.Send(m_call.rank, m_first, m_count, m_gathered);
                result = m_program.Receive(StepKind::COPY, m_call.rank, m_first, m_count);
            }
            m_final = {{m_first, m_count, {result}}};
            return;
        }
        // The members of the server must know the ranges in which their head sends results.
        const Program exchange =
            between->makeProgram({IncCollective::ALLREDUCE,
                                  m_server,
                                  static_cast<uint32_t>(m_layout.servers.size()),
                                  0,
                                  m_count,
                                  m_call.elementSize});
        const auto offset = static_cast<uint32_t>(m_program.GetSteps().size());
        for (IncHostStep step : exchange.GetSteps())
        {
            step.peer = m_layout.heads[m_rail][step.peer].rank;
            step.first += m_first;
            step.channel = Program::ChannelOf(step.channel, m_rail);
            if (IsHead())
            {
                const uint32_t added = m_program.Add(step, offset);
                m_program.WaitFor(added, m_gathered);
            }
        }
        FindFinal(exchange, IsHead() ? offset : Program::NONE);
    }

    /// Send the results of the head to the other ranks of the server.
    void Spread(IncInServer inServer)
    {
        for (std::size_t i = 0; i < m_final.size() && !m_isSpread; ++i)
        {
            SpreadRange(inServer, m_final[i]);
        }
    }

  private:
    bool IsHead() const
    {
        return m_place == 0;
    }

    uint32_t GetHead() const
    {
        return m_members.front();
    }

    void Use(uint32_t flags)
    {
        m_program.SetChannel(Program::ChannelOf(flags, m_rail));
    }

    void SpreadRange(IncInServer inServer, const FinalRange& range)
    {
        if (m_members.size() == 1)
        {
            return;
        }
        const auto& [first, count, after] = range;
        if (inServer == IncInServer::NVLS)
        {
            Use(Program::MULTICAST);
            if (IsHead())
            {
                m_program.Send(GetHead(), first, count, after);
            }
            m_program.Receive(StepKind::COPY, GetHead(), first, count);
            return;
        }
        Use(0);
        const bool isChain = inServer == IncInServer::CHAIN;
        std::vector<uint32_t> received = after;
        if (!IsHead())
        {
            const uint32_t from = m_members[isChain ? m_place - 1 : 0];
            received = {m_program.Receive(StepKind::COPY, from, first, count)};
        }
        // The rank sends to the next one of a chain, or a head to all.
        const std::size_t end = isChain ? m_place + 2 : IsHead() ? m_members.size() : 0;
        for (std::size_t i = m_place + 1; i < std::min(end, m_members.size()); ++i)
        {
            m_program.Send(m_members[i], first, count, received);
        }
    }

    /// Divide the stripe where a receiving step of the head begins or ends. Each part is final
    /// after all receiving steps that cover it.
    void FindFinal(const Program& exchange, uint32_t offset)
    {
        std::set<uint64_t> cuts{m_first, m_first + m_count};
        const auto& steps = exchange.GetSteps();
        for (const IncHostStep& step : steps)
        {
            if (step.kind != StepKind::SEND)
            {
                cuts.insert(m_first + step.first);
                cuts.insert(m_first + step.first + step.count);
            }
        }
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
        {
            FinalRange range{*cut, *std::next(cut) - *cut, {}};
            for (uint32_t i = 0; i < steps.size() && offset != Program::NONE; ++i)
            {
                const uint64_t first = m_first + steps[i].first;
                if (steps[i].kind != StepKind::SEND && first <= range.first &&
                    range.first < first + steps[i].count)
                {
                    range.after.push_back(offset + i);
                }
            }
            m_final.push_back(std::move(range));
        }
    }

    Program& m_program;
    const IncHostCall& m_call;
    const IncServerLayout& m_layout;
    uint32_t m_rail;
    uint32_t m_server;
    std::vector<uint32_t> m_members; //!< ranks of the server, the head first
    std::size_t m_place;             //!< place of the rank among m_members
    uint64_t m_first;
    uint64_t m_count;
    std::vector<uint32_t> m_gathered; //!< steps after which the server's sum is at the head
    std::vector<FinalRange> m_final;
    bool m_isSpread{false}; //!< whether all ranks have the results already
};

/// Makes the steps of one rank in a ring over all GPUs, which passes each server once.
class FlatRing
{
  public:
    FlatRing(Program& program,
             const IncHostCall& call,
             const IncServerLayout& layout,
             uint32_t rail)
        : m_program(program),
          m_call(call),
          m_layout(layout),
          m_rail(rail),
          m_stripe(StripeOf(call, layout, rail))
    {
        for (uint32_t server = 0; server < layout.servers.size(); ++server)
        {
            const auto members = layout.FromHead(rail, server);
            m_ring.insert(m_ring.end(), members.begin(), members.end());
        }
    }

    void AddSteps()
    {
        const auto place = static_cast<uint32_t>(
            std::find(m_ring.begin(), m_ring.end(), m_call.rank) - m_ring.begin());
        const uint32_t before = m_ring[(place + m_ring.size() - 1) % m_ring.size()];
        const uint32_t next = m_ring[(place + 1) % m_ring.size()];
        const uint32_t head = HeadOf(m_call.rank);
        const auto offset = static_cast<uint32_t>(m_program.GetSteps().size());
        for (IncHostStep step : StepsAt(place))
        {
            const bool sends = step.kind == StepKind::SEND;
            // The last GPU of a server hands its slices to the head, which owns the NIC.
            const bool isRelayed = sends && m_call.rank != head && HeadOf(next) != head;
            const bool wasRelayed = !sends && HeadOf(before) != head;
            step.peer = isRelayed ? head : sends ? next : wasRelayed ? HeadOf(before) : before;
            step.channel = Program::ChannelOf(isRelayed ? Program::RELAY : 0, m_rail);
            m_program.Add(step, offset);
        }
        if (m_call.rank == head && m_layout.servers.size() > 1)
        {
            Relay(place);
        }
    }

  private:
    /// Pass on what the last GPU of the head's server sends to the next server.
    void Relay(uint32_t place)
    {
        const auto members = m_layout.FromHead(m_rail, m_layout.ServerOf(m_call.rank));
        const auto last = static_cast<uint32_t>(place + members.size() - 1);
        if (last == place)
        {
            return;
        }
        const uint32_t next = m_ring[(last + 1) % m_ring.size()];
        for (const IncHostStep& step : StepsAt(last))
        {
            if (step.kind == StepKind::SEND)
            {
                // Relayed elements have memory of their own, behind those of the rank.
                const uint64_t first = m_call.count + step.first;
                m_program.SetChannel(Program::ChannelOf(Program::RELAY, m_rail));
                const uint32_t received =
                    m_program.Receive(StepKind::COPY, m_ring[last], first, step.count);
                m_program.SetChannel(Program::ChannelOf(0, m_rail));
                m_program.Send(next, first, step.count, {received});
            }
        }
    }

    /// Return the head of a rank's server on the rail.
    uint32_t HeadOf(uint32_t rank) const
    {
        return m_layout.heads[m_rail][m_layout.ServerOf(rank)].rank;
    }

    /// Return the steps of a place in a ring, with elements of the stripe.
    std::vector<IncHostStep> StepsAt(uint32_t place) const
    {
        const Program ring =
            IncHostAlgorithmOf("ring").makeProgram({IncCollective::ALLREDUCE,
                                                    place,
                                                    static_cast<uint32_t>(m_ring.size()),
                                                    0,
                                                    m_stripe.count,
                                                    m_call.elementSize});
        std::vector<IncHostStep> steps = ring.GetSteps();
        for (IncHostStep& step : steps)
        {
            step.first += m_stripe.first;
        }
        return steps;
    }

    Program& m_program;
    const IncHostCall& m_call;
    const IncServerLayout& m_layout;
    uint32_t m_rail;
    Range m_stripe;
    std::vector<uint32_t> m_ring; //!< ranks in order
};

} // namespace

std::string
IncName(IncInServer inServer)
{
    switch (inServer)
    {
    case IncInServer::FLAT:
        return "flat";
    case IncInServer::CHAIN:
        return "chain";
    case IncInServer::DIRECT:
        return "direct";
    case IncInServer::NVLS:
        break;
    }
    return "nvls";
}

IncHostProgram
IncMakeServerProgram(const IncHostCall& call,
                     const IncServerLayout& layout,
                     IncInServer inServer,
                     const IncHostAlgorithm* between)
{
    NS_ABORT_MSG_UNLESS(call.collective == IncCollective::ALLREDUCE,
                        "IncMakeServerProgram: collective " << IncName(call.collective)
                                                            << "; accepted: allreduce");
    IncHostProgram program;
    program.BalanceSends();
    const auto rails = static_cast<uint32_t>(layout.heads.size());
    if (inServer == IncInServer::FLAT)
    {
        for (uint32_t rail = 0; rail < rails; ++rail)
        {
            FlatRing(program, call, layout, rail).AddSteps();
        }
        return program;
    }
    const uint64_t servers = layout.servers.size();
    const bool isDivided = between && servers > 1;
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        const Range stripe = StripeOf(call, layout, rail);
        const uint64_t size =
            isDivided
                ? std::max(
                      {uint64_t{1}, servers * SHARE / call.elementSize, stripe.count / BLOCKS + 1})
                : stripe.count;
        for (uint64_t done = 0; done < stripe.count;)
        {
            const Range block{stripe.first + done, std::min(size, stripe.count - done)};
            RailProgram part(program, call, layout, rail, block);
            part.Gather(inServer);
            part.Exchange(between);
            part.Spread(inServer);
            done += block.count;
        }
    }
    return program;
}

} // namespace ns3
