/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flat-program.h"

#include "inc-collective-shape.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using StepKind = IncHostStep::Kind;

/// Ranks in an order, and the part of all elements that an algorithm over them moves.
struct Lane
{
    std::vector<uint32_t> order;
    std::optional<uint32_t> rail; //!< nothing: a rail of each receiver
    uint64_t first;               //!< first element: of each block, if ranks have blocks
    uint64_t count;
};

/// Makes the steps of one rank.
class FlatProgram
{
  public:
    FlatProgram(const IncHostCall& call,
                const IncServerLayout& layout,
                const IncHostAlgorithm& algorithm)
        : m_call(call),
          m_layout(layout),
          m_algorithm(algorithm),
          m_server(layout.ServerOf(call.rank)),
          m_room(IncTotalElements(call.collective, call.ranks, call.count) *
                 (call.collective == IncCollective::ALLTOALL ? 2 : 1))
    {
        m_program.BalanceSends();
    }

    /// Add the steps of a lane.
    void Add(const Lane& lane)
    {
        const auto offset = static_cast<uint32_t>(m_program.GetSteps().size());
        for (IncHostStep& step : StepsOf(m_call.rank, lane))
        {
            const auto path = PathOf(m_call.rank, step, lane);
            step.channel = ChannelOf(step, path, lane);
            step.peer = step.kind == StepKind::SEND ? path[1] : path[path.size() - 2];
            m_program.Add(std::move(step), offset);
        }
        if (lane.rail)
        {
            // In a ring only the last rank of a server sends to another server, so the programs of
            // the other ranks need not be made.
            PassOn(m_layout.FromHead(*lane.rail, m_server).back(), lane);
            return;
        }
        for (const uint32_t member : m_layout.servers[m_server])
        {
            PassOn(member, lane);
        }
    }

    IncHostProgram Take()
    {
        return std::move(m_program);
    }

  private:
    /// Pass on the elements that another rank of the server exchanges with other servers, if this
    /// rank is a head.
    void PassOn(uint32_t member, const Lane& lane)
    {
        const bool isHead = lane.rail ? m_layout.heads[*lane.rail][m_server].rank == m_call.rank
                                      : m_layout.IsHead(m_call.rank);
        if (member == m_call.rank || !isHead)
        {
            return;
        }
        for (const IncHostStep& step : StepsOf(member, lane))
        {
            if (m_layout.ServerOf(step.peer) == m_server)
            {
                continue;
            }
            const auto path = PathOf(member, step, lane);
            const auto place = std::find(path.begin(), path.end(), m_call.rank);
            if (place == path.end())
            {
                continue;
            }
            m_program.SetChannel(ChannelOf(step, path, lane));
            if (step.count == 0)
            {
                m_program.Signal(*(place + 1), {m_program.Await(*(place - 1))});
                continue;
            }
            // The elements have memory of their own, behind those of the rank.
            m_program.Send(*(place + 1),
                           m_room,
                           step.count,
                           {m_program.Receive(StepKind::COPY, *(place - 1), m_room, step.count)});
            m_room += step.count;
        }
    }

    /// Return the ranks over which the elements of a rank's step travel.
    std::vector<uint32_t> PathOf(uint32_t rank, const IncHostStep& step, const Lane& lane) const
    {
        const bool sends = step.kind == StepKind::SEND;
        const uint32_t from = sends ? rank : step.peer;
        const uint32_t to = sends ? step.peer : rank;
        std::vector<uint32_t> path{from};
        const bool isOwn = m_layout.crossesRails && m_layout.IsHead(from) && m_layout.IsHead(to);
        if (m_layout.ServerOf(from) != m_layout.ServerOf(to) && !m_layout.heads.empty() && !isOwn)
        {
            const auto& heads = m_layout.heads[RailOf(to, lane)];
            path.push_back(heads[m_layout.ServerOf(from)].rank);
            path.push_back(heads[m_layout.ServerOf(to)].rank);
        }
        path.push_back(to);
        path.erase(std::unique(path.begin(), path.end()), path.end());
        return path;
    }

    IncHostChannel ChannelOf(const IncHostStep& step,
                             const std::vector<uint32_t>& path,
                             const Lane& lane) const
    {
        IncHostChannel channel{step.channel.flags, RailOf(path.back(), lane)};
        if (path.size() > 2)
        {
            channel.from = path.front();
            channel.to = path.back();
        }
        return channel;
    }

    uint32_t RailOf(uint32_t receiver, const Lane& lane) const
    {
        return lane.rail ? *lane.rail : m_layout.RailsOf(receiver).front();
    }

    /// Return the steps of a rank in a lane, with peers and elements of the call.
    std::vector<IncHostStep> StepsOf(uint32_t rank, const Lane& lane) const
    {
        const auto placeOf = [&lane](uint32_t wanted) {
            const auto found = std::find(lane.order.begin(), lane.order.end(), wanted);
            return static_cast<uint32_t>(found - lane.order.begin());
        };
        IncHostCall call{m_call};
        call.rank = placeOf(rank);
        call.root = placeOf(m_call.root);
        call.count = lane.count;
        std::vector<IncHostStep> steps = m_algorithm.makeProgram(call).GetSteps();
        for (IncHostStep& step : steps)
        {
            step.peer = lane.order[step.peer];
            if (IncHasBlocks(m_call.collective) && lane.rail && step.count > 0)
            {
                // A step of a ring moves elements of one block.
                step.first =
                    lane.order[step.first / lane.count] * m_call.count + step.first % lane.count;
            }
            step.first += lane.first;
        }
        return steps;
    }

    const IncHostCall& m_call;
    const IncServerLayout& m_layout;
    const IncHostAlgorithm& m_algorithm;
    const uint32_t m_server;
    uint64_t m_room; //!< elements of the rank's memory
    IncHostProgram m_program;
};

} // namespace

IncHostProgram
IncMakeFlatProgram(const IncHostCall& call,
                   const IncServerLayout& layout,
                   const IncHostAlgorithm& given)
{
    const IncHostAlgorithm& algorithm = given.choose ? given.choose(call) : given;
    FlatProgram program(call, layout, algorithm);
    const auto rails = static_cast<uint32_t>(layout.heads.size());
    const bool isBarrier = call.collective == IncCollective::BARRIER;
    const bool isStriped = algorithm.name == "ring" && rails > 0;
    if (!isStriped)
    {
        std::vector<uint32_t> ranks(call.ranks);
        std::iota(ranks.begin(), ranks.end(), 0);
        program.Add({ranks, std::nullopt, 0, call.count});
    }
    for (uint32_t rail = 0; rail < rails && isStriped; ++rail)
    {
        const auto [first, count] = layout.StripeOf(call.count, rail);
        std::vector<uint32_t> ring;
        for (uint32_t server = 0; server < layout.servers.size(); ++server)
        {
            const auto members = layout.FromHead(rail, server);
            ring.insert(ring.end(), members.begin(), members.end());
        }
        if (count > 0 || (isBarrier && rail == 0))
        {
            program.Add({ring, rail, first, count});
        }
    }
    return program.Take();
}

} // namespace ns3
