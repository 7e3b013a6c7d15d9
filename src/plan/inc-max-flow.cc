/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-max-flow.h"

#include <algorithm>
#include <limits>

namespace ns3
{

IncMaxFlow::IncMaxFlow(uint32_t nodes)
    : m_out(nodes),
      m_level(nodes),
      m_next(nodes)
{
}

uint32_t
IncMaxFlow::AddArc(uint32_t from, uint32_t to, int64_t capacity)
{
    const auto half = static_cast<uint32_t>(m_halves.size());
    m_halves.push_back({to, capacity});
    m_halves.push_back({from, 0});
    m_out[from].push_back(half);
    m_out[to].push_back(half + 1);
    return half / 2;
}

int64_t
IncMaxFlow::FlowOn(uint32_t arc) const
{
    return m_halves[2 * arc + 1].residual;
}

bool
IncMaxFlow::Levels(uint32_t source, uint32_t sink)
{
    std::fill(m_level.begin(), m_level.end(), UINT32_MAX);
    m_queue.assign(1, source);
    m_level[source] = 0;
    for (std::size_t i = 0; i < m_queue.size(); ++i)
    {
        for (const uint32_t half : m_out[m_queue[i]])
        {
            const Half& h = m_halves[half];
            if (h.residual > 0 && m_level[h.to] == UINT32_MAX)
            {
                m_level[h.to] = m_level[m_queue[i]] + 1;
                m_queue.push_back(h.to);
            }
        }
    }
    return m_level[sink] != UINT32_MAX;
}

int64_t
IncMaxFlow::Augment(uint32_t node, uint32_t sink, int64_t limit)
{
    if (node == sink)
    {
        return limit;
    }
    int64_t sent = 0;
    for (; m_next[node] < m_out[node].size(); ++m_next[node])
    {
        const uint32_t half = m_out[node][m_next[node]];
        const uint32_t to = m_halves[half].to;
        if (m_halves[half].residual == 0 || m_level[to] != m_level[node] + 1)
        {
            continue;
        }
        const int64_t more = Augment(to, sink, std::min(limit - sent, m_halves[half].residual));
        m_halves[half].residual -= more;
        m_halves[half ^ 1].residual += more;
        sent += more;
        if (sent == limit)
        {
            return sent;
        }
    }
    return sent;
}

int64_t
IncMaxFlow::Run(uint32_t source, uint32_t sink)
{
    int64_t total = 0;
    while (Levels(source, sink))
    {
        std::fill(m_next.begin(), m_next.end(), 0);
        total += Augment(source, sink, std::numeric_limits<int64_t>::max());
    }
    return total;
}

} // namespace ns3
