/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VIOLATIONS_H
#define INC_VIOLATIONS_H

#include "inc-plan-answer.h"

#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief List of the violations that a checker finds in a plan, one per line. */
class IncViolations
{
  public:
    /// Tolerance of comparisons: of rates in Gb/s, of loads relative to their limits.
    static constexpr double TOLERANCE = 1e-6;

    /** \param parts parts of one line of text, to be joined */
    template <class... Parts>
    void Add(const Parts&... parts)
    {
        std::ostringstream line;
        (line << ... << parts);
        m_lines.push_back(line.str());
    }

    /** Check that a plan's upper bound fits its objective and status. */
    void CheckBound(const IncPlanAnswer& plan, double tolerance)
    {
        if (plan.upperBound < plan.objective - tolerance)
        {
            Add("upper_bound ", plan.upperBound, " is below the objective ", plan.objective);
        }
        if (plan.status == IncPlanStatus::OPTIMAL && plan.upperBound > plan.objective + tolerance)
        {
            Add("status optimal, but upper_bound ", plan.upperBound, " is above the objective");
        }
    }

    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

  private:
    std::vector<std::string> m_lines;
};

} // namespace ns3

#endif // INC_VIOLATIONS_H
