/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONNECTION_MANAGER_H
#define INC_CONNECTION_MANAGER_H

#include "inc-cm-message.h"
#include "inc-connection.h"
#include "inc-queue-pair.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/inc-frame.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

class IncRdmaNic;

/// \ingroup inc
/// \brief Outcome of the set-up or the end of a connection.
enum class IncCmStatus : uint8_t
{
    ESTABLISHED,  //!< this end is in RTS; the peer is in RTS, or soon will be
    REJECTED,     //!< the peer refuses the connection
    TIMED_OUT,    //!< the peer has answered neither the message nor its repetitions
    DISCONNECTED, //!< the connection has ended
};

/**
 * \ingroup inc
 * \brief The connection manager of a NIC: brings queue pairs up and down by packets, REQ, REP, RTU,
 * DREQ and DREP (draft-liu-nfsv4-rocev2, section 5.1, item 2; IBTA volume 1, chapter 12).
 *
 * Messages are datagrams to queue pair 1. A message without an answer is sent again, and a repeated
 * message is answered again. Loss and duplication therefore cost only time.
 */
class IncConnectionManager : public Object
{
  public:
    static constexpr uint32_t QPN = 1; //!< the general services queue pair

    /// Function that gets a request and returns a queue pair in RESET, or null to refuse.
    using AcceptCallback = Callback<Ptr<IncQueuePair>, const IncCmMessage&>;
    /// Function that is called with the outcome.
    using DoneCallback = Callback<void, IncCmStatus>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Join a NIC, which owns this manager and calls this function. */
    void Install(IncRdmaNic* nic)
    {
        m_nic = nic;
    }

    /** \brief Accept connections. */
    void Listen(uint64_t serviceId, AcceptCallback accept);

    /** \brief Connect a queue pair in RESET with one that a listener at the peer chooses. `done` is
     * called once; the queue pair is in RTS after ESTABLISHED, otherwise in RESET. */
    void Connect(Ptr<IncQueuePair> qp, Ipv4Address remote, uint64_t serviceId, DoneCallback done);

    /** \brief End a connection: both queue pairs go to ERROR and flush incomplete work requests.
     * `done` is called once, with DISCONNECTED, or TIMED_OUT if the peer does not answer. */
    void Disconnect(Ptr<IncQueuePair> qp, DoneCallback done);

    /** \brief Receive a datagram to queue pair 1. */
    void Receive(const IncFrame& frame);

    /** \return a frame with the message and the PSN of the path, which joins the queue pairs 1 of
     * two NICs */
    static IncFramePtr MakeFrame(IncConnection& path, const IncCmMessage& message);

    /** \return the message of a datagram to queue pair 1; nothing for other frames */
    static std::optional<IncCmMessage> ReadFrame(const IncFrame& frame);

    /**
     * TracedCallback signature for connections.
     * \param qp the local queue pair
     */
    typedef void (*ConnectionTracedCallback)(Ptr<IncQueuePair> qp);

  protected:
    void DoDispose() override;

  private:
    /// State of a connection (IBTA volume 1, 12.9.6).
    enum class State : uint8_t
    {
        REQ_SENT,
        REP_SENT,
        ESTABLISHED,
        DREQ_SENT,
        TIME_WAIT //!< the connection has ended, but late messages are still answered
    };

    struct Exchange
    {
        State state{State::REQ_SENT};
        Ptr<IncQueuePair> qp;
        IncConnection path;       //!< path to the peer's manager
        uint32_t remoteCommId{0}; //!< number that the peer gives the connection
        IncCmMessage last;        //!< latest message, sent again until it is answered
        uint32_t retries{0};
        EventId timer;
        DoneCallback done;
    };

    void ReceiveRequest(const IncFrame& frame, const IncCmMessage& request);
    void ReceiveReply(uint32_t id, Exchange& exchange, const IncCmMessage& reply);
    void ReceiveDisconnect(const IncFrame& frame, const IncCmMessage& request);
    void Ask(uint32_t id);
    void TimedOut(uint32_t id);
    void End(Exchange& exchange, IncCmStatus status);
    void Reject(const IncFrame& frame, const IncCmMessage& request, IncCmMessage::Reason reason);
    void Send(IncConnection& path, const IncCmMessage& message);
    IncConnection PathTo(uint32_t address) const;
    Exchange* Find(uint32_t id, uint32_t address);
    static IncCmMessage::Service ServiceOf(const Ptr<IncQueuePair>& qp);

    IncRdmaNic* m_nic{nullptr};
    std::map<uint64_t, AcceptCallback> m_listeners; //!< listeners by service
    std::map<uint32_t, Exchange> m_exchanges;       //!< connections by local communication ID
    uint32_t m_nextCommId{1};
    uint32_t m_psn{0}; //!< PSN of the next datagram
    Time m_timeout;
    uint32_t m_maxRetries;

    TracedCallback<Ptr<IncQueuePair>> m_establishedTrace;
    TracedCallback<Ptr<IncQueuePair>> m_disconnectedTrace;
};

} // namespace ns3

#endif // INC_CONNECTION_MANAGER_H
