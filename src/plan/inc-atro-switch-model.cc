/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-switch-model.h"

#include <utility>
#include <vector>

namespace ns3
{

IncAtroOutcome
IncAskForRouting(const IncAtroProblem& problem, const IncSolverProgram& solver)
{
    using Node = IncAtroProblem::Node;
    using Sense = IncLinearModel::Sense;
    using Terms = IncLinearModel::Terms;
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
