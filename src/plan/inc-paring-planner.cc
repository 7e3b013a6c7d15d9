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

struct Nearest
{
    std::vector<Node> nodes; //!< nearest aggregators; NONE alone stands for the PS
    uint64_t cost;           //!< hops from each host to the nearest aggregator or the PS
};

/** A rack: a switch with interchangeable hosts. */
struct Rack
{
    Node v;
    const Nearest* nearest; //!< aggregators that are nearest to each host
    uint32_t free;          //!< number of free hosts
};

/** Aggregators with equal neighbors and equal numbers of hosts: dropping any one saves the same. */
using Group = std::vector<Node>;

/** Overlay if the parameter server (PS) is in one chosen rack. */
struct Overlay
{
    Node rack{IncCluster::NONE};
    std::vector<Group> groups;               //!< aggregators in use, the first of a group last
    std::vector<std::pair<Node, Node>> tree; //!< aggregator and parent; NONE stands for the PS
    std::map<Node, Nearest> nearest;         //!< by class; by number of classes + rack if special
    std::vector<Rack> racks;                 //!< racks, those with the cheapest hosts first
    uint64_t cost{UINT64_MAX};               //!< hops in the tree and from all workers
};

class Paring
{
  public:
    Paring(const IncCluster& cluster, uint64_t seed, IncDeadline deadline)
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
        std::map<std::pair<Node, uint32_t>, Group> alike;
        for (Node v = cluster.Switches(); v-- > 0;)
        {
            if (cluster.IsAggregator(v))
            {
                alike[{m_topology.Class(v), m_places[v]}].push_back(v);
            }
        }
        for (auto& [key, group] : alike)
        {
            m_groups.push_back(std::move(group));
        }
    }

    void Complete(IncClusterPlan& plan, uint32_t steps)
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
        std::map<Node, uint64_t> used;
        for (const Group& group : best.groups)
        {
            for (const Node v : group)
            {
                used[v] = 1;
            }
        }
        JoinAggregators(best, used);
        RankRacks(best, used);
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
        IncFinishOverlay(plan, attach, steps);
    }

  private:
    uint64_t Cost(Overlay& overlay) const
    {
        // Hosts of an aggregator are one hop from it, and those of the PS's rack two hops from the
        // PS.
        const Node root = m_topology.Class(overlay.rack);
        bool psAggregates = false;
        std::map<Node, uint64_t> used;
        std::map<uint64_t, uint64_t> places;
        std::map<Node, uint64_t> others = m_hosts;
        for (const Group& group : overlay.groups)
        {
            if (group.empty())
            {
                continue;
            }
            // Once one of a group is in the tree, the others have equal distances to the tree.
            used[group[0]] = group.size() - 1;
            used[group.back()] = 1;
            psAggregates = psAggregates || group[0] == overlay.rack;
            const uint64_t own = group.size() * uint64_t(m_places[group[0]]);
            places[1] += own;
            others[m_topology.Class(group[0])] -= own;
        }
        if (!psAggregates)
        {
            places[2] += m_places[overlay.rack];
            others[root] -= m_places[overlay.rack];
        }
        --places[psAggregates ? 1 : 2];
        for (const auto& [kind, free] : others)
        {
            uint64_t hops = uint64_t(m_topology.ClassHops(root, kind)) + 1;
            for (const auto& [v, count] : used)
            {
                hops = std::min<uint64_t>(hops, m_topology.ClassHops(m_topology.Class(v), kind));
            }
            places[hops + 1] += free;
        }
        uint64_t cost = JoinAggregators(overlay, used);
        uint64_t left = m_cluster.workers;
        for (const auto& [hops, free] : places)
        {
            const uint64_t taken = std::min(left, free);
            cost += taken * hops;
            left -= taken;
        }
        return cost;
    }

    Overlay Best(Node rack) const
    {
        Overlay best;
        best.rack = rack;
        best.groups = m_groups;
        for (Group& group : best.groups)
        {
            const auto found = std::find(group.begin(), group.end(), rack);
            if (found != group.end())
            {
                // The PS makes this rack differ from the others of its group.
                group.erase(found);
                best.groups.push_back({rack});
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
                if (late || group.empty())
                {
                    continue;
                }
                const Node v = group.back();
                group.pop_back();
                const uint64_t cost = Cost(best);
                group.push_back(v);
                if (cost < best.cost || (most && cost == best.cost && v < most->back()))
                {
                    best.cost = cost;
                    most = &group;
                }
            }
            if (most)
            {
                most->pop_back();
            }
        } while (most && !late);
        return best;
    }

    /// Join aggregators, each of which stands for a number of them; return the hops of the tree.

    uint64_t JoinAggregators(Overlay& overlay, const std::map<Node, uint64_t>& used) const
    {
        // Prim's algorithm: each aggregator outside the tree remembers its nearest node in the
        // tree.
        using Join = std::pair<uint64_t, std::pair<Node, Node>>;
        const auto nearer = [](const Join& a, const Join& b) { return a.first < b.first; };
        std::vector<Join> left;
        for (const auto& [v, count] : used)
        {
            left.push_back({Hops(IncCluster::NONE, overlay.rack, v), {v, IncCluster::NONE}});
        }
        overlay.tree.clear();
        uint64_t cost = 0;
        while (!left.empty())
        {
            const auto least = std::min_element(left.begin(), left.end(), nearer);
            const auto [hops, link] = *least;
            left.erase(least);
            cost += hops * used.at(link.first);
            overlay.tree.push_back(link);
            for (Join& join : left)
            {
                const Node v = join.second.first;
                join = std::min(join, {Hops(link.first, overlay.rack, v), {v, link.first}}, nearer);
            }
        }
        return cost;
    }

    void RankRacks(Overlay& overlay, const std::map<Node, uint64_t>& used) const
    {
        for (const Node v : m_order)
        {
            // Racks of a class have the same nearest aggregators, except aggregators and the PS's
            // rack.
            const bool special = v == overlay.rack || used.count(v);
            const Node key = special ? m_cluster.Switches() + v : m_topology.Class(v);
            const auto [entry, added] = overlay.nearest.emplace(key, Nearest());
            Nearest& nearest = entry->second;
            overlay.racks.push_back({v, &nearest, m_places[v] - (v == overlay.rack ? 1 : 0)});
            if (!added)
            {
                continue;
            }
            nearest = {{IncCluster::NONE}, Hops(IncCluster::NONE, overlay.rack, v) + 1};
            for (const auto& [to, count] : used)
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
        std::stable_sort(
            overlay.racks.begin(),
            overlay.racks.end(),
            [](const Rack& a, const Rack& b) { return a.nearest->cost < b.nearest->cost; });
    }

    std::vector<const Rack*> DrawHosts(const Overlay& overlay)
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

    uint64_t Hops(Node to, Node rack, Node v) const
    {
        // NONE stands for the PS, which is one hop behind the switch of its rack.
        const uint64_t hops = m_topology.Hops(to == IncCluster::NONE ? rack : to, v);
        return to == IncCluster::NONE ? hops + 1 : hops;
    }

    const IncCluster& m_cluster;
    const IncDeadline m_deadline;
    const IncFixedTopology m_topology;
    const std::vector<uint32_t> m_places;
    IncPlanRandom m_random;
    std::vector<Node> m_order;        //!< racks in the order that breaks ties
    std::vector<Group> m_groups;      //!< all aggregators
    std::map<Node, uint64_t> m_hosts; //!< places for hosts on the racks of each class
};

} // namespace

void
IncParingPlanner::Solve(IncClusterPlan& plan)
{
    m_instance.RequireOneParameterServer("paring");
    Paring(m_instance, m_options.seed, m_deadline).Complete(plan, m_options.steps);
}

const IncPlanRegistration REGISTERED_PARING(IncParingPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "PARING-like: places workers and PS in a fixed topology";
    self.own = {IncAddSteps};
    self.rules.overlay = true;
    self.cluster = IncRunPlanner<IncParingPlanner, IncCluster>;
});

} // namespace ns3
