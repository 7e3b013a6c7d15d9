/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-contribution-paths.h"

#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

namespace ns3
{

namespace
{

/// Chooses the next hops of one layer: a greedy set cover.
class LayerCover
{
  public:
    LayerCover(const std::vector<bool>& mayAggregate,
               const IncContributionPaths::TieBreak& tieBreak)
        : m_mayAggregate(mayAggregate),
          m_tieBreak(tieBreak)
    {
    }

    /// Says that a node of the layer can go on through a switch nearer to the root.
    void AddChoice(uint32_t node, uint32_t nextHop)
    {
        m_users[nextHop].push_back(node);
    }

    /// Assigns a next hop to every node of the layer; the others must be NO_NEXT.
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
            // Merits only fall; one that is still true is the best there is.
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
    /// Nodes that would meet there (0 where nothing is added up), then the preferred of equals.
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
    const IncContributionPaths::TieBreak& m_tieBreak;
    std::map<uint32_t, std::vector<uint32_t>> m_users; //!< by next hop: who can use it
};

} // namespace

IncContributionPaths::IncContributionPaths(const IncTopology& topology,
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

} // namespace ns3
