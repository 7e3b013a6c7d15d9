/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-construction.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <tuple>

namespace ns3
{

IncAtroConstruction::IncAtroConstruction(const IncAtroProblem& problem)
    : m_problem(problem),
      m_cluster(problem.Cluster()),
      m_flows(problem.DefaultFlows())
{
    for (Node v = 0; v < m_cluster.Switches(); v++)
    {
        (m_cluster.IsAggregator(v) ? m_aggregators : m_commons).push_back(v);
    }
    const auto larger = [this](Node u, Node v) {
        return m_cluster.switches[u].ports > m_cluster.switches[v].ports;
    };
    std::stable_sort(m_aggregators.begin(), m_aggregators.end(), larger);
    std::stable_sort(m_commons.begin(), m_commons.end(), larger);
}

void
IncAtroConstruction::Reset()
{
    m_topology = {};
    m_layer.assign(m_cluster.Switches(), 0);
    m_out.assign(m_cluster.Switches(), {});
    m_free.resize(m_cluster.Switches());
    for (Node v = 0; v < m_cluster.Switches(); v++)
    {
        m_free[v] = m_cluster.switches[v].ports;
    }
}

bool
IncAtroConstruction::Linked(Node v) const
{
    return m_layer[v] != 0;
}

void
IncAtroConstruction::Link(Node from, Node to)
{
    m_topology.arcs.emplace_back(from, to);
    m_free[from]--;
    m_free[to]--;
    m_out[from].push_back(to);
    m_layer[from] = std::max(m_layer[from], m_layer[to] + 1);
}

bool
IncAtroConstruction::Sends(Node from, Node to) const
{
    return std::find(m_out[from].begin(), m_out[from].end(), to) != m_out[from].end();
}

bool
IncAtroConstruction::MayLink(Node from, Node to) const
{
    // A common switch counts on the full width, an aggregator sends one flow.
    const int64_t needed = m_cluster.IsAggregator(from) ? 1 : std::max<int64_t>(1, m_flows);
    return m_free[to] > 0 && m_free[from] > 0 && m_problem.Flows(from, to) >= needed;
}

bool
IncAtroConstruction::TryTree(const std::vector<Node>& nodes,
                             std::vector<Node> placed,
                             uint32_t deepest,
                             uint32_t branching)
{
    std::vector<uint32_t> children(m_cluster.Switches(), 0);
    size_t parent = 0;
    for (const Node v : nodes)
    {
        const auto fits = [&](Node to) {
            return children[to] < branching && m_layer[to] < deepest && MayLink(v, to);
        };
        while (parent < placed.size() &&
               (children[placed[parent]] >= branching || m_layer[placed[parent]] >= deepest ||
                m_free[placed[parent]] <= 0))
        {
            parent++;
        }
        size_t at = parent;
        while (at < placed.size() && !fits(placed[at]))
        {
            at++;
        }
        if (at == placed.size())
        {
            return false;
        }
        children[placed[at]]++;
        Link(v, placed[at]);
        placed.push_back(v);
    }
    return true;
}

bool
IncAtroConstruction::Tree(const std::vector<Node>& nodes,
                          std::vector<Node> placed,
                          uint32_t deepest)
{
    // The least branching that fits leaves ports free everywhere, for links to distinct switches.
    const auto layer = m_layer;
    const auto free = m_free;
    const auto out = m_out;
    const auto arcs = m_topology.arcs;
    uint32_t most = 1;
    for (const auto& s : m_cluster.switches)
    {
        most = std::max(most, s.ports);
    }
    for (uint32_t branching = 1;;
         branching = std::min(most, branching < 64 ? branching + 1 : branching * 2))
    {
        if (TryTree(nodes, placed, deepest, branching))
        {
            return true;
        }
        if (branching == most)
        {
            // As many as fit.
            return false;
        }
        m_layer = layer;
        m_free = free;
        m_out = out;
        m_topology.arcs = arcs;
    }
}

bool
IncAtroConstruction::AggregatorRoot(uint32_t core)
{
    const uint32_t layers = m_cluster.maxLayers;
    const bool all = core >= m_aggregators.size();
    if (m_aggregators.empty() || (!all && layers < 4))
    {
        return false;
    }
    Reset();
    std::vector<Node> inner(m_aggregators.begin(),
                            m_aggregators.begin() + (all ? m_aggregators.size() : core));
    const std::vector<Node> outer(m_aggregators.begin() + inner.size(), m_aggregators.end());
    const auto root = std::find_if(inner.begin(), inner.end(), [this](Node v) {
        return m_problem.RootFlows(v) >= 1;
    });
    if (root == inner.end())
    {
        return false;
    }
    m_topology.root = *root;
    m_layer[*root] = 1;
    m_free[*root]--;
    inner.erase(root);
    // Common switches need a layer below the aggregators they feed.
    if (all)
    {
        if (!Tree(inner, {m_topology.root}, std::max(1U, layers - 1)))
        {
            inner.erase(
                std::remove_if(inner.begin(), inner.end(), [this](Node v) { return Linked(v); }),
                inner.end());
            std::vector<Node> placed;
            for (const Node v : m_aggregators)
            {
                if (Linked(v))
                {
                    placed.push_back(v);
                }
            }
            Tree(inner, placed, layers);
        }
    }
    else if (!Tree(inner, {m_topology.root}, layers - 3) || !Collect(outer))
    {
        return false;
    }
    Feed();
    Grow();
    return true;
}

bool
IncAtroConstruction::CommonRoot(Node root)
{
    Reset();
    m_topology.root = root;
    m_layer[root] = 1;
    m_free[root]--;
    const int64_t budget = m_problem.RootFlows(root);
    if (budget < 1)
    {
        return false;
    }
    std::vector<Node> placed;
    std::vector<Node> rest;
    for (const Node v : m_aggregators)
    {
        const bool direct = int64_t(placed.size()) < budget && m_cluster.maxLayers >= 2;
        if (direct && MayLink(v, root))
        {
            Link(v, root);
            placed.push_back(v);
        }
        else
        {
            rest.push_back(v);
        }
    }
    if (!rest.empty() && !placed.empty())
    {
        Tree(rest, placed, std::max(2U, m_cluster.maxLayers - 1));
    }
    Feed();
    Grow();
    return true;
}

bool
IncAtroConstruction::TwoLayers(Node root)
{
    Reset();
    m_topology.root = root;
    m_layer[root] = 1;
    m_free[root]--;
    if (m_problem.RootFlows(root) < 1)
    {
        return false;
    }
    if (m_cluster.maxLayers == 1)
    {
        return true;
    }
    const bool aggregates = m_cluster.IsAggregator(root);
    const auto hosted = [&](Node v) -> int64_t {
        const int64_t places = m_free[v] - 1;
        return m_cluster.IsAggregator(v) ? places
                                         : std::min<int64_t>(places, m_problem.Flows(v, root));
    };
    std::vector<Node> children;
    for (Node v = 0; v < m_cluster.Switches(); v++)
    {
        if (v != root && m_problem.Flows(v, root) >= 1 && hosted(v) > 1)
        {
            children.push_back(v);
        }
    }
    // Under a common root an aggregator costs one flow whatever it brings.
    std::stable_sort(children.begin(), children.end(), [&](Node u, Node v) {
        const bool first = !aggregates && m_cluster.IsAggregator(u);
        const bool second = !aggregates && m_cluster.IsAggregator(v);
        return first != second ? first : hosted(u) > hosted(v);
    });
    int64_t budget = aggregates ? INT64_MAX : m_problem.RootFlows(root);
    for (const Node v : children)
    {
        if (m_free[root] > 0 && budget > 0)
        {
            budget -= m_cluster.IsAggregator(v) ? 1 : hosted(v);
            Link(v, root);
        }
    }
    return true;
}

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
    // g(u) = min(f u, eta - u) - u rises by f - 1 a link up to eta / (f + 1), then once by s - 2.
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
    // Recomputed by callers that feed many; this one is for a few targets.
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
    for (size_t i = 0; i < std::min<size_t>(links, targets.size()); i++)
    {
        Link(common, targets[i]);
    }
}

bool
IncAtroConstruction::Collect(const std::vector<Node>& outer)
{
    // Common switches that feed the core only, until they have a place for every other aggregator.
    std::vector<Node> collectors;
    size_t places = 0;
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
    size_t at = 0;
    for (const Node v : outer)
    {
        size_t tried = 0;
        const auto full = [&](Node j) {
            const int64_t in = m_cluster.switches[j].ports - int64_t(m_out[j].size()) - m_free[j];
            return in >= m_flows * int64_t(m_out[j].size()) || !MayLink(v, j);
        };
        while (tried < collectors.size() && full(collectors[at]))
        {
            at = (at + 1) % collectors.size();
            tried++;
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
    // Links wider than the rest, the widest first, as long as each brings more than its port.
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
                entry.first--;
                links--;
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
    // Links that gain f - 1 each first, then those that gain the rest.
    std::vector<std::pair<int64_t, Node>> extra;
    for (const Node j : unfed)
    {
        const auto [full, more] = LinksThatGain(j);
        const int64_t rest = (m_free[j] - Width(j)) % (m_flows + 1);
        const size_t links = m_out[j].size() + full;
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
    // Level by level; each child takes one port and brings up to its own number of workers.
    std::deque<std::pair<Node, int64_t>> open{{head.node, head.spare}};
    while (!open.empty() && !pool.empty() && head.spare > 0)
    {
        auto& [node, room] = open.front();
        const int64_t brings = m_cluster.switches[pool.front()].ports - 1;
        const int64_t gain = std::min({brings, m_flows, head.spare + 1, room + 1}) - 1;
        const bool whole = gain == brings - 1 || gain == m_flows - 1;
        if (m_free[node] <= 0 || m_layer[node] >= m_cluster.maxLayers || room <= 0 || gain <= 0)
        {
            open.pop_front();
            continue;
        }
        if (!whole && !partly)
        {
            break;
        }
        const Node child = pool.front();
        if (!MayLink(child, node))
        {
            open.pop_front();
            continue;
        }
        pool.pop_front();
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

uint32_t
IncAtroConstruction::SmallestCore() const
{
    int64_t ports = 1;
    for (uint32_t core = 1; core <= m_aggregators.size(); core++)
    {
        ports += int64_t(m_cluster.switches[m_aggregators[core - 1]].ports) - 2;
        if (ports * m_flows >= int64_t(m_aggregators.size() - core))
        {
            return core;
        }
    }
    return m_aggregators.size();
}

std::vector<IncAtroProblem::Node>
IncAtroConstruction::TwoLayerRoots() const
{
    std::vector<Node> roots;
    if (m_cluster.Switches() <= 64)
    {
        for (Node v = 0; v < m_cluster.Switches(); v++)
        {
            roots.push_back(v);
        }
        return roots;
    }
    for (const auto* kind : {&m_aggregators, &m_commons})
    {
        if (!kind->empty())
        {
            roots.push_back(kind->front());
        }
    }
    return roots;
}

std::vector<IncAtroTopology>
IncAtroConstruction::Candidates()
{
    std::vector<IncAtroTopology> found;
    const auto add = [&](bool built) {
        if (built)
        {
            found.push_back(m_topology);
        }
    };
    if (m_cluster.maxLayers >= 3)
    {
        const auto all = static_cast<uint32_t>(m_aggregators.size());
        add(AggregatorRoot(all));
        if (m_cluster.maxLayers >= 4 && m_flows > 1)
        {
            const uint32_t least = SmallestCore();
            for (const uint32_t core : {least, least + 1, least + 2})
            {
                if (core < all)
                {
                    add(AggregatorRoot(core));
                }
            }
        }
        for (size_t i = 0; i < std::min<size_t>(2, m_commons.size()); i++)
        {
            add(CommonRoot(m_commons[i == 0 ? 0 : m_commons.size() - 1]));
        }
    }
    for (const Node root : TwoLayerRoots())
    {
        if (m_cluster.maxLayers < 3 || m_cluster.Switches() <= 64)
        {
            add(TwoLayers(root));
        }
    }
    return found;
}

} // namespace ns3
