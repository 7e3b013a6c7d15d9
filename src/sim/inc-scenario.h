/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_H
#define INC_SCENARIO_H

#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief inc-sim: arguments in, table and result files out.
 */
class IncScenario
{
  public:
    /**
     * \brief Run inc-sim.
     * \param arguments without the program's name
     * \param out for help and table
     * \param err for progress
     * \return exit status: 0 all results right, 1 some collective failed or was wrong.
     *         Throws std::invalid_argument, its text one line, on bad arguments or files
     */
    static int Main(const std::vector<std::string>& arguments,
                    std::ostream& out,
                    std::ostream& err);
};

} // namespace ns3

#endif // INC_SCENARIO_H
