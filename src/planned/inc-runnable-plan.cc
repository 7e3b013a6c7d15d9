/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-runnable-plan.h"

#include "inc-cluster-network.h"
#include "inc-planned-network.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-error.h"
#include "ns3/inc-jobs-plan.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-plan-answer.h"

#include <algorithm>
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

    /// Nodes of the network for one aggregator and its workers.
    struct Site
    {
        std::vector<uint32_t> workers;
        uint32_t ports{0};  //!< index of the forwarding node, which has the ports
        uint32_t engine{0}; //!< index of the reducing node
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

    /// Return a link rate that never limits a flow: the sum of the aggregator's capacities, bit/s.
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

    /// Add the paths of the workers' flows; return true if the server's aggregator reduces any.
    bool AddWorkerFlows(uint32_t p, IncPlannedReduction& reduction)
    {
        const uint32_t root = m_edge.ps[p].aggregator;
        // Number of workers with an unreduced flow, by aggregator.
        std::vector<uint32_t> left(m_sites.size(), 0);
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

    /// Return the path from node `begin` at aggregator `from` to node `end` at aggregator `to`.
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
    std::vector<Site> m_sites; //!< nodes of each aggregator
    uint32_t m_core{0};
};

} // namespace

/** \ingroup inc \brief Make the network of a checked edge plan (EINA, section III-A). Links have
 * this propagation delay, ps, except within an aggregator. An aggregator becomes two nodes: one has
 * the ports and forwards; the other reduces and has the aggregator's name. The link between them
 * has the aggregation capacity, which only reduced flows use. The link from the forwarding node to
 * the single core switch has the ingress capacity in one direction and the egress capacity in the
 * other. Workers and parameter servers are attached to the forwarding nodes by links that the model
 * does not limit. Throws IncError or IncTopologyError. */
IncPlannedNetwork
IncMakeEdgeNetwork(const IncEdgePlan& plan, int64_t delay)
{
    return EdgeBuilder(plan, delay).Build();
}

IncRunnablePlan
IncRunnablePlan::Load(const std::string& path)
{
    IncRunnablePlan plan;
    const auto value = IncReadJsonFile(path);
    if (IncIsJobsPlan(value))
    {
        throw IncError("jobs: a plan of several jobs; accepted: the plan of one");
    }
    if (IncIsClusterPlan(value))
    {
        plan.m_plan = IncClusterPlanFromJson(value);
    }
    else
    {
        plan.m_plan = IncEdgePlanFromJson(value);
    }
    const IncPlanAnswer& answer = plan.GetAnswer();
    if (!answer.HasPlan())
    {
        throw IncError("status: \"" + IncName(answer.status) +
                       "\" has nothing to run; accepted: optimal or feasible");
    }
    const auto violations = plan.Check();
    if (!violations.empty())
    {
        throw IncError("violates its model: " + violations.front());
    }
    if (plan.CountServers() == 0)
    {
        throw IncError("its rate is 0: nothing would ever arrive; accepted: above 0");
    }
    return plan;
}

bool
IncRunnablePlan::IsEdge() const
{
    return std::holds_alternative<IncEdgePlan>(m_plan);
}

const IncPlanAnswer&
IncRunnablePlan::GetAnswer() const
{
    return std::visit([](const auto& plan) -> const IncPlanAnswer& { return plan; }, m_plan);
}

std::vector<std::string>
IncRunnablePlan::Check() const
{
    return IsEdge() ? IncCheckPlan(std::get<IncEdgePlan>(m_plan))
                    : IncCheckPlan(std::get<IncClusterPlan>(m_plan));
}

std::vector<double>
IncRunnablePlan::GetRates() const
{
    if (IsEdge())
    {
        return std::get<IncEdgePlan>(m_plan).rates;
    }
    const auto& cluster = std::get<IncClusterPlan>(m_plan);
    return cluster.rates.empty() ? std::vector<double>{cluster.rate} : cluster.rates;
}

uint32_t
IncRunnablePlan::CountServers() const
{
    const auto rates = GetRates();
    return static_cast<uint32_t>(
        std::count_if(rates.begin(), rates.end(), [](double rate) { return rate > 0; }));
}

uint64_t
IncRunnablePlan::CountWorkers() const
{
    return IsEdge() ? std::get<IncEdgePlan>(m_plan).instance.Workers()
                    : std::get<IncClusterPlan>(m_plan).instance.workers;
}

IncPlannedNetwork
IncRunnablePlan::MakeNetwork(Time delay) const
{
    const int64_t ps = IncClock::ToPs(delay);
    return IsEdge() ? IncMakeEdgeNetwork(std::get<IncEdgePlan>(m_plan), ps)
                    : IncMakeClusterNetwork(std::get<IncClusterPlan>(m_plan), ps);
}

} // namespace ns3
