/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_ARGUMENTS_H
#define INC_SCENARIO_ARGUMENTS_H

#include "inc-argument-table.h"
#include "inc-scenario-config.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Every argument of inc-sim: names, defaults, units, ranges and help.
 * \param config where the values are stored; it must outlive the table
 * \return the table, ready to parse
 */
IncArgumentTable IncScenarioArguments(IncScenarioConfig& config);

} // namespace ns3

#endif // INC_SCENARIO_ARGUMENTS_H
