/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-program.h"

#include "inc-flat-program.h"

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

/// Range of elements, and the receiving steps after which its values are ready at a head.
struct Range
{
    uint64_t first;
    uint64_t count;
    std::vector<uint32_t> after{};
};

/// Makes the steps of one rank for the part of a collective that passes the heads of one rail.
class RailProgram
{
  public:
    /// The heads run their algorithm over `parts`: one range, or a part of equal size by server. In
    /// the second case the part of the own server belongs to the rank `owner`.
    RailProgram(Program& program,
                const IncHostCall& call,
                const IncServerLayout& layout,
                IncInServer inServer,
                uint32_t rail,
                const std::vector<Range>& parts,
                uint32_t owner)
        : m_program(program),
          m_call(call),
          m_layout(layout),
          m_inServer(inServer),
          m_rail(rail),
          m_server(layout.ServerOf(call.rank)),
          m_members(layout.FromHead(rail, m_server)),
          m_place(std::find(m_members.begin(), m_members.end(), call.rank) - m_members.begin()),
          m_parts(parts),
          m_owner(owner)
    {
    }

    void AllReduce(const IncHostAlgorithm* between)
    {
        Gather(m_parts.front());
        for (const Range& range : Exchange(between))
        {
            Spread(range);
        }
    }

    void ReduceScatter(const IncHostAlgorithm* between)
    {
        // A ring of the heads sends its own part last.
        const auto servers = static_cast<uint32_t>(m_parts.size());
        for (uint32_t i = 1; i <= servers; ++i)
        {
            Gather(m_parts[(m_server + servers - i) % servers]);
        }
        for (const Range& range : Exchange(between))
        {
            if (range.first - m_parts[m_server].first < m_parts[m_server].count)
            {
                Put(GetHead(), m_owner, range);
            }
        }
    }

    void AllGather(const IncHostAlgorithm* between)
    {
        Range& own = m_parts[m_server];
        own.after = Put(m_owner, GetHead(), own);
        for (const Range& range : Exchange(between))
        {
            Spread(range);
        }
    }

  private:
    /// Send a range from one rank of the server to another; return the step that receives it.
    std::vector<uint32_t> Put(uint32_t from, uint32_t to, const Range& range)
    {
        Use(0);
        if (from != to && m_call.rank == from)
        {
            m_program.Send(to, range.first, range.count, range.after);
        }
        if (from != to && m_call.rank == to)
        {
            return {m_program.Receive(StepKind::COPY, from, range.first, range.count)};
        }
        return range.after;
    }

    /// Reduce a range of all ranks in the server to the head.
    void Gather(Range& range)
    {
        if (m_members.size() == 1)
        {
            return;
        }
        const auto& [first, count, after] = range;
        std::vector<uint32_t> gathered;
        switch (m_inServer)
        {
        case IncInServer::NVLS:
            if (PushesToAll())
            {
                // All GPUs get what the switch has reduced.
                Use(IncHostChannel::REDUCED | IncHostChannel::MULTICAST);
                m_program.Send(GetHead(), first, count, {});
                m_program.Receive(StepKind::COPY, GetHead(), first, count);
                break;
            }
            Use(IncHostChannel::REDUCED);
            m_program.Send(GetHead(), first, count, {});
            if (IsHead())
            {
                gathered = {m_program.Receive(StepKind::COPY, GetHead(), first, count)};
            }
            break;
        case IncInServer::CHAIN:
            Use(0);
            if (m_place + 1 < m_members.size())
            {
                gathered = {
                    m_program.Receive(StepKind::REDUCE, m_members[m_place + 1], first, count)};
            }
            if (!IsHead())
            {
                m_program.Send(m_members[m_place - 1], first, count, gathered);
            }
            break;
        default:
            Use(0);
            for (uint32_t i = 1; i < m_members.size() && IsHead(); ++i)
            {
                gathered.push_back(m_program.Receive(StepKind::REDUCE, m_members[i], first, count));
            }
            if (!IsHead())
            {
                m_program.Send(GetHead(), first, count, {});
            }
            break;
        }
        range.after = gathered;
    }

    /// Run the collective of the heads. Return the ranges in which the head gets results, in their
    /// order.
    std::vector<Range> Exchange(const IncHostAlgorithm* between)
    {
        if (m_layout.servers.size() == 1)
        {
            return m_parts;
        }
        if (!between)
        {
            Range range = m_parts.front();
            if (IsHead())
            {
                Use(IncHostChannel::TREE);
                m_program.Send(m_call.rank, range.first, range.count, range.after);
                range.after = {
                    m_program.Receive(StepKind::COPY, m_call.rank, range.first, range.count)};
            }
            return {range};
        }
        // The members of the server must know the ranges in which their head sends results.
        const Program exchange =
            between->makeProgram({m_call.collective,
                                  m_server,
                                  static_cast<uint32_t>(m_layout.servers.size()),
                                  0,
                                  m_parts.front().count,
                                  m_call.elementSize});
        const auto& steps = exchange.GetSteps();
        std::vector<uint32_t> added{static_cast<uint32_t>(m_program.GetSteps().size())};
        for (const IncHostStep& step : steps)
        {
            added.push_back(added.back() +
                            static_cast<uint32_t>(PiecesOf(step.first, step.count).size()));
        }
        for (uint32_t i = 0; i < steps.size() && IsHead(); ++i)
        {
            for (const Range& piece : PiecesOf(steps[i].first, steps[i].count))
            {
                AddPiece(steps[i], piece, added);
            }
        }
        return FindResults(steps, added);
    }

    /// Add the piece of an algorithm's step that lies in one part. Step number i of the algorithm
    /// has become the program's steps added[i] up to added[i + 1].
    void AddPiece(const IncHostStep& step, const Range& piece, const std::vector<uint32_t>& added)
    {
        IncHostStep own{step};
        own.peer = m_layout.heads[m_rail][step.peer].rank;
        own.first = piece.first;
        own.count = piece.count;
        own.channel.rail = m_rail;
        own.after.clear();
        for (const uint32_t before : step.after)
        {
            for (uint32_t i = added[before]; i < added[before + 1]; ++i)
            {
                own.after.push_back(i);
            }
        }
        if (step.pace)
        {
            own.pace = added[*step.pace];
        }
        m_program.WaitFor(m_program.Add(own, 0), piece.after);
    }

    /// Return where elements of the heads' algorithm are in the rank's memory: a range for each
    /// part that they touch.
    std::vector<Range> PiecesOf(uint64_t first, uint64_t count) const
    {
        const uint64_t each = m_parts.front().count;
        std::vector<Range> pieces;
        for (uint64_t done = 0; done < count;)
        {
            const Range& part = m_parts[(first + done) / each];
            const uint64_t place = (first + done) % each;
            const uint64_t taken = std::min(count - done, each - place);
            pieces.push_back({part.first + place, taken, part.after});
            done += taken;
        }
        return pieces;
    }

    /// Divide the elements where a part or a receiving step of the head begins or ends. Each range
    /// is final after all receiving steps that cover it.
    std::vector<Range> FindResults(const std::vector<IncHostStep>& steps,
                                   const std::vector<uint32_t>& added) const
    {
        std::set<uint64_t> cuts;
        for (std::size_t i = 0; i <= m_parts.size(); ++i)
        {
            cuts.insert(i * m_parts.front().count);
        }
        for (const IncHostStep& step : steps)
        {
            if (step.kind != StepKind::SEND)
            {
                cuts.insert({step.first, step.first + step.count});
            }
        }
        std::vector<Range> results;
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
        {
            Range range = PiecesOf(*cut, *std::next(cut) - *cut).front();
            std::vector<uint32_t> covering;
            for (uint32_t i = 0; i < steps.size(); ++i)
            {
                if (steps[i].kind != StepKind::SEND && steps[i].first <= *cut &&
                    *cut < steps[i].first + steps[i].count)
                {
                    covering.push_back(added[i] + PieceAt(steps[i], *cut));
                }
            }
            if (!covering.empty())
            {
                range.after = covering; // these steps wait for those of the part
            }
            results.push_back(std::move(range));
        }
        const auto endOf = [](const Range& range) {
            return range.after.empty() ? 0 : range.after.back();
        };
        std::stable_sort(results.begin(), results.end(), [endOf](const auto& a, const auto& b) {
            return endOf(a) < endOf(b);
        });
        for (Range& range : results)
        {
            if (!IsHead())
            {
                range.after.clear();
            }
        }
        return results;
    }

    /// Return the number of the piece of a step that contains an element of the heads' algorithm.
    uint32_t PieceAt(const IncHostStep& step, uint64_t element) const
    {
        const uint64_t each = m_parts.front().count;
        return static_cast<uint32_t>(element / each - step.first / each);
    }

    /// Send a range of results from the head to the other ranks of the server.
    void Spread(const Range& range)
    {
        if (m_members.size() == 1 || PushesToAll())
        {
            return;
        }
        const auto& [first, count, after] = range;
        if (m_inServer == IncInServer::NVLS)
        {
            Use(IncHostChannel::MULTICAST);
            if (IsHead())
            {
                m_program.Send(GetHead(), first, count, after);
            }
            m_program.Receive(StepKind::COPY, GetHead(), first, count);
            return;
        }
        Use(0);
        const bool isChain = m_inServer == IncInServer::CHAIN;
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

    bool IsHead() const
    {
        return m_place == 0;
    }

    uint32_t GetHead() const
    {
        return m_members.front();
    }

    /// Return whether the switch of the only server sends sums to all its GPUs.
    bool PushesToAll() const
    {
        return m_inServer == IncInServer::NVLS && m_layout.pushes && m_layout.servers.size() == 1 &&
               m_call.collective == IncCollective::ALLREDUCE;
    }

    void Use(uint32_t flags)
    {
        m_program.SetChannel({flags, m_rail});
    }

    Program& m_program;
    const IncHostCall& m_call;
    const IncServerLayout& m_layout;
    IncInServer m_inServer;
    uint32_t m_rail;
    uint32_t m_server;
    std::vector<uint32_t> m_members; //!< ranks of the server, the head first
    std::size_t m_place;             //!< place of the rank among m_members
    std::vector<Range> m_parts;
    uint32_t m_owner;
};

/// Add the steps of an AllReduce.
void
AddAllReduce(Program& program,
             const IncHostCall& call,
             const IncServerLayout& layout,
             IncInServer inServer,
             const IncHostAlgorithm* between)
{
    const uint64_t servers = layout.servers.size();
    const bool isDivided = between && servers > 1;
    for (uint32_t rail = 0; rail < layout.heads.size(); ++rail)
    {
        const auto [first, count] = layout.StripeOf(call.count, rail);
        const uint64_t size =
            isDivided
                ? std::max({uint64_t{1}, servers * SHARE / call.elementSize, count / BLOCKS + 1})
                : count;
        for (uint64_t done = 0; done < count; done += size)
        {
            const Range block{first + done, std::min(size, count - done)};
            RailProgram(program, call, layout, inServer, rail, {block}, call.rank)
                .AllReduce(between);
        }
    }
}

/// Add the steps of an AllGather or ReduceScatter. The block of a rank passes the heads of its
/// rails.
void
AddBlocks(Program& program,
          const IncHostCall& call,
          const IncServerLayout& layout,
          IncInServer inServer,
          const IncHostAlgorithm* between)
{
    const auto& own = layout.servers[layout.ServerOf(call.rank)];
    for (std::size_t i = 0; i < own.size(); ++i)
    {
        const auto rails = layout.RailsOf(own[i]);
        IncHostCall shares;
        shares.ranks = static_cast<uint32_t>(rails.size());
        shares.count = call.count;
        for (uint32_t k = 0; k < rails.size(); ++k)
        {
            const uint64_t first = shares.FirstOf(k);
            const uint64_t count = shares.FirstOf(k + 1) - first;
            std::vector<Range> parts;
            for (const auto& ranks : layout.servers)
            {
                parts.push_back({ranks[i] * call.count + first, count});
            }
            RailProgram part(program, call, layout, inServer, rails[k], parts, own[i]);
            if (count > 0 && call.collective == IncCollective::ALLGATHER)
            {
                part.AllGather(between);
            }
            else if (count > 0)
            {
                part.ReduceScatter(between);
            }
        }
    }
}

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

bool
IncRunsOverServers(IncCollective collective,
                   const IncServerLayout& layout,
                   IncInServer inServer,
                   const IncHostAlgorithm* between)
{
    if (inServer == IncInServer::FLAT)
    {
        return between && between->Knows(collective);
    }
    if (layout.heads.empty())
    {
        return false;
    }
    const bool isAlone = layout.servers.size() == 1;
    if (IncHasBlocks(collective))
    {
        return isAlone || (between && between->Knows(collective) && layout.IsUniform());
    }
    return collective == IncCollective::ALLREDUCE &&
           (isAlone || !between || between->Knows(collective));
}

IncHostProgram
IncMakeServerProgram(const IncHostCall& call,
                     const IncServerLayout& layout,
                     IncInServer inServer,
                     const IncHostAlgorithm* between)
{
    NS_ABORT_MSG_UNLESS(IncRunsOverServers(call.collective, layout, inServer, between),
                        "IncMakeServerProgram: collective "
                            << IncName(call.collective) << " with inServer " << IncName(inServer)
                            << "; accepted: allreduce, with flat what the algorithm knows, and "
                               "allgather and reducescatter over equal servers");
    if (inServer == IncInServer::FLAT)
    {
        return IncMakeFlatProgram(call, layout, *between);
    }
    IncHostProgram program;
    program.BalanceSends();
    if (call.collective == IncCollective::ALLREDUCE)
    {
        AddAllReduce(program, call, layout, inServer, between);
        return program;
    }
    IncServerLayout heads{layout};
    if (layout.servers.size() == 1)
    {
        // Without a network each GPU handles its own block.
        heads.heads.clear();
        for (uint32_t rank = 0; rank < call.ranks; ++rank)
        {
            heads.heads.push_back({{rank}});
        }
    }
    AddBlocks(program, call, heads, inServer, between);
    return program;
}

} // namespace ns3
