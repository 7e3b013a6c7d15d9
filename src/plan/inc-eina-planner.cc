/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-planner.h"

#include "inc-edge-loads.h"
#include "inc-eina-model.h"
#include "inc-plan-algorithms.h"
#include "inc-ratio-search.h"
#include "inc-simplex.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace ns3
{

namespace
{

/** Relative gap between bound and best sum of real rates at which the sum counts as optimal. */
constexpr double GAP = 1e-6;
/** Most nodes of the first search over divisions of budgets (IncEinaRates::Effort()). */
constexpr uint64_t FIRST_STEPS = 3000;
/** Most nodes of the first search over rates and trees together (IncRatioSearch). */
constexpr uint64_t FIRST_NODES = 1000;
/** Most splits of one sum of rates that Line() tests. */
constexpr double MOST_POINTS = 4e6;

} // namespace

double
IncEinaPlanner::Sum(const Rates& rates) const
{
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

IncEinaPlanner::Answer
IncEinaPlanner::Test(const Rates& rates)
{
    const Answer answer = Late() ? Answer::UNKNOWN : m_test->Test(rates);
    if (answer == Answer::FEASIBLE && Sum(rates) > m_best)
    {
        m_best = Sum(rates);
        m_plan.rates = rates;
        m_plan.trees = m_test->Trees();
    }
    return answer;
}

bool
IncEinaPlanner::Try(const Rates& rates)
{
    const Answer answer = Test(rates);
    m_unknown = m_unknown || answer == Answer::UNKNOWN;
    return answer == Answer::FEASIBLE;
}

double
IncEinaPlanner::Largest(Rates rates, std::size_t p)
{
    return m_instance.integerRates ? LargestInteger(rates, p) : LargestReal(rates, p);
}

double
IncEinaPlanner::LargestInteger(Rates rates, std::size_t p)
{
    double low = m_low[p];
    double high = std::floor(std::min(m_high[p], m_bound - (Sum(rates) - rates[p])) + GAP);
    while (low < high)
    {
        const double middle = std::ceil((low + high) / 2);
        rates[p] = middle;
        Try(rates) ? low = middle : high = middle - 1;
    }
    return low;
}

std::vector<double>
IncEinaPlanner::Breakpoints(const Rates& rates, std::size_t p, double low, double high) const
{
    // List the rates at which a limit is met or an aggregator's number of children changes.
    std::vector<double> points;
    const auto add = [&](double point) {
        if (point >= low * (1 - GAP) && point <= high * (1 + GAP))
        {
            points.push_back(std::min(point, m_high[p]));
        }
    };
    const double others = Sum(rates) - rates[p];
    for (const IncEdge::Aggregator& a : m_instance.aggregators)
    {
        add(a.ingress - others);
        add(a.ingress);
        const double own = a.capacity - a.workers * others;
        if (a.workers > 0)
        {
            add(own / a.workers);
        }
        // Each number of children has a breakpoint; consider only those near the interval.
        const double few = std::floor(own / std::max(high, 1e-12)) - a.workers - 1;
        const double many = std::floor(own / std::max(low, 1e-12)) - a.workers + 1;
        for (double k = std::max(1.0, few);
             k <= std::min<double>(many, m_instance.aggregators.size());
             ++k)
        {
            add(own / (a.workers + k));
        }
        const double fewer = std::floor(a.egress / std::max(high, 1e-12)) - 1;
        const double more = std::floor(a.egress / std::max(low, 1e-12)) + 1;
        for (double k = std::max(1.0, fewer);
             k <= std::min<double>(more, m_instance.aggregators.size());
             ++k)
        {
            add(a.egress / k);
        }
    }
    std::sort(points.begin(), points.end(), std::greater<>());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

double
IncEinaPlanner::LargestReal(Rates rates, std::size_t p)
{
    double low = m_low[p];
    double high = std::min(m_high[p], m_bound - (Sum(rates) - rates[p]));
    rates[p] = high;
    if (high <= low || Try(rates))
    {
        return std::max(low, high);
    }
    for (int step = 0; step < 60 && high - low > 1e-9 * high; ++step)
    {
        rates[p] = (low + high) / 2;
        Try(rates) ? low = rates[p] : high = rates[p];
    }
    // With one PS, the highest feasible rate is a breakpoint. With several PSs it probably is one.
    for (const double point : Breakpoints(rates, p, low, high))
    {
        rates[p] = point;
        if (point > low && Try(rates))
        {
            return point;
        }
    }
    return low;
}

double
IncEinaPlanner::Alone(std::size_t p)
{
    // If all other rates are at their lower bounds, no plan gives this PS a higher rate.
    const bool before = m_unknown;
    m_unknown = false;
    const double rate = Largest(m_low, p);
    if (!m_unknown)
    {
        m_high[p] = std::min(m_high[p], m_instance.integerRates ? rate : rate * (1 + GAP / 100));
    }
    m_unknown = m_unknown || before;
    return rate;
}

void
IncEinaPlanner::Improve()
{
    // Raise one rate after the other as far as possible; begin once with each of the first 16 PSs.
    const std::size_t count = m_instance.ps.size();
    for (std::size_t first = 0;
         first < std::min<std::size_t>(count, 16) && m_best < m_bound * (1 - GAP);
         ++first)
    {
        Rates rates = m_low;
        rates[first] = Alone(first);
        for (std::size_t step = 1; step < count && Sum(rates) < m_bound * (1 - GAP) && !Late();
             ++step)
        {
            const std::size_t p = (first + step) % count;
            rates[p] = Largest(rates, p);
        }
    }
    m_bound = std::min(m_bound, Sum(m_high));
}

IncEinaPlanner::Answer
IncEinaPlanner::Splits(std::size_t p, double left, Rates& rates)
{
    if (Late())
    {
        return Answer::UNKNOWN;
    }
    if (p + 1 == rates.size())
    {
        if (left < m_low[p] || left > m_high[p])
        {
            return Answer::INFEASIBLE;
        }
        rates[p] = left;
        return Test(rates);
    }
    Answer answer = Answer::INFEASIBLE;
    for (double rate = std::min(left, m_high[p]); rate >= m_low[p]; --rate)
    {
        rates[p] = rate;
        const Answer rest = Splits(p + 1, left - rate, rates);
        if (rest == Answer::FEASIBLE)
        {
            return rest;
        }
        answer = rest == Answer::UNKNOWN ? rest : answer;
        if (Late())
        {
            return Answer::UNKNOWN;
        }
    }
    return answer;
}

void
IncEinaPlanner::Staircase()
{
    // Walk along the boundary of the feasible region: while the first rate rises, the second rate
    // can only fall. Skip pairs of rates whose sum is not above the best sum.
    m_unknown = false;
    Rates rates = m_low;
    rates[1] = std::min(m_high[1], m_bound - m_low[0]);
    for (; rates[0] <= m_high[0] && rates[1] >= m_low[1] && m_best < m_bound; ++rates[0])
    {
        rates[1] = std::min(rates[1], m_bound - rates[0]);
        while (rates[1] >= m_low[1] && Sum(rates) > m_best && !Try(rates))
        {
            --rates[1];
        }
        if (Late())
        {
            m_unknown = true;
            return;
        }
    }
    m_bound = m_unknown ? m_bound : m_best;
}

void
IncEinaPlanner::Sums()
{
    // Bisect the sum: a sum is feasible if some split is, and lower sums are then feasible too.
    double low = m_best;
    double high = m_bound;
    while (low < high && !Late())
    {
        const double middle = std::ceil((low + high) / 2);
        Rates rates = m_low;
        const Answer answer = Splits(0, middle, rates);
        if (answer == Answer::FEASIBLE)
        {
            low = middle;
            continue;
        }
        high = middle - 1;
        m_bound = answer == Answer::INFEASIBLE ? std::min(m_bound, high) : m_bound;
    }
}

void
IncEinaPlanner::SearchInteger()
{
    m_bound = std::floor(m_bound + GAP);
    Improve();
    SearchStars();
    if (m_instance.ps.size() == 1)
    {
        m_bound = m_unknown ? m_bound : m_best;
    }
    else
    {
        // Search with little effort first; if a test ends undecided, search again with more effort.
        uint64_t steps = FIRST_STEPS;
        do
        {
            m_test->Effort(steps);
            m_instance.ps.size() == 2 ? Staircase() : Sums();
            steps *= 10;
        } while (m_searchesOn && m_best < m_bound && m_test->WasCutShort() && !Late());
    }
}

void
IncEinaPlanner::Polish()
{
    // Find the best rates for the best trees so far, by a linear program.
    if (m_best < 0 || m_options.printed || m_instance.ps.size() == 1)
    {
        return;
    }
    IncEdgePlan plan;
    plan.instance = m_instance;
    plan.trees = m_plan.trees;
    const IncLinearAnswer answer = IncSolveByRows(IncRatesModel(plan), m_deadline);
    if (answer.status == IncLinearAnswer::Status::OPTIMAL && answer.objective > m_best)
    {
        m_best = answer.objective;
        m_plan.rates = answer.values;
    }
}

void
IncEinaPlanner::SearchStars()
{
    // With one hop every aggregator sends straight to the root, so only rates are unknown.
    if (m_instance.DepthLimit() != 1 || m_instance.ps.size() == 1 || m_options.printed)
    {
        return;
    }
    IncEdgePlan plan;
    plan.instance = m_instance;
    plan.trees = m_plan.trees;
    IncRatioModel model{IncRatesModel(plan), {}};
    for (uint32_t p = 0; p < m_low.size() && m_instance.integerRates; ++p)
    {
        model.ratios.push_back({p, IncRatioModel::Ratio::CONSTANT, m_low[p], m_high[p]});
    }
    const auto accept = [this](const Rates& rates) {
        m_plan.rates = rates;
        for (double& rate : m_plan.rates)
        {
            rate = m_instance.integerRates ? std::round(rate) : rate;
        }
        m_best = Sum(m_plan.rates);
        return true;
    };
    const double gap = m_instance.integerRates ? 1 - GAP : m_best * GAP / 2;
    const auto answer = IncRatioSearch(model, m_deadline).Run(m_best, gap, accept);
    const double bound = m_instance.integerRates ? std::floor(answer.bound + GAP) : answer.bound;
    m_bound = std::max(m_best, std::min(m_bound, bound));
}

void
IncEinaPlanner::SearchReal()
{
    if (m_instance.ps.size() == 1)
    {
        Improve();
        m_bound = m_unknown ? m_bound : m_best;
        return;
    }
    SearchStars();
    StartFromGrid(); // quick: gives a good plan even if the time limit is short
    Improve();
    Polish();
    uint64_t more = 1;
    do
    {
        m_test->Effort(FIRST_STEPS * more);
        SearchSums();
        SearchProducts(FIRST_NODES * more);
        more *= 10;
    } while (m_best < m_bound * (1 - GAP) && m_test->WasCutShort() && !Late());
    SearchProducts(UINT64_MAX);
}

void
IncEinaPlanner::StartFromGrid()
{
    // Find integer rates first, which is quick; the best real rates for their trees are near the
    // optimum. The unit is 1 Gb/s if the bound is 10 to 200 Gb/s, else bound / 50.
    constexpr double GRID = 50;
    if (m_best >= m_bound * (1 - GAP) || m_options.printed || !(m_bound > 0))
    {
        return;
    }
    const double scale = m_bound > 10 && m_bound < 200 ? 1 : GRID / m_bound;
    IncEdge grid = m_instance;
    grid.integerRates = true;
    for (IncEdge::Aggregator& a : grid.aggregators)
    {
        a.capacity *= scale;
        a.ingress *= scale;
        a.egress *= scale;
    }
    for (std::size_t p = 0; p < grid.ps.size(); ++p)
    {
        grid.ps[p].rateMin = m_low[p] * scale;
        grid.ps[p].rateMax = m_high[p] * scale;
    }
    IncEinaPlanner start(grid);
    start.m_searchesOn = false;
    const IncEdgePlan plan = start.TimeLimit(IncSecondsTo(m_deadline)).Run();
    if (plan.HasPlan() && plan.objective / scale > m_best)
    {
        m_best = plan.objective / scale;
        m_plan.trees = plan.trees;
        m_plan.rates = plan.rates;
        for (double& rate : m_plan.rates)
        {
            rate /= scale;
        }
        Polish();
    }
}

void
IncEinaPlanner::SearchSums()
{
    // Bisect between the best sum of rates and its upper bound until they differ by 2 %. Then test
    // a sum just above the best: usually it is infeasible, so the best sum is optimal.
    bool steep = true; // false if the last sum just above the best sum gained little
    const double end = m_instance.ps.size() == 2 ? 1 - GAP : 0;
    for (double low = m_best; low < m_bound * end && !Late(); low = std::max(low, m_best))
    {
        const bool near = steep && m_bound < low * 1.02;
        const double sum = near ? low * (1 + GAP / 2) : (low + m_bound) / 2;
        const Answer answer = Line(sum);
        if (answer == Answer::INFEASIBLE)
        {
            m_bound = sum;
            continue;
        }
        Polish();
        low = sum;
        steep = answer == Answer::FEASIBLE && m_best > sum;
    }
}

void
IncEinaPlanner::SearchProducts(uint64_t mostNodes)
{
    // Find rates and trees together by branch and bound. The model has no depth limit above two
    // hops, so `accept` refuses solutions with trees that are too deep, and the search goes on.
    const double gap = m_best * GAP / 2;
    if (m_options.printed || m_best >= m_bound - gap || Late())
    {
        return;
    }
    m_unknown = false;
    const auto accept = [this](const std::vector<double>& values) {
        Rates rates(values.begin(), values.begin() + m_low.size());
        for (std::size_t p = 0; p < rates.size(); ++p)
        {
            rates[p] = std::max(m_low[p], rates[p] * (1 - 1e-7));
        }
        const bool feasible = Try(rates);
        Polish();
        return feasible;
    };
    const IncRatioModel model = IncEinaProducts(m_instance, m_low, m_high);
    const auto answer = IncRatioSearch(model, m_deadline, mostNodes).Run(m_best, gap, accept);
    // A test that was cut short may have refused feasible rates; the bound is then not valid.
    if (!m_unknown)
    {
        m_bound = std::max(m_best, std::min(m_bound, answer.bound));
    }
}

IncEinaPlanner::Answer
IncEinaPlanner::Line(double sum)
{
    // A fixed sum of rates r and sum - r fixes each aggregator's budget B. The numbers of children
    // (k1, k2) that fit change only at k1 r + k2 (sum - r) = B. Test only these r and both ends.
    const double low = std::max(m_low[0], sum - m_high[1]);
    const double high = std::min(m_high[0], sum - m_low[1]);
    std::vector<double> points{low, high};
    const double most = m_instance.aggregators.size();
    if (most * (most + 1) * (most + 1) > MOST_POINTS)
    {
        return Answer::UNKNOWN;
    }
    for (const IncEdge::Aggregator& a : m_instance.aggregators)
    {
        const double budget = std::min(a.capacity - a.workers * sum, a.egress);
        for (double first = 0; first <= most; ++first)
        {
            for (double second = 0; second <= most; ++second)
            {
                const double point = (budget - second * sum) / (first - second);
                if (first != second && point > low && point < high)
                {
                    points.push_back(point);
                }
            }
        }
        points.push_back(std::clamp(a.ingress, low, std::max(low, high)));
        points.push_back(std::clamp(sum - a.ingress, low, std::max(low, high)));
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return low <= high ? Segment(sum, points, 0, points.size() - 1) : Answer::INFEASIBLE;
}

IncEinaPlanner::Answer
IncEinaPlanner::Segment(double sum, const Rates& points, std::size_t first, std::size_t last)
{
    // Lower rates than feasible ones are feasible: infeasible rates below all points refute them.
    const Answer answer = Test({points[first], sum - points[last]});
    if (answer == Answer::INFEASIBLE || first == last || Late())
    {
        return answer;
    }
    const std::size_t middle = first + (last - first) / 2;
    const Answer left = Segment(sum, points, first, middle);
    const Answer right = left == Answer::FEASIBLE ? left : Segment(sum, points, middle + 1, last);
    return right == Answer::INFEASIBLE ? left : right;
}

void
IncEinaPlanner::Solve(IncEdgePlan& plan)
{
    m_test.emplace(m_instance, m_options.printed, m_deadline);
    m_plan = plan;
    m_plan.printed = m_options.printed;
    m_best = -1;
    m_unknown = false;
    m_low.clear();
    m_high.clear();
    for (const IncEdge::ParameterServer& ps : m_instance.ps)
    {
        // Adding 0 avoids a negative zero in plans.
        m_low.push_back(m_instance.integerRates ? std::ceil(ps.rateMin - GAP) + 0.0 : ps.rateMin);
        m_high.push_back(m_instance.integerRates ? std::floor(ps.rateMax + GAP) : ps.rateMax);
    }
    m_bound = std::min(m_test->SumBound(), Sum(m_high));
    const bool possible =
        std::equal(m_low.begin(), m_low.end(), m_high.begin(), std::less_equal<>());
    if (possible && Try(m_low))
    {
        m_instance.integerRates ? SearchInteger() : SearchReal();
        const double gap = m_instance.integerRates ? 0.5 : std::max(1e-12, m_best * GAP);
        m_plan.objective = m_best;
        m_plan.upperBound = std::max(m_bound, m_best);
        m_plan.status =
            m_plan.upperBound - m_best < gap ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        if (m_plan.status == IncPlanStatus::OPTIMAL && m_instance.integerRates)
        {
            m_plan.upperBound = m_best;
        }
    }
    else
    {
        m_plan.status = m_unknown ? IncPlanStatus::TIMEOUT : IncPlanStatus::INFEASIBLE;
        m_plan.upperBound = m_unknown ? m_bound : 0;
    }
    plan = m_plan;
}

const IncPlanRegistration REGISTERED_EINA(IncEinaPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "best rates and trees of aggregators at the edge, proven if time allows";
    self.own = {IncAddSolver, [](IncArgumentTable& table, IncPlanOptions& options) {
                    table.Choice<bool>(
                        "semantics",
                        options.printed,
                        {{"corrected", false}, {"printed", true}},
                        "EINA's constraints: corrected, or as in the paper except (10).");
                }};
    self.rules.wholeRates = true;
    self.edge = [](const IncEdge& edge, const IncPlanOptions& options) {
        return options.Foreign()
                   ? IncSolveEinaBy(edge, options.printed, options.solver, options.timeLimit)
                   : IncEinaPlanner(edge).Options(options).Run();
    };
    self.edgeModel = [](const IncEdgePlan& plan) {
        return IncEinaModel(plan.instance, plan.printed).Model();
    };
});

} // namespace ns3
