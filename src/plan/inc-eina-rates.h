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

/**
 * \ingroup inc
 * \brief Decides whether trees exist that carry given rates; each parameter server (PS) has one.
 *
 * It is enough to know how many children each aggregator has in each tree. An aggregator's own
 * workers leave it a budget for the flows of children, min(c - a sum r, b^E) in Gb/s, which the
 * trees share. With one positive rate, the most children are best. With several, a dynamic program
 * over the aggregators refutes the rates or proposes a division of the budgets (IncEinaShares). If
 * the proposed trees exceed the depth limit, a search over the divisions decides.
 */
class IncEinaRates
{
  public:
    /** Outcome of a test of rates. */
    enum class Answer
    {
        FEASIBLE,
        INFEASIBLE, //!< proven: no trees carry the rates
        UNKNOWN     //!< the search ran out of steps or time
    };

    /**
     * \param edge the instance
     * \param printed true for EINA's constraints as printed, except (10)
     * \param deadline time at which every test ends
     */
    IncEinaRates(const IncEdge& edge, bool printed, IncDeadline deadline = IncDeadline::max());

    /** \param steps most nodes of one search over the divisions of budgets */
    void Effort(uint64_t steps);

    /** \return true if some test since Effort() ran out of steps */
    bool WasCutShort() const
    {
        return m_cutShort;
    }

    /**
     * \param rates rate of each parameter server, Gb/s; limits of rates are not checked
     * \return the outcome; after FEASIBLE, Trees() returns the trees
     */
    Answer Test(const std::vector<double>& rates);

    /** \return the trees of the last feasible test, by parameter server */
    const std::vector<IncEinaTree::Tree>& Trees() const
    {
        return m_trees;
    }

    IncEinaRates(const IncEinaRates&) = delete;
    IncEinaRates& operator=(const IncEinaRates&) = delete;

    /** \return a bound on the sum of rates, Gb/s: least c / a, and least b^I of a sender */
    double SumBound() const;

  private:
    using Shares = IncEinaShares::Shares;

    bool Prepare(const std::vector<double>& rates);
    /// Return true if the loads that do not depend on trees are within limits.
    bool Static() const;
    /// Return the search for the tree of PS p, given the most children of each aggregator.
    IncEinaTree Task(std::size_t p, const std::vector<uint32_t>& children) const;
    Answer TestOne();
    Answer TestSeveral();
    /// Build the trees for these numbers of children; return false if they do not exist.
    bool Accept(const Shares& shares);
    bool Supply() const;
    Answer Search();
    bool Branch(std::size_t at, Shares& shares);
    bool Promising(std::size_t at, const Shares& shares) const;
    void MakeTrees(const std::vector<std::optional<IncEinaTree::Tree>>& active);

    const IncEdge& m_edge;
    const bool m_printed;
    const IncDeadline m_deadline;
    const std::size_t m_count; //!< number of aggregators
    IncEinaBudgets m_at;
    const IncEinaShares m_shares;
    std::vector<IncEinaTree::Tree> m_trees;
    uint64_t m_steps{0};
    uint64_t m_mostSteps{3000};
    bool m_cutShort{false};
};

} // namespace ns3

#endif // INC_EINA_RATES_H
