/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-load.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-shared-buffer.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ns3
{

namespace
{

/// Return how many bytes of one priority a port of a switch can buffer, for any load of its other
/// ports.
double
RoomOf(const IncFabric& fabric, uint32_t node, uint32_t port)
{
    const auto buffer = fabric.GetSwitch(node)->GetBuffer();
    if (!buffer)
    {
        return fabric.GetDevice(node, port)->GetQueueSize();
    }
    if (buffer->lossless != 0)
    {
        return std::numeric_limits<double>::infinity(); // PFC pauses a sender that sends too much
    }
    // This room remains if all ports are filled to the threshold (Choudhury and Hahne).
    const auto ports = static_cast<double>(fabric.GetTopology().GetPorts(node).size());
    return buffer->alpha * static_cast<double>(buffer->bufferSize) / (1 + buffer->alpha * ports);
}

} // namespace

IncGroupLoad::IncGroupLoad(const IncTopology& topology,
                           const IncAggregationTree& tree,
                           IncDisseminationMode dissemination,
                           const Frames& frames,
                           std::optional<uint32_t> rail)
    : m_topology(topology),
      m_frames(frames),
      m_directions(2 * topology.GetLinks().size()),
      m_times(tree.GetWorkers().size(), 0)
{
    AddContributions(tree);
    switch (dissemination)
    {
    case IncDisseminationMode::TREE:
        AddResultsDownTheTree(tree);
        break;
    case IncDisseminationMode::BIER:
        AddResultsFromRoot(tree, false, rail);
        break;
    case IncDisseminationMode::UNICAST:
        AddResultsFromRoot(tree, true, rail);
        break;
    }
    for (uint32_t i = 0; i < m_directions.size(); ++i)
    {
        const auto& link = m_topology.GetLinks()[i / 2];
        const uint64_t rate = link.RateFrom(i % 2 == 0 ? link.a : link.b);
        if (m_directions[i].bytes > 0)
        {
            const double busy = 8e12 * m_directions[i].bytes / static_cast<double>(rate);
            m_slowestPs = std::max(m_slowestPs, busy);
            m_fastest = std::max(m_fastest, rate);
        }
    }
}

Time
IncGroupLoad::GetRoundTrip(uint32_t slots) const
{
    // Each message waits at most for the messages in all other slots at the slowest link.
    const int64_t unloaded = *std::max_element(m_times.begin(), m_times.end());
    return IncClock::FromPs(unloaded + static_cast<int64_t>(slots * m_slowestPs));
}

Time
IncGroupLoad::GetBusyTime() const
{
    return IncClock::FromPs(static_cast<int64_t>(m_slowestPs));
}

uint32_t
IncGroupLoad::GetMostSlots(const IncFabric& fabric) const
{
    double most = std::numeric_limits<uint32_t>::max();
    for (uint32_t node = 0; node < m_topology.GetNodes().size(); ++node)
    {
        const auto& ports = m_topology.GetPorts(node);
        for (uint32_t port = 0; m_topology.Forwards(node) && port < ports.size(); ++port)
        {
            const uint32_t link = ports[port].link;
            const Direction& direction =
                m_directions[2 * link + (m_topology.GetLinks()[link].a == node ? 0 : 1)];
            // A single frame per message never waits if all links have equal rates.
            if (direction.frames > 1 ||
                (direction.frames == 1 && m_topology.GetLinks()[link].RateFrom(node) < m_fastest))
            {
                most = std::min(most, RoomOf(fabric, node, port) / direction.bytes);
            }
        }
    }
    return std::max(1U, static_cast<uint32_t>(most));
}

IncGroupLoad::Direction&
IncGroupLoad::At(uint32_t link, uint32_t from)
{
    return m_directions[2 * link + (m_topology.GetLinks()[link].a == from ? 0 : 1)];
}

uint32_t
IncGroupLoad::PeerOf(uint32_t link, uint32_t node) const
{
    const auto& ends = m_topology.GetLinks()[link];
    return ends.a == node ? ends.b : ends.a;
}

int64_t
IncGroupLoad::Cross(uint32_t link, uint32_t from, uint32_t bytes, uint32_t copies)
{
    Direction& direction = At(link, from);
    direction.frames += copies;
    direction.bytes += uint64_t{copies} * bytes;
    const auto& ends = m_topology.GetLinks()[link];
    return ends.delay +
           static_cast<int64_t>(8e12 * bytes / static_cast<double>(ends.RateFrom(from)));
}

std::vector<uint32_t>
IncGroupLoad::PathOf(const IncAggregationTree& tree,
                     uint32_t vatNode,
                     const IncAggregationInput& input) const
{
    const uint32_t from =
        input.isWorker ? tree.GetWorkers()[input.index].host : tree.GetNodes()[input.index].node;
    const uint32_t to = tree.GetNodes()[vatNode].node;
    for (const auto& port : m_topology.GetPorts(from))
    {
        if (port.peer == to)
        {
            return {port.link};
        }
    }
    return IncShortestPath(m_topology, from, to);
}

void
IncGroupLoad::AddContributions(const IncAggregationTree& tree)
{
    std::vector<int64_t> times(tree.GetNodes().size(), 0); // time from each VAT node to the root
    for (uint32_t vatNode = 0; vatNode < tree.GetNodes().size(); ++vatNode)
    {
        for (const auto& input : tree.GetInputs(vatNode))
        {
            uint32_t node = input.isWorker ? tree.GetWorkers()[input.index].host
                                           : tree.GetNodes()[input.index].node;
            int64_t time = times[vatNode];
            const uint32_t copies =
                m_frames.passOn && !input.isWorker ? tree.GetNodes()[input.index].aBm.Count() : 1;
            for (const uint32_t link : PathOf(tree, vatNode, input))
            {
                time += Cross(link, node, m_frames.contribution, copies);
                node = PeerOf(link, node);
            }
            (input.isWorker ? m_times : times)[input.index] = time;
        }
    }
}

void
IncGroupLoad::AddResultsDownTheTree(const IncAggregationTree& tree)
{
    std::vector<int64_t> times(tree.GetNodes().size(), 0); // time from the root to each VAT node
    for (uint32_t vatNode = 0; vatNode < tree.GetNodes().size(); ++vatNode)
    {
        for (const auto& input : tree.GetInputs(vatNode))
        {
            uint32_t node = tree.GetNodes()[vatNode].node;
            int64_t time = times[vatNode];
            auto path = PathOf(tree, vatNode, input);
            for (auto link = path.rbegin(); link != path.rend(); ++link)
            {
                time += Cross(*link, node, m_frames.result, 1);
                node = PeerOf(*link, node);
            }
            (input.isWorker ? m_times[input.index] : times[input.index]) += time;
        }
    }
}

void
IncGroupLoad::AddResultsFromRoot(const IncAggregationTree& tree,
                                 bool copied,
                                 std::optional<uint32_t> rail)
{
    const auto distances = IncDistancesFrom(m_topology, {tree.GetRoot()});
    const auto railPorts =
        rail ? IncRailPortsOf(m_topology, *rail) : std::vector<std::optional<uint32_t>>();
    // Nodes that a packet for another worker has reached.
    std::vector<bool> reached(m_topology.GetNodes().size());
    for (uint32_t rank = 0; rank < tree.GetWorkers().size(); ++rank)
    {
        // Go backwards over the lowest-numbered port that leads nearer to the root.
        for (uint32_t node = tree.GetWorkers()[rank].host; node != tree.GetRoot();)
        {
            const auto& ports = m_topology.GetPorts(node);
            const auto port =
                rail && m_topology.IsHost(node)
                    ? ports.begin() + railPorts[node].value()
                    : std::find_if(ports.begin(), ports.end(), [&](const auto& candidate) {
                          return IncIsNextHop(m_topology, distances, node, candidate.peer);
                      });
            const uint32_t copies = copied ? 1 : reached[node] ? 0 : m_frames.resultCopies;
            m_times[rank] += Cross(port->link, port->peer, m_frames.result, copies);
            reached[node] = true;
            node = port->peer;
        }
    }
}

} // namespace ns3
