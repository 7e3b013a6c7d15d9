/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_H
#define INC_SCENARIO_H

#include <string>

namespace ns3
{

/** \ingroup inc \brief Runs inc-sim: reads arguments, runs the scenario, writes its results. */
class IncScenario
{
  public:
    /** \brief Run inc-sim, with classes that the calling program has registered. Return the exit
     * status: 0 if all results are right, 1 if a collective failed or was wrong, 2 for bad
     * arguments or files. */
    static int Main(const std::string& program, int argc, char* argv[]);
};

} // namespace ns3

#endif // INC_SCENARIO_H
