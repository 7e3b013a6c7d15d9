/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-away-planner.h"

#include "inc-edge-loads.h"
#include "inc-eina-planner.h"
#include "inc-eina-tree.h"
#include "inc-plan-algorithms.h"
#include "inc-simplex.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ns3
{

namespace
{

/** Return how many flows of a rate fit into `room`, at most `most`; tolerate rounding. */
uint32_t
Fit(double room, double rate, uint32_t most)
{
    const double flows = std::floor(room / rate + 1e-9);
    return static_cast<uint32_t>(std::clamp<double>(flows, 0, most));
}

} // namespace

bool
IncEinaAwayPlanner::KeepHome(double rate,
                             uint32_t root,
                             std::vector<Room>& rooms,
                             std::vector<uint32_t>& home) const
{
    for (uint32_t i = 0; i < rooms.size(); ++i)
    {
        const uint32_t workers = m_instance.aggregators[i].workers;
        home[i] = Fit(rooms[i].capacity, rate, workers);
        const uint32_t sent = workers - home[i] + (home[i] > 0 && i != root ? 1 : 0);
        rooms[i].capacity -= home[i] * rate;
        rooms[i].ingress -= sent * rate;
        if (rooms[i].ingress < -1e-9)
        {
            return false;
        }
    }
    return true;
}

bool
IncEinaAwayPlanner::SendAway(std::size_t p,
                             double rate,
                             std::vector<Room>& rooms,
                             std::vector<uint32_t>& home,
                             IncEdgePlan& plan) const
{
    const uint32_t root = m_instance.ps[p].aggregator;
    const auto count = static_cast<uint32_t>(rooms.size());
    const uint32_t many = m_instance.Workers() + count;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> raw;
    std::vector<uint32_t> arrivals(count, 0);
    for (uint32_t i = 0; i < count; ++i)
    {
        for (uint32_t away = m_instance.aggregators[i].workers - home[i]; away > 0; --away)
        {
            if (Late())
            {
                return false;
            }
            // Choose the aggregator with room for most flows; to room for one flow prefer the PS.
            uint32_t best = IncEdgePlan::Raw::DIRECT;
            uint32_t most = Fit(rooms[root].egress, rate, many);
            most = most > 0 ? 1 : 0;
            for (uint32_t g = 0; g < count; ++g)
            {
                const bool inUse = g == root || home[g] > 0 || arrivals[g] > 0;
                const double room = std::min(rooms[g].capacity, rooms[g].egress);
                const bool mayStart = inUse || rooms[g].ingress >= rate - 1e-9;
                const uint32_t fit = g != i && mayStart ? Fit(room, rate, many) : 0;
                if (fit > most)
                {
                    most = fit;
                    best = g;
                }
            }
            if (most == 0)
            {
                return false;
            }
            ++raw[{i, best}];
            if (best == IncEdgePlan::Raw::DIRECT)
            {
                rooms[root].egress -= rate;
                continue;
            }
            rooms[best].capacity -= rate;
            rooms[best].egress -= rate;
            if (best != root && home[best] == 0 && arrivals[best] == 0)
            {
                rooms[best].ingress -= rate;
            }
            ++arrivals[best];
        }
    }
    for (const auto& [pair, workers] : raw)
    {
        plan.raw[p].push_back({pair.first, pair.second, workers});
    }
    for (uint32_t g = 0; g < count; ++g)
    {
        home[g] += arrivals[g];
    }
    return true;
}

bool
IncEinaAwayPlanner::MakeTree(std::size_t p,
                             double rate,
                             const std::vector<uint32_t>& home,
                             std::vector<Room>& rooms,
                             IncEdgePlan& plan) const
{
    IncEinaTree task;
    task.root = m_instance.ps[p].aggregator;
    task.depth = m_instance.DepthLimit();
    for (uint32_t i = 0; i < rooms.size(); ++i)
    {
        const double room = std::min(rooms[i].capacity, rooms[i].egress);
        task.children.push_back(Fit(room, rate, rooms.size()));
        if (i != task.root && home[i] > 0)
        {
            task.senders.push_back(i);
        }
        else if (i != task.root && task.children[i] > 0 && rooms[i].ingress >= rate)
        {
            task.relays.push_back(i);
        }
    }
    const auto tree = task.Build();
    if (!tree)
    {
        return false;
    }
    plan.trees[p] = *tree;
    for (const auto& [child, parent] : *tree)
    {
        rooms[parent].capacity -= rate;
        rooms[parent].egress -= rate;
        rooms[child].ingress -= home[child] > 0 ? 0 : rate;
    }
    return true;
}

bool
IncEinaAwayPlanner::Route(std::size_t p,
                          double rate,
                          std::vector<Room>& rooms,
                          IncEdgePlan& plan) const
{
    if (rate <= 0)
    {
        // At rate 0 there is no load, so every aggregator can send straight to the root.
        plan.trees[p] = m_instance.Star(m_instance.ps[p].aggregator);
        return plan.trees[p].empty() || m_instance.DepthLimit() >= 1;
    }
    std::vector<uint32_t> home(rooms.size(), 0);
    return KeepHome(rate, m_instance.ps[p].aggregator, rooms, home) &&
           SendAway(p, rate, rooms, home, plan) && MakeTree(p, rate, home, rooms, plan);
}

bool
IncEinaAwayPlanner::Try(const Rates& rates)
{
    IncEdgePlan plan;
    plan.instance = m_instance;
    plan.trees.resize(rates.size());
    plan.raw.resize(rates.size());
    std::vector<Room> rooms;
    for (const IncEdge::Aggregator& a : m_instance.aggregators)
    {
        rooms.push_back({a.capacity, a.ingress, a.egress});
    }
    for (std::size_t p = 0; p < rates.size(); ++p)
    {
        if (Late() || rates[p] < m_instance.ps[p].rateMin || rates[p] > m_instance.ps[p].rateMax ||
            !Route(p, rates[p], rooms, plan))
        {
            return false;
        }
    }
    plan.rates = rates;
    plan.objective = std::accumulate(rates.begin(), rates.end(), 0.0);
    if (plan.objective > m_plan.objective || !m_plan.HasPlan())
    {
        plan.status = IncPlanStatus::FEASIBLE;
        m_plan = std::move(plan);
    }
    return true;
}

IncEinaAwayPlanner::Rates
IncEinaAwayPlanner::Split(double sum, std::size_t first, std::size_t count) const
{
    // Give `count` PSs, from `first` on, equal rates with this sum; others get their lowest rate.
    Rates rates;
    for (const IncEdge::ParameterServer& ps : m_instance.ps)
    {
        rates.push_back(m_instance.integerRates ? std::ceil(ps.rateMin) : ps.rateMin);
    }
    double left = sum;
    for (std::size_t k = 0; k < count; ++k)
    {
        const std::size_t p = (first + k) % rates.size();
        double part = left / (count - k);
        part = m_instance.integerRates ? std::floor(part) : part;
        rates[p] = std::max(rates[p], std::min(part, m_instance.ps[p].rateMax));
        left -= part;
    }
    return rates;
}

void
IncEinaAwayPlanner::Climb(std::size_t first, std::size_t count)
{
    double low = std::max(0.0, m_plan.objective);
    double high = Bound();
    const double step = m_instance.integerRates ? 1 : 1e-6 * (1 + high);
    while (high - low >= step)
    {
        const double middle =
            m_instance.integerRates ? std::ceil((low + high) / 2) : (low + high) / 2;
        if (middle > high)
        {
            break;
        }
        Try(Split(middle, first, count)) ? low = middle
                                         : high = middle - (m_instance.integerRates ? 1 : 0);
    }
}

void
IncEinaAwayPlanner::Polish()
{
    const IncLinearAnswer answer = IncSolveByRows(IncRatesModel(m_plan), m_deadline);
    if (!m_instance.integerRates && answer.status == IncLinearAnswer::Status::OPTIMAL &&
        answer.objective > m_plan.objective)
    {
        m_plan.rates = answer.values;
        m_plan.objective = answer.objective;
    }
}

double
IncEinaAwayPlanner::Bound() const
{
    // A worker's flow uses capacity somewhere, or egress of a root: (sum a) (sum r) <= sum c + sum
    // over roots b^E.
    double all = 0;
    std::vector<bool> root(m_instance.aggregators.size(), false);
    for (const IncEdge::ParameterServer& ps : m_instance.ps)
    {
        root[ps.aggregator] = true;
    }
    for (std::size_t i = 0; i < m_instance.aggregators.size(); ++i)
    {
        const IncEdge::Aggregator& a = m_instance.aggregators[i];
        all += a.capacity + (root[i] ? a.egress : 0);
    }
    const double bound = std::min(IncHomeBound(m_instance), all / m_instance.Workers());
    return m_instance.integerRates ? std::floor(bound + 1e-9) : bound;
}

void
IncEinaAwayPlanner::Solve(IncEdgePlan& plan)
{
    // Give EINA three quarters of the time and leave a quarter to the heuristic.
    m_plan = IncEinaPlanner(m_instance).TimeLimit(0.75 * m_options.timeLimit).Run();
    const auto notes = m_plan.notes;
    m_plan.raw.assign(m_instance.ps.size(), {});
    for (std::size_t count = 1; count <= m_instance.ps.size(); ++count)
    {
        for (std::size_t first = 0; first < std::min<std::size_t>(m_instance.ps.size(), 16);
             ++first)
        {
            Climb(first, count);
        }
    }
    if (m_plan.HasPlan())
    {
        Polish();
        m_plan.upperBound = std::max(Bound(), m_plan.objective);
        m_plan.status = m_plan.upperBound <= m_plan.objective * (1 + 1e-9)
                            ? IncPlanStatus::OPTIMAL
                            : IncPlanStatus::FEASIBLE;
    }
    else
    {
        // EINA's proof of infeasibility does not hold here, because this planner allows more plans.
        m_plan.status = IncPlanStatus::TIMEOUT;
        m_plan.upperBound = Bound();
    }
    m_plan.notes = notes;
    plan = m_plan;
}

const IncPlanRegistration REGISTERED_EINA_AWAY(
    IncEinaAwayPlanner::NAME,
    [](IncPlanAlgorithm& self) {
        self.help = "EINA whose workers need not be aggregated at home, a heuristic";
        self.rules.wholeRates = true;
        self.rules.awayFromHome = true;
        self.edge = IncRunPlanner<IncEinaAwayPlanner, IncEdge>;
    });

} // namespace ns3
