/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IN_NETWORK_ALLREDUCE_H
#define INC_IN_NETWORK_ALLREDUCE_H

#include "inc-collective.h"

#include "ns3/inc-client.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief AllReduce in the network: every worker's client sends its elements up the aggregation
 * tree once and gets the result once.
 *
 * With links of rate B and payload efficiency eta the algorithm's bandwidth is at most eta * B,
 * whatever the number of workers.
 */
class IncInNetworkAllReduce : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncInNetworkAllReduce();

    /** \param clients of an installed group, by rank */
    void Setup(const std::vector<Ptr<IncClient>>& clients);

    uint32_t GetRanks() const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<IncClient>> m_clients; //!< by rank
};

} // namespace ns3

#endif // INC_IN_NETWORK_ALLREDUCE_H
