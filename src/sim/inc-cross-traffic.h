/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CROSS_TRAFFIC_H
#define INC_CROSS_TRAFFIC_H

#include "inc-flow-run.h"
#include "inc-run-observer.h"

#include "ns3/inc-progress.h"
#include "ns3/inc-result.h"
#include "ns3/random-variable-stream.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Runs flows that share the network with a collective or a workload: the flows of
 * --flowList, or flows between random hosts at random times (--background).
 *
 * All rows of a run draw the same flows. Flows start during the measured runs of a row. The row
 * ends when the last flow has ended.
 */
class IncCrossTraffic
{
  public:
    /** \brief Draw from two random streams; `stream` is the number of the first. */
    IncCrossTraffic(const IncSimArguments& arguments,
                    const IncSimNetwork& network,
                    const IncRunObservers& observers,
                    int64_t stream);

    void Begin();

    /** \brief Start no more flows, and wait for the flows that have started. The row gets their
     * result, and their failure if the collective did not fail. */
    void End(IncProgress& progress, IncResultRow& row);

    /** \return all flows that have begun; their start times count from Begin() */
    const std::vector<IncFlow>& GetFlows() const
    {
        return m_flows;
    }

  private:
    void ScheduleNext(uint32_t host);
    void Launch(uint32_t host);
    uint32_t Draw(uint32_t n);

    const IncSimArguments& m_arguments;
    const IncSimNetwork& m_network;
    const IncRunObservers& m_observers;
    Ptr<UniformRandomVariable> m_draw;    //!< draws peers and sizes
    Ptr<ExponentialRandomVariable> m_gap; //!< draws times between flows of a host
    IncFlowPattern m_pattern;             //!< load and sizes of flows
    std::vector<IncFlow> m_flows;         //!< flows that have begun
    std::optional<IncFlowRun> m_run;      //!< runs the flows; empty before Begin()
    IncOwnedEvents m_arrivals;            //!< events that start flows
};

/** \brief Refuse background flows that do not fit the network. */
void IncCheckCrossTraffic(const IncSimArguments& arguments, const IncTopology& topology);

} // namespace ns3

#endif // INC_CROSS_TRAFFIC_H
