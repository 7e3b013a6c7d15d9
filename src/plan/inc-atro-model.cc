/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-model.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Sense = IncLinearModel::Sense;
using Terms = IncLinearModel::Terms;

} // namespace

IncAtroModel::IncAtroModel(const IncCluster& cluster, double rate)
    : m_cluster(cluster),
      m_rate(rate),
      m_nodes(cluster.Nodes())
{
    m_model.AddComment("ATRO's literal model at rate " + std::to_string(rate) + " Gb/s");
    for (Node v = 0; v < m_nodes; ++v)
    {
        m_model.AddComment("node " + std::to_string(v) + ": " + cluster.NameOf(v));
    }
    AddVariables();
    AddPorts();
    AddEndNodes();
    AddSwitches();
    AddLinks();
    AddLayers();
}

bool
IncAtroModel::Feasible(Node u, Node v) const
{
    return u != v && (u < m_cluster.Switches() || v < m_cluster.Switches());
}

uint32_t
IncAtroModel::X(Node u, Node v) const
{
    return m_x[std::min(u, v) * m_nodes + std::max(u, v)];
}

uint32_t
IncAtroModel::Y(Node u, Node v) const
{
    return m_y[u * m_nodes + v];
}

uint32_t
IncAtroModel::A(Node u, Node v) const
{
    return m_a[u * m_nodes + v];
}

void
IncAtroModel::AddVariables()
{
    const double most = m_cluster.workers + 1;
    m_x.assign(m_nodes * m_nodes, UINT32_MAX);
    m_y = m_a = m_x;
    for (Node u = 0; u < m_nodes; ++u)
    {
        for (Node v = 0; v < m_nodes; ++v)
        {
            if (!Feasible(u, v))
            {
                continue;
            }
            m_pairs.emplace_back(u, v);
            if (u < v)
            {
                m_x[u * m_nodes + v] = m_model.AddVariable({"x", u, v}, 0, 1, true);
            }
            m_y[u * m_nodes + v] = m_model.AddVariable({"y", u, v}, 0, most, true);
            m_a[u * m_nodes + v] = m_model.AddVariable({"a", u, v}, 0, 1, true);
        }
    }
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        m_l.push_back(m_model.AddVariable({"l", v}, 1, m_cluster.maxLayers, true));
    }
}

Terms
IncAtroModel::Flows(Node v, double in, double out) const
{
    Terms terms;
    for (Node u = 0; u < m_nodes; ++u)
    {
        if (Feasible(u, v))
        {
            terms.emplace_back(Y(u, v), in);
            terms.emplace_back(Y(v, u), out);
        }
    }
    return terms;
}

void
IncAtroModel::AddPorts()
{
    for (Node u = 0; u < m_nodes; ++u)
    {
        Terms links;
        for (Node v = 0; v < m_nodes; ++v)
        {
            if (Feasible(u, v))
            {
                links.emplace_back(X(u, v), 1);
            }
        }
        const bool end = u >= m_cluster.Switches();
        m_model.AddRow({end ? "c8_" : "c7_", u},
                       links,
                       end ? Sense::EQUAL : Sense::LESS,
                       end ? 1 : m_cluster.switches[u].ports);
    }
}

void
IncAtroModel::AddEndNodes()
{
    for (Node v = m_cluster.Switches(); v < m_nodes; ++v)
    {
        const bool ps = v == m_cluster.ParameterServer();
        m_model.AddRow({"out", v}, Flows(v, 0, 1), Sense::EQUAL, ps ? 0 : 1);
        if (!ps)
        {
            m_model.AddRow({"in", v}, Flows(v, 1, 0), Sense::EQUAL, 0);
        }
    }
}

void
IncAtroModel::AddSwitches()
{
    const double most = m_cluster.workers + 1;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (!m_cluster.IsAggregator(v))
        {
            m_model.AddRow({"c13_", v}, Flows(v, 1, -1), Sense::EQUAL, 0);
            continue;
        }
        m_model.AddRow({"c9_", v}, Flows(v, 0, 1), Sense::LESS, 1);
        m_model.AddRow({"c10a_", v}, Flows(v, 1, -1), Sense::GREATER, 0);
        m_model.AddRow({"c10b_", v}, Flows(v, 1, -most), Sense::LESS, 0);
    }
}

void
IncAtroModel::AddLinks()
{
    const double most = m_cluster.workers + 1;
    for (const auto& [u, v] : m_pairs)
    {
        if (u < v && m_rate > 0)
        {
            const double flows = std::floor(m_cluster.CapacityOf(u, v) / m_rate + 1e-9);
            m_model.AddRow({"c14_", u, v}, {{Y(u, v), 1}, {Y(v, u), 1}}, Sense::LESS, flows);
        }
        m_model.AddRow({"c16a_", u, v}, {{Y(u, v), 1}, {A(u, v), -1}}, Sense::GREATER, 0);
        m_model.AddRow({"c16b_", u, v}, {{Y(u, v), 1}, {A(u, v), -most}}, Sense::LESS, 0);
        m_model.AddRow({"c17_", u, v}, {{A(u, v), 1}, {X(u, v), -1}}, Sense::LESS, 0);
    }
}

void
IncAtroModel::AddLayers()
{
    const double layers = m_cluster.maxLayers;
    const Node ps = m_cluster.ParameterServer();
    for (Node u = 0; u < m_cluster.Switches(); ++u)
    {
        m_model.AddRow({"c19_", u}, {{m_l[u], 1}, {A(u, ps), layers}}, Sense::LESS, 1 + layers);
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            if (u != v)
            {
                m_model.AddRow({"c20_", u, v},
                               {{m_l[v], 1}, {m_l[u], -1}, {A(u, v), layers}},
                               Sense::LESS,
                               layers - 1);
            }
        }
    }
}

IncAtroRouting
IncAtroModel::Routing(const std::vector<double>& values) const
{
    IncAtroRouting routing;
    for (const auto& [u, v] : m_pairs)
    {
        const auto flows = static_cast<uint32_t>(values[Y(u, v)]);
        if (flows > 0 && u >= m_cluster.Switches())
        {
            routing.workerLinks.emplace_back(u, v);
        }
        else if (flows > 0 && v >= m_cluster.Switches())
        {
            routing.topology.root = u;
            routing.rootFlows = flows;
        }
        else if (flows > 0)
        {
            routing.topology.arcs.emplace_back(u, v);
            routing.flows.push_back(flows);
        }
    }
    return routing;
}

IncAtroOutcome
IncAskForRouting(const IncAtroProblem& problem, const IncSolverProgram& solver)
{
    using Node = IncAtroProblem::Node;
    const IncCluster& cluster = problem.Cluster();
    const double layers = cluster.maxLayers;
    IncLinearModel model;
    const auto add = [&model](const char* name, Node v, double low, double high) {
        return model.AddVariable({name, v}, low, high, true);
    };
    // Each switch has these variables: its layer, 1 if the PS is linked to it, its number of
    // workers, and a common switch's flows to the PS.
    std::vector<uint32_t> layer;
    std::vector<uint32_t> root;
    std::vector<Terms> ports;   // all links of each switch
    std::vector<Terms> out;     // links towards the PS
    std::vector<Terms> balance; // flows in minus flows out, for common switches
    Terms workers;
    Terms roots;
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        const double flows = problem.RootFlows(v);
        layer.push_back(add("l", v, 1, layers));
        root.push_back(add("r", v, 0, flows >= 1));
        workers.emplace_back(add("w", v, 0, cluster.switches[v].ports - 1.0), 1);
        roots.emplace_back(root[v], 1);
        ports.push_back({workers[v], roots[v]});
        out.push_back({roots[v]});
        balance.push_back({workers[v]});
        model.AddRow("first", {{layer[v], 1}, {root[v], layers - 1}}, Sense::LESS, layers);
        if (!cluster.IsAggregator(v))
        {
            balance[v].emplace_back(add("g", v, 0, flows), -1);
            model.AddRow("ps", {{balance[v].back().first, 1}, {root[v], -flows}}, Sense::LESS, 0);
        }
    }
    model.AddRow("root", roots, Sense::EQUAL, 1);
    model.AddRow("workers", workers, Sense::EQUAL, cluster.workers);
    // Each link has variables: 1 if it is used in this direction, and the flows of a common switch.
    std::vector<std::pair<uint32_t, std::pair<Node, Node>>> links;
    for (Node u = 0; u < cluster.Switches(); ++u)
    {
        for (Node v = 0; v < cluster.Switches(); ++v)
        {
            const double flows = u == v ? 0 : problem.Flows(u, v);
            if (flows < 1)
            {
                continue;
            }
            const uint32_t used = model.AddVariable({"z", u, v}, 0, 1, true);
            uint32_t sent = used;
            if (!cluster.IsAggregator(u))
            {
                sent = model.AddVariable({"y", u, v}, 0, flows, true);
                model.AddRow("most", {{sent, 1}, {used, -flows}}, Sense::LESS, 0);
                model.AddRow("least", {{sent, 1}, {used, -1}}, Sense::GREATER, 0);
                balance[u].emplace_back(sent, -1);
            }
            model.AddRow("layer",
                         {{layer[u], 1}, {layer[v], -1}, {used, -layers}},
                         Sense::GREATER,
                         1 - layers);
            links.push_back({used, {u, v}});
            ports[u].emplace_back(used, 1);
            ports[v].emplace_back(used, 1);
            out[u].emplace_back(used, 1);
            balance[v].emplace_back(sent, 1);
        }
    }
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        model.AddRow("ports", ports[v], Sense::LESS, cluster.switches[v].ports);
        if (!cluster.IsAggregator(v))
        {
            model.AddRow("flows", balance[v], Sense::EQUAL, 0);
            continue;
        }
        // An aggregator sends one flow if it receives any, otherwise none. If it sends, it has at
        // least 2 links (in and out) and at most as many as ports; otherwise it has no links.
        model.AddRow("one", out[v], Sense::LESS, 1);
        for (const auto& [sense, count] : {std::pair(Sense::GREATER, 2.0),
                                           std::pair(Sense::LESS, cluster.switches[v].ports * 1.0)})
        {
            Terms terms = ports[v];
            for (const auto& term : out[v])
            {
                terms.emplace_back(term.first, -count);
            }
            model.AddRow("input", terms, sense, 0);
        }
    }
    const IncLinearAnswer answer = solver.Solve(model);
    if (answer.values.empty())
    {
        return {answer.status == IncLinearAnswer::Status::INFEASIBLE, std::nullopt};
    }
    IncAtroTopology topology;
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        topology.root = answer.values[root[v]] > 0.5 ? v : topology.root;
    }
    for (const auto& [used, link] : links)
    {
        if (answer.values[used] > 0.5)
        {
            topology.arcs.push_back(link);
        }
    }
    return {false, IncAtroRouter(problem).Route(topology)};
}

} // namespace ns3
