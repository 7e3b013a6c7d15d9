/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_RATES_H
#define INC_EINA_RATES_H

#include "inc-edge.h"
#include "inc-eina-shares.h"
#include "inc-eina-tree.h"
#include "inc-plan-options.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Decides whether a tree for each parameter server (PS) exists, such that all
 * rates fit.
 *
 * For this it is enough to find the number of children of each aggregator in each tree. An
 * aggregator reduces its own workers' flows; its budget for flows of children is the rest, min(c -
 * a sum r, b^E) in Gb/s. The trees share this budget. If only one rate is positive, each aggregator
 * can have as many children as its budget allows. Otherwise a dynamic program over the aggregators
 * refutes the rates or proposes a division of the budgets (IncEinaShares). If the proposed trees
 * exceed the depth limit, a search over the divisions decides. */
class IncEinaRates
{
  public:
    enum class Answer
    {
        FEASIBLE,
        INFEASIBLE, //!< proven: no trees carry the rates
        UNKNOWN     //!< the search ran out of steps or time
    };

    /** If `printed`, test EINA's constraints as printed, of which only (10) is corrected. Every
     * test ends at the deadline. */
    IncEinaRates(const IncEdge& edge, bool printed, IncDeadline deadline = IncDeadline::max());

    /** \param steps largest number of nodes of one search over the divisions of budgets */
    void Effort(uint64_t steps);

    /** \return true if a search since the last Effort() ended at its limit of steps or time */
    bool WasCutShort() const
    {
        return m_cutShort;
    }

    /** \brief Test the rates of the PSs, Gb/s; rateMin and rateMax are not checked. After FEASIBLE,
     * Trees() returns the trees. */
    Answer Test(const std::vector<double>& rates);

    /** \return the trees that the last FEASIBLE test found, by parameter server */
    const std::vector<IncEinaTree::Tree>& Trees() const
    {
        return m_trees;
    }

    IncEinaRates(const IncEinaRates&) = delete;
    IncEinaRates& operator=(const IncEinaRates&) = delete;

    /** \return upper bound on the sum of rates, Gb/s: least c / a and least b^I of a sender */
    double SumBound() const;

  private:
    using Shares = IncEinaShares::Shares;

    bool Prepare(const std::vector<double>& rates);
    /// Return true if the loads that are equal for all trees are within their limits.
    bool Static() const;
    /// Return the task to find a tree for PS p if each aggregator has at most so many children.
    IncEinaTree Task(std::size_t p, const std::vector<uint32_t>& children) const;
    Answer TestOne();
    Answer TestSeveral();
    bool Accept(const Shares& shares);
    bool Supply() const;
    Answer Search();
    bool Branch(std::size_t at, Shares& shares);
    bool Promising(std::size_t at, const Shares& shares) const;
    void MakeTrees(const std::vector<std::optional<IncEinaTree::Tree>>& active);

    const IncEdge& m_edge;
    const bool m_printed;
    const IncDeadline m_deadline;
    const std::size_t m_count;
    IncEinaBudgets m_at;
    const IncEinaShares m_shares;
    std::vector<IncEinaTree::Tree> m_trees;
    uint64_t m_steps{0};
    uint64_t m_mostSteps{3000};
    bool m_cutShort{false};
};

} // namespace ns3

#endif // INC_EINA_RATES_H
