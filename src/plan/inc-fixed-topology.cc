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
#include <set>

namespace ns3
{

IncFixedTopology::IncFixedTopology(const IncCluster& cluster)
    : m_cluster(cluster),
      m_next(cluster.Switches())
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
    // Large topologies have few different lists of neighbors: a leaf-spine has two.
    std::map<std::vector<Node>, Node> classes;
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        std::sort(m_next[v].begin(), m_next[v].end());
        m_class.push_back(classes.emplace(m_next[v], classes.size()).first->second);
        m_members.resize(classes.size());
        m_members[m_class[v]].push_back(v);
    }
    for (const auto& members : m_members)
    {
        std::set<Node> near;
        for (const Node v : m_next[members.front()])
        {
            near.insert(m_class[v]);
        }
        m_near.emplace_back(near.begin(), near.end());
    }
    m_reach.resize(classes.size());
}

const IncFixedTopology::Reach&
IncFixedTopology::From(Node c) const
{
    Reach& reach = m_reach[c];
    if (!reach.hops.empty())
    {
        return reach;
    }
    reach.hops.assign(m_reach.size(), UNREACHABLE);
    reach.paths.assign(m_reach.size(), 0);
    reach.hops[c] = 0;
    std::vector<Node> queue{c};
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const Node d = queue[i];
        const double paths = i == 0 ? 1 : reach.paths[d] * m_members[d].size();
        for (const Node e : m_near[d])
        {
            if (reach.hops[e] == UNREACHABLE)
            {
                reach.hops[e] = reach.hops[d] + 1;
                queue.push_back(e);
            }
            reach.paths[e] += reach.hops[e] == reach.hops[d] + 1 ? paths : 0;
        }
    }
    // Two switches of one class are joined over each of their neighbors.
    const std::size_t joining = m_next[m_members[c].front()].size();
    reach.hops[c] = joining > 0 ? 2 : UNREACHABLE;
    reach.paths[c] = joining;
    return reach;
}

uint32_t
IncFixedTopology::Hops(Node u, Node v) const
{
    return u == v ? 0 : ClassHops(m_class[u], m_class[v]);
}

uint32_t
IncFixedTopology::ClassHops(Node c, Node d) const
{
    return From(c).hops[d];
}

IncFixedTopology::Node
IncFixedTopology::Class(Node v) const
{
    return m_class[v];
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
    const Reach& reach = From(m_class[from]);
    std::vector<Node> path{to};
    while (path.back() != from)
    {
        const Node v = path.back();
        const uint32_t hops = reach.hops[m_class[v]];
        double point = random.Unit() * reach.paths[m_class[v]];
        // A neighbor of the first switch, such as a spine, may have very many neighbors.
        Node chosen = hops == 1 ? from : IncCluster::NONE;
        for (std::size_t i = 0; hops > 1 && i < m_next[v].size(); ++i)
        {
            const Node u = m_next[v][i];
            if (reach.hops[m_class[u]] + 1 == hops && (chosen == IncCluster::NONE || point >= 0))
            {
                chosen = u;
                point -= reach.paths[m_class[u]];
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
IncFinishOverlay(IncClusterPlan& plan, const std::vector<IncCluster::Node>& attach, uint32_t steps)
{
    using Node = IncCluster::Node;
    const IncCluster& cluster = plan.instance;
    std::vector<std::pair<Node, Node>> arcs;
    for (const auto& route : plan.routes)
    {
        for (std::size_t i = 0; i + 1 < route.size(); ++i)
        {
            arcs.emplace_back(route[i], route[i + 1]);
        }
    }
    // Call a function with each different arc and its number.
    const auto count = [&arcs](const auto& each) {
        std::sort(arcs.begin(), arcs.end());
        for (std::size_t i = 0, begin = 0; i < arcs.size(); ++i)
        {
            if (i + 1 == arcs.size() || arcs[i + 1] != arcs[i])
            {
                each(arcs[i], static_cast<uint32_t>(i + 1 - begin));
                begin = i + 1;
            }
        }
    };
    count([&plan](const auto& arc, uint32_t flows) {
        plan.flows.push_back({arc.first, arc.second, flows});
    });
    for (auto& arc : arcs)
    {
        arc = {std::min(arc.first, arc.second), std::max(arc.first, arc.second)};
    }
    const double step = cluster.capacity / steps;
    double rate = cluster.capacity;
    count([&](const auto& pair, uint32_t flows) {
        rate = std::min(rate, cluster.CapacityOf(pair.first, pair.second) / flows);
        if (pair.second < cluster.Switches())
        {
            plan.links.push_back(pair);
        }
    });
    for (Node end = 0; end < attach.size(); ++end)
    {
        plan.links.emplace_back(attach[end], cluster.Worker(end));
    }
    plan.rate = plan.objective = std::floor(rate / step + 1e-9) * step;
    // The link to the parameter server carries at least one flow, so its capacity bounds the rate.
    const Node ps = cluster.ParameterServer();
    plan.upperBound = std::max(plan.rate, cluster.CapacityOf(attach.back(), ps));
    plan.status = IncPlanStatus::FEASIBLE;
}

} // namespace ns3
