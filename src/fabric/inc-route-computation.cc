/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-route-computation.h"

#include "inc-shortest-path.h"
#include "inc-topology.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace ns3
{

namespace
{

class GroupCollector
{
  public:
    explicit GroupCollector(std::size_t ports)
        : m_ofPort(ports, IncNodeRoutes::NO_GROUP)
    {
    }

    uint16_t Find(IncNodeRoutes& routes,
                  const std::vector<uint16_t>& ports,
                  const std::vector<uint8_t>& usable)
    {
        if (ports.size() == 1)
        {
            uint16_t& index = m_ofPort[ports.front()];
            return index != IncNodeRoutes::NO_GROUP ? index : index = Add(routes, ports, usable);
        }
        // Search the newest group first, because consecutive destinations mostly share a group.
        for (std::size_t i = routes.groups.size(); i-- > 0;)
        {
            if (routes.groups[i] == ports && routes.usable[i] == usable)
            {
                return static_cast<uint16_t>(i);
            }
        }
        return Add(routes, ports, usable);
    }

  private:
    static uint16_t Add(IncNodeRoutes& routes,
                        const std::vector<uint16_t>& ports,
                        const std::vector<uint8_t>& usable)
    {
        if (routes.groups.size() == IncNodeRoutes::NO_GROUP)
        {
            throw IncTopologyError("a node has more than " +
                                   std::to_string(IncNodeRoutes::NO_GROUP) +
                                   " different groups of equal-cost paths; expected fewer");
        }
        routes.groups.push_back(ports);
        routes.usable.push_back(usable);
        return static_cast<uint16_t>(routes.groups.size() - 1);
    }

    std::vector<uint16_t> m_ofPort; //!< index of the group that has only this port, by port
};

/// Return for each port of a group whether it is in `left`. All are 0 if a port of `left` is not in
/// the group.
std::vector<uint8_t>
UsableOf(const std::vector<uint16_t>& group, const std::vector<uint16_t>& left)
{
    std::vector<uint8_t> usable(group.size(), 0);
    if (std::includes(group.begin(), group.end(), left.begin(), left.end()))
    {
        for (std::size_t i = 0; i < group.size(); ++i)
        {
            usable[i] = std::binary_search(left.begin(), left.end(), group[i]);
        }
    }
    return usable;
}

class Search
{
  public:
    Search(const IncPathGraph& graph, bool isWhole)
        : m_graph(graph),
          m_isWhole(isWhole)
    {
    }

    void Begin(uint32_t destination)
    {
        m_graph.FindDistances(destination, false, m_distances);
        if (!m_isWhole)
        {
            m_graph.FindDistances(destination, true, m_around);
        }
    }

    bool IsReachedFrom(uint32_t node) const
    {
        return (m_isWhole ? m_distances : m_around)[node] != INC_UNREACHABLE;
    }

    void FindGroup(uint32_t node, std::vector<uint16_t>& ports, std::vector<uint8_t>& usable)
    {
        m_graph.FindNextHops(node, m_distances, false, ports);
        usable.clear();
        if (m_isWhole)
        {
            return;
        }
        m_graph.FindNextHops(node, m_around, true, m_left);
        usable = UsableOf(ports, m_left);
        const auto kept = std::count(usable.begin(), usable.end(), 1);
        if (kept == 0 || static_cast<std::size_t>(kept) == ports.size())
        {
            usable.clear();
            ports = m_left;
        }
    }

  private:
    const IncPathGraph& m_graph;
    bool m_isWhole; //!< whether no link has failed
    std::vector<uint32_t> m_distances;
    std::vector<uint32_t> m_around; //!< distances to the destination around failed links
    std::vector<uint16_t> m_left;   //!< ports of the shortest paths around failed links
};

static_assert(IncTopology::MAX_PORTS <= IncNodeRoutes::NO_GROUP, "groups of one port must fit");

} // namespace

IncRouteComputation::IncRouteComputation(const IncTopology& topology)
    : IncRouteComputation(topology, {})
{
}

IncRouteComputation::IncRouteComputation(const IncTopology& topology,
                                         const std::vector<bool>& failedLinks)
{
    const bool isWhole =
        std::find(failedLinks.begin(), failedLinks.end(), true) == failedLinks.end();
    const auto n = static_cast<uint32_t>(topology.GetNodes().size());
    m_routes.resize(n);
    const IncPathGraph graph(topology, failedLinks);
    Search search(graph, isWhole);
    std::vector<uint32_t> inner; // all nodes but the leaves
    std::vector<GroupCollector> collectors;
    for (uint32_t node = 0; node < n; ++node)
    {
        collectors.emplace_back(topology.GetPorts(node).size());
        m_switchOf.push_back(graph.GetSwitchOf(node));
        if (m_switchOf[node] == NONE)
        {
            inner.push_back(node);
            m_routes[node].groupOf.assign(n, IncNodeRoutes::NO_GROUP);
        }
    }
    std::vector<uint32_t> firstLeaf(n, NONE); // first leaf of each switch
    std::vector<uint32_t> sameAs(n, NONE);    // earlier leaf of the same switch, if there is one
    std::vector<uint16_t> ports;
    std::vector<uint8_t> usable;
    for (uint32_t destination = 0; destination < n; ++destination)
    {
        const uint32_t edge = m_switchOf[destination];
        if (edge != NONE)
        {
            const uint16_t down = topology.GetPorts(destination).front().peerPort;
            auto& routes = m_routes[edge];
            routes.groupOf[destination] = collectors[edge].Find(routes, {down}, {});
            if (firstLeaf[edge] != NONE)
            {
                sameAs[destination] = firstLeaf[edge];
                continue;
            }
            firstLeaf[edge] = destination;
        }
        const uint32_t from = edge != NONE ? edge : destination;
        search.Begin(destination);
        for (const uint32_t node : inner)
        {
            if (node != from && search.IsReachedFrom(node))
            {
                search.FindGroup(node, ports, usable);
                auto& routes = m_routes[node];
                routes.groupOf[destination] = collectors[node].Find(routes, ports, usable);
            }
        }
    }
    for (const uint32_t node : inner)
    {
        auto& groupOf = m_routes[node].groupOf;
        for (uint32_t destination = 0; destination < n; ++destination)
        {
            if (sameAs[destination] != NONE && m_switchOf[destination] != node)
            {
                groupOf[destination] = groupOf[sameAs[destination]];
            }
        }
    }
}

void
IncRouteComputation::ComputeLeaf(uint32_t leaf) const
{
    const auto& up = m_routes[m_switchOf[leaf]].groupOf;
    IncNodeRoutes& routes = m_routes[leaf];
    routes.groups = {{0}};
    routes.usable = {{}};
    for (uint32_t destination = 0; destination < up.size(); ++destination)
    {
        const bool leads = destination == m_switchOf[leaf] ||
                           (destination != leaf && up[destination] != IncNodeRoutes::NO_GROUP);
        routes.groupOf.push_back(leads ? 0 : IncNodeRoutes::NO_GROUP);
    }
}

const IncNodeRoutes&
IncRouteComputation::GetRoutes(uint32_t node) const
{
    if (m_routes[node].groupOf.empty())
    {
        ComputeLeaf(node);
    }
    return m_routes[node];
}

} // namespace ns3
