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
 * \brief Runs one iteration of a training workload: a forward pass, then a backward pass from the
 * last layer to the first. The collective of a gradient starts when the backward pass has computed
 * it, and runs while the pass goes on.
 */
class IncWorkloadTimeline
{
  public:
    IncWorkloadTimeline(const IncWorkload& workload,
                        const IncScenarioJob& job,
                        IncProgress& progress);

    /** \brief Simulate the iteration. The row's time is from the start of the first collective to
     * the completion of the last rank. */
    void Run(IncResultRow& row);

  private:
    struct Layer
    {
        IncLayerResult result; //!< result for the row
        uint64_t count{0};     //!< number of elements
        uint32_t missing{0};   //!< ranks for which the collective has not ended
        Time start;            //!< time when the collective started
        Time end;              //!< time when the last rank had its result
        std::shared_ptr<IncCollectiveOutcome> outcome; //!< outcome of the running collective
    };

    void Schedule(IncResultRow& row);
    void Start(uint32_t index);
    void Settled(uint32_t index, const std::string& status);
    void Report(IncResultRow& row, Time begin);
    void ShowComputation() const;
    void ShowLayer(const Layer& layer, Time exposedFrom) const;

    const IncWorkload& m_workload;
    const IncScenarioJob& m_job;
    const IncSimNetwork& m_network;
    Ptr<IncTimeline> m_timeline; //!< timeline that shows computation and layers, or null
    IncProgress& m_progress;
    IncSimulationLoop m_loop;
    std::vector<Layer> m_layers; //!< layers in the order of the backward pass
    IncOwnedEvents m_starts;     //!< events that start collectives
    Time m_computeEnd;           //!< end of the backward pass
    uint64_t m_layersEnded{0};
    uint64_t m_wrong{0}; //!< number of wrong elements
};

} // namespace ns3

#endif // INC_WORKLOAD_TIMELINE_H
