/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RATIO_SEARCH_H
#define INC_RATIO_SEARCH_H

#include "inc-linear-model.h"
#include "inc-simplex.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief A linear program in which some variables must be integer multiples of other
 * variables. For instance, k flows have the rate r, and both the integer k and r are unknown. The
 * model has the variables r and y = k r, because loads are linear in y. */
struct IncRatioModel
{
    /** Condition product = k unit, with an integer k and low <= k <= high. */
    struct Ratio
    {
        static constexpr uint32_t CONSTANT = UINT32_MAX;
        uint32_t product; //!< index of the variable y
        uint32_t unit;    //!< index of the variable r, or CONSTANT for the value `step`
        double low;
        double high;
        double step{1};
    };

    IncLinearModel model;      //!< linear program in products and units
    std::vector<Ratio> ratios; //!< conditions that are not in the linear program
};

/** \ingroup inc \brief Exact branch and bound over the integers k of an IncRatioModel.
 *
 * If k < y / r < k + 1, one branch adds the row y <= k r, the other branch y >= (k + 1) r. Both
 * rows are linear in y and r, so the dual simplex method continues from the parent's vertex. */
class IncRatioSearch
{
  public:
    /** Function that gets values with integer multiples and returns true to accept them. */
    using Accept = std::function<bool(const std::vector<double>& values)>;

    struct Answer
    {
        bool proven{false}; //!< true if the search is complete
        double bound{0};    //!< upper bound on the objective of acceptable values
        /// The best accepted values; empty if no accepted objective exceeds atLeast + gap.
        std::optional<std::vector<double>> values;
    };

    /** The model must outlive the search, which gives up at the deadline or after `nodes` nodes. */
    IncRatioSearch(const IncRatioModel& model, IncDeadline deadline, uint64_t nodes = UINT64_MAX);

    /** \return the best answer above `atLeast`, the objective of a known answer, and the bound.
     * Objectives that differ by at most `gap` count as equal. `accept` may refuse a solution. */
    Answer Run(double atLeast, double gap, const Accept& accept);

  private:
    using Range = std::pair<double, double>;
    using Row = IncLinearModel::Row;

    struct Node
    {
        IncSimplex simplex;
        IncLinearAnswer at;        //!< optimum of the linear program with `ranges`
        std::vector<Range> ranges; //!< bounds of each integer k
    };

    void Branch(const Node& node);
    void Child(const Node& node, std::size_t ratio, Range range);
    Row RowOf(std::size_t ratio, bool most, double count) const;
    void AddRange(IncLinearModel& model, std::size_t ratio, Range range) const;
    double UnitOf(std::size_t ratio, const std::vector<double>& values) const;
    double CountOf(std::size_t ratio, const std::vector<double>& values) const;
    bool IsWhole(std::size_t ratio, const std::vector<double>& values) const;
    /// Return the ratio y / r that is farthest from an integer; nothing if all are integers.
    std::optional<std::size_t> LeastWhole(const Node& node) const;
    IncLinearAnswer SolveAnew(const std::vector<Range>& ranges) const;

    const IncRatioModel& m_model;
    const IncDeadline m_deadline;
    const uint64_t m_mostNodes;
    uint64_t m_nodes{0};
    double m_best{0}; //!< best objective so far; branches that cannot exceed it are pruned
    double m_gap{0};
    const Accept* m_accept{nullptr};
    bool m_late{false};    //!< true if the deadline or the limit on nodes has ended the search
    bool m_spoiled{false}; //!< true if rounding errors prevented the search of a branch
    double m_open{0};      //!< largest bound of branches that were not searched
    Answer m_answer;
};

} // namespace ns3

#endif // INC_RATIO_SEARCH_H
