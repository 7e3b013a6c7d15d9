/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BACKGROUND_TRAFFIC_H
#define INC_BACKGROUND_TRAFFIC_H

#include "inc-fabric-helper.h"

#include "ns3/event-id.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Traffic of other applications in the network. Until this object is destroyed, every host
/// sends messages of 64 KiB to random hosts, at the times of a Poisson process.
class IncBackgroundTraffic
{
  public:
    static constexpr uint32_t MESSAGE_BYTES = 65536; //!< bytes of each message
    static constexpr uint32_t PEERS = 4; //!< number of random hosts to which a host sends

    /**
     * \param fabric network that carries the traffic
     * \param hosts node indices of at least 2 hosts
     * \param load share of a host's link rate that the traffic uses, below 1; 0 for no traffic
     * \param stream number of the first of two random streams
     */
    IncBackgroundTraffic(const IncFabric& fabric,
                         const std::vector<uint32_t>& hosts,
                         double load,
                         int64_t stream);
    ~IncBackgroundTraffic();

    IncBackgroundTraffic(const IncBackgroundTraffic&) = delete;
    IncBackgroundTraffic& operator=(const IncBackgroundTraffic&) = delete;

  private:
    struct Source
    {
        std::vector<Ptr<IncRcQueuePair>> senders;
        std::vector<uint32_t> keys; //!< keys of the peers' memory regions
        double meanGap;             //!< mean time between messages, s
        EventId next;
    };

    void ScheduleNext(std::size_t source);
    void Send(std::size_t source);

    Ptr<UniformRandomVariable> m_draw;
    Ptr<ExponentialRandomVariable> m_gap;
    std::vector<Source> m_sources;
    std::vector<Ptr<IncRcQueuePair>> m_receivers;
};

} // namespace ns3

#endif // INC_BACKGROUND_TRAFFIC_H
