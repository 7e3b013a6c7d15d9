/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ALLREDUCE_BENCH_H
#define INC_ALLREDUCE_BENCH_H

#include "inc-bench-workload.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-in-network-collective.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief One in-network AllReduce over all hosts. The data are virtual: what is measured is the
 * simulator, not the processor's arithmetic.
 */
class IncAllReduceBench : public IncBenchWorkload
{
  public:
    /**
     * \param dissemination how results travel
     * \param mode what becomes of rounds that repeat
     * \param layers AllReduces that are alike, as those of a model
     */
    explicit IncAllReduceBench(IncDisseminationMode dissemination = IncDisseminationMode::BIER,
                               IncFastForwardMode mode = IncFastForwardMode::OFF,
                               uint32_t layers = 1);
    ~IncAllReduceBench() override;

    void Install(const IncTopology& topology, uint64_t size) override;
    void Collect(IncBenchFigures& figures) const override;

  private:
    void Start(const IncCollectiveRequest& request, bool isFollowed);
    void RankEnded(uint32_t rank, const std::string& status);

    IncDisseminationMode m_dissemination;    //!< how results travel
    IncFastForwardMode m_mode;               //!< what becomes of rounds that repeat
    uint32_t m_layers;                       //!< layers, one after the other
    IncFabric m_fabric;                      //!< the network
    IncGroup m_group;                        //!< group of all hosts
    Ptr<IncInNetworkCollective> m_allReduce; //!< the AllReduce that is measured
    Ptr<IncFastForward> m_fastForward;       //!< jumps over rounds
    uint32_t m_completed{0};                 //!< ranks, of all layers
    Time m_end;                              //!< when the last of them did
    std::string m_lastError;                 //!< error of a rank that failed
};

} // namespace ns3

#endif // INC_ALLREDUCE_BENCH_H
