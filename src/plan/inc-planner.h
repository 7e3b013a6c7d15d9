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

/**
 * \ingroup inc
 * \brief Base class of planners: IncFooPlanner(instance).TimeLimit(seconds).Run() gives a plan.
 *
 * A planner solves an instance, IncCluster or IncEdge, without the simulator and without ns-3. The
 * result says which rates, trees and links are best; IncRunnablePlan makes a network of it. The
 * base class owns the options, the deadline and the measured time. Derived classes override
 * Solve(), and register themselves by an IncPlanRegistration. A planner never changes its instance.
 *
 * Limits of work, which are the same on every machine, decide what a planner finds. The time limit
 * only ends it, and the plan then has the note "time_limit_reached".
 *
 * \tparam Self the planner; its NAME is the plan's algorithm
 * \tparam Plan type of the plan, IncClusterPlan, IncEdgePlan or IncJobsPlan
 */
template <class Self, class Plan>
class IncPlanner
{
  public:
    virtual ~IncPlanner() = default;

    /** \param options all options of the run */
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
        Plan plan = Solve();
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
    using Clock = std::chrono::steady_clock; //!< clock of time limits

    /** \return true if the time limit is reached */
    bool Late() const
    {
        return IncIsPast(m_deadline);
    }

    IncPlanOptions m_options; //!< options that the user gave
    IncDeadline m_deadline{}; //!< end of the time limit

  private:
    /** \return the plan; Run() has set the deadline before */
    virtual Plan Solve() = 0;
};

} // namespace ns3

#endif // INC_PLANNER_H
