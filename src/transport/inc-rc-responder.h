/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_RESPONDER_H
#define INC_RC_RESPONDER_H

#include "inc-connection.h"
#include "inc-memory-region.h"
#include "inc-queue-pair.h"
#include "inc-rc-parameters.h"
#include "inc-work-request.h"

#include "ns3/inc-frame.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The receiving half of a reliable connection (IBTA 9.7.5): order, placement, ACK and NAK.
 */
class IncRcResponder
{
  public:
    /// Told of completed receives; sends the answers.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \param completion of a receive request */
        virtual void ReceiveCompleted(const IncCompletion& completion) = 0;
        /** \param frame an ACK or NAK, ready to leave */
        virtual void SendAnswer(IncFramePtr frame) = 0;
    };

    /**
     * \param parameters owned by the queue pair
     * \param connection owned by the queue pair
     * \param counters owned by the queue pair
     * \param listener the queue pair
     */
    IncRcResponder(const IncRcParameters& parameters,
                   const IncConnection& connection,
                   IncQueuePairCounters& counters,
                   Listener& listener);

    /**
     * \param memory of the NIC
     * \param firstPsn of the peer's first packet
     */
    void Start(const IncMemoryRegions& memory, uint32_t firstPsn);

    /** \param request a place for the next SEND, or for the completion of a WRITE with immediate */
    void Post(const IncReceiveRequest& request);

    /** \param frame a data packet */
    void ReceiveData(const IncFrame& frame);

  private:
    bool Accept(const IncFrame& frame);
    bool BeginMessage(const IncFrame& frame);
    bool Place(const IncFrame& frame);
    void Answer(uint32_t psn, IncAeth aeth);
    void Refuse(const IncFrame& frame, IncAeth::NakCode code);

    const IncRcParameters& m_parameters;       //!< of the queue pair
    const IncConnection& m_connection;         //!< of the queue pair
    IncQueuePairCounters& m_counters;          //!< of the queue pair
    Listener& m_listener;                      //!< the queue pair
    const IncMemoryRegions* m_memory{nullptr}; //!< of the NIC
    std::deque<IncReceiveRequest> m_receives;  //!< posted, oldest first
    uint32_t m_expectedPsn{0};                 //!< of the next packet in order
    uint32_t m_msn{0};                         //!< messages completed, 24 bits
    bool m_nakSent{false};                     //!< the gap was reported
    uint32_t m_messageBytes{0};                //!< received of the present message
    IncReth m_reth;                            //!< of the present WRITE
};

} // namespace ns3

#endif // INC_RC_RESPONDER_H
