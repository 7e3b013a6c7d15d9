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

namespace ns3
{

class IncSimArguments;

/**
 * \ingroup inc
 * \brief A row of `--scheme=flows`: the traffic of a pattern on the scenario's network.
 */
class IncScenarioFlows
{
  public:
    /**
     * \param arguments of the run
     * \param network to run on
     * \param observers of the run
     * \param progress shows how far the run is
     */
    IncScenarioFlows(const IncSimArguments& arguments,
                     IncSimNetwork& network,
                     IncRunObservers& observers,
                     IncProgress& progress);

    /**
     * \brief Throw IncError where the pattern does not fit the network's workers.
     * \param arguments of the run
     * \param network to run on
     */
    static void Check(const IncSimArguments& arguments, const IncSimNetwork& network);

    /**
     * \brief Run the traffic, with failures and background load.
     * \param size bytes of a flow
     * \return the row, which observers have read
     */
    IncResultRow Run(uint64_t size);

  private:
    std::vector<IncFlow> MakeFlows(uint64_t size);

    const IncSimArguments& m_arguments; //!< arguments of the run
    IncSimNetwork& m_network;           //!< network of the run
    IncRunObservers& m_observers;       //!< observers of the run
    IncProgress& m_progress;            //!< shows how far the run is
};

} // namespace ns3

#endif // INC_SCENARIO_FLOWS_H
