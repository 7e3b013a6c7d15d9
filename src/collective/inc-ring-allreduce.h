/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RING_ALLREDUCE_H
#define INC_RING_ALLREDUCE_H

#include "inc-collective.h"
#include "inc-ring-agent.h"

#include "ns3/node-container.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Ring AllReduce over reliable queue pairs between neighbors of a ring: a reduce-scatter,
 * then an all-gather.
 *
 * With n ranks the ring takes 2(n-1) steps; in each step a rank sends one n-th of the elements.
 * With link rate B and payload efficiency eta, the algorithm's bandwidth is at most eta * B * n /
 * (2(n-1)). Ranks forward chunks slice by slice, which hides the latency of the steps. Chunk c is
 * reduced in ring order, beginning at rank c. The longest chain has n - 1 operations.
 */
class IncRingAllReduce : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Connect the hosts in a ring, in the given order, each with an IncRdmaNic. */
    void Setup(const NodeContainer& workers);

    /** \return largest payload in flight between two neighbors, bytes; call it after Setup() */
    uint32_t GetWindowBytes() const
    {
        return m_windowBytes;
    }

    /** \return attribute SliceBytes: largest payload that a rank forwards at once, bytes */
    uint32_t GetSliceBytes() const
    {
        return m_sliceBytes;
    }

    uint32_t GetRanks() const override
    {
        return m_agents.size();
    }

    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;
    void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread) override;
    std::unique_ptr<IncRepeater> MakeRepeater() const override;

  protected:
    void DoDispose() override;

  private:
    static uint32_t FindPathBytes(const NodeContainer& workers);

    uint32_t m_sliceBytes;
    uint32_t m_scratchSlices;  //!< number of slots in a rank's scratch memory
    uint32_t m_windowBytes{0}; //!< window between two neighbors, bytes
    std::vector<Ptr<IncRingAgent>> m_agents;
};

} // namespace ns3

#endif // INC_RING_ALLREDUCE_H
