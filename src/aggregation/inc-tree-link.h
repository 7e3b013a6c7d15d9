/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_LINK_H
#define INC_TREE_LINK_H

#include "ns3/inc-connection.h"
#include "ns3/inc-frame-processor.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-message-sink.h"
#include "ns3/inc-queue-pair-counters.h"
#include "ns3/inc-work-request.h"

#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A VAT node's queue pair with one neighbour in the tree: its parent or a child.
 *
 * What goes over it has its INC header and payload set; the link makes a RoCEv2 packet of it.
 */
class IncTreeLink
{
  public:
    /// The aggregator; links are told apart by the number of their queue pair.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * \param qpn of the link
         * \param frame a message of the neighbour; its payload may be taken
         * \return whether it was taken
         */
        virtual IncMessageVerdict MessageArrived(uint32_t qpn, IncFrame& frame) = 0;

        /**
         * \brief The neighbour has a message that was sent.
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
    };

    virtual ~IncTreeLink() = default;

    /** \param frame INC header, RETH and payload are set */
    virtual void Send(IncFramePtr frame) = 0;

    /**
     * \brief A message whose first copy gets to the neighbour in a multicast with the same PSN.
     * \param frame as for Send(); sent from here only when that copy is lost
     */
    virtual void Expect(IncFramePtr frame) = 0;

    /** \param frame from the neighbour: a message or what else its queue pair sends */
    virtual void Receive(IncFramePtr frame) = 0;

    /** \return true when every message is acknowledged by the neighbour */
    virtual bool IsReliable() const = 0;

    /** \return the two ends */
    virtual const IncConnection& GetConnection() const = 0;

    /** \return what the queue pair counted */
    virtual const IncQueuePairCounters& GetCounters() const = 0;
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
     * \param listener the aggregator
     */
    IncUcTreeLink(IncFrameForwarder& node, const IncConnection& connection, Listener& listener)
        : m_node(node),
          m_connection(connection),
          m_listener(listener)
    {
    }

    void Send(IncFramePtr frame) override
    {
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        m_connection.Stamp(*frame);
        frame->UpdateSize();
        ++m_counters.packetsSent;
        m_node.Forward(std::move(frame));
    }

    void Expect(IncFramePtr frame) override
    {
        // The neighbour will ask.
    }

    void Receive(IncFramePtr frame) override
    {
        if (frame->hasInc)
        {
            ++m_counters.packetsReceived;
            m_listener.MessageArrived(m_connection.localQpn, *frame);
        }
    }

    bool IsReliable() const override
    {
        return false;
    }

    const IncConnection& GetConnection() const override
    {
        return m_connection;
    }

    const IncQueuePairCounters& GetCounters() const override
    {
        return m_counters;
    }

  private:
    IncFrameForwarder& m_node;       //!< whose queue pair it is
    IncConnection m_connection;      //!< the two ends
    Listener& m_listener;            //!< the aggregator
    IncQueuePairCounters m_counters; //!< what was counted
};

} // namespace ns3

#endif // INC_TREE_LINK_H
