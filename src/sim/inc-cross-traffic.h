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
 * \brief Flows that share the network with a collective or a workload: those of --flowList, or
 * flows between random hosts at random times, as many as --background asks for.
 *
 * Each row draws the same flows for a seed. They begin as long as the row's measured runs last; the
 * row ends with the last of them.
 */
class IncCrossTraffic
{
  public:
    /**
     * \param arguments of the run
     * \param network to run on
     * \param observers of the run
     * \param stream of random numbers
     */
    IncCrossTraffic(const IncSimArguments& arguments,
                    const IncSimNetwork& network,
                    const IncRunObservers& observers,
                    int64_t stream);

    /** \brief Let flows begin from now on. */
    void Begin();

    /**
     * \brief Let no more flows begin, and wait for those that are under way.
     * \param progress shows how far the run is
     * \param row of the collective; gets the flows' result, and their failure if it has none
     */
    void End(IncProgress& progress, IncResultRow& row);

    /** \return all flows that have begun, each with its start from Begin() */
    const std::vector<IncFlow>& GetFlows() const
    {
        return m_flows;
    }

  private:
    void ScheduleNext(uint32_t host);
    void Launch(uint32_t host);
    uint32_t Draw(uint32_t n);

    const IncSimArguments& m_arguments;   //!< arguments of the run
    const IncSimNetwork& m_network;       //!< network that carries the flows
    const IncRunObservers& m_observers;   //!< observers of the run
    Ptr<UniformRandomVariable> m_draw;    //!< peers and sizes
    Ptr<ExponentialRandomVariable> m_gap; //!< times between two flows of a host
    IncFlowPattern m_pattern;             //!< load and sizes
    std::vector<IncFlow> m_flows;         //!< flows that have begun
    std::optional<IncFlowRun> m_run;      //!< flows from Begin() on
    IncOwnedEvents m_arrivals;            //!< beginnings of flows
};

/**
 * \ingroup inc
 * \brief Refuse flows beside collectives that do not fit the network.
 * \param arguments of the run
 * \param topology the network
 */
void IncCheckCrossTraffic(const IncSimArguments& arguments, const IncTopology& topology);

} // namespace ns3

#endif // INC_CROSS_TRAFFIC_H
