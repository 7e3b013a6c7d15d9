/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-grid-planner.h"

#include "inc-edge-loads.h"
#include "inc-plan-algorithms.h"
#include "inc-plan-random.h"
#include "inc-simplex.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace ns3
{

namespace
{

using Sense = IncLinearModel::Sense;

/** Most aggregators with which the model lets any aggregator reduce any worker's flow. */
constexpr uint32_t ALL_TARGETS = 16;
/** With more aggregators: number of targets besides a worker's home and the PS's aggregator. */
constexpr uint32_t FEW_TARGETS = 4;

using Triple = std::array<uint32_t, 3>;
/** Share of a home's workers that one aggregator reduces, by PS, home and aggregator. For flows
 * directly to the PS, the index of the aggregator is the number of aggregators. */
using Shares = std::map<Triple, double>;

/** GRID's relaxation, which minimises t such that each load at rate 1 is at most t times its limit.
 * The variables are the shares z, by PS, home and target, and the use u >= z of each target. */
class GridRelaxation
{
  public:
    explicit GridRelaxation(const IncEdge& edge)
        : m_edge(edge),
          m_count(edge.aggregators.size()),
          m_load(m_count)
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const uint32_t time = m_model.AddVariable("t", 0, infinity, false, -1);
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            for (uint32_t g = 0; g < m_count; ++g)
            {
                const uint32_t use = m_model.AddVariable({"u", p, g}, 0, infinity);
                if (g != m_edge.ps[p].aggregator)
                {
                    m_load[g].ingress.emplace_back(use, 1);
                    m_load[m_edge.ps[p].aggregator].egress.emplace_back(use, 1);
                }
            }
        }
        std::map<std::pair<uint32_t, uint32_t>, IncLinearModel::Terms> all;
        for (const Triple& triple : Offered())
        {
            AddShare(triple);
            all[{triple[0], triple[1]}].emplace_back(m_share[triple], 1);
        }
        for (const auto& [sender, terms] : all)
        {
            m_model.AddRow({"all", sender.first, sender.second}, terms, Sense::EQUAL, 1);
        }
        IncLimitLoads(m_model, m_edge, m_load, time);
    }

    Shares SharesOf(const IncLinearAnswer& answer) const
    {
        Shares shares;
        for (const auto& [triple, variable] : m_share)
        {
            if (answer.values[variable] > 0)
            {
                shares[triple] = answer.values[variable];
            }
        }
        return shares;
    }

    const IncLinearModel& Model() const
    {
        return m_model;
    }

  private:
    std::set<Triple> Offered() const
    {
        std::vector<uint32_t> order(m_count);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [this](uint32_t g, uint32_t h) {
            const auto& [a, b] = std::tie(m_edge.aggregators[g], m_edge.aggregators[h]);
            return a.capacity / (a.workers + 1) > b.capacity / (b.workers + 1);
        });
        order.resize(m_count <= ALL_TARGETS ? m_count : std::min(m_count, FEW_TARGETS));
        order.push_back(m_count);
        std::set<Triple> offered;
        for (uint32_t p = 0; p < m_edge.ps.size(); ++p)
        {
            const uint32_t root = m_edge.ps[p].aggregator;
            for (uint32_t i = 0; i < m_count; ++i)
            {
                std::vector<uint32_t> targets{i, root};
                targets.insert(targets.end(), order.begin(), order.end());
                for (const uint32_t g : targets)
                {
                    if (m_edge.aggregators[i].workers > 0)
                    {
                        offered.insert({p, i, g});
                    }
                }
            }
        }
        return offered;
    }

    void AddShare(const Triple& triple)
    {
        const auto [p, i, g] = triple;
        const double workers = m_edge.aggregators[i].workers;
        const uint32_t z =
            m_model.AddVariable({"z", p, i, g}, 0, std::numeric_limits<double>::infinity());
        m_share[triple] = z;
        const bool direct = g == m_count;
        if (!direct)
        {
            m_load[g].capacity.emplace_back(z, workers);
            m_model.AddRow({"use", p, i, g},
                           {{1 + p * m_count + g, 1}, {z, -1}},
                           Sense::GREATER,
                           0);
        }
        if (g != i)
        {
            m_load[i].ingress.emplace_back(z, workers);
            m_load[direct ? m_edge.ps[p].aggregator : g].egress.emplace_back(z, workers);
        }
    }

    const IncEdge& m_edge;
    const uint32_t m_count;
    IncLinearModel m_model;
    std::map<Triple, uint32_t> m_share; //!< variable of each share
    std::vector<IncEdgeLoad> m_load;    //!< loads of each aggregator at rate 1
};

/** Draw a target for every worker. Add to the plan the flows that leave home, and the tree of the
 * aggregators in use. If there are no shares, all workers' flows are reduced at home. */
void
Round(const Shares& shares, uint32_t p, IncPlanRandom& random, IncEdgePlan& plan)
{
    const IncEdge& edge = plan.instance;
    const auto count = static_cast<uint32_t>(edge.aggregators.size());
    std::vector<bool> used(count, false);
    plan.raw.emplace_back();
    plan.trees.emplace_back();
    for (uint32_t i = 0; i < count; ++i)
    {
        std::map<uint32_t, uint32_t> drawn;
        for (uint32_t w = 0; w < edge.aggregators[i].workers; ++w)
        {
            double point = random.Unit();
            uint32_t target = i;
            for (auto share = shares.lower_bound({p, i, 0});
                 share != shares.end() && share->first <= Triple{p, i, count} && point >= 0;
                 ++share)
            {
                target = share->first[2];
                point -= share->second;
            }
            ++drawn[target];
        }
        for (const auto& [g, workers] : drawn)
        {
            if (g < count)
            {
                used[g] = true;
            }
            if (g != i)
            {
                const uint32_t to = g == count ? IncEdgePlan::Raw::DIRECT : g;
                plan.raw.back().push_back({i, to, workers});
            }
        }
    }
    for (uint32_t g = 0; g < count; ++g)
    {
        if (used[g] && g != edge.ps[p].aggregator)
        {
            plan.trees.back().emplace_back(g, edge.ps[p].aggregator);
        }
    }
}

} // namespace

IncLinearModel
IncGridModel(const IncEdge& edge)
{
    return GridRelaxation(edge).Model();
}

void
IncGridPlanner::Solve(IncEdgePlan& plan)
{
    IncPlanRandom random(m_options.seed);
    plan.rootAggregates = false;
    Shares shares;
    const double senders = double(m_instance.ps.size()) * m_instance.aggregators.size();
    const bool builtin = !m_options.Foreign();
    // Do not build a model that is too large for a tableau, because building it takes seconds.
    if (!builtin || senders * senders * FEW_TARGETS <= IncSimplex::MOST_ENTRIES)
    {
        const GridRelaxation relaxation(m_instance);
        const IncLinearModel& model = relaxation.Model();
        const IncLinearAnswer answer =
            builtin
                ? IncSolveByRows(model, m_deadline)
                : IncSolverProgram(m_options.solver).TimeLimit(m_options.timeLimit).Solve(model);
        if (!answer.values.empty())
        {
            plan.notes["relaxed_rate"] = answer.objective < 0 ? -1 / answer.objective : 0;
            shares = relaxation.SharesOf(answer);
        }
    }
    plan.upperBound = IncHomeBound(m_instance);
    IncDrawUntilFeasible(plan, m_options.solver, m_deadline, [&] {
        for (uint32_t p = 0; p < m_instance.ps.size(); ++p)
        {
            Round(shares, p, random, plan);
        }
    });
}

const IncPlanRegistration REGISTERED_GRID(IncGridPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "GRID-like: one aggregation, anywhere, randomly rounded";
    self.own = {IncAddSolver};
    self.rules.oneAggregation = true;
    self.rules.awayFromHome = true;
    self.edge = IncRunPlanner<IncGridPlanner, IncEdge>;
    self.edgeModel = [](const IncEdgePlan& plan) { return IncGridModel(plan.instance); };
});

} // namespace ns3
