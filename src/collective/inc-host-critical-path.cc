/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-critical-path.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Kind = IncHostStep::Kind;

constexpr std::size_t MOST_STEPS = 1U << 20;

/// Graph of the steps of all ranks. Edges lead from receives to the sends that wait for them, and
/// from each send to its receive.
class StepGraph
{
  public:
    StepGraph(std::vector<IncHostProgram> programs, const IncHostWire& wire)
        : m_programs(std::move(programs)),
          m_wire(wire)
    {
        for (const IncHostProgram& program : m_programs)
        {
            m_first.push_back(m_nodes.size());
            m_nodes.resize(m_nodes.size() + program.GetSteps().size());
        }
        std::map<std::tuple<uint32_t, uint32_t, IncHostChannel>, std::deque<std::size_t>> sent;
        ForAll([&](uint32_t rank, std::size_t node, const IncHostStep& step) {
            m_nodes[node].rank = rank;
            m_nodes[node].step = &step;
            if (step.kind == Kind::SEND)
            {
                sent[{rank, step.peer, step.channel}].push_back(node);
                for (const uint32_t before : step.after)
                {
                    Link(m_first[rank] + before, node);
                }
            }
        });
        ForAll([&](uint32_t rank, std::size_t node, const IncHostStep& step) {
            if (step.kind != Kind::SEND)
            {
                auto& sends = sent[{step.peer, rank, step.channel}];
                m_nodes[node].send = sends.front();
                Link(sends.front(), node);
                sends.pop_front();
            }
        });
    }

    double GetEnd()
    {
        std::deque<std::size_t> ready;
        for (std::size_t node = 0; node < m_nodes.size(); ++node)
        {
            if (m_nodes[node].missing == 0)
            {
                ready.push_back(node);
            }
        }
        double end = 0;
        for (; !ready.empty(); ready.pop_front())
        {
            Node& node = m_nodes[ready.front()];
            node.step->kind == Kind::SEND ? Send(node) : Receive(node);
            end = std::max(end, node.last);
            for (const std::size_t next : node.successors)
            {
                if (--m_nodes[next].missing == 0)
                {
                    ready.push_back(next);
                }
            }
        }
        return end;
    }

  private:
    struct Node
    {
        uint32_t rank{0};
        const IncHostStep* step{nullptr};
        std::size_t send{0}; //!< for a receive: node that sends the elements
        uint32_t missing{0}; //!< number of predecessors without computed times
        std::vector<std::size_t> successors;
        double first{0}; //!< time when a send begins, or when its first element arrives
        double last{0};  //!< time when the last element is sent, or arrives
    };

    template <typename Function>
    void ForAll(const Function& function)
    {
        for (uint32_t rank = 0; rank < m_programs.size(); ++rank)
        {
            const auto& steps = m_programs[rank].GetSteps();
            for (std::size_t i = 0; i < steps.size(); ++i)
            {
                function(rank, m_first[rank] + i, steps[i]);
            }
        }
    }

    void Link(std::size_t before, std::size_t after)
    {
        m_nodes[before].successors.push_back(after);
        ++m_nodes[after].missing;
    }

    void Send(Node& send) const
    {
        const IncHostStep& step = *send.step;
        const uint64_t end = step.first + step.count;
        const double element = m_wire.secondsPerElement;
        double last = 0; // time when all elements of the send have arrived
        for (const uint32_t before : step.after)
        {
            const Node& receive = m_nodes[m_first[send.rank] + before];
            const uint64_t itsFirst = receive.step->first;
            const uint64_t itsEnd = itsFirst + receive.step->count;
            if (step.afterWhole || step.first < itsFirst || end > itsEnd)
            {
                send.first = std::max(send.first, step.afterWhole ? receive.last : 0.0);
                last = std::max(last, receive.last);
                continue;
            }
            // One receive brings all elements of the send, in order.
            const auto comeBefore = static_cast<double>(step.first - itsFirst);
            send.first = std::max(send.first, receive.first + comeBefore * element);
            last = std::max(last, end == itsEnd ? receive.last + element : 0.0);
        }
        send.last = std::max(last, send.first + static_cast<double>(step.count) * element);
    }

    void Receive(Node& receive) const
    {
        const Node& send = m_nodes[receive.send];
        const uint64_t count = receive.step->count;
        const uint64_t slice = std::min(count, m_wire.sliceElements);
        const double latency = m_wire.latency(send.rank, receive.rank, count);
        receive.first =
            send.first + static_cast<double>(slice) * m_wire.secondsPerElement + latency;
        receive.last = send.last + latency;
    }

    std::vector<IncHostProgram> m_programs;
    const IncHostWire& m_wire;
    std::vector<std::size_t> m_first;
    std::vector<Node> m_nodes;
};

} // namespace

std::optional<double>
IncHostCriticalPath(const IncHostAlgorithm& algorithm, IncHostCall call, const IncHostWire& wire)
{
    std::vector<IncHostProgram> programs;
    std::size_t steps = 0;
    for (call.rank = 0; call.rank < call.ranks; ++call.rank)
    {
        programs.push_back(algorithm.makeProgram(call));
        steps += programs.back().GetSteps().size();
        if (steps > MOST_STEPS)
        {
            return std::nullopt;
        }
    }
    return StepGraph(std::move(programs), wire).GetEnd();
}

} // namespace ns3
