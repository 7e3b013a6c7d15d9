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

/** \ingroup inc \brief Capacity that is left at aggregators for children's flows at given rates. */
struct IncEinaBudgets
{
    std::vector<double> rates;       //!< rate of each parameter server (PS), Gb/s
    std::vector<std::size_t> active; //!< the PSs with a rate above 0
    /// Budget of each aggregator for its children, min(c - a sum r, b^E), Gb/s.
    std::vector<double> budget;
    std::vector<double> room;     //!< budget of each aggregator plus a tolerance for rounding, Gb/s
    std::vector<uint32_t> needed; //!< number of aggregators that must send, by active PS
};

/**
 * \ingroup inc
 * \brief Divides the aggregators' budgets among the trees of several parameter servers. It ignores
 * the depth limit. Propose() is exact; Greedy() and Whole() are quick heuristics.
 */
class IncEinaShares
{
  public:
    /** Number of children, by active PS and aggregator. */
    using Shares = std::vector<std::vector<uint32_t>>;
    /** Ways to divide one budget; each is a number of children by active PS. */
    using Choices = std::vector<std::vector<uint32_t>>;

    /**
     * \param edge the instance
     * \param printed true for EINA's constraints as printed
     * \param at the budgets; must outlive this object
     */
    IncEinaShares(const IncEdge& edge, bool printed, const IncEinaBudgets& at);

    /** \return number of children of an aggregator if one PS has its whole budget */
    uint32_t Most(std::size_t j, double rate) const;
    /** \return the ways to divide an aggregator's budget that give the last PS all that is left */
    Choices Options(std::size_t j) const;
    /**
     * \param options ways to divide each aggregator's budget; of equally good ones the first wins
     * \return shares that give each tree all the places that it needs; nothing if there are none
     */
    std::optional<Shares> Propose(const std::vector<Choices>& options) const;
    /** \return shares in proportion to the trees' needs; they may be too small */
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
    const std::size_t m_count; //!< number of aggregators
    const IncEinaBudgets& m_at;
};

} // namespace ns3

#endif // INC_EINA_SHARES_H
