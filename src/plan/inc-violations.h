/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VIOLATIONS_H
#define INC_VIOLATIONS_H

#include "inc-plan-answer.h"

#include <algorithm>
#include <deque>
#include <iterator>
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

    /** A line that << writes to, or none if `text` is null. */
    struct Line
    {
        std::ostream* text;

        template <class Part>
        Line operator<<(const Part& part) const
        {
            if (text)
            {
                *text << part;
            }
            return *this;
        }
    };

    /** \return a new line for a violation */
    Line Add()
    {
        return {&m_lines.emplace_back()};
    }

    /** \return a new line if a rule is violated, otherwise none */
    Line AddIf(bool violated)
    {
        return violated ? Add() : Line{nullptr};
    }

    /** Check that a plan's upper bound fits its objective and status. */
    void CheckBound(const IncPlanAnswer& plan, double tolerance)
    {
        AddIf(plan.upperBound < plan.objective - tolerance)
            << "upper_bound " << plan.upperBound << " is below the objective " << plan.objective;
        AddIf(plan.status == IncPlanStatus::OPTIMAL && plan.upperBound > plan.objective + tolerance)
            << "status optimal, but upper_bound " << plan.upperBound << " is above the objective";
    }

    std::vector<std::string> Lines() const
    {
        std::vector<std::string> lines;
        std::transform(m_lines.begin(), m_lines.end(), std::back_inserter(lines), [](auto& line) {
            return line.str();
        });
        return lines;
    }

  private:
    std::deque<std::ostringstream> m_lines;
};

} // namespace ns3

#endif // INC_VIOLATIONS_H
