/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_REQUESTER_H
#define INC_RC_REQUESTER_H

#include "inc-connection.h"
#include "inc-queue-pair.h"
#include "inc-rc-parameters.h"
#include "inc-work-request.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-frame.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The sending half of a reliable connection (IBTA 9.7): send queue, go-back-N, timer.
 *
 * Packets are counted in 64 bits; a PSN is the low 24 bits of the count plus the first PSN, so
 * that wrap-around needs no thought anywhere else.
 */
class IncRcRequester
{
  public:
    /// Told how work requests end and when there is something to send.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \param completion of the oldest work request */
        virtual void SendCompleted(const IncCompletion& completion) = 0;
        /** \brief HasFrame() may have become true. */
        virtual void ReadyToSend() = 0;
        /** \brief The connection has failed. */
        virtual void Failed() = 0;
    };

    /**
     * \param parameters owned by the queue pair
     * \param connection owned by the queue pair
     * \param counters owned by the queue pair
     * \param listener the queue pair
     */
    IncRcRequester(const IncRcParameters& parameters,
                   IncConnection& connection,
                   IncQueuePairCounters& counters,
                   Listener& listener);
    ~IncRcRequester();

    /** \brief The connection's first PSN is set: start counting. */
    void Start();

    /**
     * \brief Append a message to the send queue.
     * \param request the message
     * \param write true: RDMA WRITE, false: SEND
     */
    void Post(const IncWorkRequest& request, bool write);

    /** \return true when a packet may be sent now */
    bool HasFrame() const
    {
        return m_next < m_end && m_next - m_unacknowledged < m_windowPackets && !m_paused;
    }

    /** \return the next packet, its header stamped */
    IncFramePtr NextFrame();

    /** \param frame an ACK or NAK */
    void ReceiveAck(const IncFrame& frame);

    /**
     * \brief End all work requests: the oldest with a status, the others flushed.
     * \param status of the oldest
     */
    void Fail(IncCompletionStatus status);

    /** \return messages posted and not completed */
    std::size_t GetPending() const
    {
        return m_queue.size();
    }

  private:
    /// A message in the send queue.
    struct Message
    {
        IncWorkRequest request; //!< what was posted
        uint64_t first;         //!< number of its first packet
        uint32_t packets;       //!< how many
        bool write;             //!< RDMA WRITE or SEND
    };

    void Acknowledge(uint64_t next);
    void GoBack();
    void Restart();
    void TimerExpired();
    void ArmTimer();
    IncOpcode OpcodeOf(const Message& message, uint32_t index) const;

    using TimerEvent = IncReusableEvent<IncRcRequester, &IncRcRequester::TimerExpired>;
    using RestartEvent = IncReusableEvent<IncRcRequester, &IncRcRequester::Restart>;

    const IncRcParameters& m_parameters; //!< of the queue pair
    IncConnection& m_connection;         //!< of the queue pair
    IncQueuePairCounters& m_counters;    //!< of the queue pair
    Listener& m_listener;                //!< the queue pair
    std::deque<Message> m_queue;         //!< not completed, oldest first
    std::size_t m_cursor{0};             //!< message of packet m_next
    uint64_t m_unacknowledged{0};        //!< oldest packet not acknowledged
    uint64_t m_next{0};                  //!< next packet to send
    uint64_t m_sentEnd{0};               //!< one beyond the newest packet ever sent
    uint64_t m_end{0};                   //!< one beyond the last packet posted
    uint64_t m_windowPackets{1};         //!< window in packets
    uint32_t m_firstPsn{0};              //!< PSN of packet 0
    uint32_t m_retries{0};               //!< timeouts since the last progress
    uint32_t m_rnrRetries{0};            //!< refusals since the last progress
    bool m_paused{false};                //!< waits for the receiver to be ready
    bool m_timerPending{false};          //!< m_timer is scheduled
    int64_t m_deadlinePs{0};             //!< when the timer is really due
    int64_t m_timeoutPs{0};              //!< present timeout, backed off
    Ptr<TimerEvent> m_timer;             //!< looks at the deadline
    Ptr<RestartEvent> m_restart;         //!< ends a pause
};

} // namespace ns3

#endif // INC_RC_REQUESTER_H
