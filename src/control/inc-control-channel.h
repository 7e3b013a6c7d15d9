/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_CHANNEL_H
#define INC_CONTROL_CHANNEL_H

#include "inc-control-body.h"
#include "inc-control-datagram.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reliable exchange of control messages with one peer. Each message arrives once and in
 * order, even if the network loses, duplicates or reorders datagrams.
 *
 * Each direction is a session with its own sequence numbers. A message takes as many datagrams as
 * it needs, and each gets an ACK. A datagram without ACK is sent again, with doubling timeouts.
 */
class IncControlChannel
{
  public:
    /// Timeouts and limits of retransmissions.
    struct Retries
    {
        Time timeout;    //!< first timeout
        Time maxTimeout; //!< largest timeout; it doubles up to here
        uint32_t tries;  //!< largest number of times that a datagram is sent
    };

    /// Reason for which messages to a peer are lost.
    enum class Loss
    {
        SILENT,   //!< the peer does not answer
        RESTARTED //!< the peer was restarted and has forgotten earlier messages
    };

    /// The node that uses the channel.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /** \brief Sign and send a datagram to a peer. */
        virtual void SendDatagram(uint32_t peer, IncControlDatagram& datagram) = 0;

        /** \brief Deliver a message of a peer. */
        virtual void Deliver(uint32_t peer, IncControlKind kind, const IncControlBody& body) = 0;

        /** Count a datagram that is of an old session, beyond the window, or malformed. */
        virtual void Discard() = 0;

        /** \brief Note that all messages in transit to a peer are lost. Later messages begin a new
         * session. */
        virtual void PeerLost(uint32_t peer, Loss loss) = 0;
    };

    /** \brief Exchange messages of `owner` with the node at the address `peer`. */
    IncControlChannel(Owner& owner, uint32_t peer, const Retries& retries);
    ~IncControlChannel();

    /** \brief Send a message. */
    void Send(IncControlKind kind, const IncControlBody& body);

    /** \brief Process a datagram of this peer: a reliable one, an ACK or a RESTART. */
    void Receive(const IncControlDatagram& datagram);

    /** \return number of datagrams that wait for an ACK */
    std::size_t GetOutstanding() const
    {
        return m_outstanding.size();
    }

    /** \return number of datagrams that were sent again */
    uint64_t GetRetransmissions() const
    {
        return m_retransmissions;
    }

  private:
    struct Outstanding
    {
        IncControlDatagram datagram;
        bool arrived{false}; //!< whether the peer has this datagram, but lacks an earlier one
    };

    static constexpr uint32_t WINDOW = 4096; //!< datagrams accepted from the first missing one on

    void ReceiveAck(const IncControlDatagram& ack);
    void ReceiveData(const IncControlDatagram& datagram);
    void Acknowledge();
    void DeliverInOrder();
    void Transmit(IncControlDatagram& datagram);
    void StartTimer();
    void TimedOut();
    void Lose(Loss loss);

    Owner& m_owner;
    uint32_t m_peer;
    Retries m_retries;

    // Session in which this side sends.
    uint64_t m_session{0}; //!< session number; 0: none
    uint32_t m_next{0};
    std::deque<Outstanding> m_outstanding; //!< datagrams without an ACK, oldest first, without gaps
    uint32_t m_tries{0}; //!< times that datagrams were sent since an ACK made progress
    Time m_timeout;
    EventId m_timer;
    uint64_t m_retransmissions{0};

    // Session in which the other side sends.
    uint64_t m_peerSession{0}; //!< session number of the other side; 0: none yet
    uint32_t m_expected{0};
    std::map<uint32_t, IncControlDatagram> m_early; //!< datagrams behind a missing one
    std::vector<uint8_t> m_assembly; //!< bytes received so far of a message of several datagrams
};

} // namespace ns3

#endif // INC_CONTROL_CHANNEL_H
