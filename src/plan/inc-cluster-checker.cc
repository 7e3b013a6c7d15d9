/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-algorithms.h"
#include "inc-violations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace ns3
{

namespace
{

class ClusterChecker
{
  public:
    explicit ClusterChecker(const IncClusterPlan& plan)
        : m_plan(plan),
          m_cluster(plan.instance),
          m_rules(IncRulesOf(plan.algorithm))
    {
    }

    std::vector<std::string> Check()
    {
        CheckOutcome();
        CheckLinks();
        if (!m_rules.ownLinks)
        {
            CheckFixedLinks();
        }
        if (m_rules.overlay)
        {
            CheckOverlay();
        }
        for (uint32_t p = 0; p < m_cluster.parameterServers && !m_rules.overlay; ++p)
        {
            const bool one = m_cluster.parameterServers == 1;
            CheckFlows(one ? m_plan.flows : m_plan.flowsByPs[p], m_cluster.ParameterServer(p));
        }
        CheckLoads();
        return m_violations.Lines();
    }

  private:
    using Node = IncCluster::Node;
    using Pair = std::pair<Node, Node>;
    using Flows = std::vector<std::array<Node, 3>>;

    bool IsQuantised() const
    {
        const auto steps = m_plan.notes.find("steps");
        if (steps == m_plan.notes.end() || !steps->is_number_unsigned())
        {
            return std::floor(m_plan.rate) == m_plan.rate;
        }
        const double level = m_plan.rate * steps->get<double>() / m_cluster.capacity;
        return std::abs(level - std::round(level)) <= IncViolations::TOLERANCE;
    }

    void CheckOutcome()
    {
        double sum = m_plan.rate;
        if (m_cluster.parameterServers > 1)
        {
            sum = std::accumulate(m_plan.rates.begin(), m_plan.rates.end(), 0.0);
        }
        else if (m_rules.wholeRates && !IsQuantised())
        {
            m_violations.Add() << "rate " << m_plan.rate
                               << " is neither an integer (1) nor a step of details";
        }
        m_violations.AddIf(std::abs(m_plan.objective - sum) > IncViolations::TOLERANCE)
            << "objective " << m_plan.objective << " is not the rate " << sum << " (5)";
        m_violations.CheckBound(m_plan, IncViolations::TOLERANCE);
    }

    void CheckLinks()
    {
        std::vector<uint32_t> used(m_cluster.Nodes(), 0);
        for (const auto& [u, v] : m_plan.links)
        {
            if (u == v || (u >= m_cluster.Switches() && v >= m_cluster.Switches()))
            {
                m_violations.Add()
                    << "link " << Link(u, v) << ": not between two feasible nodes (4)";
                continue;
            }
            m_violations.AddIf(
                !m_capacity.emplace(std::minmax(u, v), m_cluster.CapacityOf(u, v)).second)
                << "link " << Link(u, v) << ": there twice (2)";
            ++used[u];
            ++used[v];
        }
        for (Node v = 0; v < m_cluster.Nodes(); ++v)
        {
            const bool end = v >= m_cluster.Switches();
            const uint32_t ports = end ? 1 : m_cluster.switches[v].ports;
            m_violations.AddIf(!end && used[v] > ports)
                << Name(v) << ": " << used[v] << " links, " << ports << " ports (7)";
            m_violations.AddIf(end && used[v] != 1)
                << Name(v) << ": " << used[v] << " links instead of one (8)";
        }
    }

    void CheckFixedLinks()
    {
        std::set<Pair> fixed;
        for (const IncCluster::Link& link : m_cluster.links)
        {
            fixed.insert(std::minmax(link.a, link.b));
        }
        const auto places = m_cluster.HostPlaces();
        std::vector<uint32_t> hosts(m_cluster.Switches(), 0);
        for (const auto& [pair, capacity] : m_capacity)
        {
            const auto& [u, v] = pair;
            if (v < m_cluster.Switches())
            {
                m_violations.AddIf(fixed.count(pair) == 0)
                    << "link " << Link(u, v) << ": not of the fixed topology";
                continue;
            }
            ++hosts[u];
            const bool given = m_rules.attachedHosts && !m_cluster.attach.empty();
            m_violations.AddIf(given && m_cluster.attach[v - m_cluster.Switches()] != u)
                << Name(v) << ": on " << Name(u) << ", attached elsewhere in the instance";
            m_violations.AddIf(!given && hosts[u] > places[u])
                << Name(u) << ": more hosts than its " << places[u] << " places";
        }
    }

    void CheckFlows(const Flows& flows, Node ps)
    {
        m_in.assign(m_cluster.Nodes(), 0);
        m_out.assign(m_cluster.Nodes(), 0);
        m_to.assign(m_cluster.Nodes(), {});
        for (const auto& [from, to, count] : flows)
        {
            m_violations.AddIf(!m_capacity.count(std::minmax(from, to)))
                << "flow " << Name(from) << "->" << Name(to) << ": there is no link (17)";
            if (count > 0)
            {
                m_to[from].push_back(to);
            }
            m_out[from] += count;
            m_in[to] += count;
        }
        for (Node v = 0; v < m_cluster.Nodes(); ++v)
        {
            CheckNode(v, ps);
        }
        CheckLayers(ps);
        const double rate = m_cluster.parameterServers == 1
                                ? m_plan.rate
                                : m_plan.rates[ps - m_cluster.ParameterServer()];
        for (const auto& [from, to, count] : flows)
        {
            m_load[std::minmax(from, to)] += count * rate;
        }
    }

    void CheckNode(Node v, Node ps)
    {
        const std::string counts = Name(v) + ": " + std::to_string(m_in[v]) + " flows in, " +
                                   std::to_string(m_out[v]) + " out";
        if (v >= m_cluster.ParameterServer())
        {
            m_violations.AddIf(m_out[v] != 0 || (v == ps) != (m_in[v] > 0))
                << counts + ", a parameter server only receives its own";
        }
        else if (v >= m_cluster.Switches())
        {
            m_violations.AddIf(m_in[v] != 0 || m_out[v] != 1)
                << counts + ", a worker sends one flow";
        }
        else if (m_cluster.IsAggregator(v))
        {
            m_violations.AddIf(m_out[v] > 1) << counts + ", an aggregator sends at most one (9)";
            m_violations.AddIf((m_in[v] > 0) != (m_out[v] > 0))
                << counts + ", an aggregator sends if and only if it receives (10)";
        }
        else if (m_in[v] != m_out[v])
        {
            m_violations.Add() << counts + ", a common switch sends what it receives (13)";
        }
    }

    void CheckLayers(Node ps)
    {
        // A switch's layer is 1 + the largest layer to which the switch sends. Visit a switch after
        // all switches to which it sends.
        std::vector<uint32_t> layer(m_cluster.Switches(), 1);
        std::vector<std::size_t> left(m_cluster.Switches(), 0); // targets that are not visited yet
        std::vector<std::vector<Node>> senders(m_cluster.Switches());
        std::vector<Node> visited;
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            for (const Node to : m_to[v])
            {
                if (to < m_cluster.Switches())
                {
                    ++left[v];
                    senders[to].push_back(v);
                }
            }
            if (left[v] == 0)
            {
                visited.push_back(v);
            }
        }
        for (std::size_t i = 0; i < visited.size(); ++i)
        {
            const Node to = visited[i];
            for (const Node v : senders[to])
            {
                layer[v] = std::max(layer[v], layer[to] + 1);
                if (--left[v] == 0)
                {
                    visited.push_back(v);
                }
            }
        }
        const auto circle =
            std::find_if(left.begin(), left.end(), [](auto count) { return count; });
        if (circle != left.end())
        {
            m_violations.Add() << "the flows run in a circle at " << Name(circle - left.begin())
                               << " (20)";
            return;
        }
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            const bool toPs = std::find(m_to[v].begin(), m_to[v].end(), ps) != m_to[v].end();
            m_violations.AddIf(toPs && layer[v] > 1)
                << Name(v) << ": sends to the parameter server, but is in layer " << layer[v]
                << " (19)";
            m_violations.AddIf(m_rules.layers && layer[v] > m_cluster.maxLayers)
                << Name(v) << ": in layer " << layer[v] << " of " << m_cluster.maxLayers << " (18)";
        }
    }

    void CheckLoads()
    {
        for (const auto& [pair, load] : m_load)
        {
            const auto found = m_capacity.find(pair);
            const double capacity = found == m_capacity.end() ? load : found->second;
            m_violations.AddIf(load > capacity + IncViolations::TOLERANCE * (1 + capacity))
                << "link " << Link(pair.first, pair.second) << ": " << load << " Gb/s on "
                << capacity << " (14)";
        }
    }

    void CheckOverlay()
    {
        for (const auto& route : m_plan.routes)
        {
            CheckRoute(route);
        }
        CheckOverlayTree();
        if (m_rules.ownAggregators)
        {
            CheckPlacedAggregators();
        }
        std::map<Pair, int64_t> counted;
        for (const auto& route : m_plan.routes)
        {
            for (std::size_t i = 0; i + 1 < route.size(); ++i)
            {
                counted[{route[i], route[i + 1]}]++;
            }
        }
        for (const auto& [from, to, count] : m_plan.flows)
        {
            counted[{from, to}] -= count;
        }
        for (const auto& [pair, difference] : counted)
        {
            m_violations.AddIf(difference != 0) << "flow " << Name(pair.first) << "->"
                                                << Name(pair.second) << ": not the routes' number";
        }
    }

    void CheckRoute(const std::vector<Node>& route)
    {
        const auto end = [&](Node v, bool first) {
            return Aggregates(v) ||
                   (first ? v >= m_cluster.Switches() && v < m_cluster.ParameterServer()
                          : v == m_cluster.ParameterServer());
        };
        if (route.size() < 2 || !end(route.front(), true) || !end(route.back(), false))
        {
            m_violations.Add() << "route: not from a worker or aggregator to an aggregator or the "
                                  "parameter server";
            return;
        }
        for (std::size_t i = 0; i + 1 < route.size(); ++i)
        {
            const Pair pair = std::minmax(route[i], route[i + 1]);
            m_violations.AddIf(!m_capacity.count(pair))
                << "route over " << Link(route[i], route[i + 1]) << ": there is no link";
            m_load[pair] += m_plan.rate;
        }
        m_violations.AddIf(Distances(route.front())[route.back()] != route.size() - 1)
            << "route " << Name(route.front()) << " to " << Name(route.back())
            << ": not a shortest path";
    }

    void CheckOverlayTree()
    {
        std::map<Node, Node> parent;
        for (const auto& route : m_plan.routes)
        {
            if (route.size() >= 2)
            {
                m_violations.AddIf(!parent.emplace(route.front(), route.back()).second)
                    << Name(route.front()) << ": sends twice";
            }
        }
        const auto arrives = [&](Node v) {
            for (std::size_t hops = 0; hops <= parent.size(); ++hops)
            {
                if (v == m_cluster.ParameterServer())
                {
                    return true;
                }
                const auto found = parent.find(v);
                if (found == parent.end())
                {
                    return false;
                }
                v = found->second;
            }
            return false;
        };
        for (uint32_t w = 0; w < m_cluster.workers; ++w)
        {
            m_violations.AddIf(!arrives(m_cluster.Worker(w)))
                << Name(m_cluster.Worker(w)) << ": does not reach the parameter server";
        }
    }

    void CheckPlacedAggregators()
    {
        const uint32_t most = m_cluster.aggregatorsToPlace.value_or(m_cluster.Aggregators());
        const auto places = m_cluster.HostPlaces();
        const std::set<Node> distinct(m_plan.aggregators.begin(), m_plan.aggregators.end());
        m_violations.AddIf(distinct.size() != m_plan.aggregators.size() || distinct.size() > most)
            << "aggregators: " << m_plan.aggregators.size() << " placed, at most " << most;
        for (const Node v : distinct)
        {
            m_violations.AddIf(v >= m_cluster.Switches() || places[v] == 0)
                << "aggregator " << Name(v) << ": not a top-of-rack switch";
        }
    }

    bool Aggregates(Node v) const
    {
        if (m_rules.ownAggregators)
        {
            const auto& placed = m_plan.aggregators;
            return std::find(placed.begin(), placed.end(), v) != placed.end();
        }
        return m_cluster.IsAggregator(v);
    }

    std::vector<uint32_t> Distances(Node from) const
    {
        std::vector<std::vector<Node>> next(m_cluster.Nodes());
        for (const IncCluster::Link& link : m_cluster.links)
        {
            next[link.a].push_back(link.b);
            next[link.b].push_back(link.a);
        }
        for (const auto& [pair, capacity] : m_capacity)
        {
            if (pair.second >= m_cluster.Switches())
            {
                next[pair.first].push_back(pair.second);
                next[pair.second].push_back(pair.first);
            }
        }
        std::vector<uint32_t> distance(m_cluster.Nodes(), UINT32_MAX);
        std::vector<Node> queue{from};
        distance[from] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i)
        {
            for (const Node v : next[queue[i]])
            {
                if (distance[v] == UINT32_MAX)
                {
                    distance[v] = distance[queue[i]] + 1;
                    queue.push_back(v);
                }
            }
        }
        return distance;
    }

    std::string Name(Node v) const
    {
        return m_cluster.NameOf(v);
    }

    std::string Link(Node u, Node v) const
    {
        return Name(u) + "-" + Name(v);
    }

    const IncClusterPlan& m_plan;
    const IncCluster& m_cluster;
    const IncPlanRules m_rules;
    IncViolations m_violations;
    /// Capacity of each link of the plan, Gb/s; the key has the smaller node first.
    std::map<Pair, double> m_capacity;
    std::map<Pair, double> m_load;       //!< load of each link, both directions together, Gb/s
    std::vector<uint64_t> m_in;          //!< number of flows into each node, for one PS
    std::vector<uint64_t> m_out;         //!< number of flows out of each node, for one PS
    std::vector<std::vector<Node>> m_to; //!< nodes to which each node sends, for one PS
};

} // namespace

std::vector<std::string>
IncCheckPlan(const IncClusterPlan& plan)
{
    return plan.HasPlan() ? ClusterChecker(plan).Check() : std::vector<std::string>();
}

} // namespace ns3
