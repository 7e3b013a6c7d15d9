/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_FLOWS_H
#define INC_SCENARIO_FLOWS_H

#include "inc-run-observer.h"

#include "ns3/inc-progress.h"
#include "ns3/inc-result.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Refuse a pattern of `--scheme=flows` that does not fit the network's workers.
 * \param arguments of the run
 * \param network to run on
 */
void IncCheckFlows(const IncSimArguments& arguments, const IncSimNetwork& network);

/**
 * \ingroup inc
 * \brief Run a row of `--scheme=flows`: a pattern's traffic, with failures and background load.
 * \param arguments of the run
 * \param network to run on
 * \param observers of the run
 * \param progress shows how far the run is
 * \param size bytes of a flow
 * \return the row, which observers have read
 */
IncResultRow IncRunFlows(const IncSimArguments& arguments,
                         IncSimNetwork& network,
                         IncRunObservers& observers,
                         IncProgress& progress,
                         uint64_t size);

} // namespace ns3

#endif // INC_SCENARIO_FLOWS_H
