/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-switch-model.h"

#include <algorithm>
#include <string>

namespace ns3
{

using Sense = IncLinearModel::Sense;

IncAtroSwitchModel::IncAtroSwitchModel(const IncAtroProblem& problem)
    : m_problem(problem),
      m_cluster(problem.Cluster())
{
    Terms roots;
    Terms workers;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        const bool possible = problem.RootFlows(v) >= 1;
        const double most = m_cluster.switches[v].ports - 1.0;
        m_layers.push_back(
            m_model.AddVariable("l" + std::to_string(v), 1, m_cluster.maxLayers, true));
        m_roots.push_back(m_model.AddVariable("r" + std::to_string(v), 0, possible, true));
        m_workers.push_back(m_model.AddVariable("w" + std::to_string(v), 0, most, true));
        roots.emplace_back(m_roots[v], 1);
        workers.emplace_back(m_workers[v], 1);
    }
    m_model.AddRow("root", roots, Sense::EQUAL, 1);
    m_model.AddRow("workers", workers, Sense::EQUAL, m_cluster.workers);
    AddArcs();
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        AddSwitch(v);
    }
}

void
IncAtroSwitchModel::AddArcs()
{
    const double layers = m_cluster.maxLayers;
    for (Node u = 0; u < m_cluster.Switches(); ++u)
    {
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            const double flows = u == v ? 0 : m_problem.Flows(u, v);
            if (flows < 1)
            {
                continue;
            }
            const uint32_t used =
                m_model.AddVariable(IncLinearModel::Named("z", u, v), 0, 1, true);
            m_arcs.push_back({u, v, used, used});
            if (!m_cluster.IsAggregator(u))
            {
                const uint32_t y =
                    m_model.AddVariable(IncLinearModel::Named("y", u, v), 0, flows, true);
                m_arcs.back().flows = y;
                m_model.AddRow(IncLinearModel::Named("most", u, v),
                               {{y, 1}, {used, -flows}},
                               Sense::LESS,
                               0);
                m_model.AddRow(IncLinearModel::Named("least", u, v),
                               {{y, 1}, {used, -1}},
                               Sense::GREATER,
                               0);
            }
            m_model.AddRow(IncLinearModel::Named("layer", u, v),
                           {{m_layers[u], 1}, {m_layers[v], -1}, {used, -layers}},
                           Sense::GREATER,
                           1 - layers);
        }
    }
}

IncAtroSwitchModel::Terms
IncAtroSwitchModel::Sum(Node v, bool in, uint32_t Arc::*member, double factor) const
{
    Terms terms;
    for (const Arc& arc : m_arcs)
    {
        if ((in ? arc.to : arc.from) == v)
        {
            terms.emplace_back(arc.*member, factor);
        }
    }
    return terms;
}

void
IncAtroSwitchModel::AddSwitch(Node v)
{
    const auto row = [&](const char* name, const std::vector<Terms>& sums, Sense sense, double to) {
        Terms all;
        for (const Terms& terms : sums)
        {
            all.insert(all.end(), terms.begin(), terms.end());
        }
        m_model.AddRow(name + std::to_string(v), std::move(all), sense, to);
    };
    const double ports = m_cluster.switches[v].ports;
    const double layers = m_cluster.maxLayers;
    const Terms root{{m_roots[v], 1}};
    const Terms workers{{m_workers[v], 1}};
    const Terms linksIn = Sum(v, true, &Arc::used, 1);
    const Terms linksOut = Sum(v, false, &Arc::used, 1);
    row("first", {{{m_layers[v], 1}, {m_roots[v], layers - 1}}}, Sense::LESS, layers);
    row("ports", {workers, root, linksIn, linksOut}, Sense::LESS, ports);
    if (m_cluster.IsAggregator(v))
    {
        // An aggregator sends one flow if it has input, and none without.
        row("one", {root, linksOut}, Sense::LESS, 1);
        const Terms rootWide{{m_roots[v], 1 - ports}};
        row("in",
            {workers, linksIn, rootWide, Sum(v, false, &Arc::used, 1 - ports)},
            Sense::LESS,
            0);
        row("out",
            {workers, linksIn, {{m_roots[v], -1}}, Sum(v, false, &Arc::used, -1)},
            Sense::GREATER,
            0);
        return;
    }
    const double flows = m_problem.RootFlows(v);
    const uint32_t toPs = m_model.AddVariable("g" + std::to_string(v), 0, flows, true);
    row("ps", {{{toPs, 1}, {m_roots[v], -flows}}}, Sense::LESS, 0);
    row("flows",
        {workers,
         Sum(v, true, &Arc::flows, 1),
         {{toPs, -1}},
         Sum(v, false, &Arc::flows, -1)},
        Sense::EQUAL,
        0);
}

IncAtroTopology
IncAtroSwitchModel::Topology(const std::vector<double>& values) const
{
    IncAtroTopology topology;
    const auto used = [&](uint32_t variable) { return values[variable] > 0.5; };
    topology.root = std::find_if(m_roots.begin(), m_roots.end(), used) - m_roots.begin();
    for (const Arc& arc : m_arcs)
    {
        if (used(arc.used))
        {
            topology.arcs.emplace_back(arc.from, arc.to);
        }
    }
    return topology;
}

} // namespace ns3
