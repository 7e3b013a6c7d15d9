/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_PROGRAM_H
#define INC_PLAN_PROGRAM_H

#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Run the program inc-plan with the words after its name. Return its exit
 * status: 0 for success, 1 if there is no plan or a plan violates a constraint. Throws IncError for
 * bad arguments or files. */
int IncRunPlanProgram(const std::vector<std::string>& words);

} // namespace ns3

#endif // INC_PLAN_PROGRAM_H
