/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-uc-queue-pair.h"

#include "inc-rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/inc-serial.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

namespace ns3
{

IncUcResponder::IncUcResponder(IncQueuePairCounters& counters)
    : m_counters(counters),
      m_receives(IncReceiveQueue::Placement::WHEN_WHOLE)
{
}

void
IncUcResponder::Start(const IncMemoryRegions& memory, uint32_t pathMtu, uint32_t firstPsn)
{
    m_receives.Start(memory, pathMtu);
    m_expectedPsn = firstPsn;
    m_dropping = false;
}

bool
IncUcResponder::TakeBack(IncReceiveRequest& request)
{
    return m_receives.TakeBack(request);
}

void
IncUcResponder::DropMessage()
{
    ++m_counters.messagesDropped;
    m_receives.Abandon();
    m_dropping = true;
}

bool
IncUcResponder::ReceiveData(const IncFrame& frame, IncCompletion& completion)
{
    const int32_t ahead = IncPsn::Diff(frame.bth.psn, m_expectedPsn);
    if (ahead < 0)
    {
        ++m_counters.duplicates;
        return false;
    }
    m_expectedPsn = IncPsn::Add(frame.bth.psn, 1);
    const bool begins = IncIsFirst(frame.bth.opcode) || IncIsOnly(frame.bth.opcode);
    if (ahead > 0)
    {
        ++m_counters.outOfOrder;
    }
    if (m_receives.IsInMessage() && (ahead > 0 || begins))
    {
        DropMessage();
    }
    if (begins)
    {
        m_dropping = false;
    }
    else if (!m_dropping && !m_receives.IsInMessage())
    {
        DropMessage(); // the first packet of the message was lost
    }
    if (m_dropping)
    {
        return false;
    }
    switch (m_receives.Take(frame, completion))
    {
    case IncReceiveQueue::Verdict::TAKEN:
    case IncReceiveQueue::Verdict::ENDED:
        return false;
    case IncReceiveQueue::Verdict::COMPLETED:
        return true;
    case IncReceiveQueue::Verdict::RECEIVE_TOO_SHORT:
        DropMessage();
        return true;
    case IncReceiveQueue::Verdict::NOT_READY:
    case IncReceiveQueue::Verdict::INVALID:
    case IncReceiveQueue::Verdict::ACCESS_REFUSED:
        DropMessage(); // without an answer to the sender (IBTA volume 1, 9.8.2.2)
        return false;
    }
    return false;
}

NS_OBJECT_ENSURE_REGISTERED(IncUcQueuePair);

TypeId
IncUcQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncUcQueuePair")
            .SetParent<IncQueuePair>()
            .SetGroupName("Inc")
            .AddConstructor<IncUcQueuePair>()
            .AddAttribute(
                "PathMtu",
                "Payload of a full packet, bytes: 256, 512, 1024, 2048 or 4096; not for the "
                "messages of an IncMessageEndpoint",
                UintegerValue(1024),
                MakeUintegerAccessor(&IncUcQueuePair::SetPathMtu, &IncUcQueuePair::GetPathMtu),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("InitialPsn",
                          "PSN of the first packet, 24 bits; in both directions where Connect() "
                          "names none",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncUcQueuePair::m_initialPsn),
                          MakeUintegerChecker<uint32_t>(0, 0xffffff));
    return tid;
}

IncUcQueuePair::IncUcQueuePair()
    : m_queue(IncSendQueue::Service::UC),
      m_responder(*this),
      m_completion(Create<CompletionEvent>(this))
{
}

IncUcQueuePair::~IncUcQueuePair()
{
    m_completion->Detach();
}

void
IncUcQueuePair::DoDispose()
{
    m_endpoint = nullptr;
    m_queue.Clear();
    IncQueuePair::DoDispose();
}

uint32_t
IncUcQueuePair::GetPathMtu() const
{
    return m_pathMtu;
}

void
IncUcQueuePair::SetPathMtu(uint32_t bytes)
{
    CheckPathMtu(bytes);
    CheckNotConnected("PathMtu");
    m_pathMtu = bytes;
}

uint32_t
IncUcQueuePair::GetInitialPsn() const
{
    return m_initialPsn;
}

void
IncUcQueuePair::StartReceiving(uint32_t psn)
{
    m_responder.Start(m_nic->GetMemory(), m_pathMtu, psn);
}

void
IncUcQueuePair::StartSending(uint32_t psn)
{
    m_queue.Start(m_pathMtu);
}

void
IncUcQueuePair::CheckNoEndpoint() const
{
    NS_ABORT_MSG_IF(m_endpoint,
                    "IncUcQueuePair: nothing can be posted where an IncMessageEndpoint sends");
}

void
IncUcQueuePair::QueueSend(const IncWorkRequest& request, IncVerb verb)
{
    CheckNoEndpoint();
    m_queue.Post(request, verb);
}

void
IncUcQueuePair::QueueReceive(const IncReceiveRequest& request)
{
    CheckNoEndpoint();
    m_responder.Post(request);
}

bool
IncUcQueuePair::HasPacket() const
{
    return m_endpoint ? m_progress.hasMessage && GetState() == IncQueuePairState::RTS
                      : m_next < m_queue.GetEnd();
}

IncFramePtr
IncUcQueuePair::NextPacket()
{
    IncFramePtr frame = IncFrame::Create();
    if (m_endpoint)
    {
        m_progress.hasMessage = m_endpoint->FillMessage(*frame);
    }
    else
    {
        FillPosted(*frame);
    }
    m_connection.Stamp(*frame);
    frame->UpdateSize();
    return frame;
}

void
IncUcQueuePair::FillPosted(IncFrame& frame)
{
    const bool last = m_queue.Fill(m_next, frame);
    ++m_next;
    if (last)
    {
        // Complete later, because the port is about to send this packet.
        m_completion->Schedule(Simulator::GetContext(), Time(0));
    }
}

void
IncUcQueuePair::SendsLeft()
{
    while (!m_queue.IsEmpty() && m_queue.Front().End() <= m_next)
    {
        IncCompletion completion;
        completion.id = m_queue.Front().request.id;
        completion.byteLength = m_queue.Front().request.length;
        m_queue.Pop();
        CompleteSend(completion);
    }
}

bool
IncUcQueuePair::Admits(const IncFrame& frame)
{
    return m_endpoint ? m_endpoint->Admits(frame) : IncQueuePair::Admits(frame);
}

void
IncUcQueuePair::ReceivePacket(IncFramePtr&& frame)
{
    if (!IncIsUc(frame->bth.opcode))
    {
        return;
    }
    if (m_endpoint)
    {
        m_endpoint->ReceiveMessage(*frame);
        return;
    }
    IncCompletion completion;
    if (m_responder.ReceiveData(*frame, completion))
    {
        CompleteReceive(completion);
    }
}

void
IncUcQueuePair::Flush()
{
    SendsLeft();
    IncCompletion completion;
    completion.status = IncCompletionStatus::FLUSHED;
    m_next = m_queue.GetEnd();
    while (!m_queue.IsEmpty())
    {
        completion.id = m_queue.Front().request.id;
        m_queue.Pop();
        CompleteSend(completion);
    }
    IncReceiveRequest request;
    while (m_responder.TakeBack(request))
    {
        completion.id = request.id;
        CompleteReceive(completion);
    }
}

void
IncUcQueuePair::Forget()
{
    m_queue.Clear();
    m_next = m_queue.GetEnd();
    IncReceiveRequest request;
    while (m_responder.TakeBack(request))
    {
    }
}

void
IncUcQueuePair::VisitState(IncStateVisitor& visitor)
{
    IncQueuePair::VisitState(visitor);
    visitor.Value("IncUcQueuePair::m_next", m_next); // posted messages never recur
}

} // namespace ns3
