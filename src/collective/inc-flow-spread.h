/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_SPREAD_H
#define INC_FLOW_SPREAD_H

#include "ns3/inc-connection.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-queue-pair.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

class IncSwitch;

/**
 * \ingroup inc
 * \brief Chooses UDP source ports so that the flows of an algorithm share equal-cost paths evenly.
 *
 * Real hosts can do so if they know the hash function of their switches. Flows get their ports one
 * after another, before they begin. Each flow takes the path whose busiest link has the fewest
 * flows of the same phase. Flows of a rail use the NIC of this rail at both hosts.
 */
class IncFlowSpread
{
  public:
    /** \brief Set the source port of a connected queue pair; keep the port if no other is better.
     * Flows of different phases never send at the same time. Both ends use the NIC `rail`, or any
     * NIC. */
    void Place(IncQueuePair& queuePair,
               uint32_t phase,
               std::optional<uint32_t> rail = std::nullopt);

    /** \brief Return a source port with which a flow from a switch arrives at the NIC `rail` of a
     * host; the connection's own port if no other is better. */
    static uint16_t PortOfRail(const IncSwitch& from,
                               const IncConnection& connection,
                               uint32_t rail);

    static constexpr uint32_t REPLIES = UINT32_MAX; //!< phase of flows that only carry replies

  private:
    struct Way
    {
        std::vector<const IncNetDevice*> links; //!< sending ports of the links between switches
        const IncNetDevice* first{nullptr};     //!< sending port of the source host
        const IncNetDevice* last{
            nullptr}; //!< receiving port of the destination host; null if unknown
    };

    static Way FindWay(const IncQueuePair& queuePair, uint16_t sourcePort);
    static IncFrame MakeFrame(IncConnection connection, uint16_t sourcePort);
    static void Follow(Way& way, const IncFrame& frame, const IncNetDevice* link);
    static uint32_t StraysFrom(const std::optional<uint32_t>& rail, const Way& way);
    uint32_t BusiestOf(const Way& way, uint32_t phase) const;

    static constexpr uint32_t TRIES = 128;
    /// Number of source ports that Place() tries if both ends of a flow must use the NIC of a rail.
    static constexpr uint32_t TRIES_OF_RAIL = 2048;

    /// Flows by phase and link.
    std::map<std::pair<uint32_t, const IncNetDevice*>, uint32_t> m_flows;
};

} // namespace ns3

#endif // INC_FLOW_SPREAD_H
