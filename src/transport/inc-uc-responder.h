/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_UC_RESPONDER_H
#define INC_UC_RESPONDER_H

#include "inc-queue-pair-counters.h"
#include "inc-receive-queue.h"

#include "ns3/inc-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The receiving half of an unreliable connection (IBTA volume 1, 9.8.2): a message arrives
 * whole or not at all.
 *
 * A PSN that is ahead of the expected one drops the present message, and what follows up to the
 * next FIRST or ONLY. One that is behind is a copy, or was overtaken: it is dropped by itself.
 * IBTA lets memory hold a part of a message that was dropped; here data become visible with the
 * last packet.
 */
class IncUcResponder
{
  public:
    /** \param counters owned by the queue pair */
    explicit IncUcResponder(IncQueuePairCounters& counters);

    /**
     * \param memory of the NIC
     * \param pathMtu payload of a full packet, bytes
     * \param firstPsn of the peer's first packet
     */
    void Start(const IncMemoryRegions& memory, uint32_t pathMtu, uint32_t firstPsn);

    /** \param request a place for the next SEND, or for the completion of a WRITE with immediate */
    void Post(const IncReceiveRequest& request)
    {
        m_receives.Post(request);
    }

    /**
     * \param frame a data packet
     * \param completion filled when it completes a receive
     * \return true when it does
     */
    bool ReceiveData(const IncFrame& frame, IncCompletion& completion);

    /**
     * \brief Take back a receive.
     * \param request the oldest one
     * \return false when there is none
     */
    bool TakeBack(IncReceiveRequest& request);

  private:
    void DropMessage();

    IncQueuePairCounters& m_counters; //!< counters of the queue pair
    IncReceiveQueue m_receives;       //!< receives, and the present message
    uint32_t m_expectedPsn{0};        //!< PSN of the next packet
    bool m_dropping{false};           //!< up to the next FIRST or ONLY
};

} // namespace ns3

#endif // INC_UC_RESPONDER_H
