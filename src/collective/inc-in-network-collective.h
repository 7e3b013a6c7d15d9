/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IN_NETWORK_COLLECTIVE_H
#define INC_IN_NETWORK_COLLECTIVE_H

#include "inc-collective.h"

#include "ns3/inc-client.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief AllReduce, Reduce, Broadcast, AllGather, ReduceScatter and Barrier in the network.
 *
 * This class drives the clients of an installed group. In every message each worker's client sends
 * a contribution up the aggregation tree and receives the result. A contribution is empty if its
 * rank has no operands in the message, and a result is empty if its rank needs none. Empty packets
 * keep the ranks in step. The class owns no connections and no slots: clients send packets, and
 * switches reduce.
 */
class IncInNetworkCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Use the clients of an installed group, by rank. Requests must have the overflow of
     * the group's switches. */
    void Setup(const std::vector<Ptr<IncClient>>& clients,
               IncOverflow overflow = IncOverflow::WRAP);

    uint32_t GetRanks() const override
    {
        return static_cast<uint32_t>(m_clients.size());
    }

    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<IncClient>> m_clients;
    IncOverflow m_overflow{IncOverflow::WRAP}; //!< overflow of integers in the group's switches
};

} // namespace ns3

#endif // INC_IN_NETWORK_COLLECTIVE_H
