/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_FLOWS_H
#define INC_SCENARIO_FLOWS_H

#include "inc-flow-run.h"
#include "inc-run-observer.h"

#include "ns3/inc-progress.h"
#include "ns3/inc-result.h"

#include <cstdint>
#include <vector>

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
 * \param flows to run
 * \param background share of a host's link for other traffic
 * \return the row, which observers have read, the pattern's name not filled in
 */
IncResultRow IncRunFlows(const IncSimArguments& arguments,
                         IncSimNetwork& network,
                         IncRunObservers& observers,
                         IncProgress& progress,
                         std::vector<IncFlow> flows,
                         double background);

/**
 * \ingroup inc
 * \param arguments of the run
 * \param network to run on
 * \param size bytes of a flow
 * \return the flows of `--pattern`
 */
std::vector<IncFlow> IncMakeFlows(const IncSimArguments& arguments,
                                  IncSimNetwork& network,
                                  uint64_t size);

/**
 * \ingroup inc
 * \brief Read what became of flows, and show them in the timeline if there is one.
 * \param run that is over
 * \param arguments of the run
 * \param network it ran on
 * \param observers of the run
 * \return the result, the pattern's name not filled in
 */
IncFlowResult IncReadFlowRun(const IncFlowRun& run,
                             const IncSimArguments& arguments,
                             const IncSimNetwork& network,
                             const IncRunObservers& observers);

} // namespace ns3

#endif // INC_SCENARIO_FLOWS_H
