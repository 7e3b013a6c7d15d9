/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_ERROR_H
#define INC_PLAN_ERROR_H

#include <stdexcept>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a user gave is not acceptable, or the call could not be carried out.
 *
 * what() is one line naming the field or argument, the value and what is accepted. This is the
 * status of the *call*; the status of the *answer* (optimal, feasible, ...) is in the plan.
 */
class IncPlanError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

} // namespace ns3

#endif // INC_PLAN_ERROR_H
