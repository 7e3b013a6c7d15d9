/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rail-program.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

/// Parts in which a server reduces the elements of a stream.
constexpr uint64_t PARTS_OF_STREAM = 64;

using StepKind = IncHostStep::Kind;

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

} // namespace

IncRailProgram::IncRailProgram(IncHostProgram& program,
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

void
IncRailProgram::AllReduce()
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

void
IncRailProgram::ReduceScatter()
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

void
IncRailProgram::AllGather()
{
    Range own = m_parts[m_server];
    own.after = Put(m_owner, GetHead(), own);
    m_ready.push_back(own);
    for (const Range& range : Exchange())
    {
        Spread(range);
    }
}

std::vector<IncHostStep>
IncRailProgram::StepsOfHead() const
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

std::vector<IncRailProgram::Range>
IncRailProgram::Divide() const
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
            // A rank sends at once, but what it receives takes a moment to come.
            const uint32_t turn = 2 * depths[i] + (m_steps[i].kind == StepKind::SEND ? 0 : 1);
            cut->second = std::min(cut->second, IsStream() ? 0 : turn);
        }
    }
    const uint64_t most = IsStream() ? block.count / PARTS_OF_STREAM + 1 : block.count;
    std::multimap<std::pair<uint32_t, uint64_t>, Range> parts; // by turn and place
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

std::vector<uint32_t>
IncRailProgram::Put(uint32_t from, uint32_t to, const Range& range)
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

void
IncRailProgram::Gather(const Range& range)
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
            gathered = {m_program.Receive(StepKind::REDUCE, m_members[m_place + 1], first, count)};
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

std::vector<IncRailProgram::Range>
IncRailProgram::Exchange()
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
        const uint32_t flags = SendsOrGetsResults(i) ? uint32_t{IncHostChannel::SECOND} : 0;
        for (const Range& piece : PiecesOf(m_steps[i].first, m_steps[i].count))
        {
            AddPiece(m_steps[i], piece, added, flags);
        }
    }
    return FindResults(added);
}

void
IncRailProgram::AddPiece(const IncHostStep& step,
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

bool
IncRailProgram::SendsOrGetsResults(std::size_t index) const
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

std::vector<uint32_t>
IncRailProgram::AfterOf(const Range& range) const
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

std::vector<IncRailProgram::Range>
IncRailProgram::PiecesOf(uint64_t first, uint64_t count) const
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

std::vector<IncRailProgram::Range>
IncRailProgram::FindResults(const std::vector<uint32_t>& added) const
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

uint32_t
IncRailProgram::PieceAt(const IncHostStep& step, uint64_t element) const
{
    const uint64_t each = m_parts.front().count;
    return static_cast<uint32_t>(element / each - step.first / each);
}

void
IncRailProgram::Spread(const Range& range)
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

bool
IncRailProgram::PushesToAll() const
{
    return m_inServer == IncInServer::NVLS && m_layout.pushes && m_layout.servers.size() == 1 &&
           m_call.collective == IncCollective::ALLREDUCE;
}

void
IncRailProgram::Use(uint32_t flags)
{
    m_program.SetChannel({flags, m_rail});
}

} // namespace ns3
