/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fixed-topology.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3
{

IncFixedTopology::IncFixedTopology(const IncCluster& cluster)
    : m_cluster(cluster),
      m_next(cluster.Switches()),
      m_hops(cluster.Switches()),
      m_paths(cluster.Switches())
{
    if (cluster.links.empty() && cluster.Switches() > 1)
    {
        throw IncError("links: missing field: this algorithm needs a fixed topology");
    }
    for (const IncCluster::Link& link : cluster.links)
    {
        m_next[link.a].push_back(link.b);
        m_next[link.b].push_back(link.a);
    }
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        std::sort(m_next[v].begin(), m_next[v].end());
        MeasureFrom(v);
    }
}

void
IncFixedTopology::MeasureFrom(Node from)
{
    auto& hops = m_hops[from];
    auto& paths = m_paths[from];
    hops.assign(m_cluster.Switches(), UNREACHABLE);
    paths.assign(m_cluster.Switches(), 0);
    hops[from] = 0;
    paths[from] = 1;
    std::vector<Node> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const Node u = queue[i];
        for (const Node v : m_next[u])
        {
            if (hops[v] == UNREACHABLE)
            {
                hops[v] = hops[u] + 1;
                queue.push_back(v);
            }
            paths[v] += hops[v] == hops[u] + 1 ? paths[u] : 0;
        }
    }
}

uint32_t
IncFixedTopology::Hops(Node u, Node v) const
{
    return m_hops[u][v];
}

const std::vector<IncFixedTopology::Node>&
IncFixedTopology::Neighbors(Node v) const
{
    return m_next[v];
}

std::vector<IncFixedTopology::Node>
IncFixedTopology::RandomPath(Node from, Node to, IncPlanRandom& random) const
{
    // Go backwards. A predecessor's probability is proportional to the shortest paths through it.
    std::vector<Node> path{to};
    while (path.back() != from)
    {
        const Node v = path.back();
        double point = random.Unit() * m_paths[from][v];
        Node chosen = IncCluster::NONE;
        for (const Node u : m_next[v])
        {
            if (m_hops[from][u] + 1 == m_hops[from][v] &&
                (chosen == IncCluster::NONE || point >= 0))
            {
                chosen = u;
                point -= m_paths[from][u];
            }
        }
        path.push_back(chosen);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<IncFixedTopology::Node>
IncFixedTopology::DrawPlacement(IncPlanRandom& random) const
{
    std::vector<Node> places;
    const auto hosts = m_cluster.HostPlaces();
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        places.insert(places.end(), hosts[v], v);
    }
    const uint64_t ends = uint64_t(m_cluster.workers) + m_cluster.parameterServers;
    if (places.size() < ends)
    {
        throw IncError("workers: " + std::to_string(m_cluster.workers) +
                       " is not accepted; expected with the parameter servers at most the " +
                       std::to_string(places.size()) + " places for hosts");
    }
    random.Shuffle(places);
    places.resize(ends);
    return places;
}

void
IncFinishOverlay(IncClusterPlan& plan,
                 const IncFixedTopology& topology,
                 const std::vector<IncCluster::Node>& attach,
                 uint32_t steps)
{
    using Node = IncCluster::Node;
    const IncCluster& cluster = plan.instance;
    std::map<std::pair<Node, Node>, uint32_t> flows;
    std::map<std::pair<Node, Node>, uint32_t> load;
    for (const auto& route : plan.routes)
    {
        for (std::size_t i = 0; i + 1 < route.size(); ++i)
        {
            flows[{route[i], route[i + 1]}]++;
            load[{std::min(route[i], route[i + 1]), std::max(route[i], route[i + 1])}]++;
        }
    }
    const double step = cluster.capacity / steps;
    double rate = cluster.capacity;
    for (const auto& [pair, count] : load)
    {
        rate = std::min(rate, cluster.CapacityOf(pair.first, pair.second) / count);
        if (pair.second < cluster.Switches())
        {
            plan.links.push_back(pair);
        }
    }
    for (Node end = 0; end < attach.size(); ++end)
    {
        plan.links.emplace_back(attach[end], cluster.Worker(end));
    }
    for (const auto& [pair, count] : flows)
    {
        plan.flows.push_back({pair.first, pair.second, count});
    }
    plan.rate = plan.objective = std::floor(rate / step + 1e-9) * step;
    // The link to the parameter server carries at least one flow, so its capacity bounds the rate.
    const Node ps = cluster.ParameterServer();
    plan.upperBound = std::max(plan.rate, cluster.CapacityOf(attach.back(), ps));
    plan.status = IncPlanStatus::FEASIBLE;
}

} // namespace ns3
