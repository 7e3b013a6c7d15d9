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
 * \brief Traffic that others share the network with: every host sends messages of 64 KiB to some
 * random hosts, at the times of a Poisson process, until this ends.
 */
class IncBackgroundTraffic
{
  public:
    static constexpr uint32_t MESSAGE_BYTES = 65536; //!< size of each message
    static constexpr uint32_t PEERS = 4;             //!< random hosts that a host sends to

    /**
     * \param fabric to run on
     * \param hosts node indices, at least 2
     * \param load share of a host's link, below 1; 0: nothing is sent
     * \param stream of random numbers, the first of two
     */
    IncBackgroundTraffic(const IncFabric& fabric,
                         const std::vector<uint32_t>& hosts,
                         double load,
                         int64_t stream);
    ~IncBackgroundTraffic();

    IncBackgroundTraffic(const IncBackgroundTraffic&) = delete;
    IncBackgroundTraffic& operator=(const IncBackgroundTraffic&) = delete;

  private:
    /// One host.
    struct Source
    {
        std::vector<Ptr<IncRcQueuePair>> senders; //!< sending queue pairs, one for each peer
        std::vector<uint32_t> keys;               //!< keys of the peers' memory
        double meanGap;                           //!< between messages, s
        EventId next;                             //!< event of the next message
    };

    void ScheduleNext(std::size_t source);
    void Send(std::size_t source);

    Ptr<UniformRandomVariable> m_draw;    //!< random variable for peers
    Ptr<ExponentialRandomVariable> m_gap; //!< draws gaps between messages
    std::vector<Source> m_sources;        //!< sources by host
    std::vector<Ptr<IncRcQueuePair>>
        m_receivers; //!< receiving queue pairs, to be destroyed at the end
};

} // namespace ns3

#endif // INC_BACKGROUND_TRAFFIC_H
