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
#include <map>
#include <numeric>
#include <set>

namespace ns3
{

namespace
{

using Node = IncCluster::Node;

/** What the hosts of a rack use. */
struct Nearest
{
    std::vector<Node> nodes; //!< nearest aggregators; NONE alone stands for the PS
    uint64_t cost;           //!< hops from each host to the nearest aggregator or the PS
};

/** A rack: a switch with interchangeable hosts. */
struct Rack
{
    Node v;                 //!< the switch
    const Nearest* nearest; //!< aggregators that are nearest to each host
    uint32_t free;          //!< number of free hosts
};

/** Aggregators that cost the same: they have equal neighbors and equal numbers of hosts. */
struct Group
{
    Node kind;               //!< their class in the topology
    uint32_t places;         //!< places for hosts on each
    bool hasPs;              //!< true for the rack of the PS, which is a group of its own
    std::vector<Node> nodes; //!< aggregators in use, the first one last
};

/** Overlay if the parameter server (PS) is in one chosen rack. */
struct Overlay
{
    Node rack{IncCluster::NONE};
    std::vector<Group> groups;               //!< aggregators in use
    std::vector<std::pair<Node, Node>> tree; //!< aggregator and parent; NONE stands for the PS
    std::map<Node, Nearest> nearest;         //!< by class; by number of classes + rack if special
    std::vector<Rack> racks;                 //!< racks, those with the cheapest hosts first
    uint64_t cost{UINT64_MAX};               //!< hops in the tree and from all workers
};

class Paring
{
  public:
    Paring(const IncCluster& cluster, uint64_t seed, IncDeadline deadline);

    IncClusterPlan Plan(uint32_t steps);

  private:
    uint64_t Cost(const Overlay& overlay) const;
    uint64_t TreeCost(const Overlay& overlay) const;
    Overlay Best(Node rack) const;
    void JoinAggregators(Overlay& overlay, const std::vector<Node>& used) const;
    void RankRacks(Overlay& overlay, const std::vector<Node>& used) const;
    std::vector<const Rack*> DrawHosts(const Overlay& overlay);
    uint64_t Hops(Node switchOrPs, Node rack, Node v) const;

    const IncCluster& m_cluster;
    const IncDeadline m_deadline;
    const IncFixedTopology m_topology;
    const std::vector<uint32_t> m_places;
    IncPlanRandom m_random;
    std::vector<Node> m_order;        //!< racks in the order that breaks ties
    std::vector<Group> m_groups;      //!< all aggregators
    std::map<Node, uint64_t> m_hosts; //!< places for hosts on the racks of each class
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
            m_hosts[m_topology.Class(v)] += m_places[v];
        }
    }
    m_random.Shuffle(m_order);
    std::map<std::pair<Node, uint32_t>, std::vector<Node>> alike;
    for (Node v = cluster.Switches(); v-- > 0;)
    {
        if (cluster.IsAggregator(v))
        {
            alike[{m_topology.Class(v), m_places[v]}].push_back(v);
        }
    }
    for (auto& [key, nodes] : alike)
    {
        m_groups.push_back({key.first, key.second, false, std::move(nodes)});
    }
}

uint64_t
Paring::Hops(Node to, Node rack, Node v) const
{
    // NONE stands for the PS, which is one hop behind the switch of its rack.
    const uint64_t hops = m_topology.Hops(to == IncCluster::NONE ? rack : to, v);
    return to == IncCluster::NONE ? hops + 1 : hops;
}

uint64_t
Paring::TreeCost(const Overlay& overlay) const
{
    // Prim's algorithm over groups. Once one member of a group is in the tree, all its others have
    // the same distance to the tree, and the nearest group joins as a whole.
    const Node root = m_topology.Class(overlay.rack);

    struct Join
    {
        const Group* group;
        uint64_t hops;  //!< distance to the tree
        uint64_t count; //!< members outside of the tree
    };

    std::vector<Join> left;
    for (const Group& group : overlay.groups)
    {
        if (!group.nodes.empty())
        {
            const uint64_t hops = group.hasPs ? 0 : m_topology.ClassHops(root, group.kind);
            left.push_back({&group, hops + 1, group.nodes.size()});
        }
    }
    uint64_t cost = 0;
    while (!left.empty())
    {
        auto least = std::min_element(left.begin(), left.end(), [](const Join& a, const Join& b) {
            return a.hops < b.hops;
        });
        const Join join = *least;
        const bool first = join.count > 1 && join.count == join.group->nodes.size();
        const uint64_t joined = first ? 1 : join.count;
        cost += joined * join.hops;
        least->count -= joined;
        if (least->count == 0)
        {
            *least = left.back();
            left.pop_back();
        }
        for (Join& other : left)
        {
            const uint64_t hops = m_topology.ClassHops(join.group->kind, other.group->kind);
            other.hops = std::min(other.hops, hops);
        }
    }
    return cost;
}

uint64_t
Paring::Cost(const Overlay& overlay) const
{
    // Hosts of an aggregator are one hop from it, and those of the PS's rack two hops from the PS.
    const Node root = m_topology.Class(overlay.rack);
    std::map<uint64_t, uint64_t> places;
    std::map<Node, uint64_t> others = m_hosts;
    others[root] -= m_places[overlay.rack];
    bool psAggregates = false;
    for (const Group& group : overlay.groups)
    {
        const uint64_t own = group.nodes.size() * uint64_t(group.places);
        if (group.hasPs)
        {
            psAggregates = !group.nodes.empty();
        }
        else if (own > 0)
        {
            places[1] += own;
            others[group.kind] -= own;
        }
    }
    places[psAggregates ? 1 : 2] += m_places[overlay.rack] - 1;
    for (const auto& [kind, free] : others)
    {
        uint64_t hops = uint64_t(m_topology.ClassHops(root, kind)) + 1;
        for (const Group& group : overlay.groups)
        {
            const bool used = free > 0 && !group.nodes.empty();
            hops = used ? std::min<uint64_t>(hops, m_topology.ClassHops(group.kind, kind)) : hops;
        }
        places[hops + 1] += free;
    }
    uint64_t cost = TreeCost(overlay);
    uint64_t left = m_cluster.workers;
    for (const auto& [hops, free] : places)
    {
        const uint64_t taken = std::min(left, free);
        cost += taken * hops;
        left -= taken;
    }
    return cost;
}

void
Paring::JoinAggregators(Overlay& overlay, const std::vector<Node>& used) const
{
    // Prim's algorithm: each aggregator outside the tree remembers its nearest node in the tree.
    using Join = std::pair<uint64_t, std::pair<Node, Node>>;
    const auto nearer = [](const Join& a, const Join& b) { return a.first < b.first; };
    std::vector<Join> left;
    for (const Node v : used)
    {
        left.push_back({Hops(IncCluster::NONE, overlay.rack, v), {v, IncCluster::NONE}});
    }
    while (!left.empty())
    {
        const auto least = std::min_element(left.begin(), left.end(), nearer);
        const auto link = least->second;
        left.erase(least);
        overlay.tree.push_back(link);
        for (Join& join : left)
        {
            const Node v = join.second.first;
            join = std::min(join, {Hops(link.first, overlay.rack, v), {v, link.first}}, nearer);
        }
    }
}

void
Paring::RankRacks(Overlay& overlay, const std::vector<Node>& used) const
{
    for (const Node v : m_order)
    {
        // Racks of a class have the same nearest aggregators, except aggregators and the PS's rack.
        const bool special = v == overlay.rack || std::binary_search(used.begin(), used.end(), v);
        const Node key = special ? m_cluster.Switches() + v : m_topology.Class(v);
        const auto [entry, added] = overlay.nearest.emplace(key, Nearest());
        Nearest& nearest = entry->second;
        overlay.racks.push_back({v, &nearest, m_places[v] - (v == overlay.rack ? 1 : 0)});
        if (!added)
        {
            continue;
        }
        nearest = {{IncCluster::NONE}, Hops(IncCluster::NONE, overlay.rack, v) + 1};
        for (const Node to : used)
        {
            const uint64_t cost = Hops(to, overlay.rack, v) + 1;
            if (cost < nearest.cost)
            {
                nearest = {{}, cost};
            }
            // If costs are equal, prefer the PS to an aggregator.
            if (cost == nearest.cost &&
                (nearest.nodes.empty() || nearest.nodes[0] != IncCluster::NONE))
            {
                nearest.nodes.push_back(to);
            }
        }
    }
    std::stable_sort(overlay.racks.begin(), overlay.racks.end(), [](const Rack& a, const Rack& b) {
        return a.nearest->cost < b.nearest->cost;
    });
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
        for (const uint64_t cost = rack->nearest->cost;
             rack != overlay.racks.end() && rack->nearest->cost == cost;
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
Paring::Best(Node rack) const
{
    Overlay best;
    best.rack = rack;
    best.groups = m_groups;
    for (Group& group : best.groups)
    {
        const auto found = std::find(group.nodes.begin(), group.nodes.end(), rack);
        if (found != group.nodes.end())
        {
            group.nodes.erase(found);
            best.groups.push_back({group.kind, group.places, true, {rack}});
            break;
        }
    }
    best.cost = Cost(best);
    // Drop the aggregator that saves most, the first one if several do, until none saves any.
    Group* most;
    bool late = false;
    do
    {
        most = nullptr;
        for (Group& group : best.groups)
        {
            late = late || IncIsPast(m_deadline);
            if (late || group.nodes.empty())
            {
                continue;
            }
            const Node v = group.nodes.back();
            group.nodes.pop_back();
            const uint64_t cost = Cost(best);
            group.nodes.push_back(v);
            if (cost < best.cost || (most && cost == best.cost && v < most->nodes.back()))
            {
                best.cost = cost;
                most = &group;
            }
        }
        if (most)
        {
            most->nodes.pop_back();
        }
    } while (most && !late);
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
    std::set<std::pair<Node, uint32_t>> seen;
    for (const Node rack : m_order)
    {
        // Among racks that do not aggregate, have equal neighbors and hosts, none costs less.
        if (!m_cluster.IsAggregator(rack) &&
            !seen.insert({m_topology.Class(rack), m_places[rack]}).second)
        {
            continue;
        }
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
    std::vector<Node> used;
    for (const Group& group : best.groups)
    {
        used.insert(used.end(), group.nodes.begin(), group.nodes.end());
    }
    std::sort(used.begin(), used.end());
    JoinAggregators(best, used);
    RankRacks(best, used);
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
        const Node to = host->nearest->nodes[m_random.Below(host->nearest->nodes.size())];
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
