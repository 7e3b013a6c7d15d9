/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_CHECKS_H
#define INC_WORKLOAD_CHECKS_H

#include "inc-scenario-config.h"

#include "ns3/inc-argument-table.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Read the workload, if there is one, and check what depends on its layers.
 * \param table parsed
 * \param config to which the workload is added
 */
void IncCheckWorkload(const IncArgumentTable& table, IncScenarioConfig& config);

} // namespace ns3

#endif // INC_WORKLOAD_CHECKS_H
