/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLANNER_H
#define INC_PLANNER_H

#include "inc-plan-answer.h"
#include "inc-plan-options.h"

#include <chrono>

namespace ns3
{

/** \ingroup inc \brief Base class of planners: IncFooPlanner(instance).TimeLimit(seconds).Run()
 * returns a plan of the instance.
 *
 * A planner finds rates, trees and links for its instance (IncCluster, IncEdge or IncClusterJobs).
 * It needs neither the simulator nor ns-3; IncRunnablePlan makes a network of the plan. The base
 * class owns the options, the deadline and the measured time. A derived class overrides Solve() and
 * registers itself by an IncPlanRegistration.
 *
 * Limits of work, such as numbers of steps, are equal on every machine, so plans are reproducible.
 * Only if the time limit ends the search may the plan depend on the machine; it then has the note
 * "time_limit_reached". */
template <class Self, class Plan>
class IncPlanner
{
  public:
    /** The instance must outlive the planner. */
    explicit IncPlanner(const decltype(Plan::instance)& instance)
        : m_instance(instance)
    {
    }

    virtual ~IncPlanner() = default;

    Self& Options(const IncPlanOptions& options)
    {
        m_options = options;
        return static_cast<Self&>(*this);
    }

    /** \param seconds time limit of the search; 10 by default */
    Self& TimeLimit(double seconds)
    {
        m_options.timeLimit = seconds;
        return static_cast<Self&>(*this);
    }

    /** \return the plan, with the planner's name and the time it took */
    Plan Run()
    {
        const auto start = Clock::now();
        m_deadline = start + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(m_options.timeLimit));
        Plan plan;
        plan.instance = m_instance;
        Solve(plan);
        plan.algorithm = Self::NAME;
        if (Late() && plan.status != IncPlanStatus::OPTIMAL &&
            plan.status != IncPlanStatus::INFEASIBLE)
        {
            plan.notes["time_limit_reached"] = true;
        }
        plan.solveMs = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        return plan;
    }

  protected:
    using Clock = std::chrono::steady_clock;

    bool Late() const
    {
        return IncIsPast(m_deadline);
    }

    const decltype(Plan::instance)& m_instance;
    IncPlanOptions m_options;
    IncDeadline m_deadline{};

  private:
    /** Complete the plan, which has only the instance. Run() has set the deadline. */
    virtual void Solve(Plan& plan) = 0;
};

} // namespace ns3

#endif // INC_PLANNER_H
