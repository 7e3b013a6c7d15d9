/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-responder.h"

#include <cstring>

namespace ns3
{

IncRcResponder::IncRcResponder(const IncRcParameters& parameters,
                               const IncConnection& connection,
                               IncQueuePairCounters& counters,
                               Listener& listener)
    : m_parameters(parameters),
      m_connection(connection),
      m_counters(counters),
      m_listener(listener)
{
}

void
IncRcResponder::Start(const IncMemoryRegions& memory, uint32_t firstPsn)
{
    m_memory = &memory;
    m_expectedPsn = firstPsn;
}

void
IncRcResponder::Post(const IncReceiveRequest& request)
{
    m_receives.push_back(request);
}

void
IncRcResponder::ReceiveData(const IncFrame& frame)
{
    const int32_t ahead = IncPsn::Diff(frame.bth.psn, m_expectedPsn);
    if (ahead == 0)
    {
        if (Accept(frame))
        {
            m_nakSent = false;
            if (frame.bth.ackRequest)
            {
                Answer(frame.bth.psn, IncAeth::Ack(m_msn));
            }
        }
    }
    else if (ahead < 0)
    {
        // Already placed: acknowledge once more, place nothing.
        ++m_counters.duplicates;
        if (frame.bth.ackRequest)
        {
            Answer(IncPsn::Add(m_expectedPsn, -1), IncAeth::Ack(m_msn));
        }
    }
    else if (!m_nakSent)
    {
        m_nakSent = true;
        Answer(m_expectedPsn, IncAeth::Nak(m_msn, IncAeth::PSN_SEQUENCE_ERROR));
    }
}

bool
IncRcResponder::Accept(const IncFrame& frame)
{
    const IncOpcode opcode = frame.bth.opcode;
    const bool ends = IncIsLast(opcode) || IncIsOnly(opcode);
    const bool begins = IncIsFirst(opcode) || IncIsOnly(opcode);
    const bool consumes = IncIsSend(opcode) || IncHasImm(opcode);
    if (consumes && m_receives.empty())
    {
        const auto wait = static_cast<uint32_t>(m_parameters.rnrDelay.GetMicroSeconds());
        Answer(frame.bth.psn, IncAeth::RnrNak(m_msn, IncAeth::RnrTimerCode(wait)));
        return false;
    }
    if ((begins && !BeginMessage(frame)) || !Place(frame))
    {
        return false;
    }
    m_expectedPsn = IncPsn::Add(m_expectedPsn, 1);
    if (!ends)
    {
        return true;
    }
    m_msn = IncPsn::Add(m_msn, 1);
    if (consumes)
    {
        IncCompletion completion;
        completion.id = m_receives.front().id;
        completion.byteLength = m_messageBytes;
        completion.hasImmediate = IncHasImm(opcode);
        completion.immediate = frame.immediate;
        m_receives.pop_front();
        m_listener.ReceiveCompleted(completion);
    }
    return true;
}

bool
IncRcResponder::BeginMessage(const IncFrame& frame)
{
    m_messageBytes = 0;
    if (IncIsWrite(frame.bth.opcode))
    {
        m_reth = frame.reth;
        if (m_reth.dmaLength > 0 &&
            !m_memory->Allows(m_reth.rkey, m_reth.virtualAddress, m_reth.dmaLength))
        {
            Refuse(frame, IncAeth::REMOTE_ACCESS_ERROR);
            return false;
        }
    }
    return true;
}

bool
IncRcResponder::Place(const IncFrame& frame)
{
    const uint64_t end = uint64_t(m_messageBytes) + frame.payloadSize;
    uint8_t* to = nullptr;
    if (IncIsWrite(frame.bth.opcode))
    {
        if (end > m_reth.dmaLength)
        {
            Refuse(frame, IncAeth::INVALID_REQUEST);
            return false;
        }
        to = frame.payloadSize > 0
                 ? m_memory->At(m_reth.rkey, m_reth.virtualAddress + m_messageBytes)
                 : nullptr;
    }
    else
    {
        const IncReceiveRequest& receive = m_receives.front();
        if (end > receive.length)
        {
            Refuse(frame, IncAeth::INVALID_REQUEST);
            return false;
        }
        to = receive.buffer ? receive.buffer + m_messageBytes : nullptr;
    }
    if (to && frame.payload)
    {
        std::memcpy(to, frame.payload->GetData(), frame.payloadSize);
    }
    m_messageBytes = static_cast<uint32_t>(end);
    return true;
}

void
IncRcResponder::Refuse(const IncFrame& frame, IncAeth::NakCode code)
{
    Answer(frame.bth.psn, IncAeth::Nak(m_msn, code));
}

void
IncRcResponder::Answer(uint32_t psn, IncAeth aeth)
{
    IncFramePtr frame = IncFrame::Create();
    m_connection.Address(*frame);
    frame->bth.opcode = IncOpcode::RC_ACK;
    frame->bth.psn = psn;
    frame->aeth = aeth;
    frame->UpdateSize();
    ++m_counters.acksSent;
    m_listener.SendAnswer(std::move(frame));
}

} // namespace ns3
