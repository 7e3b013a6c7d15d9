/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-route-computation.h"

#include "inc-shortest-path.h"
#include "inc-topology.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Collects the groups of one node, each once.
class GroupCollector
{
  public:
    explicit GroupCollector(std::size_t ports)
        : m_ofPort(ports, IncNodeRoutes::NO_GROUP)
    {
    }

    /// The index of a group in the routes, to which it is added if it is new.
    uint16_t Find(IncNodeRoutes& routes,
                  const std::vector<uint16_t>& ports,
                  const std::vector<uint8_t>& usable)
    {
        if (ports.size() == 1)
        {
            uint16_t& index = m_ofPort[ports.front()];
            return index != IncNodeRoutes::NO_GROUP ? index : index = Add(routes, ports, usable);
        }
        // Groups of several ports are few, and neighbouring destinations mostly share one.
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
        // A node has at most as many groups as destinations: IncTopology::MAX_NODES fits.
        routes.groups.push_back(ports);
        routes.usable.push_back(usable);
        return static_cast<uint16_t>(routes.groups.size() - 1);
    }

    std::vector<uint16_t> m_ofPort; //!< groups of a single port, by port
};

/// The ports of a node on shortest paths to a destination.
void
NextHops(const IncTopology& topology,
         const std::vector<uint32_t>& distances,
         const std::vector<bool>& failedLinks,
         uint32_t node,
         std::vector<uint16_t>& ports)
{
    ports.clear();
    const auto& all = topology.GetPorts(node);
    for (std::size_t p = 0; p < all.size(); ++p)
    {
        const bool failed = !failedLinks.empty() && failedLinks[all[p].link];
        if (!failed && IncIsNextHop(topology, distances, node, all[p].peer))
        {
            ports.push_back(static_cast<uint16_t>(p));
        }
    }
}

/// Which ports of a group are among those left; all zero if one of these is not of the group.
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

static_assert(IncTopology::MAX_NODES < IncNodeRoutes::NO_GROUP, "group indices must fit");

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
    auto n = static_cast<uint32_t>(topology.GetNodes().size());
    m_routes.resize(n);
    std::vector<GroupCollector> collectors;
    for (uint32_t node = 0; node < n; ++node)
    {
        m_routes[node].groupOf.assign(n, IncNodeRoutes::NO_GROUP);
        collectors.emplace_back(topology.GetPorts(node).size());
    }
    std::vector<uint16_t> ports;
    std::vector<uint16_t> left;
    for (uint32_t destination = 0; destination < n; ++destination)
    {
        const auto distances = IncDistancesFrom(topology, {destination});
        const auto around =
            isWhole ? distances : IncDistancesFrom(topology, {destination}, failedLinks);
        for (uint32_t node = 0; node < n; ++node)
        {
            if (node == destination || around[node] == INC_UNREACHABLE)
            {
                continue;
            }
            NextHops(topology, distances, {}, node, ports);
            std::vector<uint8_t> usable;
            if (!isWhole)
            {
                NextHops(topology, around, failedLinks, node, left);
                usable = UsableOf(ports, left);
                const auto kept = std::count(usable.begin(), usable.end(), 1);
                if (kept == 0 || static_cast<std::size_t>(kept) == ports.size())
                {
                    usable.clear();
                    ports = left;
                }
            }
            auto& routes = m_routes[node];
            routes.groupOf[destination] = collectors[node].Find(routes, ports, usable);
        }
    }
}

const IncNodeRoutes&
IncRouteComputation::GetRoutes(uint32_t node) const
{
    return m_routes[node];
}

IncNodeRoutes
IncRouteComputation::TakeRoutes(uint32_t node)
{
    return std::exchange(m_routes[node], {});
}

} // namespace ns3
