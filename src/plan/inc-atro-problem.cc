/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-problem.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace ns3
{

IncAtroProblem::IncAtroProblem(const IncCluster& cluster, double rate)
    : m_cluster(cluster),
      m_rate(rate),
      m_most(cluster.workers + cluster.Switches() + 1),
      m_default(FlowsOf(cluster.capacity)),
      m_own(cluster.Switches())
{
    for (const IncCluster::Link& pair : cluster.OwnCapacities())
    {
        const uint32_t flows = FlowsOf(pair.capacity);
        if (flows == m_default)
        {
            continue;
        }
        m_uniform = false;
        const bool worker = pair.b >= cluster.Switches() && pair.b < cluster.ParameterServer();
        if (!worker)
        {
            m_own[pair.a].emplace_back(pair.b, flows);
            if (pair.b < cluster.Switches())
            {
                m_own[pair.b].emplace_back(pair.a, flows);
            }
        }
    }
    MakeWorkerClasses();
}

uint32_t
IncAtroProblem::FlowsOf(double capacity) const
{
    // The number of flows on a link needs no value above the number of nodes that can send a flow.
    const double flows = m_rate > 0 ? std::floor(capacity / m_rate + 1e-9) : m_most;
    return static_cast<uint32_t>(std::min<double>(flows, m_most));
}

void
IncAtroProblem::MakeWorkerClasses()
{
    const Node first = m_cluster.Worker(0);
    std::vector<std::vector<Node>> own(m_cluster.workers);
    std::vector<std::vector<Node>> refused(m_cluster.workers);
    for (const IncCluster::Link& pair : m_cluster.OwnCapacities())
    {
        if (pair.b >= first && pair.b < first + m_cluster.workers)
        {
            own[pair.b - first].push_back(pair.a);
            if (FlowsOf(pair.capacity) < 1)
            {
                refused[pair.b - first].push_back(pair.a);
            }
        }
    }
    std::map<std::vector<Node>, uint32_t> classOf;
    for (uint32_t w = 0; w < m_cluster.workers; ++w)
    {
        if (m_default < 1)
        {
            // Default links carry no flow at this rate; only links with more capacity count.
            std::vector<Node> thin;
            for (Node v = 0; v < m_cluster.Switches(); ++v)
            {
                const bool wide = std::binary_search(own[w].begin(), own[w].end(), v) &&
                                  !std::binary_search(refused[w].begin(), refused[w].end(), v);
                if (!wide)
                {
                    thin.push_back(v);
                }
            }
            refused[w] = std::move(thin);
        }
        const auto [found, fresh] = classOf.emplace(refused[w], m_classes.size());
        if (fresh)
        {
            m_classes.push_back({{}, refused[w]});
        }
        m_classes[found->second].workers.push_back(first + w);
    }
}

uint32_t
IncAtroProblem::Flows(Node u, Node v) const
{
    if (!m_uniform)
    {
        for (const auto& [other, flows] : m_own[u])
        {
            if (other == v)
            {
                return flows;
            }
        }
    }
    return m_default;
}

uint32_t
IncAtroProblem::RootFlows(Node root) const
{
    return Flows(root, m_cluster.ParameterServer());
}

const std::vector<std::pair<IncAtroProblem::Node, uint32_t>>&
IncAtroProblem::OwnFlows(Node v) const
{
    return m_own[v];
}

std::vector<int64_t>
IncAtroProblem::WidestFlows(Node v,
                            std::size_t links,
                            std::size_t others,
                            const std::function<int64_t(Node)>& most) const
{
    std::vector<int64_t> widest;
    for (const auto& [u, flows] : m_own[v])
    {
        if (most(u) >= 0)
        {
            widest.push_back(std::min<int64_t>(flows, most(u)));
        }
    }
    widest.insert(widest.end(),
                  std::min(links, others - widest.size()),
                  std::min<int64_t>(m_default, most(IncCluster::NONE)));
    std::sort(widest.begin(), widest.end(), std::greater<>());
    widest.resize(std::min(links, widest.size()));
    return widest;
}

const std::vector<IncAtroProblem::WorkerClass>&
IncAtroProblem::WorkerClasses() const
{
    return m_classes;
}

std::vector<double>
IncAtroRates(const IncCluster& cluster, uint32_t levels)
{
    constexpr double ALL = std::numeric_limits<double>::infinity();
    std::set<double> capacities{cluster.capacity};
    for (const IncCluster::Link& pair : cluster.OwnCapacities())
    {
        capacities.insert(pair.capacity);
    }
    std::set<double, std::greater<>> rates{0};
    // For each number k of flows add the highest multiple of unit / parts at which k flows fit.
    const auto add = [&](double unit, double parts, double below) {
        for (const double capacity : capacities)
        {
            double level = 1;
            for (double k = std::floor(capacity / below) + 1; k <= cluster.workers && level > 0;)
            {
                level = std::floor(capacity / k * parts / unit + 1e-9);
                const double rate = level * unit / parts;
                if (rate < below)
                {
                    rates.insert(rate);
                }
                // Skip other numbers k that have the same rate.
                k = level > 0 ? std::max(k + 1, std::floor(capacity / rate + 1e-9)) : k;
            }
        }
    };
    if (levels > 0)
    {
        add(cluster.capacity, levels, ALL);
    }
    else
    {
        add(1, 1, ALL);
        add(cluster.capacity, IncAtroLevelsBelowOne(cluster), 1);
    }
    return {rates.begin(), rates.end()};
}

uint32_t
IncAtroLevelsBelowOne(const IncCluster& cluster)
{
    return std::max(100U, cluster.workers);
}

} // namespace ns3
