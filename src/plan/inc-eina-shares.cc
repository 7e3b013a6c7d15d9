/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-eina-shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ns3
{

IncEinaShares::IncEinaShares(const IncEdge& edge, bool printed, const IncEinaBudgets& at)
    : m_edge(edge),
      m_printed(printed),
      m_count(edge.aggregators.size()),
      m_at(at)
{
}

std::vector<uint32_t>
IncEinaShares::Most(double rate) const
{
    std::vector<uint32_t> most;
    for (const double room : m_at.room)
    {
        most.push_back(std::clamp<double>(std::floor(room / rate), 0, m_count));
    }
    return most;
}

bool
IncEinaShares::MayRelay(std::size_t j, const std::vector<uint32_t>& option) const
{
    const IncEdge::Aggregator& a = m_edge.aggregators[j];
    if (a.workers > 0 || m_printed)
    {
        return true;
    }
    double sent = 0;
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        const std::size_t p = m_at.active[q];
        sent += option[q] > 0 && m_edge.ps[p].aggregator != j ? m_at.rates[p] : 0;
    }
    return sent <= a.ingress * (1 + IncEdge::SLACK);
}

IncEinaShares::Choices
IncEinaShares::Options(std::size_t j) const
{
    Choices options;
    std::vector<uint32_t> option(m_at.active.size(), 0);
    AddOptions(j, 0, m_at.room[j], option, options);
    return options;
}

void
IncEinaShares::AddOptions(std::size_t j,
                          std::size_t q,
                          double left,
                          std::vector<uint32_t>& option,
                          Choices& options) const
{
    // A tree needs no more children than senders. The last tree gets all that other trees leave.
    const double rate = m_at.rates[m_at.active[q]];
    const auto most = static_cast<uint32_t>(
        std::min<double>(std::floor(std::max(0.0, left) / rate), m_at.needed[q] + 1));
    const bool last = q + 1 == m_at.active.size();
    for (uint32_t k = last ? most : 0; k <= most; ++k)
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
IncEinaShares::Gains(std::size_t j, const std::vector<uint32_t>& option) const
{
    // A relay is itself a child in the tree, so it uses one of the places that it adds.
    std::vector<uint32_t> gains = option;
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        const bool relay = m_edge.aggregators[j].workers == 0 && !m_printed &&
                           m_edge.ps[m_at.active[q]].aggregator != j;
        gains[q] -= relay && gains[q] > 0 ? 1 : 0;
    }
    return gains;
}

std::optional<IncEinaShares::Shares>
IncEinaShares::Propose(const std::vector<Choices>& options) const
{
    // A state is the number of places of each tree except the last, at most as many as the tree
    // needs. The value of a state is the most places that the last tree can have.
    const std::size_t last = m_at.active.size() - 1;
    std::vector<std::size_t> stride(last + 1, 1);
    for (std::size_t q = 0; q < last; ++q)
    {
        stride[q + 1] = stride[q] * (m_at.needed[q] + 1);
    }
    const std::size_t states = stride[last];
    constexpr int32_t NO = -1;
    std::vector<int32_t> best(states, NO);
    best[0] = 0;

    struct Choice
    {
        uint32_t from;
        uint32_t option;
    };

    std::vector<std::vector<Choice>> choices;
    for (std::size_t j = 0; j < m_count; ++j)
    {
        std::vector<int32_t> next(states, NO);
        choices.emplace_back(states, Choice{0, 0});
        for (uint32_t o = 0; o < options[j].size(); ++o)
        {
            bool rooted = true;
            for (std::size_t q = 0; q <= last; ++q)
            {
                const bool root = m_edge.ps[m_at.active[q]].aggregator == j;
                rooted =
                    rooted && (!root || m_printed || m_at.needed[q] == 0 || options[j][o][q] > 0);
            }
            if (!rooted)
            {
                continue;
            }
            const std::vector<uint32_t> gains = Gains(j, options[j][o]);
            for (std::size_t state = 0; state < states; ++state)
            {
                if (best[state] == NO)
                {
                    continue;
                }
                std::size_t to = 0;
                for (std::size_t q = 0; q < last; ++q)
                {
                    const uint32_t had = state / stride[q] % (m_at.needed[q] + 1);
                    to += std::min(m_at.needed[q], had + gains[q]) * stride[q];
                }
                const int32_t value =
                    std::min<int32_t>(m_at.needed[last] + m_count, best[state] + gains[last]);
                if (value > next[to])
                {
                    next[to] = value;
                    choices[j][to] = {uint32_t(state), o};
                }
            }
        }
        best.swap(next);
    }
    if (best[states - 1] < int32_t(m_at.needed[last]))
    {
        return std::nullopt;
    }
    Shares shares(m_at.active.size(), std::vector<uint32_t>(m_count, 0));
    std::size_t state = states - 1;
    for (std::size_t j = m_count; j-- > 0;)
    {
        const Choice choice = choices[j][state];
        for (std::size_t q = 0; q <= last; ++q)
        {
            shares[q][j] = options[j][choice.option][q];
        }
        state = choice.from;
    }
    return shares;
}

std::optional<IncEinaShares::Shares>
IncEinaShares::Greedy() const
{
    // Each aggregator divides its budget in proportion to the trees' needs. The rest goes first to
    // a tree whose root has no child, then to the tree with the smallest share.
    double demand = 0;
    for (std::size_t q = 0; q < m_at.active.size(); ++q)
    {
        demand += m_at.rates[m_at.active[q]] * m_at.needed[q];
    }
    Shares shares(m_at.active.size(), std::vector<uint32_t>(m_count, 0));
    std::vector<double> got(m_at.active.size(), 0);
    std::vector<double> left = m_at.room;
    for (std::size_t j = 0; j < m_count; ++j)
    {
        for (std::size_t q = 0; q < m_at.active.size() && demand > 0; ++q)
        {
            const double share = std::max(0.0, m_at.budget[j]) * m_at.needed[q] / demand;
            shares[q][j] = std::floor(std::min<double>(share, m_count));
            left[j] -= shares[q][j] * m_at.rates[m_at.active[q]];
            got[q] += shares[q][j];
        }
    }
    for (std::size_t j = 0; j < m_count; ++j)
    {
        for (;;)
        {
            std::size_t best = m_at.active.size();
            for (std::size_t q = 0; q < m_at.active.size(); ++q)
            {
                const bool root = m_edge.ps[m_at.active[q]].aggregator == j && shares[q][j] == 0;
                const bool fits = m_at.rates[m_at.active[q]] <= left[j];
                if (fits && (best == m_at.active.size() || root ||
                             got[q] * m_at.needed[best] < got[best] * m_at.needed[q]))
                {
                    best = q;
                }
            }
            if (best == m_at.active.size() || shares[best][j] > 2 * m_count)
            {
                break;
            }
            ++shares[best][j];
            ++got[best];
            left[j] -= m_at.rates[m_at.active[best]];
        }
    }
    return shares;
}

IncEinaShares::Shares
IncEinaShares::Whole() const
{
    // Begin with roots, then large budgets, because these aggregators form the upper levels.
    std::vector<double> rank = m_at.room;
    std::vector<std::size_t> tree(m_count, m_at.active.size());
    for (std::size_t q = m_at.active.size(); q-- > 0;)
    {
        rank[m_edge.ps[m_at.active[q]].aggregator] = std::numeric_limits<double>::infinity();
        tree[m_edge.ps[m_at.active[q]].aggregator] = q;
    }
    std::vector<std::size_t> order(m_count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&rank](std::size_t i, std::size_t j) {
        return rank[i] > rank[j];
    });
    Shares shares(m_at.active.size(), std::vector<uint32_t>(m_count, 0));
    std::vector<double> got(m_at.active.size(), 0); // share of its need that each tree has got
    for (const std::size_t j : order)
    {
        const std::size_t neediest = std::min_element(got.begin(), got.end()) - got.begin();
        const std::size_t q = std::isinf(rank[j]) ? tree[j] : neediest;
        shares[q][j] = Most(m_at.rates[m_at.active[q]])[j];
        got[q] += double(shares[q][j]) / std::max(1U, m_at.needed[q]);
    }
    return shares;
}

} // namespace ns3
