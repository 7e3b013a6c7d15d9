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

    /// The index of a group in the list, to which it is added if it is new.
    uint16_t Find(std::vector<std::vector<uint16_t>>& groups, const std::vector<uint16_t>& ports)
    {
        if (ports.size() == 1)
        {
            uint16_t& index = m_ofPort[ports.front()];
            return index != IncNodeRoutes::NO_GROUP ? index : index = Add(groups, ports);
        }
        // Groups of several ports are few, and neighbouring destinations mostly share one.
        auto found = std::find(groups.rbegin(), groups.rend(), ports);
        return found != groups.rend() ? static_cast<uint16_t>(groups.rend() - found - 1)
                                      : Add(groups, ports);
    }

  private:
    static uint16_t Add(std::vector<std::vector<uint16_t>>& groups,
                        const std::vector<uint16_t>& ports)
    {
        // A node has at most as many groups as destinations: IncTopology::MAX_NODES fits.
        groups.push_back(ports);
        return static_cast<uint16_t>(groups.size() - 1);
    }

    std::vector<uint16_t> m_ofPort; //!< groups of a single port, by port
};

static_assert(IncTopology::MAX_NODES < IncNodeRoutes::NO_GROUP, "group indices must fit");

} // namespace

IncRouteComputation::IncRouteComputation(const IncTopology& topology)
{
    auto n = static_cast<uint32_t>(topology.GetNodes().size());
    m_routes.resize(n);
    std::vector<GroupCollector> collectors;
    for (uint32_t node = 0; node < n; ++node)
    {
        m_routes[node].groupOf.assign(n, IncNodeRoutes::NO_GROUP);
        collectors.emplace_back(topology.GetPorts(node).size());
    }
    std::vector<uint16_t> ports;
    for (uint32_t destination = 0; destination < n; ++destination)
    {
        auto distances = IncDistancesFrom(topology, {destination});
        for (uint32_t node = 0; node < n; ++node)
        {
            if (node == destination || distances[node] == INC_UNREACHABLE)
            {
                continue;
            }
            ports.clear();
            const auto& all = topology.GetPorts(node);
            for (std::size_t p = 0; p < all.size(); ++p)
            {
                if (IncIsNextHop(topology, distances, node, all[p].peer))
                {
                    ports.push_back(static_cast<uint16_t>(p));
                }
            }
            auto& routes = m_routes[node];
            routes.groupOf[destination] = collectors[node].Find(routes.groups, ports);
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
