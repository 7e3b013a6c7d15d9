/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aro-model.h"

#include "inc-fixed-topology.h"
#include "inc-plan-error.h"

#include <algorithm>

namespace ns3
{

namespace
{
using Sense = IncLinearModel::Sense;
} // namespace

IncAroModel::IncAroModel(const IncCluster& cluster, const std::vector<double>& rates)
    : m_cluster(cluster),
      m_rates(rates)
{
    if (cluster.attach.empty())
    {
        throw IncPlanError("attach: missing field: ARO's model needs to know who is where");
    }
    for (Node v = 0; v < cluster.Nodes(); v++)
    {
        m_model.AddComment("node " + std::to_string(v) + ": " + cluster.NameOf(v));
    }
    for (uint32_t p = 0; p < cluster.parameterServers; p++)
    {
        m_model.AddComment("rate " + std::to_string(p) + ": " + std::to_string(rates[p]) + " Gb/s");
        AddTree(p);
    }
    AddCapacities();
}

const IncLinearModel&
IncAroModel::Model() const
{
    return m_model;
}

void
IncAroModel::AddTree(uint32_t p)
{
    const IncFixedTopology topology(m_cluster);
    const Node root = m_cluster.attach[m_cluster.workers + p];
    const double most = m_cluster.workers + m_cluster.Switches();
    m_in.assign(m_cluster.Switches(), {});
    m_out = m_in;
    const auto arc = [&](Node u, Node v) {
        const uint32_t y = m_model.AddVariable("y" + std::to_string(p) + "_" + std::to_string(u) +
                                                   "_" + std::to_string(v),
                                               0,
                                               most,
                                               true);
        m_load[{std::min(u, v), std::max(u, v)}].emplace_back(y, m_rates[p]);
        return y;
    };
    for (Node u = 0; u < m_cluster.Switches(); u++)
    {
        for (const Node v : topology.Neighbours(u))
        {
            if (topology.Hops(v, root) + 1 == topology.Hops(u, root))
            {
                const uint32_t y = arc(u, v);
                m_out[u].emplace_back(y, 1);
                m_in[v].emplace_back(y, 1);
            }
        }
    }
    m_out[root].emplace_back(arc(root, m_cluster.ParameterServer(p)), 1);
    std::vector<uint32_t> workers(m_cluster.Switches(), 0);
    for (uint32_t w = 0; w < m_cluster.workers; w++)
    {
        const Node v = m_cluster.attach[w];
        workers[v]++;
        const uint32_t y = arc(m_cluster.Worker(w), v);
        m_model.SetBounds(y, 1, 1);
        m_in[v].emplace_back(y, 1);
    }
    for (Node v = 0; v < m_cluster.Switches(); v++)
    {
        AddSwitch(p, v, workers[v]);
    }
}

void
IncAroModel::AddSwitch(uint32_t p, Node v, uint32_t workers)
{
    const double most = m_cluster.workers + m_cluster.Switches();
    const std::string name = std::to_string(p) + "_" + std::to_string(v);
    std::vector<IncLinearModel::Term> out = m_out[v];
    if (!m_cluster.IsAggregator(v))
    {
        for (const auto& [y, factor] : m_in[v])
        {
            out.emplace_back(y, -1);
        }
        m_model.AddRow("common" + name, out, Sense::EQUAL, 0);
        return;
    }
    const uint32_t x = m_model.AddVariable("x" + name, workers > 0 ? 1 : 0, 1, true);
    out.emplace_back(x, -1);
    m_model.AddRow("sends" + name, out, Sense::EQUAL, 0);
    std::vector<IncLinearModel::Term> in = m_in[v];
    in.emplace_back(x, -1);
    m_model.AddRow("input" + name, in, Sense::GREATER, 0);
    in.back().second = -most;
    m_model.AddRow("unused" + name, in, Sense::LESS, 0);
}

void
IncAroModel::AddCapacities()
{
    const IncFixedTopology topology(m_cluster);
    for (const auto& [pair, load] : m_load)
    {
        m_model.AddRow("link" + std::to_string(pair.first) + "_" + std::to_string(pair.second),
                       load,
                       Sense::LESS,
                       topology.Capacity(pair.first, pair.second));
    }
}

} // namespace ns3
