/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// This part of IncAtroConstruction links common switches below the aggregators.

#include "inc-atro-construction.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <tuple>

namespace ns3
{

int64_t
IncAtroConstruction::Width(Node common) const
{
    if (m_problem.Uniform())
    {
        return m_flows * int64_t(m_out[common].size());
    }
    int64_t width = 0;
    for (const Node to : m_out[common])
    {
        width += m_problem.Flows(common, to);
    }
    return width;
}

std::pair<uint32_t, bool>
IncAtroConstruction::LinksThatGain(Node common) const
{
    // A link has f flows, so u links add g(u) = min(f u, eta - u) - u places for workers. Up to u =
    // floor(eta / (f + 1)), each link adds f - 1. One more adds eta mod (f + 1) - 2 if positive.
    const int64_t ports = m_free[common] - Width(common);
    if (m_flows < 1 || ports < 0)
    {
        return {0, false};
    }
    return {m_flows > 1 ? ports / (m_flows + 1) : 0, ports % (m_flows + 1) > 2};
}

void
IncAtroConstruction::FeedFrom(Node common, uint32_t links)
{
    std::vector<Node> targets;
    for (const Node v : m_aggregators)
    {
        if (Linked(v) && m_layer[v] < m_cluster.maxLayers && MayLink(common, v))
        {
            targets.push_back(v);
        }
    }
    std::stable_sort(targets.begin(), targets.end(), [this](Node u, Node v) {
        return m_free[u] > m_free[v];
    });
    for (std::size_t i = 0; i < std::min<std::size_t>(links, targets.size()); ++i)
    {
        Link(common, targets[i]);
    }
}

bool
IncAtroConstruction::Collect(const std::vector<Node>& outer)
{
    // Link common switches to the core until they have a place for every other aggregator.
    std::vector<Node> collectors;
    std::size_t places = 0;
    for (const Node j : m_commons)
    {
        if (places >= outer.size())
        {
            break;
        }
        const auto [full, more] = LinksThatGain(j);
        const uint32_t links = full + (more ? 1 : 0);
        if (links == 0)
        {
            return false;
        }
        FeedFrom(j, links);
        if (m_out[j].empty())
        {
            return false;
        }
        collectors.push_back(j);
        places += std::min<int64_t>(m_flows * int64_t(m_out[j].size()), m_free[j]);
    }
    std::size_t at = 0;
    for (const Node v : outer)
    {
        std::size_t tried = 0;
        const auto full = [&](Node j) {
            const int64_t in = m_cluster.switches[j].ports - int64_t(m_out[j].size()) - m_free[j];
            return in >= m_flows * int64_t(m_out[j].size()) || !MayLink(v, j);
        };
        while (tried < collectors.size() && full(collectors[at]))
        {
            at = (at + 1) % collectors.size();
            ++tried;
        }
        if (tried == collectors.size())
        {
            return false;
        }
        Link(v, collectors[at]);
    }
    return true;
}

void
IncAtroConstruction::FeedWide(const std::vector<Node>& commons)
{
    // Use links with more than the default capacity, widest first, that add places for workers.
    std::vector<std::tuple<int64_t, Node, Node>> wide;
    for (const Node j : commons)
    {
        for (const auto& [v, flows] : m_problem.OwnFlows(j))
        {
            const bool feedable = v < m_cluster.Switches() && m_cluster.IsAggregator(v) &&
                                  Linked(v) && m_layer[v] < m_cluster.maxLayers;
            if (feedable && flows > m_flows)
            {
                wide.emplace_back(-int64_t(flows), j, v);
            }
        }
    }
    std::sort(wide.begin(), wide.end());
    for (const auto& [negative, j, v] : wide)
    {
        const int64_t width = Width(j);
        const int64_t now = std::min(width, m_free[j]);
        if (MayLink(j, v) && std::min(width - negative, m_free[j] - 1) - 1 > now)
        {
            Link(j, v);
        }
    }
}

void
IncAtroConstruction::Feed()
{
    std::vector<Node> unfed;
    std::copy_if(m_commons.begin(), m_commons.end(), std::back_inserter(unfed), [this](Node j) {
        return !Linked(j);
    });
    FeedWide(unfed);
    using Entry = std::pair<int64_t, Node>;
    std::priority_queue<Entry> ports;
    for (const Node v : m_aggregators)
    {
        if (Linked(v) && m_layer[v] < m_cluster.maxLayers && m_free[v] > 0)
        {
            ports.emplace(m_free[v], v);
        }
    }
    const auto feed = [&](Node j, uint32_t links) {
        std::vector<Entry> aside;
        while (links > 0 && !ports.empty() && m_free[j] > 0)
        {
            Entry entry = ports.top();
            ports.pop();
            if (MayLink(j, entry.second) && !Sends(j, entry.second))
            {
                Link(j, entry.second);
                --entry.first;
                --links;
            }
            aside.push_back(entry);
        }
        for (const Entry& entry : aside)
        {
            if (entry.first > 0)
            {
                ports.push(entry);
            }
        }
    };
    std::vector<std::pair<int64_t, Node>> extra;
    for (const Node j : unfed)
    {
        const auto [full, more] = LinksThatGain(j);
        const int64_t rest = (m_free[j] - Width(j)) % (m_flows + 1);
        const std::size_t links = m_out[j].size() + full;
        feed(j, full);
        if (more && m_out[j].size() == links)
        {
            extra.emplace_back(-rest, j);
        }
    }
    std::stable_sort(extra.begin(), extra.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    for (const auto& [rest, j] : extra)
    {
        feed(j, 1);
    }
}

void
IncAtroConstruction::GrowBelow(Head& head, std::deque<Node>& pool, bool partly)
{
    // Go level by level. Each child takes one port and sends at most ports - 1 workers' flows.
    std::deque<std::pair<Node, int64_t>> open{{head.node, head.spare}};
    while (!open.empty() && !pool.empty() && head.spare > 0)
    {
        auto& [node, room] = open.front();
        const Node below = node;
        const auto found = std::find_if(pool.begin(), pool.end(), [&](Node child) {
            return MayLink(child, below);
        });
        if (found == pool.end())
        {
            open.pop_front();
            continue;
        }
        const Node child = *found;
        const int64_t brings = m_cluster.switches[child].ports - 1;
        const int64_t gain = std::min({brings, m_flows, head.spare + 1, room + 1}) - 1;
        const bool whole = gain == brings - 1 || gain == m_flows - 1;
        if (m_layer[node] >= m_cluster.maxLayers || room <= 0 || gain <= 0)
        {
            open.pop_front();
            continue;
        }
        if (!whole && !partly)
        {
            break;
        }
        pool.erase(found);
        Link(child, node);
        head.spare -= gain;
        room -= gain;
        open.emplace_back(child, m_flows - brings);
    }
}

void
IncAtroConstruction::Grow()
{
    std::vector<Head> heads;
    std::deque<Node> pool;
    for (const Node j : m_commons)
    {
        if (!Linked(j))
        {
            pool.push_back(j);
            continue;
        }
        const int64_t ports = m_cluster.switches[j].ports;
        const bool root = j == m_topology.root;
        const int64_t width = root ? m_problem.RootFlows(j) : Width(j);
        heads.push_back({j, width - (ports - (root ? 1 : int64_t(m_out[j].size())))});
    }
    for (const bool partly : {false, true})
    {
        for (Head& head : heads)
        {
            if (head.spare > 0)
            {
                GrowBelow(head, pool, partly);
            }
        }
    }
}

} // namespace ns3
