/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-program.h"

#include "inc-flat-program.h"

#include "ns3/abort.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

/// Most blocks of a stripe. More would hardly hide more time, and need memory for their steps.
constexpr uint64_t BLOCKS = 256;

/// Parts in which a server reduces the elements of a stream.
constexpr uint64_t PARTS_OF_STREAM = 64;

using Program = IncHostProgram;
using StepKind = IncHostStep::Kind;

/// Range of elements, and the receiving steps after which its values are ready at a head.
struct Range
{
    uint64_t first;
    uint64_t count;
    std::vector<uint32_t> after{};
};

/// Return for each step how many others come before it: earlier steps of its connection in its
/// direction, and steps for which it waits.
std::vector<uint32_t>
DepthsOf(const std::vector<IncHostStep>& steps)
{
    std::vector<uint32_t> depths;
    std::map<std::tuple<bool, uint32_t, IncHostChannel>, uint32_t> next; // by direction and queue
    for (const IncHostStep& step : steps)
    {
        uint32_t& depth = next[{step.kind == StepKind::SEND, step.peer, step.channel}];
        for (const uint32_t before : step.after)
        {
            depth = std::max(depth, depths[before] + 1);
        }
        depths.push_back(depth++);
    }
    return depths;
}

/// Return whether a step has elements of a range.
bool
Overlaps(const IncHostStep& step, uint64_t first, uint64_t count)
{
    return step.first < first + count && first < step.first + step.count;
}

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
                const IncHostAlgorithm* between,
                uint32_t rail,
                const std::vector<Range>& parts,
                uint32_t owner)
        : m_program(program),
          m_call(call),
          m_layout(layout),
          m_inServer(inServer),
          m_between(between),
          m_rail(rail),
          m_server(layout.ServerOf(call.rank)),
          m_members(layout.FromHead(rail, m_server)),
          m_place(std::find(m_members.begin(), m_members.end(), call.rank) - m_members.begin()),
          m_parts(parts),
          m_owner(owner),
          m_steps(StepsOfHead())
    {
    }

    void AllReduce()
    {
        for (const Range& range : Divide())
        {
            Gather(range);
        }
        for (const Range& range : Exchange())
        {
            Spread(range);
        }
    }

    void ReduceScatter()
    {
        // A ring of the heads sends its own part last.
        const auto servers = static_cast<uint32_t>(m_parts.size());
        for (uint32_t i = 1; i <= servers; ++i)
        {
            Gather(m_parts[(m_server + servers - i) % servers]);
        }
        for (const Range& range : Exchange())
        {
            if (range.first - m_parts[m_server].first < m_parts[m_server].count)
            {
                Put(GetHead(), m_owner, range);
            }
        }
    }

    void AllGather()
    {
        Range own = m_parts[m_server];
        own.after = Put(m_owner, GetHead(), own);
        m_ready.push_back(own);
        for (const Range& range : Exchange())
        {
            Spread(range);
        }
    }

  private:
    /// Return the steps of the server's head in the collective of the heads. All members of the
    /// server must know where they begin and end.
    std::vector<IncHostStep> StepsOfHead() const
    {
        if (!m_between || m_layout.servers.size() == 1)
        {
            return {};
        }
        return m_between
            ->makeProgram({m_call.collective,
                           m_server,
                           static_cast<uint32_t>(m_layout.servers.size()),
                           0,
                           m_parts.front().count,
                           m_call.elementSize})
            .GetSteps();
    }

    /// Divide the block where a step of the heads begins or ends, and a stream further. Return the
    /// parts in the order in which the heads use them.
    std::vector<Range> Divide() const
    {
        const Range& block = m_parts.front();
        const auto depths = DepthsOf(m_steps);
        std::map<uint64_t, uint32_t> cuts{{0, UINT32_MAX}, {block.count, UINT32_MAX}};
        for (const IncHostStep& step : m_steps)
        {
            cuts.insert({{step.first, UINT32_MAX}, {step.first + step.count, UINT32_MAX}});
        }
        for (std::size_t i = 0; i < m_steps.size(); ++i)
        {
            const auto end = cuts.find(m_steps[i].first + m_steps[i].count);
            for (auto cut = cuts.find(m_steps[i].first); cut != end; ++cut)
            {
                cut->second = std::min(cut->second, depths[i]);
            }
        }
        const uint64_t most = IsStream() ? block.count / PARTS_OF_STREAM + 1 : block.count;
        std::multimap<std::pair<uint32_t, uint64_t>, Range> parts; // by depth and place
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
        {
            const uint64_t end = std::next(cut)->first;
            for (uint64_t first = cut->first; first < end; first += most)
            {
                parts.insert({{cut->second, first - cut->first},
                              {block.first + first, std::min(most, end - first)}});
            }
        }
        std::vector<Range> ordered;
        for (const auto& [use, part] : parts)
        {
            ordered.push_back(part);
        }
        return ordered;
    }

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
    void Gather(const Range& range)
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
        m_ready.push_back({first, count, gathered});
    }

    /// Run the collective of the heads. Return the ranges in which the head gets results, in their
    /// order.
    std::vector<Range> Exchange()
    {
        if (m_layout.servers.size() == 1)
        {
            return m_ready;
        }
        if (!m_between)
        {
            Range range = m_parts.front();
            if (IsHead())
            {
                Use(IncHostChannel::TREE);
                m_program.Send(m_call.rank, range.first, range.count, AfterOf(range));
                range.after = {
                    m_program.Receive(StepKind::COPY, m_call.rank, range.first, range.count)};
            }
            return {range};
        }
        std::vector<uint32_t> added{static_cast<uint32_t>(m_program.GetSteps().size())};
        for (const IncHostStep& step : m_steps)
        {
            added.push_back(added.back() +
                            static_cast<uint32_t>(PiecesOf(step.first, step.count).size()));
        }
        for (std::size_t i = 0; i < m_steps.size() && IsHead(); ++i)
        {
            const uint32_t flags = SendsOrGetsResults(i) ? IncHostChannel::SECOND : 0;
            for (const Range& piece : PiecesOf(m_steps[i].first, m_steps[i].count))
            {
                AddPiece(m_steps[i], piece, added, flags);
            }
        }
        return FindResults(added);
    }

    /// Add the piece of an algorithm's step that lies in one part. Step number i of the algorithm
    /// has become the program's steps added[i] up to added[i + 1].
    void AddPiece(const IncHostStep& step,
                  const Range& piece,
                  const std::vector<uint32_t>& added,
                  uint32_t flags)
    {
        IncHostStep own{step};
        own.channel.flags |= flags;
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
        m_program.WaitFor(m_program.Add(own, 0), AfterOf(piece));
    }

    /// Return whether a step of an AllReduce in blocks sends results, which no later step changes,
    /// or receives them. Operands of the next block must not wait for them.
    bool SendsOrGetsResults(std::size_t index) const
    {
        const IncHostStep& step = m_steps[index];
        const auto changes = [&step](const IncHostStep& later) {
            return later.kind != StepKind::SEND && Overlaps(later, step.first, step.count);
        };
        return m_call.collective == IncCollective::ALLREDUCE && !IsStream() &&
               (step.kind == StepKind::COPY ||
                (step.kind == StepKind::SEND &&
                 std::none_of(m_steps.begin() + index, m_steps.end(), changes)));
    }

    /// Return the steps after which a range of the operands is ready at the head.
    std::vector<uint32_t> AfterOf(const Range& range) const
    {
        std::vector<uint32_t> after;
        for (const Range& ready : m_ready)
        {
            if (ready.first < range.first + range.count && range.first < ready.first + ready.count)
            {
                after.insert(after.end(), ready.after.begin(), ready.after.end());
            }
        }
        return after;
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
            pieces.push_back({part.first + place, taken});
            done += taken;
        }
        return pieces;
    }

    /// Divide the elements where a part or a receiving step of the head begins or ends. Each range
    /// is final after all receiving steps that cover it.
    std::vector<Range> FindResults(const std::vector<uint32_t>& added) const
    {
        std::map<uint64_t, std::vector<uint32_t>> cuts; // with the steps that cover the elements
        for (std::size_t i = 0; i <= m_parts.size(); ++i)
        {
            cuts[i * m_parts.front().count];
        }
        for (std::size_t i = 0; i < m_ready.size() && IsStream(); ++i)
        {
            cuts[m_ready[i].first - m_parts.front().first];
        }
        for (const IncHostStep& step : m_steps)
        {
            if (step.kind != StepKind::SEND)
            {
                cuts[step.first];
                cuts[step.first + step.count];
            }
        }
        for (uint32_t i = 0; i < m_steps.size(); ++i)
        {
            const IncHostStep& step = m_steps[i];
            for (auto cut = cuts.lower_bound(step.first);
                 step.kind != StepKind::SEND && cut->first < step.first + step.count;
                 ++cut)
            {
                cut->second.push_back(added[i] + PieceAt(step, cut->first));
            }
        }
        std::vector<Range> results;
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
        {
            Range range = PiecesOf(cut->first, std::next(cut)->first - cut->first).front();
            // Steps that receive results wait for the operands.
            range.after = cut->second.empty() ? AfterOf(range) : cut->second;
            results.push_back(std::move(range));
        }
        const auto turnOf = [this](const Range& range) -> std::size_t {
            if (!IsStream())
            {
                return range.after.empty() ? 0 : range.after.back();
            }
            const auto holds = [&range](const Range& ready) { return ready.first == range.first; };
            return std::find_if(m_ready.begin(), m_ready.end(), holds) - m_ready.begin();
        };
        std::stable_sort(results.begin(), results.end(), [turnOf](const auto& a, const auto& b) {
            return turnOf(a) < turnOf(b);
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

    /// Return whether the heads run their algorithm once, over all elements.
    bool IsStream() const
    {
        return m_between && m_between->share == 0 && m_call.collective == IncCollective::ALLREDUCE;
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
    const IncHostAlgorithm* m_between; //!< algorithm of the heads; null for an aggregation tree
    uint32_t m_rail;
    uint32_t m_server;
    std::vector<uint32_t> m_members; //!< ranks of the server, the head first
    std::size_t m_place;             //!< place of the rank among m_members
    const std::vector<Range> m_parts;
    std::vector<Range> m_ready; //!< operands at the head, in their order
    uint32_t m_owner;
    const std::vector<IncHostStep> m_steps; //!< steps of the head in the collective of the heads
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
    const bool isDivided = between && servers > 1 && between->share > 0;
    for (uint32_t rail = 0; rail < layout.heads.size(); ++rail)
    {
        const auto [first, count] = layout.StripeOf(call.count, rail);
        const uint64_t size =
            isDivided ? std::max(servers * between->share / call.elementSize, count / BLOCKS + 1)
                      : count;
        for (uint64_t done = 0; done < count; done += size)
        {
            const Range block{first + done, std::min(size, count - done)};
            RailProgram(program, call, layout, inServer, between, rail, {block}, call.rank)
                .AllReduce();
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
            RailProgram part(program, call, layout, inServer, between, rails[k], parts, own[i]);
            if (count > 0 && call.collective == IncCollective::ALLGATHER)
            {
                part.AllGather();
            }
            else if (count > 0)
            {
                part.ReduceScatter();
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
