/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-grid-planner.h"

#include "inc-edge-loads.h"
#include "inc-plan-random.h"
#include "inc-simplex.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>

namespace ns3
{

namespace
{

using Sense = IncLinearModel::Sense;
using Term = IncLinearModel::Term;

/** The relaxation: shares z of an aggregator's workers, by PS and target; use u of a target. */
class GridRelaxation
{
  public:
    explicit GridRelaxation(const IncEdge& edge);

    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** Variable of the share of i's workers that g reduces for p; g = count means directly. */
    uint32_t Share(uint32_t p, uint32_t i, uint32_t g) const
    {
        return m_share.at({p, i, g});
    }

  private:
    void AddShares(uint32_t p);
    void AddLoads();

    const IncEdge& m_edge;
    uint32_t m_count;
    IncLinearModel m_model;
    uint32_t m_time;
    std::map<std::array<uint32_t, 3>, uint32_t> m_share;
    std::vector<uint32_t> m_use; //!< by PS and aggregator
    std::vector<std::vector<Term>> m_capacity;
    std::vector<std::vector<Term>> m_ingress;
    std::vector<std::vector<Term>> m_egress;
};

GridRelaxation::GridRelaxation(const IncEdge& edge)
    : m_edge(edge),
      m_count(edge.aggregators.size()),
      m_capacity(m_count),
      m_ingress(m_count),
      m_egress(m_count)
{
    const double infinity = std::numeric_limits<double>::infinity();
    m_time = m_model.AddVariable("t", 0, infinity, false, -1);
    for (uint32_t p = 0; p < edge.ps.size(); p++)
    {
        AddShares(p);
    }
    AddLoads();
}

void
GridRelaxation::AddShares(uint32_t p)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const uint32_t root = m_edge.ps[p].aggregator;
    const std::string name = std::to_string(p) + "_";
    for (uint32_t g = 0; g < m_count; g++)
    {
        m_use.push_back(m_model.AddVariable("u" + name + std::to_string(g), 0, infinity));
        if (g != root)
        {
            m_ingress[g].emplace_back(m_use.back(), 1);
            m_egress[root].emplace_back(m_use.back(), 1);
        }
    }
    for (uint32_t i = 0; i < m_count; i++)
    {
        const double workers = m_edge.aggregators[i].workers;
        if (workers == 0)
        {
            continue;
        }
        std::vector<Term> all;
        for (uint32_t g = 0; g <= m_count; g++)
        {
            const std::string pair = name + std::to_string(i) + "_" + std::to_string(g);
            const uint32_t z = m_model.AddVariable("z" + pair, 0, infinity);
            m_share[{p, i, g}] = z;
            all.emplace_back(z, 1);
            const bool direct = g == m_count;
            if (!direct)
            {
                m_capacity[g].emplace_back(z, workers);
                m_model.AddRow("use" + pair,
                               {{m_use[p * m_count + g], 1}, {z, -1}},
                               Sense::GREATER,
                               0);
            }
            if (g != i)
            {
                m_ingress[i].emplace_back(z, workers);
                m_egress[direct ? root : g].emplace_back(z, workers);
            }
        }
        m_model.AddRow("all" + name + std::to_string(i), all, Sense::EQUAL, 1);
    }
}

void
GridRelaxation::AddLoads()
{
    const auto row = [this](const char* name, uint32_t i, std::vector<Term> load, double limit) {
        load.emplace_back(m_time, -limit);
        m_model.AddRow(name + std::to_string(i), std::move(load), Sense::LESS, 0);
    };
    for (uint32_t i = 0; i < m_count; i++)
    {
        row("capacity", i, m_capacity[i], m_edge.aggregators[i].capacity);
        row("ingress", i, m_ingress[i], m_edge.aggregators[i].ingress);
        row("egress", i, m_egress[i], m_edge.aggregators[i].egress);
    }
}

/** Every worker draws its target; adds what leaves home, and the aggregators in use. */
void
Round(const GridRelaxation& relaxation,
      const std::vector<double>& shares,
      uint32_t p,
      IncPlanRandom& random,
      IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    const auto count = static_cast<uint32_t>(edge.aggregators.size());
    std::vector<bool> used(count, false);
    plan.raw.emplace_back();
    plan.trees.emplace_back();
    for (uint32_t i = 0; i < count; i++)
    {
        std::vector<uint32_t> drawn(count + 1, 0);
        for (uint32_t w = 0; w < edge.aggregators[i].workers; w++)
        {
            double point = random.Unit();
            uint32_t target = i;
            for (uint32_t g = 0; g <= count; g++)
            {
                const double share = std::max(0.0, shares[relaxation.Share(p, i, g)]);
                if (share > 0)
                {
                    target = g;
                    point -= share;
                }
                if (point < 0)
                {
                    break;
                }
            }
            drawn[target]++;
        }
        for (uint32_t g = 0; g <= count; g++)
        {
            if (drawn[g] > 0 && g < count)
            {
                used[g] = true;
            }
            if (drawn[g] > 0 && g != i)
            {
                const uint32_t to = g == count ? IncEdgePlan::Raw::DIRECT : g;
                plan.raw.back().push_back({i, to, drawn[g]});
            }
        }
    }
    for (uint32_t g = 0; g < count; g++)
    {
        if (used[g] && g != edge.ps[p].aggregator)
        {
            plan.trees.back().emplace_back(g, edge.ps[p].aggregator);
        }
    }
}

/** All workers' traffic leaves home or is reduced there, and arrives in at least one flow. */
double
AnyRoundingBound(const IncEdge& edge)
{
    double most = 0;
    for (const IncEdge::ParameterServer& ps : edge.ps)
    {
        most += ps.rateMax;
    }
    for (const IncEdge::Aggregator& a : edge.aggregators)
    {
        if (a.workers > 0)
        {
            most = std::min(most, (a.capacity + a.ingress) / a.workers);
        }
    }
    return most;
}

} // namespace

IncEdgePlan
IncPlanGrid(const IncEdge& edge, const IncPlanOptions& options)
{
    const auto start = std::chrono::steady_clock::now();
    IncPlanRandom random(options.seed);
    IncEdgePlan plan;
    plan.instance = edge;
    plan.algorithm = "grid";
    plan.rootAggregates = false;
    const GridRelaxation relaxation(edge);
    const IncLinearAnswer answer = options.solver == "builtin" ? IncSolveByRows(relaxation.Model())
                                                               : IncSolverProgram(options.solver)
                                                                     .TimeLimit(options.timeLimit)
                                                                     .Solve(relaxation.Model());
    plan.notes["relaxed_rate"] = answer.objective < 0 ? -1 / answer.objective : 0;
    if (answer.values.empty())
    {
        plan.status = IncPlanStatus::TIMEOUT;
        plan.upperBound = AnyRoundingBound(edge);
    }
    else
    {
        for (uint32_t p = 0; p < edge.ps.size(); p++)
        {
            Round(relaxation, answer.values, p, random, plan);
        }
        IncSetBestRates(plan, options.solver, options.timeLimit);
        plan.upperBound = plan.HasPlan() ? std::max(plan.objective, AnyRoundingBound(edge)) : 0;
    }
    plan.solveMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return plan;
}

} // namespace ns3
