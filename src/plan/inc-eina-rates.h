/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_RATES_H
#define INC_EINA_RATES_H

#include "inc-edge.h"
#include "inc-eina-tree.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Decides whether trees exist at fixed rates (EINA's reduced formulation).
 *
 * An aggregator's own load leaves it a budget for children, min(c - a sum r, b^E), which the
 * parameter servers share. One parameter server with a positive rate: exact at once. Several: a
 * dynamic programme over the aggregators, on what each tree still needs, refutes or proposes the
 * shares; where the depth limit spoils the proposal, a search over the shares decides.
 */
class IncEinaRates
{
  public:
    /** What is known. */
    enum class Answer
    {
        FEASIBLE,
        INFEASIBLE, //!< proven
        UNKNOWN     //!< the search was cut short
    };

    /**
     * \param edge the instance
     * \param printed the model as printed, but for (10)
     */
    IncEinaRates(const IncEdge& edge, bool printed);

    /**
     * \param rates by parameter server, Gb/s; their own limits are not looked at
     * \return what is known; after FEASIBLE, Trees() are the trees
     */
    Answer Test(const std::vector<double>& rates);

    /** \return the trees of the last feasible test, by parameter server */
    const std::vector<IncEinaTree::Tree>& Trees() const;

    /** \return no sum of rates can be above: own workers, and ingress of those who must send */
    double SumBound() const;

  private:
    using Shares = std::vector<std::vector<uint32_t>>; //!< by active PS, by aggregator

    using Choices = std::vector<std::vector<uint32_t>>; //!< ways to share one budget, by active PS

    bool Prepare(const std::vector<double>& rates);
    bool Static() const;
    IncEinaTree Task(size_t p, const std::vector<uint32_t>& children) const;
    Answer TestOne();
    Answer TestSeveral();
    bool Accept(const Shares& shares);
    bool Supply() const;
    std::optional<Shares> Propose(const std::vector<Choices>& options) const;
    std::optional<Shares> Greedy() const;
    Answer Search();
    bool Branch(size_t at, Shares& shares);
    bool Promising(size_t at, const Shares& shares) const;
    Choices Options(size_t j) const;
    void AddOptions(size_t j,
                    size_t q,
                    double left,
                    std::vector<uint32_t>& option,
                    Choices& options) const;
    std::vector<uint32_t> Gains(size_t j, const std::vector<uint32_t>& option) const;
    bool MayRelay(size_t j, const std::vector<uint32_t>& option) const;
    uint32_t Most(size_t j, double rate) const;
    void MakeTrees(const std::vector<std::optional<IncEinaTree::Tree>>& active);

    const IncEdge& m_edge;
    const bool m_printed;
    const size_t m_count; //!< aggregators
    std::vector<double> m_rates;
    std::vector<size_t> m_active;   //!< PS with a rate above 0
    std::vector<double> m_budget;   //!< by aggregator, Gb/s
    std::vector<uint32_t> m_needed; //!< by active PS: senders
    std::vector<IncEinaTree::Tree> m_trees;
    uint64_t m_steps{0};
};

} // namespace ns3

#endif // INC_EINA_RATES_H
