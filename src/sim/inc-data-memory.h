/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DATA_MEMORY_H
#define INC_DATA_MEMORY_H

#include "inc-job-share.h"

#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Refuses a scenario with a collective whose values this machine's memory does not hold: the
 * kernel would promise it, and end the program, or another, when it is used.
 * \param arguments of the run
 * \param shares of its jobs, or of the groups of its traces
 */
void IncRefuseDataBeyondMemory(const IncSimArguments& arguments,
                               const std::vector<IncJobShare>& shares);

} // namespace ns3

#endif // INC_DATA_MEMORY_H
