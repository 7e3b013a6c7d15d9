/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_SPREAD_H
#define INC_FLOW_SPREAD_H

#include "ns3/inc-net-device.h"
#include "ns3/inc-queue-pair.h"
#include "ns3/inc-rdma-nic.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Chooses UDP source ports so that equal-cost paths share the flows of an algorithm evenly,
 * as hosts do that know how their switches hash.
 *
 * Flows are placed one after another, before they begin, each on the way whose busiest link has the
 * fewest of those that are under way at the same time.
 */
class IncFlowSpread
{
  public:
    /**
     * \brief Give a queue pair its source port.
     * \param nic of its host
     * \param queuePair connected; keeps its port where no other is better
     * \param phase flows of different phases are not under way at the same time
     */
    void Place(const IncRdmaNic& nic, IncQueuePair& queuePair, uint32_t phase);

  private:
    using Way = std::vector<const IncNetDevice*>; // between switches: who sends on each link

    static Way FindWay(const IncRdmaNic& nic, const IncQueuePair& queuePair, uint16_t sourcePort);
    uint32_t BusiestOf(const Way& way, uint32_t phase) const;

    static constexpr uint32_t TRIES = 128; //!< source ports that are looked at

    std::map<std::pair<uint32_t, const IncNetDevice*>, uint32_t> m_flows; //!< by phase and link
};

} // namespace ns3

#endif // INC_FLOW_SPREAD_H
