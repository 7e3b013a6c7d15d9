/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-connection-manager.h"

#include "inc-rdma-nic.h"
#include "inc-uc-queue-pair.h"

#include "ns3/abort.h"
#include "ns3/inc-deth.h"
#include "ns3/inc-log-component.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncConnectionManager");
NS_OBJECT_ENSURE_REGISTERED(IncConnectionManager);

TypeId
IncConnectionManager::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncConnectionManager")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncConnectionManager>()
            .AddAttribute("Timeout",
                          "Time after which a message without an answer is sent again",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&IncConnectionManager::m_timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxRetries",
                          "How often a message is sent again before the peer counts as dead",
                          UintegerValue(15),
                          MakeUintegerAccessor(&IncConnectionManager::m_maxRetries),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Established",
                            "A connection is up at this end",
                            MakeTraceSourceAccessor(&IncConnectionManager::m_establishedTrace),
                            "ns3::IncConnectionManager::ConnectionTracedCallback")
            .AddTraceSource("Disconnected",
                            "A connection has ended, its queue pair is in ERROR",
                            MakeTraceSourceAccessor(&IncConnectionManager::m_disconnectedTrace),
                            "ns3::IncConnectionManager::ConnectionTracedCallback");
    return tid;
}

void
IncConnectionManager::DoDispose()
{
    for (auto& [id, exchange] : m_exchanges)
    {
        exchange.timer.Cancel();
    }
    m_exchanges.clear();
    m_listeners.clear();
    m_nic = nullptr;
    Object::DoDispose();
}

IncCmMessage::Service
IncConnectionManager::ServiceOf(const Ptr<IncQueuePair>& qp)
{
    return DynamicCast<IncUcQueuePair>(qp) ? IncCmMessage::Service::UC : IncCmMessage::Service::RC;
}

IncConnection
IncConnectionManager::PathTo(uint32_t address) const
{
    IncConnection path;
    path.ip = m_nic->GetIpVersion();
    path.localAddress = m_nic->GetIpv4();
    path.remoteAddress = address;
    path.localQpn = QPN;
    path.remoteQpn = QPN;
    // First dynamic port. All managers use this port, because they send too few datagrams to spread
    // by ECMP.
    path.sourcePort = 49152;
    path.Seal();
    return path;
}

void
IncConnectionManager::Listen(uint64_t serviceId, AcceptCallback accept)
{
    NS_ABORT_MSG_IF(m_listeners.count(serviceId) > 0,
                    "IncConnectionManager::Listen: service " << serviceId << " has a listener");
    m_listeners[serviceId] = accept;
}

void
IncConnectionManager::Connect(Ptr<IncQueuePair> qp,
                              Ipv4Address remote,
                              uint64_t serviceId,
                              DoneCallback done)
{
    qp->Initialize();
    const uint32_t id = m_nextCommId++;
    Exchange& exchange = m_exchanges[id];
    exchange.qp = qp;
    exchange.path = PathTo(remote.Get());
    exchange.done = done;
    IncCmMessage& request = exchange.last;
    request.kind = IncCmMessage::Kind::REQ;
    request.transactionId = uint64_t{m_nic->GetIpv4()} << 32 | id;
    request.localCommId = id;
    request.serviceId = serviceId;
    request.qpn = qp->GetQpn();
    request.startingPsn = qp->GetInitialPsn();
    request.service = ServiceOf(qp);
    request.pathMtu = qp->GetPathMtu();
    request.ip = exchange.path.ip;
    request.localAddress = exchange.path.localAddress;
    request.remoteAddress = exchange.path.remoteAddress;
    Ask(id);
}

void
IncConnectionManager::Disconnect(Ptr<IncQueuePair> qp, DoneCallback done)
{
    for (auto& [id, exchange] : m_exchanges)
    {
        if (exchange.qp == qp && exchange.state == State::ESTABLISHED)
        {
            exchange.state = State::DREQ_SENT;
            exchange.done = done;
            exchange.retries = 0;
            exchange.last.kind = IncCmMessage::Kind::DREQ;
            exchange.last.localCommId = id;
            exchange.last.remoteCommId = exchange.remoteCommId;
            exchange.last.qpn = qp->GetConnection().remoteQpn;
            Ask(id);
            return;
        }
    }
    NS_ABORT_MSG("IncConnectionManager::Disconnect: queue pair "
                 << qp->GetQpn() << " has no established connection here");
}

void
IncConnectionManager::Ask(uint32_t id)
{
    Exchange& exchange = m_exchanges.at(id);
    exchange.timer = Simulator::Schedule(m_timeout, &IncConnectionManager::TimedOut, this, id);
    Send(exchange.path, exchange.last);
}

void
IncConnectionManager::TimedOut(uint32_t id)
{
    Exchange& exchange = m_exchanges.at(id);
    if (++exchange.retries <= m_maxRetries)
    {
        Ask(id);
        return;
    }
    NS_LOG_INFO("connection " << id << ": the peer does not answer");
    End(exchange, IncCmStatus::TIMED_OUT);
}

void
IncConnectionManager::End(Exchange& exchange, IncCmStatus status)
{
    exchange.timer.Cancel();
    const bool wasAsked = exchange.state == State::REQ_SENT;
    exchange.state = State::TIME_WAIT;
    if (wasAsked)
    {
        exchange.qp->Reset();
    }
    else
    {
        exchange.qp->Fail();
        m_disconnectedTrace(exchange.qp);
    }
    exchange.qp = nullptr;
    const DoneCallback done = exchange.done;
    exchange.done = DoneCallback();
    if (!done.IsNull())
    {
        done(status);
    }
}

IncConnectionManager::Exchange*
IncConnectionManager::Find(uint32_t id, uint32_t address)
{
    const auto found = m_exchanges.find(id);
    return found != m_exchanges.end() && found->second.path.remoteAddress == address
               ? &found->second
               : nullptr;
}

std::optional<IncCmMessage>
IncConnectionManager::ReadFrame(const IncFrame& frame)
{
    const bool isDatagram = frame.bth.destQp == QPN &&
                            frame.bth.opcode == IncOpcode::UD_SEND_ONLY && frame.payload &&
                            frame.payloadSize == IncDeth::SIZE + IncCmMessage::SIZE;
    return isDatagram ? IncCmMessage::Read(frame.payload->GetData() + IncDeth::SIZE) : std::nullopt;
}

void
IncConnectionManager::Receive(const IncFrame& frame)
{
    const auto message = ReadFrame(frame);
    if (!message)
    {
        return;
    }
    if (message->kind == IncCmMessage::Kind::REQ)
    {
        ReceiveRequest(frame, *message);
        return;
    }
    if (message->kind == IncCmMessage::Kind::DREQ)
    {
        ReceiveDisconnect(frame, *message);
        return;
    }
    Exchange* exchange = Find(message->remoteCommId, frame.source);
    if (!exchange)
    {
        return;
    }
    switch (message->kind)
    {
    case IncCmMessage::Kind::REP:
        ReceiveReply(message->remoteCommId, *exchange, *message);
        break;
    case IncCmMessage::Kind::REJ:
        if (exchange->state == State::REQ_SENT)
        {
            End(*exchange, IncCmStatus::REJECTED);
        }
        break;
    case IncCmMessage::Kind::RTU:
        if (exchange->state == State::REP_SENT)
        {
            exchange->timer.Cancel();
            exchange->state = State::ESTABLISHED;
            exchange->qp->ReadyToSend(exchange->last.startingPsn);
            m_establishedTrace(exchange->qp);
        }
        break;
    case IncCmMessage::Kind::DREP:
        if (exchange->state == State::DREQ_SENT)
        {
            End(*exchange, IncCmStatus::DISCONNECTED);
        }
        break;
    default:
        break;
    }
}

void
IncConnectionManager::ReceiveRequest(const IncFrame& frame, const IncCmMessage& request)
{
    for (auto& [id, exchange] : m_exchanges)
    {
        if (exchange.path.remoteAddress == frame.source &&
            exchange.last.transactionId == request.transactionId)
        {
            if (exchange.state == State::REP_SENT)
            {
                // The peer has repeated its REQ because the REP was lost.
                Send(exchange.path, exchange.last);
            }
            return;
        }
    }
    const auto listener = m_listeners.find(request.serviceId);
    if (listener == m_listeners.end())
    {
        Reject(frame, request, IncCmMessage::Reason::INVALID_SERVICE_ID);
        return;
    }
    Ptr<IncQueuePair> qp = listener->second(request);
    if (!qp)
    {
        Reject(frame, request, IncCmMessage::Reason::CONSUMER_REJECT);
        return;
    }
    if (ServiceOf(qp) != request.service)
    {
        Reject(frame, request, IncCmMessage::Reason::INVALID_TRANSPORT_TYPE);
        return;
    }
    if (qp->GetPathMtu() != request.pathMtu)
    {
        Reject(frame, request, IncCmMessage::Reason::INVALID_PATH_MTU);
        return;
    }
    if (qp->GetState() == IncQueuePairState::RESET)
    {
        qp->Initialize(); // in INIT receives may be posted, so leave it as it is
    }
    qp->ReadyToReceive(Ipv4Address(frame.source), request.qpn, request.startingPsn);
    const uint32_t id = m_nextCommId++;
    Exchange& exchange = m_exchanges[id];
    exchange.state = State::REP_SENT;
    exchange.qp = qp;
    exchange.path = PathTo(frame.source);
    exchange.remoteCommId = request.localCommId;
    IncCmMessage& reply = exchange.last;
    reply.kind = IncCmMessage::Kind::REP;
    reply.transactionId = request.transactionId;
    reply.localCommId = id;
    reply.remoteCommId = request.localCommId;
    reply.qpn = qp->GetQpn();
    reply.startingPsn = qp->GetInitialPsn();
    Ask(id);
}

void
IncConnectionManager::ReceiveReply(uint32_t id, Exchange& exchange, const IncCmMessage& reply)
{
    if (exchange.state == State::ESTABLISHED)
    {
        // The peer has repeated its REP because the RTU was lost.
        Send(exchange.path, exchange.last);
        return;
    }
    if (exchange.state != State::REQ_SENT)
    {
        return;
    }
    exchange.timer.Cancel();
    exchange.state = State::ESTABLISHED;
    exchange.remoteCommId = reply.localCommId;
    exchange.qp->ReadyToReceive(Ipv4Address(exchange.path.remoteAddress),
                                reply.qpn,
                                reply.startingPsn);
    exchange.qp->ReadyToSend(exchange.last.startingPsn);
    exchange.last.kind = IncCmMessage::Kind::RTU;
    exchange.last.remoteCommId = reply.localCommId;
    Send(exchange.path, exchange.last);
    m_establishedTrace(exchange.qp);
    const DoneCallback done = exchange.done;
    exchange.done = DoneCallback();
    if (!done.IsNull())
    {
        done(IncCmStatus::ESTABLISHED);
    }
}

void
IncConnectionManager::ReceiveDisconnect(const IncFrame& frame, const IncCmMessage& request)
{
    Exchange* exchange = Find(request.remoteCommId, frame.source);
    if (exchange && (exchange->state == State::ESTABLISHED || exchange->state == State::REP_SENT ||
                     exchange->state == State::DREQ_SENT))
    {
        End(*exchange, IncCmStatus::DISCONNECTED);
    }
    // Answer even if the connection ended before, because an earlier DREP may be lost.
    IncCmMessage answer;
    answer.kind = IncCmMessage::Kind::DREP;
    answer.transactionId = request.transactionId;
    answer.localCommId = request.remoteCommId;
    answer.remoteCommId = request.localCommId;
    IncConnection path = PathTo(frame.source);
    Send(path, answer);
}

void
IncConnectionManager::Reject(const IncFrame& frame,
                             const IncCmMessage& request,
                             IncCmMessage::Reason reason)
{
    IncCmMessage answer;
    answer.kind = IncCmMessage::Kind::REJ;
    answer.transactionId = request.transactionId;
    answer.remoteCommId = request.localCommId;
    answer.reason = reason;
    IncConnection path = PathTo(frame.source);
    Send(path, answer);
}

void
IncConnectionManager::Send(IncConnection& path, const IncCmMessage& message)
{
    path.nextPsn = m_psn;
    m_psn = IncPsn::Add(m_psn, 1);
    m_nic->PortTowards(path)->GetDevice()->Enqueue(MakeFrame(path, message));
}

IncFramePtr
IncConnectionManager::MakeFrame(IncConnection& path, const IncCmMessage& message)
{
    IncFramePtr frame = IncFrame::Create();
    frame->bth.opcode = IncOpcode::UD_SEND_ONLY;
    path.Stamp(*frame);
    // The DETH is part of the payload, because no node on the way parses it.
    frame->payloadSize = IncDeth::SIZE + IncCmMessage::SIZE;
    frame->payload = IncPayload::Create(frame->payloadSize);
    IncDeth().Write(frame->payload->GetData());
    message.Write(frame->payload->GetData() + IncDeth::SIZE);
    frame->UpdateSize();
    return frame;
}

} // namespace ns3
