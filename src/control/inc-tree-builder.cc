/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-builder.h"

#include "ns3/inc-path-graph.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/**
 * \brief Shortest paths from a job's workers to a root; the paths meet as early as possible.
 *
 * Every node on a path has one next hop, so paths that have met stay together. The next hops are
 * chosen greedily, layer by layer, from the farthest nodes on. The switch that most nodes of a
 * layer can use comes first; only switches that may aggregate count.
 */
struct ContributionPaths
{
    /// Orders equally good switches; the smaller value is preferred.
    using TieBreak = std::function<std::pair<uint32_t, uint64_t>(uint32_t node)>;

    /// \throw IncTopologyError if a worker does not reach the root
    ContributionPaths(const IncTopology& topology,
                      uint32_t root,
                      const std::vector<IncTreeWorker>& workers,
                      const std::vector<bool>& mayAggregate,
                      const TieBreak& tieBreak);

    uint32_t root;
    std::vector<uint32_t> next;  //!< next hop by node, for all nodes on the paths but the root
    std::vector<uint32_t> order; //!< nodes on the paths, farthest first, the root last
};

/// Chooses the next hops of one layer by a greedy set cover.
class LayerCover
{
  public:
    LayerCover(const std::vector<bool>& mayAggregate, const ContributionPaths::TieBreak& tieBreak)
        : m_mayAggregate(mayAggregate),
          m_tieBreak(tieBreak)
    {
    }

    void AddChoice(uint32_t node, uint32_t nextHop)
    {
        m_users[nextHop].push_back(node);
    }

    /// Set the next hop of every node of the layer that is still NO_NEXT.
    void Choose(std::vector<uint32_t>& next)
    {
        using Entry = std::tuple<Merit, uint32_t>;
        auto worse = [](const Entry& a, const Entry& b) { return std::get<0>(a) < std::get<0>(b); };
        std::priority_queue<Entry, std::vector<Entry>, decltype(worse)> queue(worse);
        for (const auto& [nextHop, users] : m_users)
        {
            queue.push({GetMerit(nextHop, next), nextHop});
        }
        while (!queue.empty())
        {
            auto [merit, nextHop] = queue.top();
            queue.pop();
            // The merit of a switch never rises, so an entry whose merit is still right is the best
            // one.
            Merit now = GetMerit(nextHop, next);
            if (now != merit)
            {
                queue.push({now, nextHop});
                continue;
            }
            for (uint32_t node : m_users[nextHop])
            {
                next[node] = next[node] == NO_NEXT ? nextHop : next[node];
            }
        }
    }

    static constexpr uint32_t NO_NEXT = INC_UNREACHABLE;

  private:
    /// Number of nodes that would meet at a switch (0 if it may not aggregate), then the tie break.
    struct Merit
    {
        std::size_t meeting;
        std::pair<uint32_t, uint64_t> tieBreak;

        bool operator<(const Merit& other) const
        {
            return meeting != other.meeting ? meeting < other.meeting : tieBreak > other.tieBreak;
        }

        bool operator!=(const Merit& other) const
        {
            return meeting != other.meeting || tieBreak != other.tieBreak;
        }
    };

    Merit GetMerit(uint32_t nextHop, const std::vector<uint32_t>& next)
    {
        const auto& users = m_users[nextHop];
        auto free = std::count_if(users.begin(), users.end(), [&](uint32_t node) {
            return next[node] == NO_NEXT;
        });
        return {m_mayAggregate[nextHop] ? static_cast<std::size_t>(free) : 0, m_tieBreak(nextHop)};
    }

    const std::vector<bool>& m_mayAggregate;
    const ContributionPaths::TieBreak& m_tieBreak;
    std::map<uint32_t, std::vector<uint32_t>> m_users;
};

ContributionPaths::ContributionPaths(const IncTopology& topology,
                                     uint32_t root,
                                     const std::vector<IncTreeWorker>& workers,
                                     const std::vector<bool>& mayAggregate,
                                     const TieBreak& tieBreak)
    : root(root),
      next(topology.GetNodes().size(), LayerCover::NO_NEXT)
{
    auto distances = IncDistancesFrom(topology, {root});
    std::map<uint32_t, std::set<uint32_t>, std::greater<uint32_t>> layers;
    layers[0].insert(root);
    for (const auto& worker : workers)
    {
        if (distances[worker.host] == INC_UNREACHABLE)
        {
            throw IncTopologyError("root: there is no path from worker \"" +
                                   topology.GetName(worker.host) + "\" to \"" +
                                   topology.GetName(root) + "\"");
        }
        layers[distances[worker.host]].insert(worker.host);
    }
    for (uint32_t distance = layers.begin()->first; distance > 0; --distance)
    {
        LayerCover cover(mayAggregate, tieBreak);
        for (uint32_t node : layers[distance])
        {
            for (const auto& port : topology.GetPorts(node))
            {
                if (IncIsNextHop(topology, distances, node, port.peer))
                {
                    cover.AddChoice(node, port.peer);
                }
            }
        }
        cover.Choose(next);
        for (uint32_t node : layers[distance])
        {
            order.push_back(node);
            layers[distance - 1].insert(next[node]);
        }
    }
    order.push_back(root);
}

constexpr uint32_t NO_PARENT = IncAggregationTreeNode::NO_PARENT;

/// Return x, mixed by the finaliser of SplitMix64: a bijection without visible pattern.
uint64_t
Mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

struct Arrivals
{
    std::vector<uint32_t> ranks;
    std::vector<uint32_t> children;

    void Append(const Arrivals& other)
    {
        ranks.insert(ranks.end(), other.ranks.begin(), other.ranks.end());
        children.insert(children.end(), other.children.begin(), other.children.end());
    }
};

uint32_t
AddVatNode(std::vector<IncAggregationTreeNode>& nodes,
           uint32_t node,
           const Arrivals& arrivals,
           const std::vector<IncTreeWorker>& workers)
{
    auto place = static_cast<uint32_t>(nodes.size());
    IncBitString aBm(IncMaxBfrId(workers));
    for (uint32_t rank : arrivals.ranks)
    {
        aBm.Set(workers[rank].bfrId);
    }
    for (uint32_t child : arrivals.children)
    {
        nodes[child].parent = place;
        aBm |= nodes[child].aBm;
    }
    nodes.push_back({node, NO_PARENT, arrivals.ranks, std::move(aBm)});
    return place;
}

/// Map VAT nodes to the switches on the contributions' paths, children before parents.
std::vector<IncAggregationTreeNode>
MapVat(const ContributionPaths& paths,
       const std::vector<IncTreeWorker>& workers,
       const std::vector<bool>& mayAggregate)
{
    std::vector<IncAggregationTreeNode> nodes;
    std::map<uint32_t, Arrivals> arrivalsAt;
    for (uint32_t rank = 0; rank < workers.size(); ++rank)
    {
        arrivalsAt[workers[rank].host].ranks.push_back(rank);
    }
    // Nodes come farthest first, so all inputs of a node have arrived before the node.
    for (uint32_t node : paths.order)
    {
        Arrivals arrivals = std::move(arrivalsAt[node]);
        bool isRoot = node == paths.root;
        std::size_t count = arrivals.ranks.size() + arrivals.children.size();
        if (isRoot || (mayAggregate[node] && count > 1))
        {
            arrivals = {{}, {AddVatNode(nodes, node, arrivals, workers)}};
        }
        if (!isRoot)
        {
            arrivalsAt[paths.next[node]].Append(arrivals);
        }
    }
    return nodes;
}

/// Choose the root and up to `count` other switches of a tree, evenly, the lowest tier first.
std::vector<bool>
SpreadEvenly(const IncTopology& topology,
             const std::vector<IncAggregationTreeNode>& tree,
             uint32_t count)
{
    std::map<uint32_t, std::vector<uint32_t>> tiers;
    std::vector<bool> chosen(topology.GetNodes().size());
    for (const auto& vatNode : tree)
    {
        if (vatNode.parent != NO_PARENT)
        {
            tiers[topology.GetNodes()[vatNode.node].tier].push_back(vatNode.node);
        }
        else if (!topology.IsHost(vatNode.node))
        {
            chosen[vatNode.node] = true;
            --count;
        }
    }
    for (auto& [tier, switches] : tiers)
    {
        std::sort(switches.begin(), switches.end());
        auto take = std::min<std::size_t>(count, switches.size());
        for (std::size_t i = 0; i < take; ++i)
        {
            chosen[switches[i * switches.size() / take]] = true;
        }
        count -= static_cast<uint32_t>(take);
    }
    return chosen;
}

} // namespace

IncTreeBuilder::IncTreeBuilder(const IncTopology& topology)
    : m_topology(topology),
      m_root(topology.GetRoot())
{
}

void
IncTreeBuilder::SetRoot(uint32_t root)
{
    if (root >= m_topology.GetNodes().size())
    {
        throw IncTopologyError("root: node " + std::to_string(root) + " is not in the topology");
    }
    m_root = root;
}

IncAggregationTree
IncTreeBuilder::Build(const std::vector<IncTreeWorker>& workers) const
{
    auto mayAggregate = m_selection.Pick(m_topology);
    uint32_t root = m_root ? *m_root : ChooseRoot(workers, mayAggregate);
    if (!m_topology.IsHost(root) && !mayAggregate[root])
    {
        throw IncTopologyError("root: \"" + m_topology.GetName(root) +
                               "\" is not among the switches that may aggregate; expected one "
                               "of them, or a host that is no worker");
    }
    ContributionPaths paths(m_topology, root, workers, mayAggregate, [this](uint32_t node) {
        return GetTieBreak(node);
    });
    auto nodes = MapVat(paths, workers, mayAggregate);
    if (auto count = m_selection.GetCount())
    {
        mayAggregate = SpreadEvenly(m_topology, nodes, *count);
        nodes = MapVat(paths, workers, mayAggregate);
    }
    return IncAggregationTree(m_topology, workers, nodes);
}

uint32_t
IncTreeBuilder::GetLoad(uint32_t node) const
{
    return node < m_load.size() ? m_load[node] : 0;
}

std::pair<uint32_t, uint64_t>
IncTreeBuilder::GetTieBreak(uint32_t node) const
{
    return {GetLoad(node), m_seed == 0 ? node : Mix(Mix(m_seed) ^ node)};
}

uint32_t
IncTreeBuilder::GetLoadBefore(const IncPathGraph& graph,
                              uint32_t root,
                              const std::vector<uint32_t>& distances) const
{
    std::vector<uint16_t> ports;
    graph.FindNextHops(root, distances, false, ports);
    uint32_t least = UINT32_MAX;
    for (const uint16_t port : ports)
    {
        least = std::min(least, GetLoad(m_topology.GetPorts(root)[port].peer));
    }
    return ports.empty() ? 0 : least;
}

uint32_t
IncTreeBuilder::ChooseRoot(const std::vector<IncTreeWorker>& workers,
                           const std::vector<bool>& mayAggregate) const
{
    // Distances are equal in both directions of links: one search serves all workers of a switch.
    const IncPathGraph graph(m_topology);
    std::map<uint32_t, std::vector<uint32_t>> places; // workers by their switch
    for (const auto& worker : workers)
    {
        const uint32_t edge = graph.GetSwitchOf(worker.host);
        places[edge != IncPathGraph::NONE ? edge : worker.host].push_back(worker.host);
    }
    std::vector<uint32_t> farthest(mayAggregate.size(), 0);
    std::vector<uint64_t> sums(mayAggregate.size(), 0);
    std::vector<uint64_t> loads(mayAggregate.size(), 0); // load of the last switches before a root
    const bool isLoaded =
        std::any_of(m_load.begin(), m_load.end(), [](uint32_t load) { return load > 0; });
    std::vector<uint32_t> distances;
    for (const auto& [place, hosts] : places)
    {
        graph.FindDistances(hosts.front(), false, distances);
        for (uint32_t node = 0; node < mayAggregate.size(); ++node)
        {
            farthest[node] = std::max(farthest[node], distances[node]);
            sums[node] += uint64_t{distances[node]} * hosts.size();
            if (isLoaded && mayAggregate[node] && node != place)
            {
                loads[node] += GetLoadBefore(graph, node, distances);
            }
        }
    }
    using Cost = std::tuple<uint32_t, uint64_t, uint32_t, uint32_t, uint64_t, uint64_t>;
    std::optional<std::pair<Cost, uint32_t>> best;
    for (uint32_t node = 0; node < mayAggregate.size(); ++node)
    {
        const uint32_t tier = m_topology.GetNodes()[node].tier;
        const auto [load, order] = GetTieBreak(node);
        const Cost cost{farthest[node], sums[node], ~tier, load, loads[node], order};
        if (mayAggregate[node] && farthest[node] != INC_UNREACHABLE &&
            (!best || cost < best->first))
        {
            best = {cost, node};
        }
    }
    if (!best)
    {
        throw IncTopologyError("root: no switch that may aggregate is connected to all workers");
    }
    return best->second;
}

} // namespace ns3
