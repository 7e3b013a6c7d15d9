/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-planner.h"

#include "inc-atro-planner.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ns3
{

namespace
{

using Clock = std::chrono::steady_clock;

/** Largest number of choices of switches; the dynamic programme tries all pairs of them per job. */
constexpr std::size_t MOST_CHOICES = 2048;
/** Largest number of choices in a cluster of many switches, because ATRO takes longer there. */
constexpr std::size_t MOST_CHOICES_OF_MANY = 64;
constexpr std::size_t MANY = 200;

/** \return true if no count is above the other's */
bool
Within(const std::vector<uint32_t>& few, const std::vector<uint32_t>& many)
{
    return std::equal(few.begin(), few.end(), many.begin(), std::less_equal<>());
}

double
SecondsTo(Clock::time_point deadline)
{
    return std::chrono::duration<double>(deadline - Clock::now()).count();
}

} // namespace

IncJobsPlanner::IncJobsPlanner(const IncClusterJobs& instance)
    : m_instance(instance)
{
}

void
IncJobsPlanner::MakeKinds()
{
    m_kinds.clear();
    std::map<std::pair<bool, uint32_t>, std::size_t> index;
    for (Node v = 0; v < m_instance.cluster.Switches(); ++v)
    {
        const IncCluster::Switch& s = m_instance.cluster.switches[v];
        const auto [kind, added] = index.emplace(std::pair(s.aggregator, s.ports), m_kinds.size());
        if (added)
        {
            m_kinds.push_back({});
        }
        m_kinds[kind->second].switches.push_back(v);
        m_kinds[kind->second].blocks = m_kinds[kind->second].switches.size();
    }
}

std::size_t
IncJobsPlanner::Choices() const
{
    std::size_t choices = 1;
    for (const Kind& kind : m_kinds)
    {
        choices = std::min<std::size_t>(choices * (kind.blocks + 1), SIZE_MAX >> 32);
    }
    return choices;
}

void
IncJobsPlanner::MakeBlocks()
{
    const bool many = m_instance.cluster.Switches() > MANY;
    const std::size_t most = many ? MOST_CHOICES_OF_MANY : MOST_CHOICES;
    while (Choices() > most)
    {
        auto largest =
            std::max_element(m_kinds.begin(), m_kinds.end(), [](const Kind& a, const Kind& b) {
                return a.blocks < b.blocks;
            });
        if (largest->blocks == 1)
        {
            break; // stop at this number of blocks: each kind is handed out as a whole
        }
        --largest->blocks;
        m_exact = false;
    }
    // Choices are numbered so that the number of a difference is the difference of numbers.
    m_choices.assign(1, Counts(m_kinds.size(), 0));
    for (std::size_t k = 0; k < m_kinds.size(); ++k)
    {
        const std::size_t before = m_choices.size();
        for (uint32_t count = 1; count <= m_kinds[k].blocks; ++count)
        {
            for (std::size_t i = 0; i < before; ++i)
            {
                m_choices.push_back(m_choices[i]);
                m_choices.back()[k] = count;
            }
        }
    }
}

std::vector<IncJobsPlanner::Node>
IncJobsPlanner::Switches(const Counts& first, const Counts& counts) const
{
    std::vector<Node> switches;
    for (std::size_t k = 0; k < m_kinds.size(); ++k)
    {
        const auto& all = m_kinds[k].switches;
        // Blocks have equal size, so an offer for the first blocks holds for any others. The
        // remaining switches go with the last block.
        const uint32_t blocks = m_kinds[k].blocks;
        const auto at = [&](uint32_t block) {
            return block == blocks ? all.size() : all.size() / blocks * block;
        };
        switches.insert(switches.end(),
                        all.begin() + at(first[k]),
                        all.begin() + at(first[k] + counts[k]));
    }
    std::sort(switches.begin(), switches.end());
    return switches;
}

IncClusterPlan
IncJobsPlanner::PlanOf(std::size_t job, const std::vector<Node>& switches) const
{
    const IncCluster alone = m_instance.Alone(job, switches);
    return IncAtroPlanner(alone).TimeLimit(std::max(0.01, SecondsTo(m_deadline))).Run();
}

const std::vector<IncJobsPlanner::Offer>&
IncJobsPlanner::Offers(uint32_t workers)
{
    const auto [entry, added] = m_offers.emplace(workers, std::vector<Offer>());
    if (!added)
    {
        return entry->second;
    }
    const auto job = std::find_if(m_instance.jobs.begin(),
                                  m_instance.jobs.end(),
                                  [&](const auto& j) { return j.workers == workers; });
    const Counts none(m_kinds.size(), 0);
    for (const Counts& counts : m_choices)
    {
        entry->second.emplace_back();
        const std::vector<Node> switches = Switches(none, counts);
        if (switches.empty())
        {
            continue;
        }
        const IncClusterPlan plan = PlanOf(job - m_instance.jobs.begin(), switches);
        if (plan.HasPlan())
        {
            entry->second.back().found = plan.rate;
        }
        if (plan.status != IncPlanStatus::INFEASIBLE)
        {
            entry->second.back().bound = plan.upperBound;
        }
    }
    return entry->second;
}

std::vector<std::vector<IncJobsPlanner::State>>
IncJobsPlanner::Divide(bool bounds)
{
    std::vector<std::vector<State>> states{std::vector<State>(m_choices.size())};
    for (State& state : states[0])
    {
        state.rates.emplace();
    }
    for (const IncClusterJobs::Job& job : m_instance.jobs)
    {
        const std::vector<Offer>& offers = Offers(job.workers);
        std::vector<State> next(m_choices.size());
        for (std::size_t all = 0; all < m_choices.size(); ++all)
        {
            for (std::size_t own = 0; own < m_choices.size(); ++own)
            {
                const auto& rate = bounds ? offers[own].bound : offers[own].found;
                if (!rate || !Within(m_choices[own], m_choices[all]))
                {
                    continue;
                }
                const State& before = states.back()[all - own];
                if (!before.rates)
                {
                    continue;
                }
                Rates rates = *before.rates;
                rates.insert(std::upper_bound(rates.begin(), rates.end(), *rate), *rate);
                if (!next[all].rates || rates > *next[all].rates)
                {
                    next[all] = {std::move(rates), own};
                }
            }
        }
        states.push_back(std::move(next));
    }
    return states;
}

IncJobsPlanner::Rates
IncJobsPlanner::Bound(const std::optional<Rates>& divided)
{
    if (m_exact)
    {
        return divided.value_or(Rates());
    }
    // No job is faster than with all switches to itself.
    Rates rates;
    for (const IncClusterJobs::Job& job : m_instance.jobs)
    {
        rates.push_back(Offers(job.workers).back().bound.value_or(0));
    }
    std::sort(rates.begin(), rates.end());
    return rates;
}

void
IncJobsPlanner::MakePlans(const std::vector<std::vector<State>>& states, IncJobsPlan& plan)
{
    std::size_t all = m_choices.size() - 1;
    plan.plans.resize(m_instance.jobs.size());
    for (std::size_t job = m_instance.jobs.size(); job-- > 0;)
    {
        const std::size_t own = states[job + 1][all].last;
        all -= own;
        plan.plans[job] = PlanOf(job, Switches(m_choices[all], m_choices[own]));
    }
}

IncJobsPlan
IncJobsPlanner::Solve()
{
    IncJobsPlan plan;
    plan.instance = m_instance;
    m_exact = true;
    m_offers.clear();
    MakeKinds();
    MakeBlocks();
    const auto states = Divide(false);
    const Rates bound = Bound(Divide(true).back().back().rates);
    Rates found;
    if (states.back().back().rates)
    {
        MakePlans(states, plan);
        for (const IncClusterPlan& own : plan.plans)
        {
            found.push_back(own.rate);
        }
        std::sort(found.begin(), found.end());
        plan.objective = found.front();
        plan.upperBound = bound.front();
        plan.status = found == bound ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        plan.notes["rates_found"] = found;
        plan.notes["rates_bound"] = bound;
    }
    else
    {
        const bool proven = m_exact && bound.empty();
        plan.status = proven ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
        plan.upperBound = proven ? 0 : bound.front();
    }
    return plan;
}

} // namespace ns3
