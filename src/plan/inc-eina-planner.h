/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_PLANNER_H
#define INC_EINA_PLANNER_H

#include "inc-eina-rates.h"
#include "inc-plan-answer.h"
#include "inc-planner.h"

#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief EINA's exact planner: finds the trees with the largest sum of rates. See
 * Qiao et al., "Maximizing the Throughput of Edge-Based In-Network Aggregation With Routing
 * Optimization".
 *
 * IncEinaRates decides whether given rates, one for each parameter server (PS), are feasible. If
 * they are, all lower rates are feasible too. For one PS, bisection finds the highest rate. If this
 * is a real number, some load meets its limit there (a breakpoint). Integer rates of two PSs are
 * found by a walk along the boundary of the feasible region. Integer rates of more PSs are found by
 * bisection of their sum. For several real rates, IncRatioSearch finds rates and trees together.
 * With two PSs a search over the sum of rates can also decide. */
class IncEinaPlanner : public IncPlanner<IncEinaPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "eina";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncEdgePlan& plan) override;

    using Rates = std::vector<double>;
    using Answer = IncEinaRates::Answer;

    /// Test rates, and keep them with their trees if their sum is the best so far.
    Answer Test(const Rates& rates);
    bool Try(const Rates& rates);
    double Sum(const Rates& rates) const;
    void Improve();
    /// Return the highest feasible rate of PS p, Gb/s, with all other rates fixed.
    double Largest(Rates rates, std::size_t p);
    double Alone(std::size_t p);
    double LargestInteger(Rates rates, std::size_t p);
    double LargestReal(Rates rates, std::size_t p);
    std::vector<double> Breakpoints(const Rates& rates,
                                    std::size_t p,
                                    double low,
                                    double high) const;
    void SearchInteger();
    /// Test all ways to split the sum `left` into integer rates of the PSs from p on.
    Answer Splits(std::size_t p, double left, Rates& rates);
    void Sums();
    void Staircase();
    void SearchStars();
    void SearchReal();
    void SearchProducts(uint64_t mostNodes);
    void SearchSums();
    void StartFromGrid();
    /// Test whether two PSs have feasible rates with this sum.
    Answer Line(double sum);
    /// Test rates of the first of two PSs, from points[first] to points[last]; the sum is fixed.
    Answer Segment(double sum, const Rates& points, std::size_t first, std::size_t last);
    void Polish();

    std::optional<IncEinaRates> m_test;
    Rates m_low;           //!< lower bounds of the rates, Gb/s
    Rates m_high;          //!< upper bounds of the rates, Gb/s
    bool m_unknown{false}; //!< true if some test of rates ended undecided
    /// True if undecided tests shall be repeated with more effort.
    bool m_searchesOn{true};
    double m_bound{0};  //!< upper bound on the sum of rates, Gb/s
    double m_best{-1};  //!< best sum of rates so far, Gb/s; negative if there is none
    IncEdgePlan m_plan; //!< plan with the sum m_best
};

} // namespace ns3

#endif // INC_EINA_PLANNER_H
