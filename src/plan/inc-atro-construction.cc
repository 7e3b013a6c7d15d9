/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-construction.h"

#include <algorithm>

namespace ns3
{

IncAtroConstruction::IncAtroConstruction(const IncAtroProblem& problem)
    : m_problem(problem),
      m_cluster(problem.Cluster()),
      m_flows(problem.DefaultFlows())
{
    for (Node v = 0; v < m_cluster.Switches(); ++v)
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
IncAtroConstruction::Reset(Node root)
{
    m_topology = {root, {}};
    m_layer.assign(m_cluster.Switches(), 0);
    m_out.assign(m_cluster.Switches(), {});
    m_free.resize(m_cluster.Switches());
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        m_free[v] = m_cluster.switches[v].ports;
    }
    m_layer[root] = 1;
    --m_free[root];
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
    --m_free[from];
    --m_free[to];
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
    // The link of a common switch must carry f flows; an aggregator sends only one flow.
    const int64_t needed = m_cluster.IsAggregator(from) ? 1 : std::max<int64_t>(1, m_flows);
    return m_free[to] > 0 && m_free[from] > 0 && m_problem.Flows(from, to) >= needed;
}

bool
IncAtroConstruction::TryTree(const std::vector<Node>& nodes,
                             std::vector<Node> placed,
                             uint32_t deepest,
                             uint32_t branching,
                             bool partly)
{
    bool all = true;
    std::vector<uint32_t> children(m_cluster.Switches(), 0);
    std::size_t parent = 0;
    for (const Node v : nodes)
    {
        const auto fits = [&](Node to) {
            return children[to] < branching && m_layer[to] < deepest && MayLink(v, to);
        };
        while (parent < placed.size() &&
               (children[placed[parent]] >= branching || m_layer[placed[parent]] >= deepest ||
                m_free[placed[parent]] <= 0))
        {
            ++parent;
        }
        std::size_t at = parent;
        while (at < placed.size() && !fits(placed[at]))
        {
            ++at;
        }
        if (at == placed.size())
        {
            all = false;
            if (!partly)
            {
                return false;
            }
            continue;
        }
        children[placed[at]]++;
        Link(v, placed[at]);
        placed.push_back(v);
    }
    return all;
}

bool
IncAtroConstruction::Tree(const std::vector<Node>& nodes,
                          std::vector<Node> placed,
                          uint32_t deepest)
{
    // Try few children per aggregator first, so that all aggregators keep free ports.
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
        if (TryTree(nodes, placed, deepest, branching, branching == most))
        {
            return true;
        }
        if (branching == most)
        {
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
    Reset(*root);
    inner.erase(root);
    // Keep a layer below the aggregators free for the common switches that send to them.
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
    Reset(root);
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
    Reset(root);
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
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (v != root && m_problem.Flows(v, root) >= 1 && hosted(v) > 1)
        {
            children.push_back(v);
        }
    }
    // Below a common root link aggregators first: each adds only one flow to the root's link.
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

void
IncAtroConstruction::PlaceWidestFirst()
{
    // With few layers, only aggregators that are placed first have layers below them. Therefore
    // place those with links of more than the default capacity first.
    std::vector<int64_t> wider(m_cluster.Switches(), 0);
    for (const Node v : m_aggregators)
    {
        for (const auto& [u, flows] : m_problem.OwnFlows(v))
        {
            const bool common = u < m_cluster.Switches() && !m_cluster.IsAggregator(u);
            const int64_t most = common ? std::min(flows, m_cluster.switches[u].ports - 1) : 0;
            wider[v] += std::max<int64_t>(0, most - m_flows);
        }
    }
    std::stable_sort(m_aggregators.begin(), m_aggregators.end(), [&](Node u, Node v) {
        return m_cluster.switches[u].ports * m_flows + wider[u] >
               m_cluster.switches[v].ports * m_flows + wider[v];
    });
}

uint32_t
IncAtroConstruction::SmallestCore() const
{
    int64_t ports = 1;
    for (uint32_t core = 1; core <= m_aggregators.size(); ++core)
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
        for (Node v = 0; v < m_cluster.Switches(); ++v)
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
        if (!m_problem.Uniform())
        {
            PlaceWidestFirst();
            add(AggregatorRoot(all));
        }
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
        for (std::size_t i = 0; i < std::min<std::size_t>(2, m_commons.size()); ++i)
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
