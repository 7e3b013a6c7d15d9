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
 * \brief Capacity of each aggregator that fixed rates leave for flows of its children.
 */
struct IncEinaBudgets
{
    std::vector<double> rates;       //!< rate of each PS, Gb/s
    std::vector<std::size_t> active; //!< parameter servers with a rate above 0
    std::vector<double>
        budget; //!< budget of each aggregator for its children, min(c - a sum r, b^E), Gb/s
    std::vector<double> room;     //!< budget of each aggregator with a tolerance for rounding, Gb/s
    std::vector<uint32_t> needed; //!< number of aggregators that must send, by active PS
};

/**
 * \ingroup inc
 * \brief Divides the aggregators' budgets among several parameter servers and ignores depths. A
 * dynamic programme is exact; a division by need is quick.
 */
class IncEinaShares
{
  public:
    /** Number of children, by active PS and aggregator. */
    using Shares = std::vector<std::vector<uint32_t>>;
    /** Ways to divide one budget: number of children by active PS. */
    using Choices = std::vector<std::vector<uint32_t>>;

    /**
     * \param edge the instance
     * \param printed true for EINA's model as printed
     * \param at the budgets; the reference must stay valid
     */
    IncEinaShares(const IncEdge& edge, bool printed, const IncEinaBudgets& at);

    /** \return number of children that an aggregator could have if one PS had its whole budget */
    uint32_t Most(std::size_t j, double rate) const;
    /** \return ways to divide an aggregator's budget, without those that another way dominates */
    Choices Options(std::size_t j) const;
    /**
     * \param options ways to divide each aggregator's budget; among equal ones the first is taken
     * \return shares that give each tree all the places it needs; nothing if none exist
     */
    std::optional<Shares> Propose(const std::vector<Choices>& options) const;
    /** \return shares in proportion to the trees' needs; they may not suffice */
    std::optional<Shares> Greedy() const;
    /** \return shares that give whole budgets to one tree each, so that trees are flat */
    Shares Whole() const;

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
