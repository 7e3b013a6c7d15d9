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
 * \brief Queue pair of a switch of the tree (VAT node) with one neighbor, its parent or a child.
 *
 * The aggregator sets INC header and payload of a frame, and the link makes a RoCEv2 packet of it.
 */
class IncTreeLink
{
  public:
    /// Attributes of CNPs to a neighbor.
    struct Notification
    {
        Time interval;       //!< shortest time between two CNPs
        uint8_t priority{0}; //!< traffic class of CNPs
    };

    /// The aggregator that uses the link. The QPN identifies the link that reports.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief Process a message of the neighbor. The aggregator may take its payload. */
        virtual IncMessageVerdict MessageArrived(uint32_t qpn, IncFrame& frame) = 0;

        /** \brief Refuse a packet of an RDMA message that began with lost packets. */
        virtual void MessageBroken(uint32_t qpn, const IncFrame& frame) = 0;

        /** \brief Note that the neighbor has acknowledged a message. */
        virtual void MessageAcknowledged(uint32_t qpn, uint32_t messageId) = 0;

        /** \brief Stop the tree, because the connection to the neighbor has failed. */
        virtual void LinkFailed(uint32_t qpn, IncCompletionStatus status) = 0;

        /** \brief React to a CNP from the neighbor: frames sent to the neighbor met congestion. */
        virtual void CongestionReported(uint32_t qpn) = 0;
    };

    /** \brief Make a link over a connection, after IncConnection::Seal(). */
    IncTreeLink(IncFrameForwarder& node,
                const IncConnection& connection,
                const Notification& notification)
        : m_node(node),
          m_connection(connection),
          m_notification(notification)
    {
    }

    virtual ~IncTreeLink() = default;

    /** \brief Send a frame whose INC header, RETH and payload are set. */
    virtual void Send(IncFramePtr frame) = 0;

    /** \brief Expect an acknowledgement of a message that arrives by multicast with the same PSN.
     * The frame is sent only if the multicast copy is lost. */
    virtual void Expect(IncFramePtr frame) = 0;

    /** \brief Process an accepted frame of the neighbor. The frame may be moved from. */
    virtual void Receive(IncFramePtr&& frame) = 0;

    /** \return whether the neighbor acknowledges every message */
    virtual bool IsReliable() const = 0;

    /** \return number of packets to the neighbor that wait to be sent or acknowledged */
    virtual uint64_t GetQueued() const
    {
        return 0;
    }

    /** \brief Send a CNP to the neighbor, unless one was sent within the interval. */
    void Notify()
    {
        if (IncFramePtr cnp =
                m_notifier.Notify(m_connection, m_notification.interval, m_notification.priority))
        {
            ++m_counters.cnpsSent;
            m_node.Forward(std::move(cnp));
        }
    }

    /** \brief Count a message from the neighbor that is marked CE, and send a CNP. */
    void Marked()
    {
        ++m_counters.ecnMarksReceived;
        Notify();
    }

    /** \brief Count a message from the neighbor that had been aggregated before. */
    void CountDuplicate()
    {
        ++m_counters.duplicates;
    }

    /** \brief Count a refused frame that names this queue pair. */
    void CountRefused()
    {
        ++m_counters.refused;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    virtual void VisitState(IncStateVisitor& visitor)
    {
        visitor.Fields(*this);
    }

    /** \return addresses and numbers of the two ends */
    const IncConnection& GetConnection() const
    {
        return m_connection;
    }

    /** \return counters of the queue pair */
    const IncQueuePairCounters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    IncFrameForwarder& m_node;       //!< node that has the queue pair
    IncConnection m_connection;      //!< addresses and numbers of the two ends
    IncQueuePairCounters m_counters; //!< counters of the queue pair

  private:
    INC_FIELDS(IncTreeLink,
               INC_PART(m_connection) + INC_PART(m_counters) +
                   INC_UNVISITED(m_node, m_notification, m_notifier))

    const Notification m_notification;
    IncCongestionNotifier m_notifier;
};

/// \ingroup inc
/// \brief Link over UC: packets are numbered, but not acknowledged, and may be lost
/// (draft-liu-nfsv4-rocev2, section 7).
class IncUcTreeLink : public IncTreeLink
{
  public:
    /** \brief Make a link over a connection, after IncConnection::Seal(). */
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
        // Do nothing: a neighbor that lost its copy asks again.
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
    /// Make a packet a message of its own if it does not continue the previous RDMA message.
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

    Listener& m_listener;
    IncIncomingMessage m_incoming; //!< state of the RDMA message that the neighbor is sending
    uint32_t m_follows{0};         //!< MessageID that continues the RDMA message being sent
    bool m_isOpen{false};          //!< whether an RDMA message is being sent
};

} // namespace ns3

#endif // INC_TREE_LINK_H
