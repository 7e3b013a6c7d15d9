/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-edge-network.h"

#include <cmath>

namespace ns3
{

namespace
{

uint64_t
BitsPerSecond(double gbps)
{
    return static_cast<uint64_t>(std::llround(gbps * 1e9));
}

/// \brief The network of an edge plan while it is built.
class EdgeBuilder
{
  public:
    EdgeBuilder(const IncEdgePlan& plan, int64_t delay)
        : m_plan(plan),
          m_edge(plan.instance),
          m_delay(delay)
    {
    }

    IncPlannedNetwork Build()
    {
        AddWorkers();
        AddAggregators();
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            if (m_plan.rates[p] > 0)
            {
                AddReduction(p);
            }
        }
        m_network.topology.DeriveTiers();
        return std::move(m_network);
    }

  private:
    using Path = IncPlannedReduction::Path;

    /// An aggregator's nodes.
    struct Site
    {
        std::vector<uint32_t> workers;
        uint32_t ports{0};  //!< node that forwards
        uint32_t engine{0}; //!< node that aggregates
    };

    uint32_t AddSwitch(const std::string& name, bool aggregates)
    {
        IncTopologyNode node;
        node.name = name;
        node.inc = aggregates;
        return m_network.topology.AddNode(node);
    }

    void AddWorkers()
    {
        IncTopology& topology = m_network.topology;
        for (const auto& aggregator : m_edge.aggregators)
        {
            Site site;
            for (uint32_t w = 0; w < aggregator.workers; ++w)
            {
                site.workers.push_back(
                    topology.AddHost(aggregator.name + ".w" + std::to_string(w)));
            }
            m_sites.push_back(site);
        }
        topology.SetWorkers(topology.GetHosts());
    }

    void AddAggregators()
    {
        IncTopology& topology = m_network.topology;
        m_core = AddSwitch("core", false);
        for (uint32_t i = 0; i < m_sites.size(); ++i)
        {
            const IncEdge::Aggregator& aggregator = m_edge.aggregators[i];
            Site& site = m_sites[i];
            site.engine = AddSwitch(aggregator.name, true);
            site.ports = AddSwitch(aggregator.name + ".ports", false);
            topology.AddLink(site.ports,
                             m_core,
                             BitsPerSecond(aggregator.ingress),
                             m_delay,
                             BitsPerSecond(aggregator.egress));
            topology.AddLink(site.ports,
                             site.engine,
                             BitsPerSecond(aggregator.capacity),
                             0,
                             Unlimited(i));
            for (uint32_t worker : site.workers)
            {
                topology.AddLink(worker, site.ports, Unlimited(i), m_delay);
            }
        }
    }

    /// A rate that an aggregator's own limits never let be reached.
    uint64_t Unlimited(uint32_t i) const
    {
        const IncEdge::Aggregator& aggregator = m_edge.aggregators[i];
        return BitsPerSecond(aggregator.capacity + aggregator.ingress + aggregator.egress);
    }

    void AddReduction(uint32_t p)
    {
        const uint32_t root = m_edge.ps[p].aggregator;
        IncPlannedReduction reduction;
        reduction.name = m_edge.ps[p].name;
        reduction.rate = m_plan.rates[p] * 1e9;
        reduction.server = AddSwitch(reduction.name, true);
        m_network.topology.AddLink(reduction.server, m_sites[root].ports, Unlimited(root), m_delay);
        bool rootReduces = AddWorkerFlows(p, reduction);
        for (const auto& [child, parent] : m_plan.trees[p])
        {
            const bool passes = parent == root && !m_plan.rootAggregates;
            const uint32_t end = passes ? reduction.server : m_sites[parent].engine;
            reduction.paths.push_back(Between(m_sites[child].engine, child, parent, end));
            rootReduces = rootReduces || end == m_sites[root].engine;
        }
        if (rootReduces)
        {
            reduction.paths.push_back(
                {m_sites[root].engine, m_sites[root].ports, reduction.server});
        }
        m_network.reductions.push_back(reduction);
    }

    /// Flows of a home that leave it come first. Return whether the root's aggregator has something
    /// to do.
    bool AddWorkerFlows(uint32_t p, IncPlannedReduction& reduction)
    {
        const uint32_t root = m_edge.ps[p].aggregator;
        std::vector<uint32_t> left(m_sites.size(), 0); // workers whose flow leaves home
        bool rootReduces = false;
        for (std::size_t i = 0; p < m_plan.raw.size() && i < m_plan.raw[p].size(); ++i)
        {
            const IncEdgePlan::Raw& raw = m_plan.raw[p][i];
            const bool direct = raw.to == IncEdgePlan::Raw::DIRECT;
            const uint32_t to = direct ? root : raw.to;
            const uint32_t end = direct ? reduction.server : m_sites[to].engine;
            for (uint32_t n = 0; n < raw.workers; ++n)
            {
                const uint32_t worker = m_sites[raw.from].workers.at(left[raw.from]++);
                reduction.paths.push_back(Between(worker, raw.from, to, end));
            }
            rootReduces = rootReduces || end == m_sites[root].engine;
        }
        for (uint32_t i = 0; i < m_sites.size(); ++i)
        {
            for (uint32_t w = left[i]; w < m_sites[i].workers.size(); ++w)
            {
                reduction.paths.push_back(
                    {m_sites[i].workers[w], m_sites[i].ports, m_sites[i].engine});
                rootReduces = rootReduces || i == root;
            }
        }
        return rootReduces;
    }

    /// From a node at one aggregator to a node at another, or at the same, over the core.
    Path Between(uint32_t begin, uint32_t from, uint32_t to, uint32_t end) const
    {
        if (from == to)
        {
            return {begin, m_sites[from].ports, end};
        }
        return {begin, m_sites[from].ports, m_core, m_sites[to].ports, end};
    }

    const IncEdgePlan& m_plan;
    const IncEdge& m_edge;
    int64_t m_delay;
    IncPlannedNetwork m_network;
    std::vector<Site> m_sites; //!< nodes by aggregator
    uint32_t m_core{0};
};

} // namespace

IncPlannedNetwork
IncMakeEdgeNetwork(const IncEdgePlan& plan, int64_t delay)
{
    return EdgeBuilder(plan, delay).Build();
}

} // namespace ns3
