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

/**
 * \ingroup inc
 * \brief Run the program inc-plan, which runs planners, generators and checkers.
 * \param words words of the command line, without the program's name
 * \return exit status: 0 for success, 1 if there is no plan or a plan violates a constraint; throws
 * IncError for bad arguments or files
 */
int IncRunPlanProgram(const std::vector<std::string>& words);

} // namespace ns3

#endif // INC_PLAN_PROGRAM_H
