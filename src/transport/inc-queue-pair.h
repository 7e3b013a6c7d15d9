/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_H
#define INC_QUEUE_PAIR_H

#include "inc-congestion-control.h"
#include "inc-connection.h"
#include "inc-queue-pair-counters.h"
#include "inc-submission-queue.h"
#include "inc-work-request.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-named-value.h"
#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{

class IncNicPort;
class IncRdmaNic;
class IncStateVisitor;

/// \ingroup inc
/// \brief States of a queue pair (IBTA volume 1, 10.3.1).
enum class IncQueuePairState : uint8_t
{
    RESET, //!< new, or reset
    INIT,  //!< receives may be posted
    RTR,   //!< ready to receive: the peer is known
    RTS,   //!< ready to send as well
    ERROR  //!< failed: posted requests are flushed
};

/// Names of IncQueuePairState.
inline constexpr IncNamedValue<IncQueuePairState> INC_QUEUE_PAIR_STATE_NAMES[] = {
    {"RESET", IncQueuePairState::RESET},
    {"INIT", IncQueuePairState::INIT},
    {"RTR", IncQueuePairState::RTR},
    {"RTS", IncQueuePairState::RTS},
    {"ERROR", IncQueuePairState::ERROR},
};

/** \return name of the state, e.g. "RTR" */
inline const char*
IncQueuePairStateName(IncQueuePairState state)
{
    return IncFindName(INC_QUEUE_PAIR_STATE_NAMES, state, "unknown");
}

/**
 * \ingroup inc
 * \brief Spaces the frames of a queue pair: a token bucket of one frame, kept in picoseconds.
 *
 * Without a rate, a frame costs one comparison. With a rate, the pacer schedules an event only for
 * a frame that has to wait.
 */
class IncPacer
{
  public:
    /// Interface of the queue pair, which is called when a wait is over.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Send frames; IsHolding() has become false. */
        virtual void MaySend() = 0;
    };

    /** \brief Make the pacer of a queue pair. */
    explicit IncPacer(Listener& listener)
        : m_listener(listener),
          m_wake(Create<WakeEvent>(this))
    {
    }

    ~IncPacer()
    {
        m_wake->Detach();
    }

    IncPacer(const IncPacer&) = delete;
    IncPacer& operator=(const IncPacer&) = delete;

    /** \brief Set the rate of the bytes that Sent() counts, bit/s; 0: no limit. */
    void SetRate(uint64_t rate)
    {
        m_psPerKilobyte = rate == 0 ? 0 : UINT64_C(8'000'000'000'000'000) / rate;
        m_nextPs = std::max(m_startPs + DurationPs(m_lastBytes), m_heldPs);
        if (m_wakePending && m_nextPs < m_wakePs)
        {
            // The frame is due earlier now. The event for the later time will find nothing to do.
            WakeWhenDue();
        }
    }

    /** \return true when the next frame has to wait */
    bool IsHolding() const
    {
        return m_nextPs != 0 && m_nextPs > IncClock::NowPs();
    }

    /** \brief Hold the next frame at any rate until an absolute time, ps. */
    void HoldUntil(int64_t ps)
    {
        m_heldPs = ps;
        m_nextPs = std::max(m_nextPs, ps);
    }

    /** \brief Count a frame that is sent now. */
    void Sent(uint32_t bytes)
    {
        if (m_psPerKilobyte == 0)
        {
            return;
        }
        // A frame that had to wait for the wire may make up for at most its own duration.
        const int64_t duration = DurationPs(bytes);
        m_startPs = std::max(m_nextPs, IncClock::NowPs() - duration);
        m_lastBytes = bytes;
        m_nextPs = m_startPs + duration;
    }

    /** \brief Notify the listener when the wait is over; call this while IsHolding() is true. */
    void WakeWhenDue()
    {
        if (m_wakePending && m_wakePs <= m_nextPs)
        {
            return;
        }
        m_wakePending = true;
        m_wakePs = std::max(m_nextPs, IncClock::NowPs());
        m_wake->ScheduleAtPs(Simulator::GetContext(), m_wakePs);
    }

  private:
    int64_t DurationPs(uint32_t bytes) const
    {
        return static_cast<int64_t>((bytes * m_psPerKilobyte + 999) / 1000);
    }

    void Wake()
    {
        if (!m_wakePending || IncClock::NowPs() < m_wakePs)
        {
            return; // another event has replaced this one
        }
        m_wakePending = false;
        m_listener.MaySend();
    }

    using WakeEvent = IncReusableEvent<IncPacer, &IncPacer::Wake>;

    INC_FIELDS(IncPacer,
               INC_VALUE(m_psPerKilobyte) + INC_VALUE(m_wakePending) + INC_VALUE(m_lastBytes) +
                   INC_TIME(m_startPs) + INC_TIME(m_nextPs) + INC_TIME(m_heldPs) +
                   INC_TIME(m_wakePs) + INC_UNVISITED(m_listener, m_wake))

    Listener& m_listener;
    uint64_t m_psPerKilobyte{0}; //!< time of 1,000 bytes, ps; 0: no limit
    int64_t m_startPs{0};        //!< start of the last frame according to the rate
    int64_t m_heldPs{0};         //!< earliest start set by HoldUntil()
    int64_t m_wakePs{0};         //!< time when m_wake is due
    uint32_t m_lastBytes{0};
    bool m_wakePending{false};
    Ptr<WakeEvent> m_wake;
    int64_t m_nextPs{0}; //!< earliest start of the next frame; read for each frame
};

/**
 * \ingroup inc
 * \brief One end of an RDMA connection at a host: its state, work requests, completions and
 * counters.
 *
 * A queue pair stands between an application, which posts messages, and the NIC. The NIC asks it
 * for a frame whenever the wire is free (HasFrame(), NextFrame()), and gives it every frame that
 * carries its QPN. A message therefore never waits as frames in the NIC: each packet is made when
 * it can leave. The pacer of the queue pair spaces the packets as its congestion control allows,
 * and its notifier answers marked packets with CNPs.
 *
 * The two subclasses add the protocol: IncRcQueuePair repeats lost packets, IncUcQueuePair does
 * not. States and calls are those of IBTA volume 1, 10.3.1; a call that the state does not allow
 * aborts with a message. A queue pair never chooses a route, and it knows its peer only by address,
 * QPN and packets.
 */
class IncQueuePair : public Object,
                     public IncQueuePairCounters,
                     private IncPacer::Listener,
                     private IncCongestionControl::Listener,
                     private IncSubmissionQueue::Listener
{
  public:
    /// Function that is called with a completion.
    using CompletionCallback = Callback<void, const IncCompletion&>;

    /// Longest message, bytes (IBTA volume 1, 9.7.8).
    static constexpr uint32_t LONGEST_MESSAGE = 1U << 31;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncQueuePair();

    /** \brief Join the NIC that owns the queue pair, which calls this function. */
    void Install(IncRdmaNic* nic, uint32_t qpn, uint16_t sourcePort);

    /** \brief Go from RESET to INIT. */
    void Initialize();

    /** \brief Go from INIT to RTR; `receivePsn` is the PSN of the peer's first packet, 24 bits. */
    void ReadyToReceive(Ipv4Address remote, uint32_t remoteQpn, uint32_t receivePsn);

    /** \brief Go from RTR to RTS; `sendPsn` is the PSN of the first packet, 24 bits. */
    void ReadyToSend(uint32_t sendPsn);

    /** \brief Go to ERROR from any state but RESET: incomplete work requests and receives end with
     * FLUSHED. */
    void Fail();

    /** \brief Go to RESET from any state: posted requests are dropped without completions. */
    void Reset();

    /** \brief Go from RESET to RTS at once, for a controller that knows both ends
     * (draft-liu-nfsv4-rocev2, section 5.1, item 3). The first PSN of both directions is the
     * attribute InitialPsn. */
    void Connect(Ipv4Address remote, uint32_t remoteQpn);

    /** \brief Go from RESET to RTS at once, with a first PSN for each direction, 24 bits. */
    void Connect(Ipv4Address remote, uint32_t remoteQpn, uint32_t sendPsn, uint32_t receivePsn);

    /** \brief Send a message into a receive that the peer has posted. Call it in RTS; ERROR flushes
     * the request. */
    void PostSend(const IncWorkRequest& request);

    /** \brief Write a message into the peer's registered memory. Call it in RTS; ERROR flushes the
     * request. A WRITE with immediate also completes a receive that the peer has posted. */
    void PostWrite(const IncWorkRequest& request);

    /** \brief Post a receive in any state but RESET; ERROR flushes the receive. */
    void PostReceive(const IncReceiveRequest& request);

    /** \brief Set the callback for messages that were sent (UC), were acknowledged (RC), or have
     * failed. */
    void SetSendCompletionCallback(CompletionCallback callback)
    {
        m_sendCallback = callback;
    }

    /** \brief Set the callback for receives that were completed or flushed. */
    void SetReceiveCompletionCallback(CompletionCallback callback)
    {
        m_receiveCallback = callback;
    }

    /** \return the state */
    IncQueuePairState GetState() const
    {
        return m_progress.state;
    }

    /** \return true after the connection has failed */
    bool IsInError() const
    {
        return m_progress.state == IncQueuePairState::ERROR;
    }

    /** \brief Choose the port again, because routes have changed. */
    void FollowRoutes();

    /** \brief Drop all posted requests and leave the NIC, which then delivers no more frames. */
    void Destroy();

    /** \brief Set the writer of tags for later frames with an INC header; null: no tags. */
    void SetSeal(Ptr<IncFrameSeal> seal)
    {
        m_connection.seal = std::move(seal);
    }

    /** \brief Set the P_Key of all packets sent from now on. */
    void SetPartition(uint16_t key)
    {
        m_connection.partition = key;
    }

    /** \brief Change to another equal-cost path by the UDP source port. New packets may overtake
     * earlier ones. */
    void SetSourcePort(uint16_t port)
    {
        m_connection.sourcePort = port;
        m_connection.Seal();
        FollowRoutes();
    }

    /** \return the NIC that owns the queue pair */
    const IncRdmaNic& GetNic() const
    {
        return *m_nic;
    }

    /** \return own queue pair number */
    uint32_t GetQpn() const
    {
        return m_connection.localQpn;
    }

    /** \return the connection */
    const IncConnection& GetConnection() const
    {
        return m_connection;
    }

    /** \return the counters */
    const IncQueuePairCounters& GetCounters() const
    {
        return *this;
    }

    /** \return payload of a full packet, bytes */
    virtual uint32_t GetPathMtu() const = 0;

    /** \return attribute InitialPsn: default PSN of the first packet, 24 bits */
    virtual uint32_t GetInitialPsn() const = 0;

    /** \return the congestion control, or null */
    Ptr<IncCongestionControl> GetCongestionControl() const
    {
        return m_congestionControl;
    }

    /** \return whether NextFrame() can return a frame now */
    bool HasFrame() const
    {
        return (m_progress.hasMessage ? m_progress.state == IncQueuePairState::RTS : HasPacket()) &&
               !m_pacer.IsHolding();
    }

    /** \return the next frame; called only when HasFrame() */
    IncFramePtr NextFrame();

    /** \brief Pass the state to a visitor, which records or advances it. */
    virtual void VisitState(IncStateVisitor& visitor);

    /** \brief Receive a frame with the QPN of this queue pair. */
    void Receive(IncFramePtr&& frame);

    /**
     * TracedCallback signature for changes of state.
     * \param before previous state
     * \param now new state
     */
    typedef void (*StateTracedCallback)(IncQueuePairState before, IncQueuePairState now);

  protected:
    void DoDispose() override;

    /** \return whether there is a packet to send, even if the pacer holds it back */
    virtual bool HasPacket() const = 0;

    /** \return the next data packet, with addresses and final size */
    virtual IncFramePtr NextPacket() = 0;

    /** \return false to refuse a packet in RTR or RTS, before it has any effect */
    virtual bool Admits(const IncFrame& frame)
    {
        return frame.source == m_connection.remoteAddress;
    }

    /** \brief Receive a data packet or an acknowledgement, in RTR or RTS. */
    virtual void ReceivePacket(IncFramePtr&& frame) = 0;

    /** \brief Begin to receive at the PSN of the peer's first packet. */
    virtual void StartReceiving(uint32_t psn) = 0;

    /** \brief Begin to send at the PSN of the first packet. */
    virtual void StartSending(uint32_t psn) = 0;

    /** \brief Queue a valid message. */
    virtual void QueueSend(const IncWorkRequest& request, IncVerb verb) = 0;

    /** \brief Queue a valid receive. */
    virtual void QueueReceive(const IncReceiveRequest& request) = 0;

    /** \brief Complete all posted requests with FLUSHED. */
    virtual void Flush() = 0;

    /** \brief Drop all posted requests without completions. */
    virtual void Forget() = 0;

    /** \brief Apply limits of congestion control: rate on the wire, bit/s, which the pacer has
     * already; window of unacknowledged payload, bytes. Both may be
     * IncCongestionControl::UNLIMITED. */
    virtual void Limit(uint64_t rate, uint64_t window);

    /** \return whether switches can add telemetry to packets of this queue pair */
    virtual bool CarriesTelemetry() const
    {
        return true;
    }

    /** \brief Ask the port to send, if there is a packet. */
    void Activate()
    {
        if (!m_progress.active)
        {
            ActivateIdle();
        }
    }

    /** \brief Send a frame, e.g. an ACK, without waiting for the queue pair's turn at the port. */
    void SendNow(IncFramePtr frame);

    /** \brief Report the completion of a work request. */
    void CompleteSend(const IncCompletion& completion);

    /** \brief Report the completion of a receive. */
    void CompleteReceive(const IncCompletion& completion);

    /** \brief Abort if packets may be under way, because the attribute must not change then. */
    void CheckNotConnected(const char* attribute) const;

    /** \brief Abort if a value of PathMtu is not in IBTA's table. */
    void CheckPathMtu(uint32_t bytes) const;

    /** \brief Queue a work request, or flush it in ERROR; messages name the calling function. */
    void PostWork(const char* call, const IncWorkRequest& request, IncVerb verb);

  private:
    void MaySend() override;
    void AllowanceChanged() override;
    void ActivateIdle();
    void CheckState(const char* call, bool allowed, const char* accepted) const;
    void CheckPost(const char* call, const IncWorkRequest& request) const;
    void Enter(IncQueuePairState state);
    void StartCongestionControl();
    void EndCongestionControl();
    void NotifyCongestion(const IncFrame& frame);
    void SetAlgorithm(std::string name);

    std::string GetAlgorithmName() const
    {
        return m_algorithm;
    }

    void SetMaxRate(DataRate rate);

    DataRate GetMaxRate() const
    {
        return DataRate(m_maxRate);
    }

    void SetPriority(uint8_t priority)
    {
        m_connection.priority = priority;
    }

    uint8_t GetPriority() const
    {
        return m_connection.priority;
    }

    void SubmitLater(const IncWorkRequest& request, IncVerb verb);
    void Submitted(const IncWorkRequest& request, IncVerb verb) override;
    void Report(CompletionCallback IncQueuePair::*callback, const IncCompletion& completion);
    std::string Name() const;
    void SpaceMessages(const IncFrame& frame);

    IncCongestionNotifier m_notifier;
    Time m_cnpInterval;
    uint8_t m_cnpPriority{0};
    std::string m_algorithm;
    IncSubmissionQueue m_submissions;
    CompletionCallback m_sendCallback;
    CompletionCallback m_receiveCallback;
    TracedCallback<IncQueuePairState, IncQueuePairState> m_stateTrace;

    // Each frame uses the members from the end of m_pacer on: two cache lines.
    IncPacer m_pacer;

  protected:
    /// Progress of the queue pair.
    struct Progress
    {
        IncQueuePair* nextActive{nullptr}; //!< next queue pair in the port's round robin
        int64_t messageDuePs{0};           //!< time when the NIC has processed the last message
        IncQueuePairState state{IncQueuePairState::RESET}; //!< state of the queue pair
        bool active{false}; //!< whether the queue pair is in the port's round robin
        /// True: there is a packet whenever the state is RTS. False: HasPacket() decides.
        bool hasMessage{false};

        INC_FIELDS(IncQueuePair::Progress,
                   INC_VALUE(state) + INC_VALUE(active) + INC_VALUE(hasMessage) +
                       INC_VALUE(nextActive) + INC_TIME(messageDuePs))
    };

    IncConnection m_connection;                    //!< both ends of the connection
    IncRdmaNic* m_nic{nullptr};                    //!< NIC of the host
    Ptr<IncCongestionControl> m_congestionControl; //!< congestion control, or null
    Progress m_progress;                           //!< progress of the queue pair

  private:
    IncNicPort* m_port{nullptr};
    Time m_messageCost;
    Time m_messageGap;
    uint64_t m_maxRate{0};       //!< attribute MaxRate, bit/s
    bool m_ecnCapable{false};    //!< whether data packets are ECT(0)
    uint32_t m_telemetryRoom{0}; //!< telemetry records that fit in a data packet

    friend class IncNicPort;
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_H
