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

/**
 * \ingroup inc
 * \brief EINA's exact planner: finds the largest sum of rates and its aggregation trees (Qiao et
 * al., "Maximizing the Throughput of Edge-Based In-Network Aggregation With Routing Optimization").
 *
 * If some rates are feasible, lower ones are as well. Integer rates are therefore found by a walk
 * over their sums. Real rates are found by a bisection. With one parameter server it ends at a
 * breakpoint of the loads. With two it ends at a breakpoint of the sum, and each sum is decided at
 * the breakpoints along its line. IncEinaRates decides one rate vector.
 *
 *     IncEdgePlan plan = IncEinaPlanner(edge).Printed(false).TimeLimit(10).Run();
 */
class IncEinaPlanner : public IncPlanner<IncEinaPlanner, IncEdgePlan>
{
  public:
    static constexpr const char* NAME = "eina"; //!< name of the algorithm in plan files

    /** \param edge the instance */
    explicit IncEinaPlanner(const IncEdge& edge);

    /** \param printed true for the model as printed, except constraint (10) */
    IncEinaPlanner& Printed(bool printed);

  private:
    IncEdgePlan Solve() override;

    using Rates = std::vector<double>;
    using Answer = IncEinaRates::Answer;

    bool Try(const Rates& rates);
    void Keep(const Rates& rates);
    double Sum(const Rates& rates) const;
    void Improve();
    double Largest(Rates rates, std::size_t p);
    double Alone(std::size_t p);
    double LargestInteger(Rates rates, std::size_t p);
    double LargestReal(Rates rates, std::size_t p);
    std::vector<double> Breakpoints(const Rates& rates,
                                    std::size_t p,
                                    double low,
                                    double high) const;
    void SearchInteger();
    Answer Splits(std::size_t p, double left, Rates& rates);
    void Sums();
    void Staircase();
    void SearchReal();
    void SearchProducts(uint64_t mostNodes);
    void SearchSums();
    void StartFromGrid();
    Answer Line(double sum);
    void Polish();

    const IncEdge& m_edge;
    std::optional<IncEinaRates> m_test;
    Rates m_low;
    Rates m_high;
    bool m_unknown{false}; //!< true if some test was cut short
    bool m_searchesOn{
        true}; //!< true to search again, with more effort, after tests that were cut short
    double m_bound{0};
    double m_best{-1};
    IncEdgePlan m_plan;
};

} // namespace ns3

#endif // INC_EINA_PLANNER_H
