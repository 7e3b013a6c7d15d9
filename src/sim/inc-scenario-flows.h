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
 * \param arguments arguments of the run
 * \param network network to run on
 */
void IncCheckFlows(const IncSimArguments& arguments, const IncSimNetwork& network);

/**
 * \ingroup inc
 * \brief Run a row of flows, with failures of links and background traffic.
 * \param arguments arguments of the run
 * \param network network to run on
 * \param observers observers of the run
 * \param progress shows how far the run is
 * \param flows flows to run
 * \param background share of a host's link for other traffic
 * \return the row after IncRunObserver::Read(), without the name of the pattern
 */
IncResultRow IncRunFlows(const IncSimArguments& arguments,
                         IncSimNetwork& network,
                         IncRunObservers& observers,
                         IncProgress& progress,
                         std::vector<IncFlow> flows,
                         double background);

/**
 * \ingroup inc
 * \brief Make the flows of `--pattern`.
 * \param arguments arguments of the run
 * \param network network to run on
 * \param size bytes of a flow, if the pattern does not decide
 * \return the flows, each later by the lateness of its sender (--straggler)
 */
std::vector<IncFlow> IncMakeFlows(const IncSimArguments& arguments,
                                  IncSimNetwork& network,
                                  uint64_t size);

/**
 * \ingroup inc
 * \brief Read the results of flows, and show them in the timeline if there is one.
 * \param run run of flows, which is over
 * \param arguments arguments of the run
 * \param network network of the run
 * \param observers observers of the run
 * \return the result, without the name of the pattern
 */
IncFlowResult IncReadFlowRun(const IncFlowRun& run,
                             const IncSimArguments& arguments,
                             const IncSimNetwork& network,
                             const IncRunObservers& observers);

} // namespace ns3

#endif // INC_SCENARIO_FLOWS_H
