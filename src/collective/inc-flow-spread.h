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
 * \brief Chooses UDP source ports so that equal-cost paths share the flows of an algorithm evenly,
 * as hosts do that know how their switches hash.
 *
 * Flows are placed one after another, before they begin, each on the way whose busiest link has the
 * fewest of those that are under way at the same time. Those of a rail leave and arrive by the
 * links of that NIC.
 */
class IncFlowSpread
{
  public:
    /**
     * \brief Give a queue pair its source port.
     * \param queuePair connected; keeps its port where no other is better
     * \param phase flows of different phases are not under way at the same time
     * \param rail NIC of both hosts, counted from 0, where they have several
     */
    void Place(IncQueuePair& queuePair,
               uint32_t phase,
               std::optional<uint32_t> rail = std::nullopt);

    /**
     * \brief Find a source port by which a flow from a switch arrives by a host's NIC.
     * \param from where it begins
     * \param connection connection with the addresses
     * \param rail NIC of the host, counted from 0
     * \return the connection's own port where no other is better
     */
    static uint16_t PortOfRail(const IncSwitch& from,
                               const IncConnection& connection,
                               uint32_t rail);

    static constexpr uint32_t REPLIES = UINT32_MAX; //!< phase of what only answers

  private:
    /// Nodes and links that frames pass.
    struct Way
    {
        std::vector<const IncNetDevice*> links; //!< between switches: who sends on each
        const IncNetDevice* first{nullptr};     //!< port of the sender
        const IncNetDevice* last{nullptr};      //!< port of the receiver; null if it is not known
    };

    static Way FindWay(const IncQueuePair& queuePair, uint16_t sourcePort);
    static IncFrame MakeFrame(IncConnection connection, uint16_t sourcePort);
    static void Follow(Way& way, const IncFrame& frame, const IncNetDevice* link);
    static uint32_t StraysFrom(const std::optional<uint32_t>& rail, const Way& way);
    uint32_t BusiestOf(const Way& way, uint32_t phase) const;

    static constexpr uint32_t TRIES = 128; //!< source ports that are looked at
    /// Source ports that are looked at if both ends must belong to a rail.
    static constexpr uint32_t TRIES_OF_RAIL = 2048;

    std::map<std::pair<uint32_t, const IncNetDevice*>, uint32_t>
        m_flows; //!< flows by phase and link
};

} // namespace ns3

#endif // INC_FLOW_SPREAD_H
