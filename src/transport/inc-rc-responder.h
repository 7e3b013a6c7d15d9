/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_RESPONDER_H
#define INC_RC_RESPONDER_H

#include "inc-connection.h"
#include "inc-memory-region.h"
#include "inc-message-sink.h"
#include "inc-queue-pair-counters.h"
#include "inc-rc-parameters.h"
#include "inc-receive-queue.h"
#include "inc-work-request.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncStateVisitor;

/// \ingroup inc
/// \brief Packets of a receiver with selective repeat that wait for an earlier, missing packet.
class IncReorderBuffer
{
  public:
    /** \brief Begin; `packets` is the largest distance from the missing packet at which a packet is
     * kept. */
    void Start(uint32_t packets)
    {
        m_ring.clear();
        m_ring.resize(packets + 1);
        m_base = 0;
        m_kept = 0;
    }

    /** \return true when there is room for a packet at this distance, from 1, from the missing
     * packet */
    bool Reaches(uint32_t ahead) const
    {
        return ahead < m_ring.size();
    }

    /** \return true when the packet at a distance within reach is kept */
    bool Holds(uint32_t ahead) const
    {
        return m_ring[Slot(ahead)] != nullptr;
    }

    /** \brief Keep the packet at a distance, which must be within reach. Return false if the packet
     * is kept already. */
    bool Keep(uint32_t ahead, IncFramePtr frame)
    {
        IncFramePtr& place = m_ring[Slot(ahead)];
        if (place)
        {
            return false;
        }
        place = std::move(frame);
        ++m_kept;
        return true;
    }

    /** \return number of packets kept */
    uint32_t GetKept() const
    {
        return m_kept;
    }

    /** \brief Move on to the next packet; the missing packet has arrived. */
    void Advance()
    {
        m_base = Slot(1);
    }

    /** \brief Remove and return the packet that is next in order; null if it is missing. */
    IncFramePtr Take()
    {
        if (m_kept == 0 || !m_ring[m_base])
        {
            return nullptr;
        }
        --m_kept;
        return std::move(m_ring[m_base]);
    }

  private:
    std::size_t Slot(uint32_t ahead) const
    {
        const std::size_t slot = m_base + ahead;
        return slot < m_ring.size() ? slot : slot - m_ring.size();
    }

    INC_FIELDS(IncReorderBuffer, INC_UNVISITED(m_ring, m_base, m_kept))

    std::vector<IncFramePtr> m_ring; //!< packets by distance from m_base
    std::size_t m_base{0};           //!< slot of the missing packet
    uint32_t m_kept{0};
};

/// \ingroup inc
/// \brief The receiving half of a reliable connection (IBTA volume 1, 9.7.5): order, ACK and NAK.
class IncRcResponder
{
  public:
    /// Interface of the queue pair, which gets completions and sends answers.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Report the completion of a receive request. */
        virtual void ReceiveCompleted(const IncCompletion& completion) = 0;
        /** \brief Send an ACK or NAK that is ready to leave. */
        virtual void SendAnswer(IncFramePtr frame) = 0;

        /** \return time, ps, from which bytes of host memory that a READ asks for can be sent */
        virtual int64_t FetchPs(uint32_t bytes)
        {
            return 0; // with a sink there are no READs
        }

        /** Ask the port to send: a response to a READ is ready. */
        virtual void ResponseReady()
        {
        }

        /** \brief Fail the queue pair: the peer broke the protocol, and a NAK was sent. */
        virtual void ResponderFailed() = 0;
    };

    /** \brief Make the receiving half of a queue pair, which owns the other arguments. */
    IncRcResponder(const IncRcParameters& parameters,
                   const IncConnection& connection,
                   IncQueuePairCounters& counters,
                   Listener& listener);
    ~IncRcResponder();

    /** \brief Give all messages, which have one packet each, to a sink; nullptr: posted receives
     * take them. */
    void SetSink(IncMessageSink* sink)
    {
        m_sink = sink;
    }

    /** \brief Begin with the PSN of the peer's first packet. */
    void Start(const IncMemoryRegions& memory, uint32_t firstPsn);

    /** \brief Post the buffer of the next SEND; a WRITE with immediate only consumes the
     * receive. */
    void Post(const IncReceiveRequest& request)
    {
        m_receives.Post(request);
    }

    /** \brief Receive a data packet, or the request of a READ. */
    void ReceiveData(IncFramePtr frame);

    /** \return whether a response to a READ can be sent now */
    bool HasResponse() const
    {
        return !m_reads.IsEmpty() && m_reads.Front().readyPs <= IncClock::NowPs();
    }

    /** \return the next response, with a complete header; call it only if HasResponse() */
    IncFramePtr NextResponse();

    /** \brief End all receives with FLUSHED. */
    void Flush();

    /** \brief Drop all receives without completions. */
    void Forget();

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    bool IsSelective() const
    {
        return m_parameters.selectiveRepeat;
    }

    /// A READ that is being served.
    struct Read
    {
        uint32_t psn{0};              //!< PSN of the first response
        const uint8_t* data{nullptr}; //!< first byte of the data; nullptr: virtual data
        uint32_t length{0};           //!< bytes of the data
        uint32_t sent{0};             //!< responses sent so far
        uint32_t packets{0};          //!< number of responses
        int64_t readyPs{0};           //!< time from which the data can be sent
        bool isRepeated{false};       //!< whether some of these responses were sent before
    };

    void Fetched();
    void ReceiveRead(const IncFrame& frame, bool isNew);
    uint32_t CountNewReads() const;
    void DropReadsFrom(uint32_t psn);
    void ReceiveExpected(IncFrame& frame);
    void ReceiveEarly(IncFramePtr frame, uint32_t ahead);
    void ReportAllEarly(uint32_t newest);
    void ReportEarly(uint32_t ahead);
    bool Accept(IncFrame& frame);
    bool AcceptPosted(const IncFrame& frame);
    bool AcceptMessage(IncFrame& frame);
    void Advance();
    void EndMessage();
    void AcknowledgeSoon(bool atOnce);
    void Acknowledge();
    void LookAtDelayed();
    void RefuseForNow(const IncFrame& frame);
    void Fail(const IncFrame& frame, IncAeth::NakCode code);
    void Answer(uint32_t psn, IncAeth aeth);

    static constexpr uint32_t MANY = 64; //!< limit of m_gathered; then no ACK delay is in use

    using DelayEvent = IncReusableEvent<IncRcResponder, &IncRcResponder::LookAtDelayed>;
    using FetchEvent = IncReusableEvent<IncRcResponder, &IncRcResponder::Fetched>;

    INC_FIELDS(IncRcResponder,
               INC_PART(m_early) + INC_PSN(m_msn) + INC_VALUE(m_isGapReported) +
                   INC_VALUE(m_reported) + INC_VALUE(m_delayed) + INC_VALUE(m_gathered) +
                   INC_VALUE(m_isMarked) + INC_UNVISITED(m_telemetry) +
                   INC_UNVISITED(m_parameters, m_connection, m_counters, m_listener) +
                   INC_UNVISITED(m_sink, m_receives, m_reads, m_expectedPsn, m_delayEndsPs) +
                   INC_UNVISITED(m_isDelayWatched, m_hasTied, m_waits, m_delay, m_fetch))

    const IncRcParameters& m_parameters;
    const IncConnection& m_connection;
    IncQueuePairCounters& m_counters;
    Listener& m_listener;
    IncMessageSink* m_sink{nullptr}; //!< takes the messages; null: posted receives take them
    IncReceiveQueue m_receives;
    IncFifo<Read> m_reads;
    IncReorderBuffer m_early;            //!< selective repeat: packets that wait for an earlier one
    uint32_t m_expectedPsn{0};           //!< PSN of the next packet in order
    uint32_t m_msn{0};                   //!< messages completed, 24 bits
    bool m_isGapReported{false};         //!< go-back-N: whether a NAK was sent for m_expectedPsn
    bool m_isMarked{false};              //!< whether a CE mark has come since the last answer
    Ptr<const IncTelemetry> m_telemetry; //!< telemetry of the newest packet, for the next answer
    uint32_t m_reported{0};   //!< selective repeat: distance up to which early packets are reported
    uint32_t m_delayed{0};    //!< packets whose acknowledgement is delayed
    int64_t m_delayEndsPs{0}; //!< latest time at which the delayed acknowledgement leaves
    bool m_isDelayWatched{false};
    bool m_hasTied{false};  //!< whether a packet came in the tick in which an ACK delay expired
    uint32_t m_gathered{0}; //!< answers since an ACK delay last expired, up to MANY
    uint64_t m_waits{0};
    Ptr<DelayEvent> m_delay;
    Ptr<FetchEvent> m_fetch; //!< event when data of a READ have come from host memory
};

} // namespace ns3

#endif // INC_RC_RESPONDER_H
