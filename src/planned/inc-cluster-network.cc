/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cluster-network.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

namespace ns3
{

namespace
{

using ClusterNode = IncCluster::Node;
using Flows = std::vector<std::array<ClusterNode, 3>>;

/// \brief Turns a plan's number of flows on each link into paths, from each sender to the node that
/// reduces its flow. A link is on as many paths as the plan has flows on it.
class FlowWalk
{
  public:
    FlowWalk(const IncCluster& cluster, const Flows& flows)
        : m_cluster(cluster)
    {
        for (const auto& [from, to, count] : flows)
        {
            if (count > 0)
            {
                m_left[from].emplace_back(to, count);
            }
        }
    }

    std::vector<IncPlannedReduction::Path> Run()
    {
        std::vector<IncPlannedReduction::Path> paths;
        for (uint32_t w = 0; w < m_cluster.workers; ++w)
        {
            paths.push_back(Follow(m_cluster.Worker(w)));
        }
        for (ClusterNode v = 0; v < m_cluster.Switches(); ++v)
        {
            if (m_cluster.IsAggregator(v) && m_left.count(v))
            {
                paths.push_back(Follow(v));
            }
        }
        return paths;
    }

  private:
    bool AddsUp(ClusterNode v) const
    {
        return v >= m_cluster.ParameterServer() || m_cluster.IsAggregator(v);
    }

    IncPlannedReduction::Path Follow(ClusterNode sender)
    {
        IncPlannedReduction::Path path{sender};
        do
        {
            auto& arcs = m_left[path.back()];
            if (arcs.empty())
            {
                throw IncError("flows: a flow of " + m_cluster.NameOf(sender) + " ends at " +
                               m_cluster.NameOf(path.back()) +
                               "; accepted is a plan in which all reach a parameter server");
            }
            auto& [to, count] = arcs.back();
            path.push_back(to);
            if (--count == 0)
            {
                arcs.pop_back();
            }
        } while (!AddsUp(path.back()));
        return path;
    }

    const IncCluster& m_cluster;
    /// Links out of each node: target, and number of flows that have no path yet.
    std::unordered_map<ClusterNode, std::vector<std::pair<ClusterNode, uint32_t>>> m_left;
};

/// \brief Builder of the network of a cluster plan, with one node for each linked node of the plan.
class ClusterBuilder
{
  public:
    ClusterBuilder(const IncClusterPlan& plan, std::vector<IncPlannedReduction> reductions)
        : m_plan(plan),
          m_cluster(plan.instance)
    {
        m_network.reductions = std::move(reductions);
    }

    IncPlannedNetwork Build(int64_t delay)
    {
        AddNodes();
        for (const auto& [u, v] : m_plan.links)
        {
            const double rate = m_cluster.CapacityOf(u, v) * 1e9;
            m_network.topology.AddLink(m_index.at(u), m_index.at(v), std::llround(rate), delay);
        }
        for (auto& reduction : m_network.reductions)
        {
            reduction.server = m_index.at(reduction.server);
            for (auto& path : reduction.paths)
            {
                std::transform(path.begin(), path.end(), path.begin(), [this](ClusterNode v) {
                    return m_index.at(v);
                });
            }
        }
        m_network.topology.DeriveTiers();
        return std::move(m_network);
    }

  private:
    void AddNodes()
    {
        std::set<ClusterNode> adding;
        for (const auto& reduction : m_network.reductions)
        {
            for (const auto& path : reduction.paths)
            {
                adding.insert(path.back());
            }
        }
        for (uint32_t w = 0; w < m_cluster.workers; ++w)
        {
            const ClusterNode v = m_cluster.Worker(w);
            m_index[v] = m_network.topology.AddHost(m_cluster.NameOf(v));
        }
        m_network.topology.SetWorkers(m_network.topology.GetHosts());
        std::set<ClusterNode> linked;
        for (const auto& [u, v] : m_plan.links)
        {
            linked.insert({u, v});
        }
        for (const ClusterNode v : linked)
        {
            if (!m_index.count(v))
            {
                IncTopologyNode node;
                node.name = m_cluster.NameOf(v);
                node.inc = adding.count(v) > 0;
                m_index[v] = m_network.topology.AddNode(node);
            }
        }
    }

    const IncClusterPlan& m_plan;
    const IncCluster& m_cluster;
    IncPlannedNetwork m_network;
    std::unordered_map<ClusterNode, uint32_t> m_index;
};

} // namespace

std::vector<IncPlannedReduction>
IncClusterFlows(const IncClusterPlan& plan)
{
    const IncCluster& cluster = plan.instance;
    std::vector<IncPlannedReduction> reductions(cluster.parameterServers);
    for (uint32_t p = 0; p < reductions.size(); ++p)
    {
        reductions[p].server = cluster.ParameterServer(p);
        reductions[p].name = cluster.NameOf(reductions[p].server);
        reductions[p].rate = 1e9 * (plan.rates.empty() ? plan.rate : plan.rates[p]);
        const Flows& flows = plan.flowsByPs.empty() ? plan.flows : plan.flowsByPs[p];
        reductions[p].paths = plan.routes.empty() ? FlowWalk(cluster, flows).Run() : plan.routes;
    }
    return reductions;
}

IncPlannedNetwork
IncMakeClusterNetwork(const IncClusterPlan& plan, int64_t delay)
{
    std::vector<IncPlannedReduction> reductions = IncClusterFlows(plan);
    reductions.erase(std::remove_if(reductions.begin(),
                                    reductions.end(),
                                    [](const auto& reduction) { return reduction.rate <= 0; }),
                     reductions.end());
    return ClusterBuilder(plan, std::move(reductions)).Build(delay);
}

} // namespace ns3
