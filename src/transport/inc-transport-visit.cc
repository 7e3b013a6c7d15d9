/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rdma-nic.h"
#include "inc-stall-watch.h"
#include "inc-uc-queue-pair.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncConnection, 56);
INC_STATE_SIZE(IncPacer, 64);
INC_STATE_SIZE(IncStallWatch, 56);
INC_STATE_SIZE(IncNicPort, 152);
INC_STATE_SIZE(IncCongestionNotifier, 8);
INC_STATE_SIZE(IncQueuePairCounters, 304);
INC_STATE_SIZE(IncQueuePair, sizeof(Object) + sizeof(IncQueuePairCounters) + 296);
INC_STATE_SIZE(IncUcQueuePair, sizeof(IncQueuePair) + 232);
INC_STATE_SIZE(IncRdmaNic, sizeof(Object) + 408);

} // namespace

void
IncConnection::VisitState(IncStateVisitor& visitor)
{
    visitor.Count("IncConnection::nextPsn", nextPsn, 24);
}

void
IncQueuePairCounters::VisitCounters(IncStateVisitor& visitor)
{
    visitor.Count("IncQueuePairCounters::packetsSent", packetsSent);
    visitor.Count("IncQueuePairCounters::bytesSent", bytesSent);
    // What is lost, or marked, is no part of a period.
    visitor.Value("IncQueuePairCounters::retransmissions", retransmissions.Get());
    visitor.Value("IncQueuePairCounters::timeouts", timeouts.Get());
    visitor.Count("IncQueuePairCounters::packetsReceived", packetsReceived);
    visitor.Count("IncQueuePairCounters::bytesReceived", bytesReceived);
    visitor.Value("IncQueuePairCounters::duplicates", duplicates.Get());
    visitor.Value("IncQueuePairCounters::outOfOrder", outOfOrder.Get());
    visitor.Count("IncQueuePairCounters::messagesDropped", messagesDropped);
    visitor.Count("IncQueuePairCounters::acksSent", acksSent);
    visitor.Count("IncQueuePairCounters::acksReceived", acksReceived);
    visitor.Value("IncQueuePairCounters::naksSent", naksSent.Get());
    visitor.Value("IncQueuePairCounters::naksReceived", naksReceived.Get());
    visitor.Count("IncQueuePairCounters::rnrNaksSent", rnrNaksSent);
    visitor.Count("IncQueuePairCounters::rnrNaksReceived", rnrNaksReceived);
    visitor.Value("IncQueuePairCounters::ecnMarksReceived", ecnMarksReceived.Get());
    visitor.Value("IncQueuePairCounters::cnpsSent", cnpsSent.Get());
    visitor.Value("IncQueuePairCounters::cnpsReceived", cnpsReceived.Get());
    visitor.Count("IncQueuePairCounters::refused", refused);
}

void
IncPacer::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncPacer::m_psPerKilobyte", m_psPerKilobyte);
    visitor.Value("IncPacer::m_wakePending", m_wakePending);
    visitor.Value("IncPacer::m_lastBytes", m_lastBytes);
    visitor.Time("IncPacer::m_startPs", m_startPs);
    visitor.Time("IncPacer::m_nextPs", m_nextPs);
    visitor.Time("IncPacer::m_heldPs", m_heldPs);
    visitor.Time("IncPacer::m_wakePs", m_wakePs);
}

void
IncStallWatch::VisitState(IncStateVisitor& visitor)
{
    // Its event stays where it is: no jump goes beyond.
    visitor.Value("IncStallWatch::m_running", m_running);
    visitor.Time("IncStallWatch::m_progressPs", m_progressPs);
}

void
IncQueuePair::VisitState(IncStateVisitor& visitor)
{
    if (m_congestionControl)
    {
        visitor.Refuse("congestion control of queue pairs");
    }
    visitor.Value("IncQueuePair::m_state", m_state);
    visitor.Value("IncQueuePair::m_active", m_active);
    visitor.Value("IncQueuePair::m_hasMessage", m_hasMessage);
    visitor.Value("IncQueuePair::m_nextActive", m_nextActive);
    m_connection.VisitState(visitor);
    m_pacer.VisitState(visitor);
    visitor.Time("IncQueuePair::m_messageDuePs", m_messageDuePs);
    VisitCounters(visitor);
}

void
IncUcQueuePair::VisitState(IncStateVisitor& visitor)
{
    IncQueuePair::VisitState(visitor);
    visitor.Value("IncUcQueuePair::m_next", m_next); // none that sends what is posted repeats
}

void
IncNicPort::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncNicPort::m_ready", m_ready);
    for (const Round& round : m_rounds)
    {
        visitor.Value("IncNicPort::Round::head", round.head);
    }
}

void
IncRdmaNic::VisitState(IncStateVisitor& visitor)
{
    m_ecmp.VisitState(visitor);
    for (const auto& port : m_ports)
    {
        port->VisitState(visitor);
    }
    for (const auto& queuePair : m_queuePairs)
    {
        if (queuePair)
        {
            queuePair->VisitState(visitor);
        }
    }
}

} // namespace ns3
