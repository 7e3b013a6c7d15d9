/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-rates.h"

#include "inc-plan-random.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3
{

namespace
{

/** Largest size of a dynamic program that is run: aggregators times states times options. */
constexpr double MOST_WORK = 3e7;
/** Number of proposals of the dynamic program that are tested against the depth limit. */
constexpr std::size_t PROPOSALS = 32;

} // namespace

IncEinaRates::IncEinaRates(const IncEdge& edge, bool printed, IncDeadline deadline)
    : m_edge(edge),
      m_printed(printed),
      m_deadline(deadline),
      m_count(edge.aggregators.size()),
      m_shares(edge, printed, m_at)
{
}

void
IncEinaRates::Effort(uint64_t steps)
{
    m_mostSteps = steps;
    m_cutShort = false;
}

double
IncEinaRates::SumBound() const
{
    double bound = std::numeric_limits<double>::infinity();
    std::vector<bool> root(m_count, false);
    for (const auto& ps : m_edge.ps)
    {
        root[ps.aggregator] = true;
    }
    for (std::size_t i = 0; i < m_count; ++i)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        if (a.workers > 0)
        {
            bound = std::min(bound, a.capacity / a.workers);
        }
        if (!root[i] && (a.workers > 0 || m_printed))
        {
            bound = std::min(bound, a.ingress);
        }
    }
    return bound;
}

bool
IncEinaRates::Prepare(const std::vector<double>& rates)
{
    m_at.rates = rates;
    m_at.active.clear();
    m_at.needed.clear();
    m_at.budget.clear();
    m_at.room.clear();
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    for (std::size_t p = 0; p < rates.size(); ++p)
    {
        if (rates[p] > 0)
        {
            m_at.active.push_back(p);
            m_at.needed.push_back(m_edge.Senders(m_edge.ps[p].aggregator).size());
        }
    }
    for (const IncEdge::Aggregator& a : m_edge.aggregators)
    {
        m_at.budget.push_back(std::min(a.capacity - a.workers * sum, a.egress));
        // Add the tolerance to each limit before the minimum, because it is relative to that limit.
        m_at.room.push_back(std::min(a.capacity * (1 + IncEdge::SLACK) - a.workers * sum,
                                     a.egress * (1 + IncEdge::SLACK)));
    }
    return Static();
}

bool
IncEinaRates::Static() const
{
    const double sum = std::accumulate(m_at.rates.begin(), m_at.rates.end(), 0.0);
    for (std::size_t i = 0; i < m_count; ++i)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        double sent = a.workers > 0 || m_printed ? sum : 0;
        for (std::size_t p = 0; p < m_at.rates.size(); ++p)
        {
            if (m_edge.ps[p].aggregator == i)
            {
                // As printed, constraint (11) exempts the aggregator of the parameter server.
                sent = m_printed ? 0 : sent - (a.workers > 0 ? m_at.rates[p] : 0);
                if (m_printed && a.workers > 0)
                {
                    return false;
                }
            }
        }
        if (a.workers * sum > a.capacity * (1 + IncEdge::SLACK) ||
            sent > a.ingress * (1 + IncEdge::SLACK))
        {
            return false;
        }
    }
    return m_edge.DepthLimit() >= 1 ||
           std::all_of(m_edge.ps.begin(), m_edge.ps.end(), [this](const auto& ps) {
               return m_edge.Senders(ps.aggregator).empty();
           });
}

IncEinaTree
IncEinaRates::Task(std::size_t p, const std::vector<uint32_t>& children) const
{
    IncEinaTree task;
    task.root = m_edge.ps[p].aggregator;
    task.depth = m_edge.DepthLimit();
    task.children = children;
    task.senders = m_edge.Senders(task.root);
    for (uint32_t i = 0; i < m_count; ++i)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        if (i == task.root || a.workers > 0 || children[i] == 0)
        {
            continue;
        }
        if (m_printed)
        {
            task.sinks.push_back(i);
        }
        else if (a.ingress * (1 + IncEdge::SLACK) >= m_at.rates[p])
        {
            task.relays.push_back(i);
        }
    }
    return task;
}

IncEinaRates::Answer
IncEinaRates::Test(const std::vector<double>& rates)
{
    if (!Prepare(rates))
    {
        return Answer::INFEASIBLE;
    }
    if (m_at.active.empty())
    {
        MakeTrees({});
        return Answer::FEASIBLE;
    }
    return m_at.active.size() == 1 ? TestOne() : TestSeveral();
}

void
IncEinaRates::MakeTrees(const std::vector<std::optional<IncEinaTree::Tree>>& active)
{
    // At rate 0 there is no load, so every aggregator can send straight to the root.
    m_trees.assign(m_at.rates.size(), {});
    for (std::size_t p = 0; p < m_at.rates.size(); ++p)
    {
        const auto found = std::find(m_at.active.begin(), m_at.active.end(), p);
        m_trees[p] = found != m_at.active.end() ? *active[found - m_at.active.begin()]
                                                : m_edge.Star(m_edge.ps[p].aggregator);
    }
}

IncEinaRates::Answer
IncEinaRates::TestOne()
{
    const std::size_t p = m_at.active[0];
    auto tree = Task(p, m_shares.Most(m_at.rates[p])).Build();
    if (!tree)
    {
        return Answer::INFEASIBLE;
    }
    MakeTrees({std::move(tree)});
    return Answer::FEASIBLE;
}

bool
IncEinaRates::Supply() const
{
    // Test necessary conditions: all budgets together suffice, and each tree is possible alone.
    double supply = 0;
    double demand = 0;
    for (std::size_t j = 0; j < m_count; ++j)
    {
        supply += std::max(0.0, m_at.budget[j]);
    }
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        const double rate = m_at.rates[m_at.active[q]];
        demand += rate * m_at.needed[q];
        if (!IncIsPast(m_deadline) && !Task(m_at.active[q], m_shares.Most(rate)).Exists())
        {
            return false;
        }
    }
    return demand <= supply * (1 + IncEdge::SLACK) + IncEdge::SLACK;
}

IncEinaRates::Answer
IncEinaRates::TestSeveral()
{
    if (!Supply())
    {
        return Answer::INFEASIBLE;
    }
    if (const auto shares = m_shares.Greedy(); shares && Accept(*shares))
    {
        return Answer::FEASIBLE;
    }
    double work = m_count;
    for (std::size_t q = 0; q + 1 < m_at.active.size(); ++q)
    {
        work *= double(m_at.needed[q] + 1) * (m_at.needed[q] + 1);
    }
    if (work > MOST_WORK)
    {
        return Accept(m_shares.Whole()) ? Answer::FEASIBLE : Answer::UNKNOWN;
    }
    std::vector<IncEinaShares::Choices> options;
    for (std::size_t j = 0; j < m_count; ++j)
    {
        options.push_back(m_shares.Options(j));
    }
    IncPlanRandom random(1);
    for (std::size_t proposal = 0; proposal < PROPOSALS && !IncIsPast(m_deadline); ++proposal)
    {
        const auto shares = m_shares.Propose(options);
        if (!shares)
        {
            return Answer::INFEASIBLE;
        }
        if (Accept(*shares))
        {
            return Answer::FEASIBLE;
        }
        // The first of equally good options is taken, so another order can give another proposal.
        for (IncEinaShares::Choices& choices : options)
        {
            random.Shuffle(choices);
        }
    }
    return Search();
}

bool
IncEinaRates::Accept(const Shares& shares)
{
    std::vector<std::optional<IncEinaTree::Tree>> trees;
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        trees.push_back(Task(m_at.active[q], shares[q]).Build());
        if (!trees.back() || IncIsPast(m_deadline))
        {
            return false;
        }
    }
    // Check constraint (11), ingress, for relays: a relay may send to several PSs.
    std::vector<double> sent(m_count, 0);
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        for (const auto& [child, parent] : *trees[q])
        {
            sent[child] += m_at.rates[m_at.active[q]];
        }
    }
    for (std::size_t i = 0; i < m_count && !m_printed; ++i)
    {
        if (sent[i] > m_edge.aggregators[i].ingress * (1 + IncEdge::SLACK))
        {
            return false;
        }
    }
    MakeTrees(trees);
    return true;
}

bool
IncEinaRates::Promising(std::size_t at, const Shares& shares) const
{
    // Test a relaxation: each tree alone gets the whole budgets of all undecided aggregators.
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        std::vector<uint32_t> children = m_shares.Most(m_at.rates[m_at.active[q]]);
        std::copy_n(shares[q].begin(), at, children.begin());
        if (!Task(m_at.active[q], children).Exists())
        {
            return false;
        }
    }
    return true;
}

bool
IncEinaRates::Branch(std::size_t at, Shares& shares)
{
    if ((++m_steps & 15) == 0 && IncIsPast(m_deadline))
    {
        m_steps = m_mostSteps + 1;
    }
    if (m_steps > m_mostSteps || !Promising(at, shares))
    {
        return false;
    }
    if (at == m_count)
    {
        return Accept(shares);
    }
    for (const auto& option : m_shares.Options(at))
    {
        for (std::size_t q = 0; q < m_at.active.size(); ++q)
        {
            shares[q][at] = option[q];
        }
        if (Branch(at + 1, shares))
        {
            return true;
        }
    }
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        shares[q][at] = 0;
    }
    return false;
}

IncEinaRates::Answer
IncEinaRates::Search()
{
    m_steps = 0;
    Shares shares(m_at.active.size(), std::vector<uint32_t>(m_count, 0));
    if (Branch(0, shares))
    {
        return Answer::FEASIBLE;
    }
    const bool cutShort = m_steps > m_mostSteps;
    m_cutShort = m_cutShort || cutShort;
    return cutShort ? Answer::UNKNOWN : Answer::INFEASIBLE;
}

} // namespace ns3
