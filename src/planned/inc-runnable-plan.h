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

/**
 * \ingroup inc
 * \brief A plan of any planner that can be run: feasible, valid, and with a rate above 0.
 */
class IncRunnablePlan
{
  public:
    /**
     * \brief Read a plan file (inc-plan/1).
     * \param path of the file
     * \return the plan; IncError where it is no plan, violates its own model, or nothing of it
     *         can be run
     */
    static IncRunnablePlan Load(const std::string& path);

    /** \return true for a plan of the edge: its model is of the reduction alone */
    bool IsEdge() const;

    /** \return parameter servers with a rate above 0 */
    uint32_t CountServers() const;

    /** \return workers */
    uint64_t CountWorkers() const;

    /**
     * \param delay propagation of every link
     * \return the network; IncError or IncTopologyError where it cannot be
     */
    IncPlannedNetwork MakeNetwork(Time delay) const;

  private:
    /// Rates of the parameter servers, Gb/s.
    std::vector<double> GetRates() const;
    /// Return the violations of the plan; empty if there are none.
    std::vector<std::string> Check() const;
    const IncPlanAnswer& GetAnswer() const;

    std::variant<IncClusterPlan, IncEdgePlan> m_plan;
};

} // namespace ns3

#endif // INC_RUNNABLE_PLAN_H
