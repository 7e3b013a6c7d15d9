/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-rates.h"

#include "inc-plan-random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ns3
{

namespace
{

/** Loads may exceed limits by rounding only. */
constexpr double SLACK = 1e-9;
/** Work of one dynamic programme: aggregators, states and options. */
constexpr double MOST_WORK = 3e7;
/** Nodes of one search over shares. */
constexpr uint64_t MOST_STEPS = 3000;
/** Proposals of the dynamic programme that are tried on the depth limit. */
constexpr size_t PROPOSALS = 32;

} // namespace

IncEinaRates::IncEinaRates(const IncEdge& edge, bool printed)
    : m_edge(edge),
      m_printed(printed),
      m_count(edge.aggregators.size())
{
}

const std::vector<IncEinaTree::Tree>&
IncEinaRates::Trees() const
{
    return m_trees;
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
    for (size_t i = 0; i < m_count; i++)
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
    m_rates = rates;
    m_active.clear();
    m_needed.clear();
    m_budget.clear();
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    for (size_t p = 0; p < rates.size(); p++)
    {
        if (rates[p] > 0)
        {
            m_active.push_back(p);
            uint32_t senders = 0;
            for (size_t i = 0; i < m_count; i++)
            {
                senders += m_edge.aggregators[i].workers > 0 && i != m_edge.ps[p].aggregator;
            }
            m_needed.push_back(senders);
        }
    }
    for (const IncEdge::Aggregator& a : m_edge.aggregators)
    {
        m_budget.push_back(std::min(a.capacity - a.workers * sum, a.egress));
    }
    return Static();
}

bool
IncEinaRates::Static() const
{
    const double sum = std::accumulate(m_rates.begin(), m_rates.end(), 0.0);
    for (size_t i = 0; i < m_count; i++)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        double sent = a.workers > 0 || m_printed ? sum : 0;
        for (size_t p = 0; p < m_rates.size(); p++)
        {
            if (m_edge.ps[p].aggregator == i)
            {
                // As printed, hosts of parameter servers have no limit at the ingress.
                sent = m_printed ? 0 : sent - (a.workers > 0 ? m_rates[p] : 0);
                if (m_printed && a.workers > 0)
                {
                    return false;
                }
            }
        }
        if (a.workers * sum > a.capacity * (1 + SLACK) || sent > a.ingress * (1 + SLACK))
        {
            return false;
        }
    }
    const bool deep = m_edge.DepthLimit() >= 1;
    for (size_t p = 0; p < m_rates.size() && !deep; p++)
    {
        for (size_t i = 0; i < m_count; i++)
        {
            if (m_edge.aggregators[i].workers > 0 && i != m_edge.ps[p].aggregator)
            {
                return false;
            }
        }
    }
    return true;
}

uint32_t
IncEinaRates::Most(size_t j, double rate) const
{
    const IncEdge::Aggregator& a = m_edge.aggregators[j];
    const double scale = std::max(a.capacity, a.egress) * SLACK;
    const double most = std::floor((m_budget[j] + scale) / rate);
    return static_cast<uint32_t>(std::clamp<double>(most, 0, m_count));
}

IncEinaTree
IncEinaRates::Task(size_t p, const std::vector<uint32_t>& children) const
{
    IncEinaTree task;
    task.root = m_edge.ps[p].aggregator;
    task.depth = m_edge.DepthLimit();
    task.children = children;
    for (uint32_t i = 0; i < m_count; i++)
    {
        const IncEdge::Aggregator& a = m_edge.aggregators[i];
        if (i == task.root)
        {
            continue;
        }
        if (a.workers > 0)
        {
            task.senders.push_back(i);
        }
        else if (children[i] > 0)
        {
            if (m_printed)
            {
                task.sinks.push_back(i);
            }
            else if (a.ingress * (1 + SLACK) >= m_rates[p])
            {
                task.relays.push_back(i);
            }
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
    if (m_active.empty())
    {
        MakeTrees({});
        return Answer::FEASIBLE;
    }
    return m_active.size() == 1 ? TestOne() : TestSeveral();
}

void
IncEinaRates::MakeTrees(const std::vector<std::optional<IncEinaTree::Tree>>& active)
{
    // At rate 0 nothing is a load: everybody sends straight to the root.
    m_trees.assign(m_rates.size(), {});
    for (size_t p = 0; p < m_rates.size(); p++)
    {
        const auto found = std::find(m_active.begin(), m_active.end(), p);
        if (found != m_active.end())
        {
            m_trees[p] = *active[found - m_active.begin()];
            continue;
        }
        for (uint32_t i = 0; i < m_count; i++)
        {
            const uint32_t root = m_edge.ps[p].aggregator;
            if (i != root && m_edge.aggregators[i].workers > 0)
            {
                m_trees[p].emplace_back(i, root);
            }
        }
    }
}

IncEinaRates::Answer
IncEinaRates::TestOne()
{
    const size_t p = m_active[0];
    std::vector<uint32_t> children;
    for (size_t j = 0; j < m_count; j++)
    {
        children.push_back(Most(j, m_rates[p]));
    }
    auto tree = Task(p, children).Build();
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
    // Every sender takes its rate of somebody's budget; and each tree alone must exist.
    double supply = 0;
    double demand = 0;
    for (size_t j = 0; j < m_count; j++)
    {
        supply += std::max(0.0, m_budget[j]);
    }
    for (size_t q = 0; q < m_active.size(); q++)
    {
        const double rate = m_rates[m_active[q]];
        demand += rate * m_needed[q];
        std::vector<uint32_t> children;
        for (size_t j = 0; j < m_count; j++)
        {
            children.push_back(Most(j, rate));
        }
        if (!Task(m_active[q], children).Exists())
        {
            return false;
        }
    }
    return demand <= supply * (1 + SLACK) + SLACK;
}

IncEinaRates::Answer
IncEinaRates::TestSeveral()
{
    if (!Supply())
    {
        return Answer::INFEASIBLE;
    }
    if (const auto shares = Greedy(); shares && Accept(*shares))
    {
        return Answer::FEASIBLE;
    }
    double work = m_count;
    for (size_t q = 0; q + 1 < m_active.size(); q++)
    {
        work *= double(m_needed[q] + 1) * (m_needed[q] + 1);
    }
    if (work > MOST_WORK)
    {
        return Answer::UNKNOWN;
    }
    std::vector<Choices> options;
    for (size_t j = 0; j < m_count; j++)
    {
        options.push_back(Options(j));
    }
    IncPlanRandom random(1);
    for (size_t proposal = 0; proposal < PROPOSALS; proposal++)
    {
        const auto shares = Propose(options);
        if (!shares)
        {
            return Answer::INFEASIBLE;
        }
        if (Accept(*shares))
        {
            return Answer::FEASIBLE;
        }
        // The programme takes the first of equals: another order, another proposal.
        for (Choices& choices : options)
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
    for (size_t q = 0; q < m_active.size(); q++)
    {
        trees.push_back(Task(m_active[q], shares[q]).Build());
        if (!trees.back())
        {
            return false;
        }
    }
    // An aggregator without workers may relay for several parameter servers.
    std::vector<double> sent(m_count, 0);
    for (size_t q = 0; q < m_active.size(); q++)
    {
        for (const auto& [child, parent] : *trees[q])
        {
            sent[child] += m_rates[m_active[q]];
        }
    }
    for (size_t i = 0; i < m_count && !m_printed; i++)
    {
        if (sent[i] > m_edge.aggregators[i].ingress * (1 + SLACK))
        {
            return false;
        }
    }
    MakeTrees(trees);
    return true;
}

bool
IncEinaRates::MayRelay(size_t j, const std::vector<uint32_t>& option) const
{
    const IncEdge::Aggregator& a = m_edge.aggregators[j];
    if (a.workers > 0 || m_printed)
    {
        return true;
    }
    double sent = 0;
    for (size_t q = 0; q < m_active.size(); q++)
    {
        const size_t p = m_active[q];
        sent += option[q] > 0 && m_edge.ps[p].aggregator != j ? m_rates[p] : 0;
    }
    return sent <= a.ingress * (1 + SLACK);
}

IncEinaRates::Choices
IncEinaRates::Options(size_t j) const
{
    const IncEdge::Aggregator& a = m_edge.aggregators[j];
    Choices options;
    std::vector<uint32_t> option(m_active.size(), 0);
    AddOptions(j, 0, m_budget[j] + std::max(a.capacity, a.egress) * SLACK, option, options);
    return options;
}

void
IncEinaRates::AddOptions(size_t j,
                         size_t q,
                         double left,
                         std::vector<uint32_t>& option,
                         Choices& options) const
{
    // More children than a tree has senders help nobody; the last takes all that is left.
    const double rate = m_rates[m_active[q]];
    const auto most = static_cast<uint32_t>(
        std::min<double>(std::floor(std::max(0.0, left) / rate), m_needed[q] + 1));
    const bool last = q + 1 == m_active.size();
    for (uint32_t k = last ? most : 0; k <= most; k++)
    {
        option[q] = k;
        if (!last)
        {
            AddOptions(j, q + 1, left - k * rate, option, options);
        }
        else if (MayRelay(j, option))
        {
            options.push_back(option);
        }
        else if (option[q] > 0)
        {
            option[q] = 0;
            if (MayRelay(j, option))
            {
                options.push_back(option);
            }
        }
    }
    option[q] = 0;
}

std::vector<uint32_t>
IncEinaRates::Gains(size_t j, const std::vector<uint32_t>& option) const
{
    // A relay takes one place itself.
    std::vector<uint32_t> gains = option;
    for (size_t q = 0; q < m_active.size(); q++)
    {
        const bool relay = m_edge.aggregators[j].workers == 0 && !m_printed &&
                           m_edge.ps[m_active[q]].aggregator != j;
        gains[q] -= relay && gains[q] > 0 ? 1 : 0;
    }
    return gains;
}

std::optional<IncEinaRates::Shares>
IncEinaRates::Propose(const std::vector<Choices>& options) const
{
    // State: what all but the last tree have been given, clipped at what they need. Value: the
    // most the last one can have.
    const size_t last = m_active.size() - 1;
    std::vector<size_t> stride(last + 1, 1);
    for (size_t q = 0; q < last; q++)
    {
        stride[q + 1] = stride[q] * (m_needed[q] + 1);
    }
    const size_t states = stride[last];
    constexpr int32_t NO = -1;
    std::vector<int32_t> best(states, NO);
    best[0] = 0;

    struct Choice
    {
        uint32_t from;
        uint32_t option;
    };

    std::vector<std::vector<Choice>> choices;
    for (size_t j = 0; j < m_count; j++)
    {
        std::vector<int32_t> next(states, NO);
        choices.emplace_back(states, Choice{0, 0});
        for (uint32_t o = 0; o < options[j].size(); o++)
        {
            bool rooted = true;
            for (size_t q = 0; q <= last; q++)
            {
                const bool root = m_edge.ps[m_active[q]].aggregator == j;
                rooted = rooted && (!root || m_printed || m_needed[q] == 0 || options[j][o][q] > 0);
            }
            if (!rooted)
            {
                continue;
            }
            const std::vector<uint32_t> gains = Gains(j, options[j][o]);
            for (size_t state = 0; state < states; state++)
            {
                if (best[state] == NO)
                {
                    continue;
                }
                size_t to = 0;
                for (size_t q = 0; q < last; q++)
                {
                    const uint32_t had = state / stride[q] % (m_needed[q] + 1);
                    to += std::min(m_needed[q], had + gains[q]) * stride[q];
                }
                const int32_t value =
                    std::min<int32_t>(m_needed[last] + m_count, best[state] + gains[last]);
                if (value > next[to])
                {
                    next[to] = value;
                    choices[j][to] = {uint32_t(state), o};
                }
            }
        }
        best.swap(next);
    }
    if (best[states - 1] < int32_t(m_needed[last]))
    {
        return std::nullopt;
    }
    Shares shares(m_active.size(), std::vector<uint32_t>(m_count, 0));
    size_t state = states - 1;
    for (size_t j = m_count; j-- > 0;)
    {
        const Choice choice = choices[j][state];
        for (size_t q = 0; q <= last; q++)
        {
            shares[q][j] = options[j][choice.option][q];
        }
        state = choice.from;
    }
    return shares;
}

std::optional<IncEinaRates::Shares>
IncEinaRates::Greedy() const
{
    // Every aggregator divides its budget as the trees' needs do; what is left goes to who has got
    // least of what it needs.
    double demand = 0;
    for (size_t q = 0; q < m_active.size(); q++)
    {
        demand += m_rates[m_active[q]] * m_needed[q];
    }
    Shares shares(m_active.size(), std::vector<uint32_t>(m_count, 0));
    std::vector<double> got(m_active.size(), 0);
    std::vector<double> left = m_budget;
    for (size_t j = 0; j < m_count; j++)
    {
        left[j] += std::max(m_edge.aggregators[j].capacity, m_edge.aggregators[j].egress) * SLACK;
        for (size_t q = 0; q < m_active.size() && demand > 0; q++)
        {
            const double share = std::max(0.0, m_budget[j]) * m_needed[q] / demand;
            shares[q][j] = std::floor(share);
            left[j] -= shares[q][j] * m_rates[m_active[q]];
            got[q] += shares[q][j];
        }
    }
    for (size_t j = 0; j < m_count; j++)
    {
        for (;;)
        {
            size_t best = m_active.size();
            for (size_t q = 0; q < m_active.size(); q++)
            {
                const bool root = m_edge.ps[m_active[q]].aggregator == j && shares[q][j] == 0;
                const bool fits = m_rates[m_active[q]] <= left[j];
                if (fits && (best == m_active.size() || root ||
                             got[q] * m_needed[best] < got[best] * m_needed[q]))
                {
                    best = q;
                }
            }
            if (best == m_active.size() || shares[best][j] > 2 * m_count)
            {
                break;
            }
            shares[best][j]++;
            got[best]++;
            left[j] -= m_rates[m_active[best]];
        }
    }
    return shares;
}

bool
IncEinaRates::Promising(size_t at, const Shares& shares) const
{
    // Each tree alone, with all the undecided aggregators could give it.
    for (size_t q = 0; q < m_active.size(); q++)
    {
        std::vector<uint32_t> children = shares[q];
        for (size_t j = at; j < m_count; j++)
        {
            children[j] = Most(j, m_rates[m_active[q]]);
        }
        if (!Task(m_active[q], children).Exists())
        {
            return false;
        }
    }
    return true;
}

bool
IncEinaRates::Branch(size_t at, Shares& shares)
{
    if (++m_steps > MOST_STEPS || !Promising(at, shares))
    {
        return false;
    }
    if (at == m_count)
    {
        return Accept(shares);
    }
    for (const auto& option : Options(at))
    {
        for (size_t q = 0; q < m_active.size(); q++)
        {
            shares[q][at] = option[q];
        }
        if (Branch(at + 1, shares))
        {
            return true;
        }
    }
    for (size_t q = 0; q < m_active.size(); q++)
    {
        shares[q][at] = 0;
    }
    return false;
}

IncEinaRates::Answer
IncEinaRates::Search()
{
    m_steps = 0;
    Shares shares(m_active.size(), std::vector<uint32_t>(m_count, 0));
    if (Branch(0, shares))
    {
        return Answer::FEASIBLE;
    }
    return m_steps > MOST_STEPS ? Answer::UNKNOWN : Answer::INFEASIBLE;
}

} // namespace ns3
