/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RATIO_SEARCH_H
#define INC_RATIO_SEARCH_H

#include "inc-linear-model.h"
#include "inc-simplex.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A linear model in which some variables are whole multiples of others. For instance, k
 * flows have rate r each, and both the integer k and r are to be found; the model has one variable
 * y = k r.
 */
struct IncRatioModel
{
    /** Condition that product = k unit, with an integer k from low to high. */
    struct Ratio
    {
        static constexpr uint32_t CONSTANT = UINT32_MAX;
        uint32_t product;
        uint32_t unit; //!< a variable; CONSTANT if the unit is the number `step`
        double low;
        double high;
        double step{1};
    };

    IncLinearModel model; //!< linear model in the products and rates, to be maximised
    std::vector<Ratio> ratios;
};

/**
 * \ingroup inc
 * \brief Exact branch and bound over the multiples of an IncRatioModel.
 *
 * The condition "at most k" is y <= k r, and "at least k + 1" is y >= (k + 1) r. Both are linear,
 * so a branch adds one row, and the dual simplex method continues from its parent's vertex.
 */
class IncRatioSearch
{
  public:
    using Clock = std::chrono::steady_clock;
    /** Function that decides whether values with whole multiples are accepted. */
    using Accept = std::function<bool(const std::vector<double>& values)>;

    /** Result of the search. */
    struct Answer
    {
        bool proven{false};
        double bound{0}; //!< upper bound on the objective of all acceptable answers
        /// Values of the best accepted answer; none if its objective is not above atLeast.
        std::optional<std::vector<double>> values;
    };

    /**
     * \param model model to search; must outlive the search
     * \param deadline time at which the search gives up
     * \param nodes number of nodes after which the search gives up
     */
    IncRatioSearch(const IncRatioModel& model, IncDeadline deadline, uint64_t nodes = UINT64_MAX);

    /**
     * \param atLeast objective of a known answer; only better answers are searched
     * \param gap difference up to which objectives count as equal
     * \param accept function that accepts or refuses each solution
     * \return the best answer and the bound
     */
    Answer Run(double atLeast, double gap, const Accept& accept);

  private:
    using Range = std::pair<double, double>;
    using Row = IncLinearModel::Row;

    /** Vertex of the linear model, with the branches that lead to it. */
    struct Node
    {
        IncSimplex simplex;
        IncLinearAnswer at;
        std::vector<Range> ranges; //!< range of each ratio's integer
    };

    void Branch(const Node& node);
    void Child(const Node& node, std::size_t ratio, Range range);
    Row RowOf(std::size_t ratio, bool most, double count) const;
    void AddRange(IncLinearModel& model, std::size_t ratio, Range range) const;
    double UnitOf(std::size_t ratio, const std::vector<double>& values) const;
    double CountOf(std::size_t ratio, const std::vector<double>& values) const;
    bool IsWhole(std::size_t ratio, const std::vector<double>& values) const;
    std::optional<std::size_t> LeastWhole(const Node& node) const;
    IncLinearAnswer SolveAnew(const std::vector<Range>& ranges) const;

    const IncRatioModel& m_model;
    const IncDeadline m_deadline;
    const uint64_t m_mostNodes;
    uint64_t m_nodes{0};
    double m_best{0};
    double m_gap{0};
    const Accept* m_accept{nullptr};
    bool m_late{false};
    bool m_spoiled{false}; //!< true if some branch could not be solved
    double m_open{0};      //!< largest bound among the branches that were not searched
    Answer m_answer;
};

} // namespace ns3

#endif // INC_RATIO_SEARCH_H
