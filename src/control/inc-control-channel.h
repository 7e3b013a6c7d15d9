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
 * \brief The reliable exchange of control messages with one peer: in order, once, whatever the
 * network loses, doubles or reorders.
 *
 * Each direction is a session with a sequence of its own. A message is as many datagrams as it
 * needs; each gets an ACK; what has none in time is sent again, with doubling timeouts.
 */
class IncControlChannel
{
  public:
    /// Times of retransmissions of datagrams.
    struct Retries
    {
        Time timeout;    //!< the first one
        Time maxTimeout; //!< limit of doubling
        uint32_t tries;  //!< how often a datagram is sent in all
    };

    /// Reason why a peer is lost.
    enum class Loss
    {
        SILENT,   //!< does not answer
        RESTARTED //!< has forgotten what was said
    };

    /// The node.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /**
         * \param peer whom it is for
         * \param datagram to sign and send
         */
        virtual void SendDatagram(uint32_t peer, IncControlDatagram& datagram) = 0;

        /**
         * \param peer who sent it
         * \param kind of the message
         * \param body of it
         */
        virtual void Deliver(uint32_t peer, IncControlKind kind, const IncControlBody& body) = 0;

        /** \brief A datagram is of no use: of an old session, beyond the window, or garbled. */
        virtual void Discard() = 0;

        /**
         * \brief What was under way is lost; what is sent from now on begins anew.
         * \param peer which
         * \param loss what became of it
         */
        virtual void PeerLost(uint32_t peer, Loss loss) = 0;
    };

    /**
     * \param owner the node
     * \param peer address of the other one
     * \param retries when datagrams are sent again
     */
    IncControlChannel(Owner& owner, uint32_t peer, const Retries& retries);
    ~IncControlChannel();

    /**
     * \brief Send a message.
     * \param kind of the message
     * \param body of it
     */
    void Send(IncControlKind kind, const IncControlBody& body);

    /** \param datagram of this peer: reliable, an ACK or a RESTART */
    void Receive(const IncControlDatagram& datagram);

    /** \return how many datagrams wait for an ACK */
    std::size_t GetOutstanding() const
    {
        return m_outstanding.size();
    }

    /** \return how many datagrams were sent again */
    uint64_t GetRetransmissions() const
    {
        return m_retransmissions;
    }

  private:
    /// A datagram without an ACK.
    struct Outstanding
    {
        IncControlDatagram datagram; //!< datagram, as it is sent again
        bool arrived{false};         //!< an ACK says so, but an earlier one is missing
    };

    static constexpr uint32_t WINDOW = 4096; //!< datagrams that may come before a missing one

    void ReceiveAck(const IncControlDatagram& ack);
    void ReceiveData(const IncControlDatagram& datagram);
    void Acknowledge();
    void DeliverInOrder();
    void Transmit(IncControlDatagram& datagram);
    void StartTimer();
    void TimedOut();
    void Lose(Loss loss);

    Owner& m_owner;    //!< node that owns the channel
    uint32_t m_peer;   //!< address of the other one
    Retries m_retries; //!< when datagrams are sent again

    // What this side sends.
    uint64_t m_session{0};                 //!< session of this side; 0: none
    uint32_t m_next{0};                    //!< sequence of the next datagram
    std::deque<Outstanding> m_outstanding; //!< oldest first, without gaps
    uint32_t m_tries{0};                   //!< tries of the oldest, without progress
    Time m_timeout;                        //!< the present one
    EventId m_timer;                       //!< event that sends again
    uint64_t m_retransmissions{0};         //!< datagrams sent again

    // What the other side sends.
    uint64_t m_peerSession{0};                      //!< 0: none yet
    uint32_t m_expected{0};                         //!< sequence of the first that is missing
    std::map<uint32_t, IncControlDatagram> m_early; //!< came before an earlier one
    std::vector<uint8_t> m_assembly;                //!< body of a message of several datagrams
};

} // namespace ns3

#endif // INC_CONTROL_CHANNEL_H
