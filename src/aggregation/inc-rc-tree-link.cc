/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-tree-link.h"

#include "ns3/inc-serial.h"

#include <utility>

namespace ns3
{

IncRcTreeLink::IncRcTreeLink(IncFrameForwarder& node,
                             const IncConnection& connection,
                             const IncRcParameters& parameters,
                             const Notification& notification,
                             IncTreeLink::Listener& listener)
    : IncTreeLink(node, connection, notification),
      m_parameters(parameters),
      m_listener(listener),
      m_requester(m_parameters, m_connection, m_counters, *this),
      m_responder(m_parameters, m_connection, m_counters, *this)
{
    m_connection.partition = IncHeader::PARTITION;
    m_responder.SetSink(this);
    m_responder.Start(m_memory, connection.nextPsn);
    m_requester.Start(
        connection.nextPsn,
        IncRetransmitTimes::Complete(parameters.GetTimes(), "IncRcQueuePair", MicroSeconds(150)));
    m_nextExpected = connection.nextPsn;
}

void
IncRcTreeLink::Expect(IncFramePtr frame)
{
    m_multicast = true;
    Send(std::move(frame));
}

void
IncRcTreeLink::Send(IncFramePtr frame)
{
    if (m_failed)
    {
        return; // a failed link has ended the tree
    }
    frame->bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM;
    frame->reth.rkey = m_connection.remoteKey;
    const uint32_t messageId = frame->inc.messageId;
    m_requester.Post(messageId, std::move(frame));
    PacketReady();
}

void
IncRcTreeLink::Receive(IncFramePtr&& frame)
{
    if (m_failed)
    {
        return;
    }
    if (frame->bth.opcode == IncOpcode::RC_ACK)
    {
        m_requester.ReceiveAck(*frame);
    }
    else if (frame->bth.opcode == IncOpcode::CNP)
    {
        ++m_counters.cnpsReceived;
        m_listener.CongestionReported(m_connection.localQpn);
    }
    else
    {
        ++m_counters.packetsReceived;
        m_counters.bytesReceived += frame->payloadSize;
        if (frame->ecn == IncFrame::CE && !frame->inc.Has(IncHeader::RESULT))
        {
            Marked(); // count the ECN mark even if the message is a duplicate
        }
        m_responder.ReceiveData(std::move(frame));
    }
}

bool
IncRcTreeLink::IsReliable() const
{
    return true;
}

uint64_t
IncRcTreeLink::GetQueued() const
{
    return m_requester.GetQueued();
}

IncMessageVerdict
IncRcTreeLink::TakeMessage(IncFrame& frame)
{
    return m_listener.MessageArrived(m_connection.localQpn, frame);
}

void
IncRcTreeLink::PacketReady()
{
    while (m_requester.HasPacket())
    {
        IncFramePtr frame = m_requester.NextPacket();
        if (m_multicast && frame->bth.psn == m_nextExpected)
        {
            m_nextExpected = IncPsn::Add(m_nextExpected, 1);
            continue;
        }
        ++m_counters.packetsSent;
        m_counters.bytesSent += frame->payloadSize;
        m_node.Forward(std::move(frame));
    }
}

void
IncRcTreeLink::SendCompleted(const IncCompletion& completion)
{
    if (completion.status == IncCompletionStatus::SUCCESS)
    {
        m_listener.MessageAcknowledged(m_connection.localQpn, static_cast<uint32_t>(completion.id));
    }
    else if (completion.status != IncCompletionStatus::FLUSHED)
    {
        m_listener.LinkFailed(m_connection.localQpn, completion.status);
    }
}

void
IncRcTreeLink::RequesterFailed()
{
    m_failed = true;
    m_requester.Flush(); // the listener learns that the messages failed
}

void
IncRcTreeLink::ResponderFailed()
{
    m_failed = true;
    m_requester.Flush();
    m_listener.LinkFailed(m_connection.localQpn, IncCompletionStatus::REMOTE_INVALID);
}

IncCongestionControl*
IncRcTreeLink::GetAlgorithm()
{
    return nullptr;
}

void
IncRcTreeLink::ReceiveCompleted(const IncCompletion& completion)
{
    // Nothing to do, because the aggregator takes messages in TakeMessage().
}

void
IncRcTreeLink::SendAnswer(IncFramePtr frame)
{
    m_node.Forward(std::move(frame));
}

void
IncRcTreeLink::VisitState(IncStateVisitor& visitor)
{
    IncTreeLink::VisitState(visitor);
    visitor.Value("IncRcTreeLink::m_multicast", m_multicast);
    if (m_multicast)
    {
        visitor.Sequence("IncRcTreeLink::m_nextExpected", m_nextExpected, 24);
    }
    visitor.Value("IncRcTreeLink::m_failed", m_failed);
    m_requester.VisitState(visitor, true);
    m_responder.VisitState(visitor);
}

} // namespace ns3
