/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_TIMELINE_H
#define INC_WORKLOAD_TIMELINE_H

#include "inc-scenario-job.h"

#include "ns3/inc-progress.h"
#include "ns3/inc-result.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One iteration of a training workload: the forward pass, then backward from the last
 * layer to the first; each gradient's collective starts when it is ready and overlaps the rest.
 */
class IncWorkloadTimeline
{
  public:
    /**
     * \param workload layers
     * \param job that runs the collectives
     * \param progress shows how far the run is
     */
    IncWorkloadTimeline(const IncWorkload& workload,
                        const IncScenarioJob& job,
                        IncProgress& progress);

    /**
     * \brief Simulate the iteration.
     * \param row sizes, time, correctness and layers are filled in. Its time runs from the first
     *            gradient posted to the last rank's completion
     */
    void Run(IncResultRow& row);

  private:
    /// A gradient's collective.
    struct Layer
    {
        IncLayerResult result;                         //!< result, as it will be reported
        uint64_t count{0};                             //!< number of elements
        uint32_t missing{0};                           //!< ranks that are not settled
        Time start;                                    //!< time when it was posted
        Time end;                                      //!< time when the last rank had its result
        std::shared_ptr<IncCollectiveOutcome> outcome; //!< outcome while the collective runs
    };

    void Schedule(IncResultRow& row);
    void Start(uint32_t index);
    void Settled(uint32_t index, const std::string& status);
    void Report(IncResultRow& row, Time begin);
    void ShowComputation() const;
    void ShowLayer(const Layer& layer, Time exposedFrom) const;

    const IncWorkload& m_workload;  //!< layers
    const IncScenarioJob& m_job;    //!< runs the collectives
    const IncSimNetwork& m_network; //!< on which it does
    Ptr<IncTimeline> m_timeline;    //!< shows computation and layers, or null
    IncProgress& m_progress;        //!< shows how far the run is
    IncSimulationLoop m_loop;       //!< waits for all
    std::vector<Layer> m_layers;    //!< layers, in the order of the backward pass
    IncOwnedEvents m_starts;        //!< starts of the layers' collectives
    Time m_computeEnd;              //!< when backward is over
    uint64_t m_over{0};             //!< layers that are over
    uint64_t m_wrong{0};            //!< number of elements
};

} // namespace ns3

#endif // INC_WORKLOAD_TIMELINE_H
