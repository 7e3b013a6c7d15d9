/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PERMUTATION_BENCH_H
#define INC_PERMUTATION_BENCH_H

#include "inc-bench-workload.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-rc-queue-pair.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Every host writes one message over a reliable connection to another host; ACKs on.
 */
class IncPermutationBench : public IncBenchWorkload
{
  public:
    void Install(const IncTopology& topology, uint64_t size) override;
    void Collect(IncBenchFigures& figures) const override;

  private:
    void StartFlow(uint32_t from, uint32_t to, uint64_t size);
    void FlowEnded(const IncCompletion& completion);

    IncFabric m_fabric;                         //!< the network
    std::vector<Ptr<IncRcQueuePair>> m_senders; //!< one per flow
    uint32_t m_completed{0};                    //!< flows that have completed
    const char* m_lastError{nullptr};           //!< error of a flow that failed
};

} // namespace ns3

#endif // INC_PERMUTATION_BENCH_H
