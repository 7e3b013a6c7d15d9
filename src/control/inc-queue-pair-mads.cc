/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncQueuePairExchange that speaks the protocol of connection managers (IBTA volume 1,
// chapter 12) in datagrams to queue pair 1.

#include "inc-queue-pair-exchange.h"

#include "ns3/inc-byte-order.h"
#include "ns3/inc-connection-manager.h"

#include <algorithm>

namespace ns3
{

using Kind = IncControlKind;

void
IncQueuePairExchange::SendMad(const Link& link, const State& state, Kind kind)
{
    IncCmMessage message;
    constexpr int later =
        static_cast<int>(IncCmMessage::Kind::REP) - static_cast<int>(Kind::CM_REP);
    message.kind = kind == Kind::CM_REQ ? IncCmMessage::Kind::REQ
                                        : IncCmMessage::Kind(static_cast<int>(kind) + later);
    message.transactionId = state.transactionId;
    message.localCommId = state.localCommId;
    message.remoteCommId = state.remoteCommId;
    message.serviceId = link.ToService();
    message.qpn = kind == Kind::CM_DREQ ? state.remote->qpn : state.own.qpn;
    message.startingPsn = state.own.firstPsn;
    message.service = state.own.transport == IncAggregationTransport::RC
                          ? IncCmMessage::Service::RC
                          : IncCmMessage::Service::UC;
    message.localAddress = m_endpoint.GetAddress();
    message.remoteAddress = link.peer;
    message.privateData = Close(link, state.own, kind);
    IncConnection path;
    path.localAddress = message.localAddress;
    path.remoteAddress = message.remoteAddress;
    path.localQpn = IncConnectionManager::QPN;
    path.remoteQpn = IncConnectionManager::QPN;
    path.sourcePort = 49152; // first dynamic port, as in IncConnectionManager
    path.priority = m_endpoint.GetPriority();
    path.nextPsn = m_psn;
    m_psn = IncPsn::Add(m_psn, 1);
    path.Seal();
    m_endpoint.SendFrame(IncConnectionManager::MakeFrame(path, message));
}

bool
IncQueuePairExchange::ReceiveMad(const IncFrame& frame)
{
    const auto message = IncConnectionManager::ReadFrame(frame);
    if (!message || message->privateData.empty() ||
        message->privateData[0] != IncControlDatagram::VERSION)
    {
        return false; // the message belongs to another user of connection managers
    }
    const uint8_t* data = message->privateData.data();
    const std::size_t size = IncControlDatagram::SMALLEST +
                             IncGet32(data + IncControlDatagram::HEADER_SIZE - sizeof(uint32_t));
    Link link;
    Kind kind;
    if (Open(frame.source, data, std::min(size, message->privateData.size()), link, kind))
    {
        ReceiveReply(link, kind, *message);
    }
    return true;
}

void
IncQueuePairExchange::ReceiveReply(const Link& link, Kind kind, const IncCmMessage& message)
{
    if (kind == Kind::CM_DREQ)
    {
        State answer; // answer every DREQ, because an earlier DREP may be lost
        answer.transactionId = message.transactionId;
        answer.localCommId = message.remoteCommId;
        answer.remoteCommId = message.localCommId;
        SendMad(link, answer, Kind::CM_DREP);
        return;
    }
    State& state = m_links.at(link);
    state.timer.Cancel();
    switch (kind)
    {
    case Kind::CM_REQ:
        state.setup = IncQueuePairSetup::CM;
        state.state = IncGroupState::COMMITTING;
        state.transactionId = message.transactionId;
        state.remoteCommId = message.localCommId;
        state.last = Kind::CM_REP;
        Ask(link, state);
        break;
    case Kind::CM_REP:
        state.remoteCommId = message.localCommId;
        SendMad(link, state, Kind::CM_RTU);
        Connect(link, state);
        break;
    case Kind::CM_RTU:
        Connect(link, state);
        break;
    default: // a DREP: the other end has removed the queue pair
        m_links.erase(link);
        break;
    }
}

} // namespace ns3
