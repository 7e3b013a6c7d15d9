/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_LINK_H
#define INC_TREE_LINK_H

#include "inc-incoming-message.h"

#include "ns3/inc-connection.h"
#include "ns3/inc-frame-processor.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-message-sink.h"
#include "ns3/inc-queue-pair-counters.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/inc-work-request.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A VAT node's queue pair with one neighbor in the tree: its parent or a child.
 *
 * What goes over it has its INC header and payload set; the link makes a RoCEv2 packet of it.
 */
class IncTreeLink
{
  public:
    /// When a neighbor is told of congestion.
    struct Notification
    {
        Time interval;       //!< least time between two CNPs to it
        uint8_t priority{0}; //!< their traffic class
    };

    /// The aggregator; links are told apart by the number of their queue pair.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * \param qpn of the link
         * \param frame a message of the neighbor; its payload may be taken
         * \return whether it was taken
         */
        virtual IncMessageVerdict MessageArrived(uint32_t qpn, IncFrame& frame) = 0;

        /**
         * \brief A packet has come whose message began with lost ones.
         * \param qpn of the link
         * \param frame the packet
         */
        virtual void MessageBroken(uint32_t qpn, const IncFrame& frame) = 0;

        /**
         * \brief The neighbor has a message that was sent.
         * \param qpn of the link
         * \param messageId of the message
         */
        virtual void MessageAcknowledged(uint32_t qpn, uint32_t messageId) = 0;

        /**
         * \brief Nothing will come or go over a link any more.
         * \param qpn of the link
         * \param status why
         */
        virtual void LinkFailed(uint32_t qpn, IncCompletionStatus status) = 0;

        /**
         * \brief The neighbor has sent a CNP: what went over the link met congestion.
         * \param qpn of the link
         */
        virtual void CongestionReported(uint32_t qpn) = 0;
    };

    /**
     * \param node whose queue pair it is
     * \param connection sealed
     * \param notification of a neighbor whose messages carry CE
     */
    IncTreeLink(IncFrameForwarder& node,
                const IncConnection& connection,
                const Notification& notification)
        : m_node(node),
          m_connection(connection),
          m_notification(notification)
    {
    }

    virtual ~IncTreeLink() = default;

    /** \param frame INC header, RETH and payload are set */
    virtual void Send(IncFramePtr frame) = 0;

    /**
     * \brief A message whose first copy gets to the neighbor in a multicast with the same PSN.
     * \param frame as for Send(); sent from here only when that copy is lost
     */
    virtual void Expect(IncFramePtr frame) = 0;

    /**
     * \param frame admitted: a message of the neighbor or what else its queue pair sends; taken
     * (moved from) where it is kept
     */
    virtual void Receive(IncFramePtr&& frame) = 0;

    /** \return true when every message is acknowledged by the neighbor */
    virtual bool IsReliable() const = 0;

    /**
     * \brief Tell the neighbor that its messages meet congestion: a CNP, unless it had one within
     * the interval.
     */
    void Notify()
    {
        if (IncFramePtr cnp =
                m_notifier.Notify(m_connection, m_notification.interval, m_notification.priority))
        {
            ++m_counters.cnpsSent;
            m_node.Forward(std::move(cnp));
        }
    }

    /** \brief A message of the neighbor carries CE. */
    void Marked()
    {
        ++m_counters.ecnMarksReceived;
        Notify();
    }

    /** \brief A message of the neighbor had been aggregated before. */
    void CountDuplicate()
    {
        ++m_counters.duplicates;
    }

    /** \brief A frame that names this queue pair was refused. */
    void CountRefused()
    {
        ++m_counters.refused;
    }

    /** \param visitor of the state */
    virtual void VisitState(IncStateVisitor& visitor)
    {
        visitor.Fields(*this);
    }

    /** \return the two ends */
    const IncConnection& GetConnection() const
    {
        return m_connection;
    }

    /** \return what the queue pair counted */
    const IncQueuePairCounters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    IncFrameForwarder& m_node;       //!< node that has the queue pair
    IncConnection m_connection;      //!< the two ends
    IncQueuePairCounters m_counters; //!< what was counted

  private:
    INC_FIELDS(IncTreeLink,
               INC_PART(m_connection) + INC_PART(m_counters) +
                   INC_UNVISITED(m_node, m_notification, m_notifier))

    const Notification m_notification; //!< when to tell the neighbor of congestion
    IncCongestionNotifier m_notifier;  //!< answers marked messages
};

/**
 * \ingroup inc
 * \brief A link over UC: packets are numbered and sent, and may be lost
 * (draft-liu-nfsv4-rocev2, section 7).
 */
class IncUcTreeLink : public IncTreeLink
{
  public:
    /**
     * \param node whose queue pair it is
     * \param connection sealed
     * \param notification of a neighbor whose messages carry CE
     * \param listener the aggregator
     */
    IncUcTreeLink(IncFrameForwarder& node,
                  const IncConnection& connection,
                  const Notification& notification,
                  Listener& listener)
        : IncTreeLink(node, connection, notification),
          m_listener(listener)
    {
    }

    void Send(IncFramePtr frame) override
    {
        Place(*frame);
        frame->reth.rkey = m_connection.remoteKey;
        m_connection.Stamp(*frame);
        if (!IncIsOnly(frame->bth.opcode))
        {
            frame->bth.pkey = IncHeader::PARTITION;
        }
        frame->UpdateSize();
        ++m_counters.packetsSent;
        m_counters.bytesSent += frame->payloadSize;
        m_node.Forward(std::move(frame));
    }

    void Expect(IncFramePtr frame) override
    {
        // The neighbor will ask.
    }

    void Receive(IncFramePtr&& frame) override
    {
        if (frame->bth.opcode == IncOpcode::CNP)
        {
            ++m_counters.cnpsReceived;
            m_listener.CongestionReported(m_connection.localQpn);
        }
        else
        {
            ++m_counters.packetsReceived;
            m_counters.bytesReceived += frame->payloadSize;
            if (m_incoming.Take(*frame))
            {
                m_listener.MessageArrived(m_connection.localQpn, *frame);
            }
            else
            {
                m_listener.MessageBroken(m_connection.localQpn, *frame);
            }
        }
    }

    bool IsReliable() const override
    {
        return false;
    }

  private:
    /// What does not follow the packet before it in its RDMA message is a message of its own.
    void Place(IncFrame& frame)
    {
        IncOpcode& opcode = frame.bth.opcode;
        const bool follows = m_isOpen && frame.inc.messageId == m_follows;
        if (!IncIsFirst(opcode) && !IncIsOnly(opcode) && !follows)
        {
            opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        }
        m_isOpen = IncIsFirst(opcode) || IncIsMiddle(opcode);
        m_follows = frame.inc.messageId + 1;
    }

    Listener& m_listener;          //!< the aggregator
    IncIncomingMessage m_incoming; //!< RDMA message that comes from the neighbor
    uint32_t m_follows{0};         //!< MessageID of the next packet of an RDMA message
    bool m_isOpen{false};          //!< such a message is under way
};

} // namespace ns3

#endif // INC_TREE_LINK_H
