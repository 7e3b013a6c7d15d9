/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-planner.h"

#include "inc-atro-planner.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** Largest number of choices of switches; the dynamic program tries all pairs for each job. */
constexpr std::size_t MOST_CHOICES = 2048;
/** Largest number of choices in a cluster of MANY switches, because ATRO takes longer there. */
constexpr std::size_t MOST_CHOICES_OF_MANY = 64;
constexpr std::size_t MANY = 200;

/** \return true if each count of `few` is at most that of `many` */
bool
Within(const std::vector<uint32_t>& few, const std::vector<uint32_t>& many)
{
    return std::equal(few.begin(), few.end(), many.begin(), std::less_equal<>());
}

} // namespace

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
        m_exact = false;
        if (largest->blocks > 1)
        {
            --largest->blocks;
            continue;
        }
        // With too many kinds put all switches into one block, which bounds the jobs' rates.
        m_kinds.assign(1, {std::vector<Node>(m_instance.cluster.Switches()), 1});
        std::iota(m_kinds[0].switches.begin(), m_kinds[0].switches.end(), 0);
    }
    // Divide() uses that in this order index(all - own) = index(all) - index(own).
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
        // Blocks have equal size, so an offer for the first blocks holds for any other blocks. Only
        // the last block is larger, by the remainder of the division.
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
IncJobsPlanner::PlanOf(std::size_t job,
                       const std::vector<Node>& switches,
                       IncDeadline deadline) const
{
    const IncCluster alone = m_instance.Alone(job, switches);
    IncPlanOptions options = m_options;
    options.timeLimit = std::max(1e-6, IncSecondsTo(deadline));
    options.solver = "builtin";
    return IncAtroPlanner(alone).Options(options).Run();
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
    std::vector<Offer>& offers = entry->second;
    offers.resize(m_choices.size());
    offers.back().bound = m_instance.cluster.capacity;
    // Begin with all switches, because Bound() needs this offer even if few others are planned.
    for (std::size_t own = m_choices.size(); own-- > 1;)
    {
        m_cut = m_cut || IncIsPast(m_divisions);
        if (m_cut)
        {
            break;
        }
        const IncClusterPlan plan =
            PlanOf(job - m_instance.jobs.begin(), Switches(none, m_choices[own]), m_searches);
        offers[own] = {};
        if (plan.HasPlan())
        {
            offers[own].found = plan.rate;
        }
        if (plan.status != IncPlanStatus::INFEASIBLE)
        {
            offers[own].bound = plan.upperBound;
        }
        m_struck = m_struck || plan.notes.contains("time_limit_reached");
    }
    return offers;
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
        for (std::size_t all = 0; all < m_choices.size() && !m_cut; ++all)
        {
            m_cut = IncIsPast(m_divisions);
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
    if (m_exact && !m_cut)
    {
        return divided.value_or(Rates());
    }
    // No job has a higher rate than if it had all switches.
    Rates rates;
    for (const IncClusterJobs::Job& job : m_instance.jobs)
    {
        rates.push_back(Offers(job.workers).back().bound.value_or(0));
    }
    std::sort(rates.begin(), rates.end());
    return rates;
}

std::vector<std::vector<IncJobsPlanner::Node>>
IncJobsPlanner::Parts(const std::vector<std::vector<State>>& states) const
{
    std::vector<std::vector<Node>> parts(m_instance.jobs.size());
    std::size_t end = m_choices.size() - 1;
    for (std::size_t job = parts.size(); job-- > 0;)
    {
        const std::size_t own = states[job + 1][end].last;
        end -= own;
        parts[job] = Switches(m_choices[end], m_choices[own]);
    }
    return parts;
}

std::vector<std::vector<IncJobsPlanner::Node>>
IncJobsPlanner::SimpleParts() const
{
    // Assign aggregators first, then the switches with most ports. In a tree of switches each
    // switch has two ports less for workers. The next switch goes to the job that lacks most
    // places. If no job lacks places, it goes to the job with fewest places per worker.
    const IncCluster& cluster = m_instance.cluster;
    std::vector<Node> order(cluster.Switches());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&cluster](Node a, Node b) {
        return std::pair(cluster.switches[a].aggregator, cluster.switches[a].ports) >
               std::pair(cluster.switches[b].aggregator, cluster.switches[b].ports);
    });
    std::vector<std::vector<Node>> parts(m_instance.jobs.size());
    std::vector<double> places(parts.size(), 0);
    const auto need = [&](std::size_t job) {
        const double workers = m_instance.jobs[job].workers;
        const double lacks = workers - places[job];
        return std::pair(std::max(0.0, lacks), -places[job] / workers);
    };
    std::vector<std::size_t> jobs(parts.size());
    std::iota(jobs.begin(), jobs.end(), 0);
    for (const Node v : order)
    {
        const std::size_t job =
            *std::max_element(jobs.begin(), jobs.end(), [&](std::size_t a, std::size_t b) {
                return need(a) < need(b);
            });
        parts[job].push_back(v);
        places[job] += double(cluster.switches[v].ports) - 2;
    }
    for (std::vector<Node>& part : parts)
    {
        std::sort(part.begin(), part.end());
    }
    return parts;
}

IncJobsPlanner::Rates
IncJobsPlanner::PlanParts(const std::vector<std::vector<Node>>& parts,
                          IncDeadline deadline,
                          std::vector<IncClusterPlan>& plans) const
{
    Rates rates;
    plans.clear();
    for (std::size_t job = 0; job < parts.size() && !parts[job].empty(); ++job)
    {
        const auto left = (deadline - Clock::now()) / (parts.size() - job);
        plans.push_back(PlanOf(job, parts[job], Clock::now() + left));
        if (!plans.back().HasPlan())
        {
            break;
        }
        rates.push_back(plans.back().rate);
    }
    std::sort(rates.begin(), rates.end());
    return rates.size() == m_instance.jobs.size() ? rates : Rates();
}

void
IncJobsPlanner::Solve(IncJobsPlan& plan)
{
    m_exact = true;
    m_cut = m_struck = false;
    const auto now = Clock::now();
    m_searches = now + (m_deadline - now) / 2;
    m_divisions = now + (m_deadline - now) / 8 * 7;
    m_offers.clear();
    // Plan a simple division first, so that there is a plan even if the time is short.
    Rates found = PlanParts(SimpleParts(), now + (m_deadline - now) / 4, plan.plans);
    MakeKinds();
    MakeBlocks();
    const auto states = Divide(false);
    const Rates bound = Bound(m_exact && !m_cut ? Divide(true).back().back().rates : std::nullopt);
    if (!m_cut && states.back().back().rates)
    {
        std::vector<IncClusterPlan> plans;
        const Rates rates = PlanParts(Parts(states), m_deadline, plans);
        if (rates > found)
        {
            found = rates;
            plan.plans = std::move(plans);
        }
    }
    if (m_cut || m_struck)
    {
        plan.notes["time_limit_reached"] = true;
    }
    if (!found.empty())
    {
        plan.objective = found.front();
        plan.upperBound = bound.front();
        plan.status = found == bound ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        plan.notes["rates_found"] = found;
        plan.notes["rates_bound"] = bound;
    }
    else
    {
        plan.plans.clear();
        const bool proven = m_exact && bound.empty();
        plan.status = proven ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
        plan.upperBound = proven ? 0 : bound.front();
    }
}

} // namespace ns3
