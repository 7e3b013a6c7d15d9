/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-path-graph.h"

#include "inc-shortest-path.h"
#include "inc-topology.h"

namespace ns3
{

IncPathGraph::IncPathGraph(const IncTopology& topology, const std::vector<bool>& failedLinks)
{
    const auto n = static_cast<uint32_t>(topology.GetNodes().size());
    const auto isSound = [&](uint32_t link) { return failedLinks.empty() || !failedLinks[link]; };
    m_switchOf.assign(n, NONE);
    for (uint32_t node = 0; node < n; ++node)
    {
        const auto& ports = topology.GetPorts(node);
        m_forwards.push_back(topology.Forwards(node));
        if (!m_forwards[node] && ports.size() == 1 && topology.Forwards(ports.front().peer) &&
            isSound(ports.front().link))
        {
            m_switchOf[node] = ports.front().peer;
        }
    }
    for (uint32_t node = 0; node < n; ++node)
    {
        m_first.push_back(static_cast<uint32_t>(m_edges.size()));
        const auto& ports = topology.GetPorts(node);
        for (uint16_t p = 0; p < ports.size() && m_switchOf[node] == NONE; ++p)
        {
            if (m_switchOf[ports[p].peer] == NONE)
            {
                m_edges.push_back({ports[p].peer, p, isSound(ports[p].link)});
            }
        }
    }
    m_first.push_back(static_cast<uint32_t>(m_edges.size()));
}

void
IncPathGraph::FindDistances(uint32_t destination,
                            bool soundOnly,
                            std::vector<uint32_t>& distances) const
{
    const bool isLeaf = m_switchOf[destination] != NONE;
    std::vector<uint32_t> queue{isLeaf ? m_switchOf[destination] : destination};
    distances.assign(m_forwards.size(), INC_UNREACHABLE);
    distances[queue.front()] = isLeaf ? 1 : 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        const uint32_t node = queue[head];
        if (distances[node] > 0 && !m_forwards[node])
        {
            continue;
        }
        for (uint32_t e = m_first[node]; e < m_first[node + 1]; ++e)
        {
            const Edge& edge = m_edges[e];
            if (distances[edge.peer] == INC_UNREACHABLE && (edge.isSound || !soundOnly))
            {
                distances[edge.peer] = distances[node] + 1;
                queue.push_back(edge.peer);
            }
        }
    }
}

void
IncPathGraph::FindNextHops(uint32_t node,
                           const std::vector<uint32_t>& distances,
                           bool soundOnly,
                           std::vector<uint16_t>& ports) const
{
    ports.clear();
    for (uint32_t e = m_first[node]; e < m_first[node + 1]; ++e)
    {
        // A node with a smaller distance is on a shortest path, unless it does not forward.
        const Edge& edge = m_edges[e];
        if (distances[edge.peer] < distances[node] &&
            (distances[edge.peer] == 0 || m_forwards[edge.peer]) && (edge.isSound || !soundOnly))
        {
            ports.push_back(edge.port);
        }
    }
}

} // namespace ns3
