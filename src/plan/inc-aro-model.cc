/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aro-model.h"

#include "inc-fixed-topology.h"
#include "inc-solver-program.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

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
        throw IncError("attach: missing field: ARO's model needs to know who is where");
    }
    for (Node v = 0; v < cluster.Nodes(); ++v)
    {
        m_model.AddComment("node " + std::to_string(v) + ": " + cluster.NameOf(v));
    }
    for (uint32_t p = 0; p < cluster.parameterServers; ++p)
    {
        m_model.AddComment("rate " + std::to_string(p) + ": " + std::to_string(rates[p]) + " Gb/s");
        AddTree(p);
    }
    AddCapacities();
}

uint32_t
IncAroModel::Add(uint32_t p, const IncLinearModel::Name& name, double low, double high)
{
    m_owner.push_back(p);
    return m_model.AddVariable(name, low, high, true);
}

void
IncAroModel::AddTree(uint32_t p)
{
    const IncFixedTopology topology(m_cluster);
    const Node root = m_cluster.attach[m_cluster.workers + p];
    std::vector<uint32_t> workers(m_cluster.Switches(), 0);
    for (uint32_t w = 0; w < m_cluster.workers; ++w)
    {
        workers[m_cluster.attach[w]]++;
    }
    const std::vector<double> most = Most(topology, root, workers);
    m_in.assign(m_cluster.Switches(), {});
    m_out = m_in;
    const auto arc = [&](Node u, Node v) {
        const uint32_t y = Add(p, {"y", p, u, v}, 0, u < m_cluster.Switches() ? most[u] : 1);
        m_load[std::minmax(u, v)].emplace_back(y, m_rates[p]);
        m_arcs.push_back({p, u, v, y});
        return y;
    };
    for (Node u = 0; u < m_cluster.Switches(); ++u)
    {
        for (const Node v : topology.Neighbors(u))
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
    for (uint32_t w = 0; w < m_cluster.workers; ++w)
    {
        const Node v = m_cluster.attach[w];
        const uint32_t y = arc(m_cluster.Worker(w), v);
        m_model.SetBounds(y, 1, 1);
        m_in[v].emplace_back(y, 1);
    }
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        AddSwitch(p, v, workers[v]);
    }
}

std::vector<double>
IncAroModel::Most(const IncFixedTopology& topology,
                  Node root,
                  const std::vector<uint32_t>& workers) const
{
    // Farthest switches come first. Aggregators send at most one flow, others all they receive.
    std::vector<Node> order;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (topology.Hops(v, root) != IncFixedTopology::UNREACHABLE)
        {
            order.push_back(v);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](Node u, Node v) {
        return topology.Hops(u, root) > topology.Hops(v, root);
    });
    std::vector<double> most(workers.begin(), workers.end());
    for (const Node u : order)
    {
        most[u] = std::min<double>(most[u], m_cluster.IsAggregator(u) ? 1 : m_cluster.workers);
        for (const Node v : topology.Neighbors(u))
        {
            if (topology.Hops(v, root) + 1 == topology.Hops(u, root))
            {
                most[v] += most[u];
            }
        }
    }
    return most;
}

void
IncAroModel::AddSwitch(uint32_t p, Node v, uint32_t workers)
{
    // Common switches: out = in. Aggregators: out = x, x <= in <= M x; at most M flows arrive.
    IncLinearModel::Terms out = m_out[v];
    if (!m_cluster.IsAggregator(v))
    {
        for (const auto& [y, factor] : m_in[v])
        {
            out.emplace_back(y, -1);
        }
        m_model.AddRow({"common", p, v}, out, Sense::EQUAL, 0);
        return;
    }
    const uint32_t x = Add(p, {"x", p, v}, workers > 0 ? 1 : 0, 1);
    out.emplace_back(x, -1);
    m_model.AddRow({"sends", p, v}, out, Sense::EQUAL, 0);
    IncLinearModel::Terms in = m_in[v];
    in.emplace_back(x, -1);
    m_model.AddRow({"input", p, v}, in, Sense::GREATER, 0);
    double most = 0;
    for (const auto& [y, factor] : m_in[v])
    {
        most += m_model.Variables()[y].high;
    }
    in.back().second = -most;
    m_model.AddRow({"unused", p, v}, in, Sense::LESS, 0);
}

void
IncAroModel::AddCapacities()
{
    for (const auto& [pair, load] : m_load)
    {
        m_model.AddRow({"link", pair.first, pair.second},
                       load,
                       Sense::LESS,
                       m_cluster.CapacityOf(pair.first, pair.second));
    }
}

IncClusterPlan
IncAroModel::MakePlan(const std::vector<double>& values) const
{
    IncClusterPlan plan;
    plan.instance = m_cluster;
    std::set<std::pair<Node, Node>> linked;
    std::map<std::pair<Node, Node>, Node> sum;
    plan.flowsByPs.resize(m_cluster.parameterServers);
    for (const Arc& arc : m_arcs)
    {
        const auto count = static_cast<Node>(values[arc.variable]);
        if (count > 0)
        {
            plan.flowsByPs[arc.p].push_back({arc.from, arc.to, count});
            linked.insert(std::minmax(arc.from, arc.to));
            sum[{arc.from, arc.to}] += count;
        }
    }
    plan.links.assign(linked.begin(), linked.end());
    for (const auto& [pair, count] : sum)
    {
        plan.flows.push_back({pair.first, pair.second, count});
    }
    plan.rates = m_rates;
    plan.rate = plan.objective = std::accumulate(m_rates.begin(), m_rates.end(), 0.0);
    if (m_rates.size() == 1)
    {
        plan.rates.clear();
        plan.flowsByPs.clear();
    }
    return plan;
}

IncRatioModel
IncAroModel::Products(double step, const std::vector<double>& most) const
{
    // If a flow count k is fixed, the product is k r; otherwise the product is a variable.
    IncRatioModel made;
    for (uint32_t p = 0; p < m_rates.size(); ++p)
    {
        made.model.AddVariable({"r", p}, 0, most[p], false, 1);
        made.ratios.push_back(
            {p, IncRatioModel::Ratio::CONSTANT, 0, std::floor(most[p] / step + 1e-9), step});
    }
    const double infinity = std::numeric_limits<double>::infinity();
    IncLinearModel::Terms stands;
    for (uint32_t v = 0; v < m_owner.size(); ++v)
    {
        const auto& count = m_model.Variables()[v];
        if (count.low == count.high)
        {
            stands.emplace_back(m_owner[v], count.low);
            continue;
        }
        stands.emplace_back(made.model.AddVariable(count.name, 0, infinity), 1);
        made.ratios.push_back({stands.back().first, m_owner[v], count.low, count.high});
    }
    for (const auto& row : m_model.Rows())
    {
        IncLinearModel::Terms terms;
        for (const auto& [variable, factor] : row.terms)
        {
            terms.emplace_back(stands[variable].first, factor * stands[variable].second);
        }
        made.model.AddRow(row.name, terms, row.sense, row.right);
    }
    return made;
}

std::vector<IncAroModel::Flow>
IncAroModel::FlowsOf(const std::vector<double>& values) const
{
    std::vector<double> counts;
    auto next = static_cast<uint32_t>(m_rates.size());
    for (uint32_t v = 0; v < m_owner.size(); ++v)
    {
        const auto& count = m_model.Variables()[v];
        const bool fixed = count.low == count.high;
        const double rate = values[m_owner[v]];
        counts.push_back(fixed ? count.low : rate > 0 ? values[next] / rate : 0);
        next += fixed ? 0 : 1;
    }
    std::vector<Flow> flows;
    for (const Arc& arc : m_arcs)
    {
        const auto count = static_cast<uint32_t>(std::lround(counts[arc.variable]));
        if (count > 0 && values[arc.p] > 0)
        {
            flows.push_back({arc.p, arc.from, arc.to, count});
        }
    }
    return flows;
}

IncClusterPlan
IncSolveAroBy(const IncCluster& cluster, const IncPlanOptions& options)
{
    using Clock = std::chrono::steady_clock;
    if (cluster.parameterServers != 1)
    {
        throw IncError("parameter_servers: " + std::to_string(cluster.parameterServers) +
                       " is not accepted; expected 1 with --solver=" + options.solver);
    }
    const auto start = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    // The link to the parameter server carries at least one flow, so its capacity bounds the rate.
    const double widest = cluster.CapacityOf(cluster.attach.empty() ? 0 : cluster.attach.back(),
                                             cluster.ParameterServer());
    const double step = cluster.capacity / options.steps;
    int64_t low = -1;
    auto high = static_cast<int64_t>(std::floor(widest / step + 1e-9));
    IncClusterPlan plan;
    plan.instance = cluster;
    bool known = true;
    for (int64_t next = 0; low < high && known && spent() < options.timeLimit;)
    {
        const IncAroModel model(cluster, {next * step});
        const IncLinearAnswer answer = IncSolverProgram(options.solver)
                                           .TimeLimit(options.timeLimit - spent())
                                           .Solve(model.Model());
        if (answer.status == IncLinearAnswer::Status::INFEASIBLE)
        {
            high = next - 1;
        }
        else if ((known = !answer.values.empty()))
        {
            plan = model.MakePlan(answer.values);
            low = next;
        }
        next = low + (high - low + 1) / 2;
    }
    plan.status = low < 0       ? (high < 0 ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT)
                  : low == high ? IncPlanStatus::OPTIMAL
                                : IncPlanStatus::FEASIBLE;
    plan.upperBound = std::max<int64_t>(high, 0) * step;
    plan.algorithm = "aro";
    plan.notes["solver"] = options.solver;
    plan.solveMs = 1e3 * spent();
    return plan;
}

} // namespace ns3
