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

/** \ingroup inc \brief Capacity that aggregators have for flows of children, at given rates. */
struct IncEinaBudgets
{
    std::vector<double> rates;       //!< rate of each parameter server (PS), Gb/s
    std::vector<std::size_t> active; //!< indices of the PSs with a rate above 0
    /// Budget of each aggregator for flows of children, min(c - a sum r, b^E), Gb/s.
    std::vector<double> budget;
    std::vector<double> room;     //!< budget of each aggregator plus a tolerance for rounding, Gb/s
    std::vector<uint32_t> needed; //!< places for children that each tree needs, by active PS
};

/** \ingroup inc \brief Divides aggregators' budgets among trees of several parameter servers (PS),
 * without depth limits. Propose() is exact; Greedy() and Whole() are quick heuristics. */
class IncEinaShares
{
  public:
    /** Number of children, by active PS and aggregator. */
    using Shares = std::vector<std::vector<uint32_t>>;
    /** Ways to divide one aggregator's budget; each way is a number of children by active PS. */
    using Choices = std::vector<std::vector<uint32_t>>;

    /** If `printed`, EINA's constraints hold as printed. The budgets must outlive this object. */
    IncEinaShares(const IncEdge& edge, bool printed, const IncEinaBudgets& at);

    /** \return most children of each aggregator if the tree of one PS gets the whole budget */
    std::vector<uint32_t> Most(double rate) const;
    /** \return ways to divide aggregator j's budget; the last PS gets all that other PSs leave */
    Choices Options(std::size_t j) const;
    /** \return shares with enough places for children in each tree; nothing if there are none. Of
     * equally good options of an aggregator, the first is taken. */
    std::optional<Shares> Propose(const std::vector<Choices>& options) const;
    /** \return shares in proportion to the needs of the trees; these shares may be too small */
    std::optional<Shares> Greedy() const;
    /** \return shares in which each aggregator serves one tree only, so that trees are flat */
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
    const std::size_t m_count;
    const IncEinaBudgets& m_at;
};

} // namespace ns3

#endif // INC_EINA_SHARES_H
