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

/** \ingroup inc \brief Verifies a plan of an edge against the planner's model. It reads only the
 * plan, which contains the edge. Plans of eina and rr must satisfy EINA's constraints (1) to (13),
 * corrected or as printed. In plans of atp each flow is reduced once, at its home; in plans of
 * grid, once anywhere. These plans must satisfy (1) and the load limits (10) to (12). Their trees
 * have other rules. */
class IncEdgeChecker
{
  public:
    /** The plan must outlive the checker. */
    explicit IncEdgeChecker(const IncEdgePlan& plan);

    /** \return the violations, one line of text for each */
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
    std::vector<std::vector<uint32_t>> m_parent;
    std::vector<std::vector<uint32_t>> m_children;
    /// Numbers by PS and aggregator: workers reduced at home, unreduced flows in and out.
    std::vector<std::vector<uint32_t>> m_home;
    std::vector<std::vector<uint32_t>> m_arrivals;
    std::vector<std::vector<uint32_t>> m_leaving;
    std::vector<uint32_t> m_direct; //!< unreduced flows that bypass the aggregator of each PS
};

} // namespace ns3

#endif // INC_EDGE_CHECKER_H
