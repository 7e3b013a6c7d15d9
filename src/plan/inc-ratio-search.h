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
    /** product = k unit, k an integer from low to high. */
    struct Ratio
    {
        static constexpr uint32_t CONSTANT = UINT32_MAX;
        uint32_t product;
        uint32_t unit; //!< a variable, or CONSTANT: then the unit is step
        double low;
        double high;
        double step{1};
    };

    IncLinearModel model; //!< model in the products and rates, to be maximised
    std::vector<Ratio> ratios;
};

/**
 * \ingroup inc
 * \brief Branch and bound over the multiples of an IncRatioModel, exact.
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
        double bound{0}; //!< nothing above it is acceptable
        /// Values of the best accepted answer, if it is above atLeast.
        std::optional<std::vector<double>> values;
    };

    /**
     * \param model what is searched; must outlive the search
     * \param deadline when to give up
     */
    IncRatioSearch(const IncRatioModel& model, Clock::time_point deadline);

    /**
     * \param atLeast an objective that is known already; nothing that is not above it is looked for
     * \param gap objectives so close are alike
     * \param accept asked about every solution
     * \return what is known
     */
    Answer Run(double atLeast, double gap, const Accept& accept);

  private:
    using Range = std::pair<double, double>;
    using Row = IncLinearModel::Row;

    /** A vertex, and the rows that lead there. */
    struct Node
    {
        IncSimplex simplex;
        IncLinearAnswer at;
        std::vector<Range> ranges; //!< ranges by ratio
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
    bool Late();

    const IncRatioModel& m_model;
    const Clock::time_point m_deadline;
    double m_best{0};
    double m_gap{0};
    const Accept* m_accept{nullptr};
    bool m_late{false};
    bool m_spoiled{false}; //!< rounding hid what a branch is worth
    double m_open{0};      //!< the most of what was not looked at
    Answer m_answer;
};

} // namespace ns3

#endif // INC_RATIO_SEARCH_H
