/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_CHECKER_H
#define INC_EDGE_CHECKER_H

#include "inc-plan-answer.h"
#include "inc-plan-rules.h"
#include "inc-violations.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Verifies a plan of an edge against the planner's model. It reads only the plan, which
 * contains the edge. Plans of eina and rr must satisfy EINA's constraints (1) to (13), corrected or
 * as printed. In plans of atp each flow is reduced once, at its home; in plans of grid, once
 * anywhere. These plans must satisfy (1) and the load limits (10) to (12). Their trees have other
 * rules. */
class IncEdgeChecker
{
  public:
    /** \param plan plan to check; must outlive the checker */
    explicit IncEdgeChecker(const IncEdgePlan& plan);

    /** \return the violations, one line of text for each; empty if there are none */
    std::vector<std::string> Check();

  private:
    void CheckOutcome();
    void CheckRates();
    void CheckTree(std::size_t p);
    void CheckSenders(std::size_t p);
    void CheckDepths(std::size_t p);
    void CheckRaw(std::size_t p);
    void CheckLoads();

    const IncEdgePlan& m_plan;
    const IncEdge& m_edge;
    const IncPlanRules m_rules;
    IncViolations m_violations;
    std::vector<std::vector<uint32_t>> m_parent;   //!< parent in the tree, by PS and aggregator
    std::vector<std::vector<uint32_t>> m_children; //!< number of children, by PS and aggregator
    /// Number of workers reduced at home, by PS and aggregator.
    std::vector<std::vector<uint32_t>> m_home;
    /// Unreduced flows that arrive, by PS and aggregator.
    std::vector<std::vector<uint32_t>> m_arrivals;
    /// Unreduced flows that leave, by PS and aggregator.
    std::vector<std::vector<uint32_t>> m_leaving;
    std::vector<uint32_t> m_direct; //!< unreduced flows that bypass the aggregator of each PS
};

} // namespace ns3

#endif // INC_EDGE_CHECKER_H
