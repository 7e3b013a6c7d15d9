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

/** \brief Throw IncError if the traffic pattern of `--scheme=flows` is impossible with these
 * workers. */
void IncCheckFlows(const IncSimArguments& arguments, const IncSimNetwork& network);

/**
 * \ingroup inc
 * \brief Run a row of flows, with the failures of links and the background traffic of the
 * arguments.
 * \param arguments arguments of the run
 * \param network network to run on
 * \param observers observers of the run
 * \param progress shows how far the run is
 * \param flows flows to run
 * \param background load of background flows, as a share of a host's link rate
 * \return the row, to which observers have added by Read(), without the name of the pattern
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
 * \param size bytes of a flow, unless the pattern decides the sizes
 * \return the flows; those of a late sender (--straggler) start later
 */
std::vector<IncFlow> IncMakeFlows(const IncSimArguments& arguments,
                                  IncSimNetwork& network,
                                  uint64_t size);

/**
 * \ingroup inc
 * \brief Return the results of flows, and show the flows in the timeline if there is one.
 * \param run flows that have ended
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
