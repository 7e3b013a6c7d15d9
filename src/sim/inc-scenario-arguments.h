/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_ARGUMENTS_H
#define INC_SCENARIO_ARGUMENTS_H

#include "inc-scenario-config.h"

#include "ns3/inc-argument-table.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Add ns-3's --RngSeed and --RngRun, with the ranges that its generator accepts.
 * \param table table that gets the arguments
 * \param seed where the seed is stored
 * \param run where the number of the run is stored
 */
void IncAddRandomArguments(IncArgumentTable& table, uint32_t& seed, uint64_t& run);

/**
 * \ingroup inc
 * \brief Every argument of inc-sim: names, defaults, units, ranges and help.
 * \param config variable that gets the values; it must outlive the table
 * \return the table, ready to parse
 */
IncArgumentTable IncScenarioArguments(IncScenarioConfig& config);

} // namespace ns3

#endif // INC_SCENARIO_ARGUMENTS_H
