/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-paths.h"

#include "ns3/inc-shortest-path.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Finds the path whose links carry the fewest paths, among the shortest paths to a node.
class LeastLoadedPath
{
  public:
    LeastLoadedPath(const IncHeardTopology& heard,
                    const IncPathLoad& load,
                    uint32_t to,
                    std::vector<uint32_t>& distances)
        : m_heard(heard),
          m_load(load),
          m_to(to),
          m_distances(distances)
    {
    }

    IncTreePaths::Path Find(uint32_t from)
    {
        IncTreePaths::Path path;
        GetCost(from);
        for (uint32_t node = from; node != m_to; node = path.hops.back().peer)
        {
            const Choice& choice = m_choices.at(node);
            const IncTopologyPort& port = m_heard.topology.GetPorts(node)[choice.port];
            path.hops.push_back({node, choice.port, port.peer, port.peerPort});
            path.isPinned = path.isPinned || choice.ports > 1;
        }
        // A path from a host with several ports is not pinned, because the host chooses a port.
        path.isPinned = path.isPinned && (!m_heard.topology.IsHost(from) ||
                                          m_heard.topology.GetPorts(from).size() == 1);
        return path;
    }

  private:
    struct Choice
    {
        uint32_t port{0};
        uint32_t ports{0};         //!< number of ports on shortest paths
        uint64_t cost{UINT64_MAX}; //!< load of all links from here to the end
    };

    bool IsNextHop(uint32_t node, uint32_t peer)
    {
        const auto& ports = m_heard.topology.GetPorts(node);
        const bool isNeighbor = std::any_of(ports.begin(), ports.end(), [this](const auto& port) {
            return port.peer == m_to;
        });
        if (isNeighbor)
        {
            return peer == m_to;
        }
        if (m_distances.empty())
        {
            m_distances = IncDistancesFrom(m_heard.topology, {m_to});
        }
        return IncIsNextHop(m_heard.topology, m_distances, node, peer);
    }

    uint64_t GetCost(uint32_t node)
    {
        const auto [found, isNew] = m_choices.emplace(node, Choice());
        const auto& ports = m_heard.topology.GetPorts(node);
        for (uint32_t i = 0; isNew && node != m_to && i < ports.size(); ++i)
        {
            if (!IsNextHop(node, ports[i].peer))
            {
                continue;
            }
            const auto load = m_load.find({m_heard.addresses[node], m_heard.ports[node][i]});
            const uint64_t cost =
                GetCost(ports[i].peer) + (load == m_load.end() ? 0 : load->second);
            Choice& choice = found->second;
            choice.port = cost < choice.cost ? i : choice.port;
            choice.cost = std::min(cost, choice.cost);
            ++choice.ports;
        }
        return node == m_to ? 0 : found->second.cost;
    }

    const IncHeardTopology& m_heard;
    const IncPathLoad& m_load;
    const uint32_t m_to;
    /// Distances to the end of the path; empty until they are needed.
    std::vector<uint32_t>& m_distances;
    std::map<uint32_t, Choice> m_choices;
};

} // namespace

uint32_t
IncFindOnlyPort(const IncTopology& topology, uint32_t node, uint32_t peer)
{
    const auto& ports = topology.GetPorts(node);
    const auto leadsThere = [peer](const IncTopologyPort& port) { return port.peer == peer; };
    const auto first = std::find_if(ports.begin(), ports.end(), leadsThere);
    const bool isOnly = std::count_if(ports.begin(), ports.end(), leadsThere) == 1;
    return isOnly ? static_cast<uint32_t>(first - ports.begin()) : IncTreeChild::ANY_PORT;
}

IncTreePaths::IncTreePaths(const IncHeardTopology& heard,
                           const IncAggregationTree& tree,
                           IncPathLoad load,
                           const Pinned& pinned)
{
    const auto find = [&](uint32_t from, uint32_t to, std::vector<uint32_t>& distances) {
        Path path = LeastLoadedPath(heard, load, to, distances).Find(from);
        for (const Hop& hop : path.hops)
        {
            ++load[{heard.addresses[hop.node], heard.ports[hop.node][hop.port]}];
            ++load[{heard.addresses[hop.peer], heard.ports[hop.peer][hop.peerPort]}];
        }
        return path;
    };
    for (uint32_t vatNode = 0; vatNode < tree.GetNodes().size(); ++vatNode)
    {
        m_first.push_back(m_paths.size());
        std::vector<uint32_t> distances;
        for (const IncAggregationInput& input : tree.GetInputs(vatNode))
        {
            const uint32_t from = input.isWorker ? tree.GetWorkers()[input.index].host
                                                 : tree.GetNodes()[input.index].node;
            m_paths.push_back(find(from, tree.GetNodes()[vatNode].node, distances));
            m_paths.back().isPinned = m_paths.back().isPinned && pinned.contributions;
        }
    }
    m_first.push_back(m_paths.size());
    for (std::size_t i = 0; i < tree.GetWorkers().size() && pinned.results; ++i)
    {
        std::vector<uint32_t> distances;
        m_paths.push_back(find(tree.GetRoot(), tree.GetWorkers()[i].host, distances));
    }
}

} // namespace ns3
