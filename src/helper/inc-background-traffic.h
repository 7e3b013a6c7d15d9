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

/**
 * \ingroup inc
 * \brief Traffic of other applications in the network. Until this object is destroyed, every host
 * sends messages of 64 KiB to random hosts, at the times of a Poisson process.
 */
class IncBackgroundTraffic
{
  public:
    static constexpr uint32_t MESSAGE_BYTES = 65536; //!< size of each message
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
    /// Queue pairs and next event of one sending host.
    struct Source
    {
        std::vector<Ptr<IncRcQueuePair>> senders; //!< sending queue pairs, one for each peer
        std::vector<uint32_t> keys;               //!< keys of the peers' memory regions
        double meanGap;                           //!< mean time between messages, s
        EventId next;                             //!< event of the next message
    };

    void ScheduleNext(std::size_t source);
    void Send(std::size_t source);

    Ptr<UniformRandomVariable> m_draw;            //!< draws the peer of each message
    Ptr<ExponentialRandomVariable> m_gap;         //!< draws the time between messages
    std::vector<Source> m_sources;                //!< state of each sending host
    std::vector<Ptr<IncRcQueuePair>> m_receivers; //!< receiving queue pairs of all senders
};

} // namespace ns3

#endif // INC_BACKGROUND_TRAFFIC_H
