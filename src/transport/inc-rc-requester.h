/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_REQUESTER_H
#define INC_RC_REQUESTER_H

#include "inc-congestion-control.h"
#include "inc-connection.h"
#include "inc-fifo.h"
#include "inc-loss-scoreboard.h"
#include "inc-queue-pair-counters.h"
#include "inc-rc-parameters.h"
#include "inc-retransmit-timer.h"
#include "inc-send-queue.h"
#include "inc-work-request.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-frame.h"

#include <cstdint>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief The sending half of a reliable connection (IBTA volume 1, 9.7): window, acknowledgements,
 * go-back-N or selective repeat, timer and retry counts.
 *
 * Packets are counted in 64 bits. A PSN is the low 24 bits of the count plus the first PSN, so that
 * no other code handles the wrap-around.
 */
class IncRcRequester : private IncRetransmitTimer::Listener
{
  public:
    /// Interface of the queue pair, which is notified of completions, packets to send and failure.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Report the completion of the oldest work request. */
        virtual void SendCompleted(const IncCompletion& completion) = 0;
        /** \brief Ask the port to send; HasPacket() may have become true. */
        virtual void PacketReady() = 0;
        /** \brief Fail the connection. Flush() completes the oldest request with the reason. */
        virtual void RequesterFailed() = 0;
        /** \return congestion control to notify of acknowledgements and losses, or nullptr */
        virtual IncCongestionControl* GetAlgorithm() = 0;
    };

    /// Interface of an object that is notified when packets are acknowledged for the first time.
    class ProgressListener
    {
      public:
        virtual ~ProgressListener() = default;
        /** \brief React to progress of the sender. */
        virtual void Progressed(const IncRcRequester& requester) = 0;
    };

    /** \brief Make the sending half of a queue pair, which owns the other arguments. */
    IncRcRequester(const IncRcParameters& parameters,
                   IncConnection& connection,
                   IncQueuePairCounters& counters,
                   Listener& listener);
    ~IncRcRequester();

    /** \brief Begin with the PSN of the first packet. */
    void Start(uint32_t psn, const IncRetransmitTimes& times);

    /** \brief Append a message to the send queue. */
    void Post(const IncWorkRequest& request, IncVerb verb);

    /** \brief Append a ready-made message of one packet; the completion returns `id`. */
    void Post(uint64_t id, IncFramePtr frame);

    /** \return true when a packet may be sent now */
    bool HasPacket() const
    {
        return (m_next < m_limit || m_scoreboard.HasLost()) && !m_paused;
    }

    /** \return the next packet, with a complete header */
    IncFramePtr NextPacket();

    /** \brief Receive an ACK or NAK. */
    void ReceiveAck(const IncFrame& frame);

    /** \brief Receive a response to a READ. */
    void ReceiveResponse(const IncFrame& frame);

    /** \brief Set the limits of congestion control, in addition to the attribute Window: bit/s, and
     * bytes of unacknowledged payload. Both may be IncCongestionControl::UNLIMITED. */
    void Limit(uint64_t rate, uint64_t window);

    /** \brief End all work requests: the oldest with the reason of the failure, others FLUSHED. */
    void Flush();

    /** \brief Drop all work requests without completions. */
    void Forget();

    /** \brief Set the listener to notify from now on; nullptr: none. */
    void SetProgressListener(ProgressListener* listener)
    {
        m_progress = listener;
    }

    /** \return whether any message is incomplete */
    bool HasMessages() const
    {
        return !m_queue.IsEmpty();
    }

    /** \return whether the last message has payload, and packets that were never sent. Then it will
     * not be complete within the delay of a link. Nor will a READ that lacks more than
     * `responses` packets, the most that can arrive in this time */
    bool IsFarFromEnd(uint64_t responses) const
    {
        return !m_queue.IsEmpty() && m_queue.Back().request.length > 0 &&
               (m_queue.Back().verb == IncVerb::READ ? GetQueued() > responses
                                                     : m_sentEnd < m_queue.GetEnd());
    }

    /** \return number of packets that were posted and are not acknowledged */
    uint64_t GetQueued() const
    {
        return m_queue.GetEnd() - m_unacknowledged;
    }

    /** \return number of acknowledged packets */
    uint64_t GetAcknowledged() const
    {
        return m_unacknowledged;
    }

    /** \return number of packets that may still be acknowledged before the end of a long message is
     * near */
    uint64_t CountEqualRounds() const;

    /** \brief Pass the state to a visitor. `isAggregation`: messages are numbered by rounds of the
     * present tree. */
    void VisitState(IncStateVisitor& visitor, bool isAggregation);

  private:
    struct Probe
    {
        uint64_t number{0};
        int64_t sentPs{0};

        INC_FIELDS(IncRcRequester::Probe, INC_COUNT(number) + INC_TIME(sentPs))
    };

    bool IsSelective() const
    {
        return m_parameters.selectiveRepeat;
    }

    void VisitPosted(IncStateVisitor& visitor);
    void VisitWindow(IncStateVisitor& visitor, uint64_t from);
    void TimedOut() override;
    uint64_t FirstMissingResponse() const;
    void LoseResponses(uint64_t missing);
    void Acknowledge(uint64_t next);
    void CompleteMessages();
    void Probed(uint64_t next, uint64_t packets, const IncFrame& frame);
    void ReceiveNak(const IncFrame& frame, uint64_t number);
    void ReceiveRnrNak(const IncFrame& frame, uint64_t number);
    void SequenceError(const IncFrame& frame);
    int32_t DistanceOf(uint32_t psn) const;
    void GoBack();
    void GoBackAfterGap();
    void Doubt();
    void Trust();
    void Pause(Time time);
    void Resume();
    void UpdateLimit();
    uint32_t AskIntervalAt(uint64_t rate) const;
    void Fail(IncCompletionStatus status);

    using ResumeEvent = IncReusableEvent<IncRcRequester, &IncRcRequester::Resume>;

    INC_FIELDS(IncRcRequester,
               INC_VALUE(m_windowPackets) + INC_VALUE(m_retries) + INC_VALUE(m_rnrRetries) +
                   INC_VALUE(m_askInterval) + INC_VALUE(m_asksNext) + INC_VALUE(m_failure) +
                   INC_VALUE(m_paused) + INC_VALUE(m_isGapSeen) +
                   INC_UNVISITED(m_parameters, m_connection, m_counters, m_listener) +
                   INC_UNVISITED(m_queue, m_unacknowledged, m_next, m_sentEnd, m_limit) +
                   INC_UNVISITED(m_origin, m_largestWindow, m_firstPsn, m_leastTimeout) +
                   INC_UNVISITED(m_asksAtOnce, m_timer, m_scoreboard, m_probes) +
                   INC_UNVISITED(m_resume, m_progress, m_isDoubtful))

    const IncRcParameters& m_parameters;
    IncConnection& m_connection;
    IncQueuePairCounters& m_counters;
    Listener& m_listener;
    IncSendQueue m_queue;
    uint64_t m_unacknowledged{0}; //!< oldest packet that is not acknowledged
    uint64_t m_next{0};           //!< next packet to send, apart from selective repetitions
    uint64_t m_sentEnd{0};        //!< one beyond the newest packet ever sent
    uint64_t m_limit{0};          //!< one beyond the last packet that may be sent
    uint64_t m_origin{0};         //!< number of the packet with the first PSN
    uint32_t m_largestWindow{1};  //!< window when the connection began, packets
    uint32_t m_windowPackets{1};  //!< current window, packets
    uint32_t m_firstPsn{0};       //!< PSN of m_origin
    uint32_t m_retries{0};        //!< timeouts since the last progress
    uint32_t m_rnrRetries{0};     //!< RNR NAKs since the last progress
    bool m_isDoubtful{false};     //!< whether one of these counts, so that the connection may fail
    uint32_t m_askInterval{1};    //!< packets from one acknowledgement request to the next
    Time m_leastTimeout;          //!< lower limit of timeouts computed from measured round trips
    bool m_asksNext{false};
    bool m_asksAtOnce{false}; //!< whether the receiver must not hold back acknowledgements
    /// Status with which the oldest work request fails.
    IncCompletionStatus m_failure{IncCompletionStatus::FLUSHED};
    bool m_paused{false};    //!< whether sending waits for Resume()
    bool m_isGapSeen{false}; //!< whether lost READ responses were requested again
    IncRetransmitTimer m_timer;
    IncLossScoreboard m_scoreboard; //!< selective repeat: arrived and lost packets
    IncFifo<Probe> m_probes;        //!< packets that measure the round trip
    Ptr<ResumeEvent> m_resume;
    ProgressListener* m_progress{nullptr};
};

} // namespace ns3

#endif // INC_RC_REQUESTER_H
