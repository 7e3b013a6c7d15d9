/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RUNNABLE_PLAN_H
#define INC_RUNNABLE_PLAN_H

#include "inc-planned-network.h"

#include "ns3/inc-plan-answer.h"
#include "ns3/nstime.h"

#include <string>
#include <variant>

namespace ns3
{

/** \ingroup inc \brief A plan that the simulator can run: one job, without violations, and with a
 * rate above 0. It makes the network that the plan describes. */
class IncRunnablePlan
{
  public:
    /** \brief Read a plan file (inc-plan/1); throw IncError if it has no plan, the plan violates
     * its model, or its rate is 0. */
    static IncRunnablePlan Load(const std::string& path);

    /** \return true for an edge plan; its model covers the reduction but not the results */
    bool IsEdge() const;

    /** \return number of parameter servers with a rate above 0 */
    uint32_t CountServers() const;

    uint64_t CountWorkers() const;

    /** \return the network; throws IncError or IncTopologyError if it cannot be made */
    IncPlannedNetwork MakeNetwork(Time delay) const;

  private:
    /// Return the rate of each parameter server, Gb/s.
    std::vector<double> GetRates() const;
    std::vector<std::string> Check() const;
    const IncPlanAnswer& GetAnswer() const;

    std::variant<IncClusterPlan, IncEdgePlan> m_plan;
};

} // namespace ns3

#endif // INC_RUNNABLE_PLAN_H
