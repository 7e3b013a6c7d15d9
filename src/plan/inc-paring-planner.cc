/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-paring-planner.h"

#include "inc-fixed-topology.h"
#include "inc-plan-algorithms.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace ns3
{

namespace
{

using Node = IncCluster::Node;

/** A rack: a switch with interchangeable hosts. */
struct Rack
{
    Node v;                    //!< the switch
    std::vector<Node> nearest; //!< nearest aggregators, or only NONE if the PS is nearest
    uint64_t cost;             //!< hops from each host to the nearest aggregator or the PS
    uint32_t free;             //!< number of hosts without a worker
};

/** Overlay if the parameter server (PS) is in one chosen rack. */
struct Overlay
{
    Node rack{IncCluster::NONE};
    std::vector<Node> used;                  //!< aggregators in use
    std::vector<std::pair<Node, Node>> tree; //!< aggregator and parent; NONE stands for the PS
    std::vector<Rack> racks;                 //!< racks, those with the cheapest hosts first
    uint64_t cost{UINT64_MAX};               //!< hops in the tree and from all workers
};

class Paring
{
  public:
    Paring(const IncCluster& cluster, uint64_t seed, IncDeadline deadline);

    IncClusterPlan Plan(uint32_t steps);

  private:
    Overlay At(Node rack, std::vector<Node> used) const;
    Overlay Best(Node rack) const;
    void JoinAggregators(Overlay& overlay) const;
    void RankRacks(Overlay& overlay) const;
    std::vector<const Rack*> DrawHosts(const Overlay& overlay);
    uint64_t Hops(Node switchOrPs, Node rack, Node v) const;

    const IncCluster& m_cluster;
    const IncDeadline m_deadline;
    const IncFixedTopology m_topology;
    const std::vector<uint32_t> m_places;
    IncPlanRandom m_random;
    std::vector<Node> m_order; //!< racks in the order in which they win ties
};

Paring::Paring(const IncCluster& cluster, uint64_t seed, IncDeadline deadline)
    : m_cluster(cluster),
      m_deadline(deadline),
      m_topology(cluster),
      m_places(cluster.HostPlaces()),
      m_random(seed)
{
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        if (m_places[v] > 0)
        {
            m_order.push_back(v);
        }
    }
    m_random.Shuffle(m_order);
}

uint64_t
Paring::Hops(Node to, Node rack, Node v) const
{
    // NONE stands for the PS, which is one hop behind the switch of its rack.
    const uint64_t hops = m_topology.Hops(v, to == IncCluster::NONE ? rack : to);
    return to == IncCluster::NONE ? hops + 1 : hops;
}

void
Paring::JoinAggregators(Overlay& overlay) const
{
    // Prim's algorithm: each aggregator outside the tree remembers its nearest node in the tree.
    using Join = std::pair<uint64_t, std::pair<Node, Node>>;
    const auto nearer = [](const Join& a, const Join& b) { return a.first < b.first; };
    std::vector<Join> left;
    for (const Node v : overlay.used)
    {
        left.push_back({Hops(IncCluster::NONE, overlay.rack, v), {v, IncCluster::NONE}});
    }
    while (!left.empty())
    {
        const auto least = std::min_element(left.begin(), left.end(), nearer);
        const auto [hops, link] = *least;
        left.erase(least);
        overlay.cost += hops;
        overlay.tree.push_back(link);
        for (Join& join : left)
        {
            const Node v = join.second.first;
            join = std::min(join, {Hops(link.first, overlay.rack, v), {v, link.first}}, nearer);
        }
    }
}

void
Paring::RankRacks(Overlay& overlay) const
{
    for (const Node v : m_order)
    {
        Rack rack{v,
                  {IncCluster::NONE},
                  Hops(IncCluster::NONE, overlay.rack, v) + 1,
                  m_places[v] - (v == overlay.rack ? 1 : 0)};
        for (const Node to : overlay.used)
        {
            const uint64_t cost = Hops(to, overlay.rack, v) + 1;
            if (cost < rack.cost)
            {
                rack.cost = cost;
                rack.nearest.clear();
            }
            // If costs are equal, prefer the PS to an aggregator.
            if (cost == rack.cost && (rack.nearest.empty() || rack.nearest[0] != IncCluster::NONE))
            {
                rack.nearest.push_back(to);
            }
        }
        overlay.racks.push_back(rack);
    }
    std::stable_sort(overlay.racks.begin(), overlay.racks.end(), [](const Rack& a, const Rack& b) {
        return a.cost < b.cost;
    });
    uint32_t left = m_cluster.workers;
    for (const Rack& rack : overlay.racks)
    {
        const uint32_t taken = std::min(left, rack.free);
        overlay.cost += taken * rack.cost;
        left -= taken;
    }
}

std::vector<const Rack*>
Paring::DrawHosts(const Overlay& overlay)
{
    // Draw among hosts of equal cost. If one rack was filled after the other, the links of the
    // first racks would be overloaded.
    std::vector<const Rack*> hosts;
    for (auto rack = overlay.racks.begin(); hosts.size() < m_cluster.workers;)
    {
        std::vector<const Rack*> alike;
        for (const uint64_t cost = rack->cost; rack != overlay.racks.end() && rack->cost == cost;
             ++rack)
        {
            alike.insert(alike.end(), rack->free, &*rack);
        }
        m_random.Shuffle(alike);
        alike.resize(std::min<std::size_t>(alike.size(), m_cluster.workers - hosts.size()));
        hosts.insert(hosts.end(), alike.begin(), alike.end());
    }
    return hosts;
}

Overlay
Paring::At(Node rack, std::vector<Node> used) const
{
    Overlay overlay;
    overlay.rack = rack;
    overlay.used = std::move(used);
    overlay.cost = 0;
    JoinAggregators(overlay);
    RankRacks(overlay);
    return overlay;
}

Overlay
Paring::Best(Node rack) const
{
    std::vector<Node> all;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (m_cluster.IsAggregator(v))
        {
            all.push_back(v);
        }
    }
    Overlay best = At(rack, all);
    for (bool dropped = true; dropped;)
    {
        dropped = false;
        const std::vector<Node> used = best.used;
        for (const Node v : used)
        {
            if (IncIsPast(m_deadline))
            {
                return best;
            }
            std::vector<Node> without;
            std::copy_if(used.begin(), used.end(), std::back_inserter(without), [v](Node u) {
                return u != v;
            });
            Overlay overlay = At(rack, without);
            if (overlay.cost < best.cost)
            {
                best = std::move(overlay);
                dropped = true;
            }
        }
    }
    return best;
}

IncClusterPlan
Paring::Plan(uint32_t steps)
{
    const uint64_t places = std::accumulate(m_places.begin(), m_places.end(), uint64_t(0));
    if (places < uint64_t(m_cluster.workers) + 1)
    {
        throw IncError("workers: " + std::to_string(m_cluster.workers) +
                       " is not accepted; expected with the parameter server at most the " +
                       std::to_string(places) + " places for hosts");
    }
    Overlay best;
    for (const Node rack : m_order)
    {
        if (best.rack != IncCluster::NONE && IncIsPast(m_deadline))
        {
            break;
        }
        Overlay overlay = Best(rack);
        if (overlay.cost < best.cost)
        {
            best = std::move(overlay);
        }
    }
    IncClusterPlan plan;
    plan.instance = m_cluster;
    std::vector<Node> attach;
    std::set<Node> serving;
    const auto route = [&](Node start, Node from, Node to) {
        std::vector<Node> path =
            m_topology.RandomPath(from, to == IncCluster::NONE ? best.rack : to, m_random);
        if (start != from)
        {
            path.insert(path.begin(), start);
        }
        if (to == IncCluster::NONE)
        {
            path.push_back(m_cluster.ParameterServer());
        }
        plan.routes.push_back(std::move(path));
    };
    uint32_t worker = 0;
    for (const Rack* host : DrawHosts(best))
    {
        // Each worker draws one of its nearest aggregators.
        const Node to = host->nearest[m_random.Below(host->nearest.size())];
        attach.push_back(host->v);
        serving.insert(to);
        route(m_cluster.Worker(worker++), host->v, to);
    }
    attach.push_back(best.rack);
    // In the list a parent comes before its children. The reverse order therefore visits an
    // aggregator after its children, when it is known whether the aggregator receives any flow.
    for (auto edge = best.tree.rbegin(); edge != best.tree.rend(); ++edge)
    {
        if (serving.count(edge->first))
        {
            serving.insert(edge->second);
            route(edge->first, edge->first, edge->second);
        }
    }
    IncFinishOverlay(plan, m_topology, attach, steps);
    return plan;
}

} // namespace

IncParingPlanner::IncParingPlanner(const IncCluster& cluster)
    : m_cluster(cluster)
{
}

IncClusterPlan
IncParingPlanner::Solve()
{
    m_cluster.RequireOneParameterServer("paring");
    return Paring(m_cluster, m_options.seed, m_deadline).Plan(m_options.steps);
}

namespace
{

const IncPlanRegistration REGISTERED_PARING(IncParingPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "PARING-like: places workers and PS in a fixed topology";
    self.own = {IncAddSteps};
    self.rules.overlay = true;
    self.cluster = IncRunPlanner<IncParingPlanner, IncCluster>;
});

} // namespace

} // namespace ns3
