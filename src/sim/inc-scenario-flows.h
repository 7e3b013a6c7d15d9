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

/** \brief Throw IncError if the pattern of `--scheme=flows` is impossible with these workers. */
void IncCheckFlows(const IncSimArguments& arguments, const IncSimNetwork& network);

/** \brief Run a row of flows, with the failures of links that the arguments name. `background` is
 * the load of background flows, as a share of a host's link rate. Return the row, to which
 * observers have added by Read(), without the name of the pattern. */
IncResultRow IncRunFlows(const IncSimArguments& arguments,
                         IncSimNetwork& network,
                         IncRunObservers& observers,
                         IncProgress& progress,
                         std::vector<IncFlow> flows,
                         double background);

/** \brief Make the flows of `--pattern`; flows of a late sender (--straggler) start later. Flows
 * have `size` bytes, unless the pattern decides the sizes. */
std::vector<IncFlow> IncMakeFlows(const IncSimArguments& arguments,
                                  IncSimNetwork& network,
                                  uint64_t size);

/** \brief Return the result of flows that have ended, without the name of the pattern. Show the
 * flows in the timeline if there is one. */
IncFlowResult IncReadFlowRun(const IncFlowRun& run,
                             const IncSimArguments& arguments,
                             const IncSimNetwork& network,
                             const IncRunObservers& observers);

} // namespace ns3

#endif // INC_SCENARIO_FLOWS_H
