/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-model.h"

#include "inc-edge-loads.h"
#include "inc-eina-rates.h"
#include "inc-solver-program.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ns3
{

namespace
{

using Sense = IncLinearModel::Sense;
using Terms = IncLinearModel::Terms;

} // namespace

IncEinaModel::IncEinaModel(const IncEdge& edge, bool printed)
    : m_edge(edge),
      m_printed(printed),
      m_count(edge.aggregators.size()),
      m_rateBound(IncEinaRates(edge, printed).SumBound())
{
    m_model.AddComment(std::string("EINA's literal model, ") +
                       (printed ? "as printed" : "corrected"));
    for (uint32_t i = 0; i < m_count; ++i)
    {
        m_model.AddComment("aggregator " + std::to_string(i) + ": " + edge.aggregators[i].name);
    }
    AddVariables();
    for (uint32_t p = 0; p < edge.ps.size(); ++p)
    {
        m_model.AddComment("ps " + std::to_string(p) + ": " + edge.ps[p].name);
        AddProducts(p);
        AddRouting(p);
        AddDepths(p);
    }
    AddCapacities();
}

void
IncEinaModel::AddVariables()
{
    const uint32_t depth = m_edge.DepthLimit();
    for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
    {
        // Constraint (1): bounds of r. A low upper bound tightens the linear relaxation of x r.
        const IncEdge::ParameterServer& ps = m_edge.ps[p];
        const double high = std::max(ps.rateMin, std::min(ps.rateMax, m_rateBound));
        m_r.push_back(m_model.AddVariable({"r", p}, ps.rateMin, high, m_edge.integerRates, 1));
        m_pairs.emplace_back();
        for (uint32_t i = 0; i < m_count; ++i)
        {
            // Constraints (3) and (4): the root has depth 0, and the depth limit holds.
            const bool root = i == ps.aggregator;
            m_d.push_back(m_model.AddVariable({"d", p, i},
                                              root ? 0 : 1,
                                              root ? 0 : std::max(depth, 1U),
                                              true));
            for (uint32_t j = 0; j < m_count; ++j)
            {
                if (i != j)
                {
                    const uint32_t x = m_model.AddVariable({"x", p, i, j}, 0, 1, true);
                    const uint32_t w = m_model.AddVariable({"w", p, i, j}, 0, high);
                    m_pairs[p].push_back({i, j, x, w});
                }
            }
        }
    }
}

void
IncEinaModel::AddProducts(uint32_t p)
{
    // Let R be the upper bound of r. Then w = x r if w <= R x, w <= r and w >= r - R (1 - x).
    const double high = m_model.Variables()[m_r[p]].high;
    for (const auto& [i, j, x, w] : m_pairs[p])
    {
        m_model.AddRow({"wx", p, i, j}, {{w, 1}, {x, -high}}, Sense::LESS, 0);
        m_model.AddRow({"wr", p, i, j}, {{w, 1}, {m_r[p], -1}}, Sense::LESS, 0);
        m_model.AddRow({"wl", p, i, j}, {{w, 1}, {m_r[p], -1}, {x, -high}}, Sense::GREATER, -high);
    }
}

IncEinaModel::Terms
IncEinaModel::Links(uint32_t p, uint32_t i, double out, double in) const
{
    Terms terms;
    for (const Pair& pair : m_pairs[p])
    {
        if (pair.child == i || pair.parent == i)
        {
            terms.emplace_back(pair.x, pair.child == i ? out : in);
        }
    }
    return terms;
}

void
IncEinaModel::AddForwarding(uint32_t p, uint32_t i)
{
    // Constraints (7) and (8). In the corrected model, an aggregator that receives must also send.
    const double many = m_count;
    m_model.AddRow({"c7_", p, i}, Links(p, i, 1, 0), Sense::LESS, 1);
    m_model.AddRow({"c8_", p, i}, Links(p, i, 1, -many), Sense::LESS, 0);
    if (!m_printed)
    {
        m_model.AddRow({"c8b_", p, i}, Links(p, i, -many, 1), Sense::LESS, 0);
    }
}

void
IncEinaModel::AddRouting(uint32_t p)
{
    const uint32_t root = m_edge.ps[p].aggregator;
    for (uint32_t i = 0; i < m_count; ++i)
    {
        const bool workers = m_edge.aggregators[i].workers > 0;
        if (i == root && !m_printed)
        {
            m_model.AddRow({"root", p, i}, Links(p, i, 1, 0), Sense::EQUAL, 0);
        }
        else if (workers)
        {
            m_model.AddRow({"c2_", p, i}, Links(p, i, 1, 0), Sense::EQUAL, 1);
        }
        else if (i != root)
        {
            AddForwarding(p, i);
        }
        if (!workers && m_printed)
        {
            if (i == root)
            {
                AddForwarding(p, i);
            }
            // Constraint (9): a child is one hop deeper than its parent.
            Terms depth = Links(p, i, -1, 0);
            depth.emplace_back(m_d[p * m_count + i], 1);
            m_model.AddRow({"c9_", p, i}, depth, Sense::GREATER, 0);
        }
    }
}

void
IncEinaModel::AddDepths(uint32_t p)
{
    const double big = m_count + 1;
    for (const auto& [i, j, x, w] : m_pairs[p])
    {
        const uint32_t di = m_d[p * m_count + i];
        const uint32_t dj = m_d[p * m_count + j];
        m_model.AddRow({"c5_", p, i, j}, {{di, 1}, {dj, -1}, {x, -big}}, Sense::GREATER, 1 - big);
        m_model.AddRow({"c6_", p, i, j}, {{di, 1}, {dj, -1}, {x, big}}, Sense::LESS, 1 + big);
        if (m_edge.DepthLimit() == 0)
        {
            // Constraint (4): with a depth limit of 0 no aggregator sends to another.
            m_model.AddRow({"c4_", p, i, j}, {{x, 1}}, Sense::EQUAL, 0);
        }
    }
}

void
IncEinaModel::AddCapacities()
{
    for (uint32_t i = 0; i < m_count; ++i)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        Terms reduced;
        Terms arrivals;
        Terms sent;
        bool hostsPs = false;
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            hostsPs = hostsPs || m_edge.ps[p].aggregator == i;
            reduced.emplace_back(m_r[p], a.workers);
            for (const Pair& pair : m_pairs[p])
            {
                if (pair.parent == i)
                {
                    arrivals.emplace_back(pair.w, 1);
                    reduced.emplace_back(pair.w, 1);
                }
                if (pair.child == i && !m_printed)
                {
                    sent.emplace_back(pair.w, 1);
                }
            }
            if (m_printed)
            {
                sent.emplace_back(m_r[p], 1);
            }
        }
        m_model.AddRow({"c10_", i}, reduced, Sense::LESS, a.capacity);
        m_model.AddRow({"c12_", i}, arrivals, Sense::LESS, a.egress);
        if (!m_printed || !hostsPs)
        {
            m_model.AddRow({"c11_", i}, sent, Sense::LESS, a.ingress);
        }
    }
}

IncEdgePlan
IncEinaModel::MakePlan(const std::vector<double>& values) const
{
    IncEdgePlan plan;
    plan.instance = m_edge;
    plan.printed = m_printed;
    for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
    {
        plan.rates.push_back(values[m_r[p]]);
        plan.objective += values[m_r[p]];
        plan.trees.emplace_back();
        for (const Pair& pair : m_pairs[p])
        {
            if (values[pair.x] > 0.5)
            {
                plan.trees.back().emplace_back(pair.child, pair.parent);
            }
        }
    }
    return plan;
}

IncEdgePlan
IncSolveEinaBy(const IncEdge& edge, bool printed, const std::string& solver, double seconds)
{
    const auto start = std::chrono::steady_clock::now();
    const IncEinaModel model(edge, printed);
    const IncLinearAnswer answer = IncSolverProgram(solver).TimeLimit(seconds).Solve(model.Model());
    IncEdgePlan plan;
    plan.instance = edge;
    plan.printed = printed;
    plan.status = IncPlanStatus::TIMEOUT;
    double bound = IncEinaRates(edge, printed).SumBound();
    if (answer.status == IncLinearAnswer::Status::INFEASIBLE)
    {
        plan.status = IncPlanStatus::INFEASIBLE;
        bound = 0;
    }
    else if (!answer.values.empty())
    {
        plan = model.MakePlan(answer.values);
        const bool optimal = answer.status == IncLinearAnswer::Status::OPTIMAL;
        plan.status = optimal ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        bound = optimal ? plan.objective : bound;
    }
    plan.algorithm = "eina";
    plan.upperBound = bound;
    plan.notes["solver"] = solver;
    plan.solveMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return plan;
}

namespace
{

class Products
{
  public:
    Products(const IncEdge& edge, const std::vector<double>& low, const std::vector<double>& high)
        : m_edge(edge),
          m_count(edge.aggregators.size()),
          m_load(m_count)
    {
        for (uint32_t p = 0; p < edge.ps.size(); ++p)
        {
            m_made.model.AddVariable({"r", p}, low[p], high[p], false, 1);
        }
    }

    IncRatioModel Make()
    {
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            AddTree(p);
        }
        IncLimitLoads(m_made.model, m_edge, m_load);
        return m_made;
    }

  private:
    void AddTree(uint32_t p)
    {
        m_parents.clear();
        const uint32_t root = m_edge.ps[p].aggregator;
        const double most = m_count - 1;
        IncLinearModel& model = m_made.model;
        Terms places; // r (places for children - nodes that need a place), which must be 0
        double senders = 0;
        uint32_t ofRoot = 0;
        for (uint32_t j = 0; j < m_count; ++j)
        {
            const IncEdge::Aggregator& a = m_edge.aggregators[j];
            const uint32_t children = AddProduct({"k", p, j}, p, most);
            places.emplace_back(children, 1);
            m_load[j].capacity.emplace_back(children, 1);
            m_load[j].capacity.emplace_back(p, a.workers);
            m_load[j].egress.emplace_back(children, 1);
            if (j == root)
            {
                ofRoot = children;
                continue;
            }
            if (m_edge.DepthLimit() <= 2)
            {
                AddParent(p, j, children);
            }
            if (a.workers > 0)
            {
                ++senders;
                m_load[j].ingress.emplace_back(p, 1);
                continue;
            }
            // An aggregator without workers sends if and only if it has children.
            const uint32_t sends = AddProduct({"s", p, j}, p, 1);
            places.emplace_back(sends, -1);
            m_load[j].ingress.emplace_back(sends, 1);
            model.AddRow({"idle", p, j}, {{children, 1}, {sends, -most}}, Sense::LESS, 0);
            model.AddRow({"relay", p, j}, {{children, 1}, {sends, -1}}, Sense::GREATER, 0);
        }
        if (m_edge.DepthLimit() <= 2)
        {
            // With two hops, only the root's children may have children; with one hop, only the
            // root.
            m_parents.emplace_back(ofRoot, m_edge.DepthLimit() == 2 ? -1 : 0);
            model.AddRow({"depth", p}, m_parents, Sense::LESS, 0);
        }
        places.emplace_back(p, -senders);
        model.AddRow({"places", p}, places, Sense::EQUAL, 0);
        if (senders > 0)
        {
            model.AddRow({"root", p}, {{ofRoot, 1}, {p, -1}}, Sense::GREATER, 0);
        }
    }

    uint32_t AddProduct(const IncLinearModel::Name& name, uint32_t p, double high)
    {
        const uint32_t product =
            m_made.model.AddVariable(name, 0, std::numeric_limits<double>::infinity());
        m_made.ratios.push_back({product, p, 0, high});
        return product;
    }

    void AddParent(uint32_t p, uint32_t node, uint32_t children)
    {
        const uint32_t parent = AddProduct({"h", p, node}, p, 1);
        m_parents.emplace_back(parent, 1);
        m_made.model.AddRow({"parent", p, node},
                            {{children, 1}, {parent, 1 - double(m_count)}},
                            Sense::LESS,
                            0);
    }

    const IncEdge& m_edge;
    const uint32_t m_count;
    IncRatioModel m_made;
    /// Products h r, by node below the root of the current tree; h is 1 if the node has children.
    Terms m_parents;
    std::vector<IncEdgeLoad> m_load; //!< loads of each aggregator
};

} // namespace

IncRatioModel
IncEinaProducts(const IncEdge& edge,
                const std::vector<double>& low,
                const std::vector<double>& high)
{
    return Products(edge, low, high).Make();
}

} // namespace ns3
