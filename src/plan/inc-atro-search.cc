/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-search.h"

#include "inc-atro-bound.h"

#include <algorithm>

namespace ns3
{

namespace
{

uint32_t
Size(uint32_t set)
{
    return __builtin_popcount(set);
}

} // namespace

IncAtroSearch::IncAtroSearch(const IncAtroProblem& problem, IncDeadline deadline, uint64_t steps)
    : m_problem(problem),
      m_cluster(problem.Cluster()),
      m_router(problem),
      m_deadline(deadline),
      m_mostSteps(steps),
      m_switches(m_cluster.Switches())
{
    const IncAtroBound bound(problem);
    m_flows.assign(m_switches, std::vector<int64_t>(m_switches, 0));
    for (Node v = 0; v < m_switches; ++v)
    {
        const int64_t ports = m_cluster.switches[v].ports;
        m_gain.push_back(
            std::max<int64_t>(0, m_cluster.IsAggregator(v) ? ports - 2 : bound.Gain(v)));
        for (Node u = 0; u < m_switches; ++u)
        {
            m_flows[v][u] = u == v ? 0 : problem.Flows(v, u);
        }
    }
    m_layer.assign(m_switches, 0);
    m_parents.assign(m_switches, 0);
    m_in.assign(m_switches, 0);
    m_width.assign(m_switches, 0);
    MakeTwins();
}

void
IncAtroSearch::MakeTwins()
{
    // Switches with equal ports and kind are interchangeable if no link has its own capacity.
    std::vector<bool> plain(m_switches);
    for (Node v = 0; v < m_switches; ++v)
    {
        plain[v] = m_problem.OwnFlows(v).empty();
        for (const auto& workers : m_problem.WorkerClasses())
        {
            plain[v] =
                plain[v] && !std::binary_search(workers.refused.begin(), workers.refused.end(), v);
        }
    }
    m_twin.assign(m_switches, IncCluster::NONE);
    for (Node v = 0; v < m_switches; ++v)
    {
        for (Node u = 0; u < v; ++u)
        {
            if (plain[u] && plain[v] &&
                m_cluster.switches[u].ports == m_cluster.switches[v].ports &&
                m_cluster.IsAggregator(u) == m_cluster.IsAggregator(v))
            {
                m_twin[v] = u;
            }
        }
    }
}

IncAtroOutcome
IncAtroSearch::Run()
{
    bool found = false;
    for (Node v = 0; v < m_switches && !m_late && !found; ++v)
    {
        found = m_problem.RootFlows(v) >= 1 && m_twin[v] == IncCluster::NONE && Root(v);
    }
    return {!m_late && !found, m_routing};
}

bool
IncAtroSearch::Root(Node v)
{
    m_root = v;
    m_layer[v] = 1;
    m_width[v] = m_problem.RootFlows(v);
    const bool found = Evaluate() || (m_cluster.maxLayers >= 2 && Branch(2, 0, false));
    m_layer[v] = 0;
    m_width[v] = 0;
    return found;
}

int64_t
IncAtroSearch::Places(Node v) const
{
    // Count the workers that v still has room for: free ports, and room on its outgoing links.
    const int64_t out = v == m_root ? 1 : Size(m_parents[v]);
    const int64_t ports = m_cluster.switches[v].ports - out;
    return (m_cluster.IsAggregator(v) ? ports : std::min(ports, m_width[v])) - m_in[v];
}

int64_t
IncAtroSearch::PlacesNow() const
{
    int64_t sum = 0;
    for (Node v = 0; v < m_switches; ++v)
    {
        sum += m_layer[v] ? std::max<int64_t>(0, Places(v)) : 0;
    }
    return sum;
}

int64_t
IncAtroSearch::MostLater(uint32_t layer, Node next) const
{
    int64_t sum = 0;
    for (Node v = 0; v < m_switches; ++v)
    {
        const bool possible = !m_layer[v] && (v >= next || layer < m_cluster.maxLayers);
        sum += possible ? m_gain[v] : 0;
    }
    return sum;
}

bool
IncAtroSearch::TwinAllows(Node v, uint32_t layer, Set parents) const
{
    const Node twin = m_twin[v];
    if (twin == IncCluster::NONE || twin == m_root)
    {
        return true;
    }
    return m_layer[twin] != 0 && (m_layer[twin] < layer || m_parents[twin] <= parents);
}

bool
IncAtroSearch::Evaluate()
{
    if (PlacesNow() < int64_t(m_cluster.workers))
    {
        return false;
    }
    IncAtroTopology topology{m_root, {}};
    for (Node v = 0; v < m_switches; ++v)
    {
        for (Node u = 0; m_layer[v] && u < m_switches; ++u)
        {
            if (m_parents[v] >> u & 1)
            {
                topology.arcs.emplace_back(v, u);
            }
        }
    }
    m_routing = m_router.Route(topology);
    return m_routing.has_value();
}

bool
IncAtroSearch::Late()
{
    m_late = m_late || ++m_steps > m_mostSteps || ((m_steps & 255) == 0 && IncIsPast(m_deadline));
    return m_late;
}

bool
IncAtroSearch::Branch(uint32_t layer, Node next, bool placedAny)
{
    if (Late() || PlacesNow() + MostLater(layer, next) < int64_t(m_cluster.workers))
    {
        return false;
    }
    while (next < m_switches && m_layer[next])
    {
        ++next;
    }
    if (next == m_switches)
    {
        return placedAny && layer < m_cluster.maxLayers && Branch(layer + 1, 0, false);
    }
    return Parents(layer, next) || Branch(layer, next + 1, placedAny);
}

bool
IncAtroSearch::Parents(uint32_t layer, Node v)
{
    // Collect the switches to which v can send. At least one must be in the next higher layer,
    // `above`; otherwise v would belong to a higher layer.
    Set possible = 0;
    Set above = 0;
    for (Node u = 0; u < m_switches; ++u)
    {
        const bool fits =
            m_layer[u] && m_layer[u] < layer && m_flows[v][u] >= 1 &&
            m_cluster.switches[u].ports > m_in[u] + (u == m_root ? 1 : Size(m_parents[u]));
        possible |= fits ? Set(1) << u : 0;
        above |= fits && m_layer[u] + 1 == layer ? Set(1) << u : 0;
    }
    const uint32_t most = m_cluster.IsAggregator(v) ? 1 : m_cluster.switches[v].ports - 1;
    if (m_cluster.switches[v].ports < 2)
    {
        return false;
    }
    for (Set set = possible; set && !Late(); set = (set - 1) & possible)
    {
        if (!(set & above) || Size(set) > most || !TwinAllows(v, layer, set))
        {
            continue;
        }
        m_layer[v] = layer;
        m_parents[v] = set;
        for (Node u = 0; u < m_switches; ++u)
        {
            if (set >> u & 1)
            {
                ++m_in[u];
                m_width[v] += m_flows[v][u];
            }
        }
        const bool found = Evaluate() || Branch(layer, v + 1, true);
        for (Node u = 0; u < m_switches; ++u)
        {
            m_in[u] -= set >> u & 1;
        }
        m_layer[v] = 0;
        m_parents[v] = 0;
        m_width[v] = 0;
        if (found || m_late)
        {
            return found;
        }
    }
    return false;
}

} // namespace ns3
