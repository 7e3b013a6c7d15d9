/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-bound.h"

#include "inc-max-flow.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace ns3
{

IncAtroBound::IncAtroBound(const IncAtroProblem& problem)
    : m_problem(problem),
      m_cluster(problem.Cluster())
{
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (!m_cluster.IsAggregator(v))
        {
            m_widestRoot = std::max<uint64_t>(m_widestRoot, problem.RootFlows(v));
        }
    }
}

uint64_t
IncAtroBound::MaxWorkers() const
{
    const uint64_t workers = m_cluster.maxLayers == 1   ? OneLayer()
                             : m_cluster.maxLayers == 2 ? TwoLayers()
                                                        : ManyLayers();
    const auto& classes = m_problem.WorkerClasses();
    const bool choosy = std::any_of(classes.begin(), classes.end(), [](const auto& alike) {
        return !alike.refused.empty();
    });
    return choosy ? std::min(workers, Linkable()) : workers;
}

int64_t
IncAtroBound::Gain(Node v) const
{
    const int64_t ports = m_cluster.switches[v].ports;
    const auto gain = [&](int64_t u) {
        int64_t flows = int64_t(m_problem.DefaultFlows()) * u;
        if (!m_problem.OwnFlows(v).empty())
        {
            // One of the links may be that to the parameter server.
            const auto any = [](Node) { return INT64_MAX; };
            const auto widest = m_problem.WidestFlows(v, u, m_cluster.Switches(), any);
            flows = std::accumulate(widest.begin(), widest.end(), int64_t(0));
        }
        return std::min(flows, ports - u) - u;
    };
    int64_t best = gain(1);
    // The gain is concave in u: once it falls, it is lower for all larger u.
    for (int64_t u = 2; u < ports; ++u)
    {
        const int64_t now = gain(u);
        if (now < best)
        {
            break;
        }
        best = now;
    }
    return best;
}

std::vector<IncAtroProblem::Node>
IncAtroBound::Roots() const
{
    std::vector<Node> roots;
    std::array<Node, 2> largest{IncCluster::NONE, IncCluster::NONE};
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (m_problem.RootFlows(v) >= 1)
        {
            roots.push_back(v);
            Node& best = largest[m_cluster.IsAggregator(v)];
            if (best == IncCluster::NONE ||
                m_cluster.switches[v].ports > m_cluster.switches[best].ports)
            {
                best = v;
            }
        }
    }
    if (m_problem.Uniform())
    {
        // Try only the largest switch of each kind: a smaller root never connects more workers.
        roots.assign(largest.begin(), largest.end());
        roots.erase(std::remove(roots.begin(), roots.end(), IncCluster::NONE), roots.end());
    }
    return roots;
}

uint64_t
IncAtroBound::Linkable() const
{
    // Count, by a maximum flow, the workers that get a port of a switch whose link is fast enough.
    const auto& classes = m_problem.WorkerClasses();
    const uint32_t switches = m_cluster.Switches();
    IncMaxFlow flow(2 + switches + classes.size());
    for (Node v = 0; v < switches; ++v)
    {
        flow.AddArc(2 + v, 1, m_cluster.switches[v].ports - 1);
    }
    for (uint32_t c = 0; c < classes.size(); ++c)
    {
        flow.AddArc(0, 2 + switches + c, classes[c].workers.size());
        for (Node v = 0; v < switches; ++v)
        {
            const auto& refused = classes[c].refused;
            if (!std::binary_search(refused.begin(), refused.end(), v))
            {
                flow.AddArc(2 + switches + c, 2 + v, classes[c].workers.size());
            }
        }
    }
    return flow.Run(0, 1);
}

uint64_t
IncAtroBound::OneLayer() const
{
    uint64_t best = 0;
    for (const Node v : Roots())
    {
        const uint64_t places = m_cluster.switches[v].ports - 1;
        best = std::max(best,
                        m_cluster.IsAggregator(v)
                            ? places
                            : std::min<uint64_t>(places, m_problem.RootFlows(v)));
    }
    return best;
}

uint64_t
IncAtroBound::TwoLayersAtAggregator(Node root) const
{
    std::vector<int64_t> gains;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        const int64_t flows = m_problem.Flows(v, root);
        const int64_t places = int64_t(m_cluster.switches[v].ports) - 1;
        const int64_t hosted = m_cluster.IsAggregator(v) ? places : std::min(flows, places);
        if (v != root && flows >= 1 && hosted > 1)
        {
            gains.push_back(hosted - 1);
        }
    }
    std::sort(gains.begin(), gains.end(), std::greater<>());
    const uint64_t ports = m_cluster.switches[root].ports - 1;
    uint64_t sum = ports;
    for (std::size_t i = 0; i < std::min<std::size_t>(ports, gains.size()); ++i)
    {
        sum += gains[i];
    }
    return sum;
}

uint64_t
IncAtroBound::TwoLayersAtCommon(Node root) const
{
    // An aggregator below the root sends the data of ports - 1 workers in one flow; a common switch
    // sends a flow for each worker. Try each number `a` of aggregators. `raw` is the most flows on
    // the root's other ports.
    std::vector<int64_t> aggregators;
    std::vector<int64_t> commons;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        const int64_t flows = m_problem.Flows(v, root);
        const int64_t places = int64_t(m_cluster.switches[v].ports) - 1;
        if (v != root && flows >= 1 && places >= 1)
        {
            m_cluster.IsAggregator(v) ? aggregators.push_back(places)
                                      : commons.push_back(std::min(flows, places));
        }
    }
    std::sort(aggregators.begin(), aggregators.end(), std::greater<>());
    std::sort(commons.begin(), commons.end(), std::greater<>());
    const int64_t ports = int64_t(m_cluster.switches[root].ports) - 1;
    const int64_t budget = m_problem.RootFlows(root);
    int64_t best = 0;
    int64_t below = 0;
    for (int64_t a = 0; a <= std::min({int64_t(aggregators.size()), ports, budget}); ++a)
    {
        below += a > 0 ? aggregators[a - 1] : 0;
        int64_t raw = ports - a;
        for (int64_t i = 0; i < std::min(int64_t(commons.size()), ports - a); ++i)
        {
            raw += commons[i] - 1;
        }
        best = std::max(best, below + std::min(raw, budget - a));
    }
    return best;
}

uint64_t
IncAtroBound::TwoLayers() const
{
    uint64_t best = 0;
    for (const Node root : Roots())
    {
        best = std::max(best,
                        m_cluster.IsAggregator(root) ? TwoLayersAtAggregator(root)
                                                     : TwoLayersAtCommon(root));
    }
    return best;
}

uint64_t
IncAtroBound::WithoutAggregators() const
{
    int64_t places = 1;
    for (const auto& s : m_cluster.switches)
    {
        places += std::max<int64_t>(0, int64_t(s.ports) - 2);
    }
    return std::min<uint64_t>(m_widestRoot, places);
}

uint64_t
IncAtroBound::FlowsIntoAggregators(bool commonRoot) const
{
    // Return the term (f - 1) E of the bound: f - 1 per link from common switch to aggregator.
    const uint64_t all = m_cluster.Switches() - m_cluster.Aggregators();
    const auto common = [this](Node u) -> int64_t {
        const bool other = u >= m_cluster.Switches() || m_cluster.IsAggregator(u);
        return u != IncCluster::NONE && other ? -1 : INT64_MAX;
    };
    uint64_t sum = 0;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (!m_cluster.IsAggregator(v))
        {
            continue;
        }
        const uint64_t ports = m_cluster.switches[v].ports - 1;
        const uint64_t links = std::min(ports, all - (commonRoot ? 1 : 0));
        for (const int64_t flows : m_problem.WidestFlows(v, links, all, common))
        {
            sum += std::max<int64_t>(flows, 1) - 1;
        }
    }
    return sum;
}

uint64_t
IncAtroBound::ManyLayers() const
{
    if (Roots().empty())
    {
        return 0;
    }
    if (m_cluster.Aggregators() == 0)
    {
        return WithoutAggregators();
    }
    uint64_t aggregators = 1;
    uint64_t commons = 0;
    bool anyCommon = false;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (m_cluster.IsAggregator(v))
        {
            aggregators += std::max<int64_t>(0, int64_t(m_cluster.switches[v].ports) - 2);
        }
        else
        {
            anyCommon = true;
            commons += std::max<int64_t>(0, Gain(v));
        }
    }
    uint64_t flows = FlowsIntoAggregators(false);
    if (anyCommon && m_widestRoot >= 1)
    {
        flows = std::max(flows, m_widestRoot - 1 + FlowsIntoAggregators(true));
    }
    return aggregators + std::min(commons, flows);
}

} // namespace ns3
