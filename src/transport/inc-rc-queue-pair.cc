/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-queue-pair.h"

#include "inc-rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRcQueuePair);

namespace
{

constexpr uint32_t LONGEST_MESSAGE = 1U << 31;

} // namespace

TypeId
IncRcQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRcQueuePair")
            .SetParent<IncQueuePair>()
            .SetGroupName("Inc")
            .AddConstructor<IncRcQueuePair>()
            .AddAttribute("PathMtu",
                          "Payload of a full packet, bytes",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&IncRcQueuePair::pathMtu),
                          MakeUintegerChecker<uint32_t>(1, 8192))
            .AddAttribute("Window",
                          "Most payload sent and not yet acknowledged, bytes",
                          UintegerValue(256 * 1024),
                          MakeUintegerAccessor(&IncRcQueuePair::window),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AckInterval",
                          "An acknowledgement is asked for every so many packets, and at the "
                          "end of a message",
                          UintegerValue(16),
                          MakeUintegerAccessor(&IncRcQueuePair::ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RetransmitTimeout",
                          "Time without progress after which packets are sent again; doubles "
                          "with every expiry",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&IncRcQueuePair::timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxRetransmitTimeout",
                          "Limit of the doubling of RetransmitTimeout",
                          TimeValue(MilliSeconds(16)),
                          MakeTimeAccessor(&IncRcQueuePair::maxTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Expiries without progress after which the connection fails",
                          UintegerValue(7),
                          MakeUintegerAccessor(&IncRcQueuePair::retryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrRetryCount",
                          "Answers \"receiver not ready\" without progress after which the "
                          "connection fails",
                          UintegerValue(100),
                          MakeUintegerAccessor(&IncRcQueuePair::rnrRetryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrDelay",
                          "How long a sender is asked to wait where no receive is posted; "
                          "rounded up to a value that the AETH can say",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&IncRcQueuePair::rnrDelay),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("InitialPsn",
                          "PSN of the first packet, in both directions, 24 bits",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncRcQueuePair::m_initialPsn),
                          MakeUintegerChecker<uint32_t>(0, 0xffffff));
    return tid;
}

IncRcQueuePair::IncRcQueuePair()
    : m_requester(*this, m_connection, m_counters, *this),
      m_responder(*this, m_connection, m_counters, *this)
{
}

void
IncRcQueuePair::Connect(Ipv4Address remote, uint32_t remoteQpn)
{
    IncQueuePair::Connect(remote, remoteQpn);
    m_connection.nextPsn = m_initialPsn;
    m_requester.Start();
    m_responder.Start(m_nic->GetMemory(), m_initialPsn);
    m_connected = true;
}

void
IncRcQueuePair::CheckPost(const IncWorkRequest& request) const
{
    NS_ABORT_MSG_UNLESS(m_connected, "IncRcQueuePair: post work after Connect()");
    NS_ABORT_MSG_IF(request.length > LONGEST_MESSAGE,
                    "IncRcQueuePair: a message has at most 2^31 bytes, not " << request.length);
}

void
IncRcQueuePair::PostSend(const IncWorkRequest& request)
{
    CheckPost(request);
    m_requester.Post(request, false);
}

void
IncRcQueuePair::PostWrite(const IncWorkRequest& request)
{
    CheckPost(request);
    m_requester.Post(request, true);
}

void
IncRcQueuePair::PostReceive(const IncReceiveRequest& request)
{
    m_responder.Post(request);
}

void
IncRcQueuePair::SetSendCompletionCallback(CompletionCallback callback)
{
    m_sendCallback = callback;
}

void
IncRcQueuePair::SetReceiveCompletionCallback(CompletionCallback callback)
{
    m_receiveCallback = callback;
}

bool
IncRcQueuePair::IsInError() const
{
    return m_error;
}

bool
IncRcQueuePair::HasFrame() const
{
    return m_requester.HasFrame();
}

IncFramePtr
IncRcQueuePair::NextFrame()
{
    return m_requester.NextFrame();
}

void
IncRcQueuePair::Receive(IncFramePtr frame)
{
    if (!m_connected || m_error || frame->source != m_connection.remoteAddress)
    {
        return;
    }
    if (frame->bth.opcode == IncOpcode::RC_ACK)
    {
        m_requester.ReceiveAck(*frame);
    }
    else if (IncIsRc(frame->bth.opcode))
    {
        m_responder.ReceiveData(*frame);
    }
}

void
IncRcQueuePair::SendCompleted(const IncCompletion& completion)
{
    if (!m_sendCallback.IsNull())
    {
        m_sendCallback(completion);
    }
}

void
IncRcQueuePair::ReadyToSend()
{
    Activate();
}

void
IncRcQueuePair::Failed()
{
    m_error = true;
}

void
IncRcQueuePair::ReceiveCompleted(const IncCompletion& completion)
{
    if (!m_receiveCallback.IsNull())
    {
        m_receiveCallback(completion);
    }
}

void
IncRcQueuePair::SendAnswer(IncFramePtr frame)
{
    SendNow(std::move(frame));
}

} // namespace ns3
