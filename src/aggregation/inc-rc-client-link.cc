/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-client-link.h"

#include "inc-client.h"

#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

IncRcClientLink::IncRcClientLink(Listener& listener, Ptr<IncRdmaNic> nic, bool resultsPassBy)
    : m_listener(listener),
      m_queuePair(nic->CreateRcQueuePair()),
      m_results(resultsPassBy ? nic->CreateRcQueuePair() : nullptr)
{
    Prepare(*m_queuePair);
    if (m_results)
    {
        Prepare(*m_results);
    }
}

IncRcClientLink::~IncRcClientLink()
{
    for (auto& queuePair : {m_queuePair, m_results})
    {
        if (queuePair)
        {
            queuePair->SetMessageSink(nullptr);
            queuePair->Destroy();
        }
    }
}

void
IncRcClientLink::Prepare(IncRcQueuePair& queuePair)
{
    queuePair.SetPartition(IncHeader::PARTITION);
    queuePair.SetMessageSink(this);
    queuePair.SetSendCompletionCallback(MakeCallback(&IncRcClientLink::SendCompleted, this));
}

uint32_t
IncRcClientLink::GetQpn() const
{
    return m_queuePair->GetQpn();
}

uint32_t
IncRcClientLink::GetResultQpn() const
{
    return m_results ? m_results->GetQpn() : GetQpn();
}

void
IncRcClientLink::Connect(const IncClientConfig& config)
{
    m_queuePair->Configure(config.rc);
    m_queuePair->SetAttribute("Priority", UintegerValue(config.priority));
    m_queuePair->SetAttribute("MaxRate", DataRateValue(config.maxRate));
    m_queuePair->Connect(config.remote, config.remoteQpn, config.firstPsn, config.firstPsn);
    m_queuePair->SetSeal(config.seal);
    if (m_results)
    {
        const IncClientResults& results = config.results;
        m_results->Configure(results.rc);
        m_results->SetAttribute("Priority", UintegerValue(config.priority));
        m_results->Connect(config.resultSource,
                           results.remoteQpn,
                           results.firstPsn,
                           results.firstPsn);
    }
}

void
IncRcClientLink::Send(uint32_t slot, uint32_t run)
{
    IncFramePtr frame = IncFrame::Create();
    frame->bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM;
    m_listener.FillMessage(slot, run, *frame);
    const uint32_t messageId = frame->inc.messageId;
    m_queuePair->PostMessage(messageId, std::move(frame));
}

void
IncRcClientLink::Answered(uint32_t slot, uint64_t sequence, bool repaired)
{
    // Over RC the queue pairs acknowledge messages and measure round trips: tell only the listener.
    if (m_answerListener)
    {
        m_answerListener->MessageAnswered({sequence, 0, 0});
    }
}

void
IncRcClientLink::Pending(uint32_t slot)
{
    // Never called, because over RC the client never asks a switch for a missing result.
}

void
IncRcClientLink::Stop()
{
    // Drop unsent messages, which would keep the queue pair busy until the switch takes them.
    for (const auto& queuePair : {m_queuePair, m_results})
    {
        if (queuePair)
        {
            queuePair->DropSends();
        }
    }
}

bool
IncRcClientLink::Admits(const IncFrame& frame)
{
    return m_listener.Admits(frame);
}

IncMessageVerdict
IncRcClientLink::TakeMessage(IncFrame& frame)
{
    m_listener.ReceiveMessage(frame);
    return IncMessageVerdict::TAKEN; // even if refused: a repetition would be refused, too
}

void
IncRcClientLink::SendCompleted(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        m_listener.LinkFailed("queue pair " + std::to_string(GetQpn()) +
                              " to the switch: " + IncCompletionStatusName(completion.status));
    }
}

void
IncRcClientLink::VisitState(IncStateVisitor& visitor)
{
    // Visit only requesters and responders; the NIC visits the rest of each queue pair.
    for (const auto& queuePair : {m_queuePair, m_results})
    {
        if (queuePair)
        {
            queuePair->VisitHalves(visitor);
        }
    }
}

} // namespace ns3
