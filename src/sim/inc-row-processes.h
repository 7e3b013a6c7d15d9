/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROW_PROCESSES_H
#define INC_ROW_PROCESSES_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \brief Run tasks beside each other, each in a process forked from this one, as if they ran one
 * after the other. At most `most` processes run at a time.
 *
 * ns-3 has one simulator in a process, so simulations need processes to use several cores. A
 * process begins with a copy of this one; a page is copied only when one of the two changes it.
 * Whatever a process prints or returns waits until all earlier tasks have ended. So a user sees the
 * order of tasks, and the first error in this order, which ends the run. An exception of a task is
 * thrown here. A signal that has ended a process becomes std::runtime_error. If ns-3 has ended a
 * process, this one ends in the same way. All processes end with this one. `work` does a task in
 * its process; `take` gets the bytes of `work` in this process, in the order of tasks.
 */
void IncRunProcesses(const std::vector<std::string>& names,
                     uint32_t most,
                     const std::function<std::string(std::size_t task)>& work,
                     const std::function<void(const std::string& bytes)>& take);

/** \return number of processes, at least 1, that have a core each and fit into available memory */
uint32_t IncCountProcesses(double bytes);

} // namespace ns3

#endif // INC_ROW_PROCESSES_H
