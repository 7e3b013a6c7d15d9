/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_SHARES_H
#define INC_EINA_SHARES_H

#include "inc-edge.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Capacity that fixed rates leave at every aggregator for other flows.
 */
struct IncEinaBudgets
{
    std::vector<double> rates;       //!< rates by PS, Gb/s
    std::vector<std::size_t> active; //!< PS with a rate above 0
    std::vector<double> budget;   //!< by aggregator, for its children: min(c - a sum r, b^E), Gb/s
    std::vector<double> room;     //!< the budget, and what rounding may add, Gb/s
    std::vector<uint32_t> needed; //!< by active PS: aggregators that must send
};

/**
 * \ingroup inc
 * \brief Divides the aggregators' budgets among several parameter servers, without a look at
 * depths: exactly by a dynamic programme, or quickly by need.
 */
class IncEinaShares
{
  public:
    /** Children by active PS and aggregator. */
    using Shares = std::vector<std::vector<uint32_t>>;
    /** Ways to divide one budget: children by active PS. */
    using Choices = std::vector<std::vector<uint32_t>>;

    /**
     * \param edge the instance
     * \param printed EINA's model as printed
     * \param at the budgets; looked at with each call
     */
    IncEinaShares(const IncEdge& edge, bool printed, const IncEinaBudgets& at);

    /** \return children an aggregator could have were all its budget one PS's */
    uint32_t Most(std::size_t j, double rate) const;
    /** \return the ways to divide an aggregator's budget that no other way beats */
    Choices Options(std::size_t j) const;
    /**
     * \param options by aggregator; of equal ones the first is taken
     * \return shares that give every tree as many places as it needs, or nothing: proven
     */
    std::optional<Shares> Propose(const std::vector<Choices>& options) const;
    /** \return shares in proportion to the trees' needs; they may not do */
    std::optional<Shares> Greedy() const;

  private:
    bool MayRelay(std::size_t j, const std::vector<uint32_t>& option) const;
    std::vector<uint32_t> Gains(std::size_t j, const std::vector<uint32_t>& option) const;
    void AddOptions(std::size_t j,
                    std::size_t q,
                    double left,
                    std::vector<uint32_t>& option,
                    Choices& options) const;

    const IncEdge& m_edge;
    const bool m_printed;
    const std::size_t m_count; //!< number of aggregators
    const IncEinaBudgets& m_at;
};

} // namespace ns3

#endif // INC_EINA_SHARES_H
