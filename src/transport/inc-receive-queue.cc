/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-receive-queue.h"

#include "ns3/inc-state-visitor.h"

#include <cstring>

namespace ns3
{

void
IncReceiveQueue::Start(const IncMemoryRegions& memory, uint32_t pathMtu)
{
    m_memory = &memory;
    m_pathMtu = pathMtu;
    m_inMessage = false;
}

bool
IncReceiveQueue::TakeBack(IncReceiveRequest& request)
{
    if (m_receives.IsEmpty())
    {
        return false;
    }
    request = m_receives.Front();
    m_receives.Pop();
    return true;
}

IncReceiveQueue::Verdict
IncReceiveQueue::Take(const IncFrame& frame, IncCompletion& completion)
{
    const IncOpcode opcode = frame.bth.opcode;
    const bool begins = IncIsFirst(opcode) || IncIsOnly(opcode);
    const bool ends = IncIsLast(opcode) || IncIsOnly(opcode);
    const bool consumes = IncIsSend(opcode) || IncHasImm(opcode);
    if (begins == m_inMessage || (!begins && m_isWrite != IncIsWrite(opcode)) || !Fits(frame))
    {
        return Verdict::INVALID;
    }
    if (consumes && m_receives.IsEmpty())
    {
        return Verdict::NOT_READY;
    }
    if (begins)
    {
        const Verdict verdict = Begin(frame);
        if (verdict != Verdict::TAKEN)
        {
            return verdict;
        }
    }
    const uint64_t end = m_bytes + frame.payloadSize;
    if (m_isWrite ? end > m_reth.dmaLength || (ends && end != m_reth.dmaLength)
                  : end > m_receives.Front().length)
    {
        m_inMessage = false;
        if (m_isWrite)
        {
            return Verdict::INVALID;
        }
        completion.id = m_receives.Front().id;
        completion.status = IncCompletionStatus::LOCAL_LENGTH;
        m_receives.Pop();
        return Verdict::RECEIVE_TOO_SHORT;
    }
    Place(frame, ends);
    m_bytes = end;
    m_inMessage = !ends;
    if (!ends || !consumes)
    {
        return ends ? Verdict::ENDED : Verdict::TAKEN;
    }
    completion.id = m_receives.Front().id;
    completion.byteLength = static_cast<uint32_t>(end);
    completion.hasImmediate = IncHasImm(opcode);
    completion.immediate = frame.immediate;
    m_receives.Pop();
    return Verdict::COMPLETED;
}

bool
IncReceiveQueue::Fits(const IncFrame& frame) const
{
    const IncOpcode opcode = frame.bth.opcode;
    if (IncIsFirst(opcode) || IncIsMiddle(opcode))
    {
        return frame.payloadSize == m_pathMtu;
    }
    return frame.payloadSize <= m_pathMtu && (IncIsOnly(opcode) || frame.payloadSize > 0);
}

IncReceiveQueue::Verdict
IncReceiveQueue::Begin(const IncFrame& frame)
{
    m_bytes = 0;
    m_isWrite = IncIsWrite(frame.bth.opcode);
    if (m_isWrite)
    {
        m_reth = frame.reth;
        if (m_reth.dmaLength > 0 &&
            !m_memory->Allows(m_reth.rkey, m_reth.virtualAddress, m_reth.dmaLength))
        {
            return Verdict::ACCESS_REFUSED;
        }
    }
    return Verdict::TAKEN;
}

uint8_t*
IncReceiveQueue::Destination(bool write) const
{
    return write ? m_memory->At(m_reth.rkey, m_reth.virtualAddress) : m_receives.Front().buffer;
}

void
IncReceiveQueue::Place(const IncFrame& frame, bool ends)
{
    if (!frame.payload || frame.payloadSize == 0)
    {
        return; // virtual data need no memory
    }
    uint8_t* to = Destination(m_isWrite);
    if (!to)
    {
        return;
    }
    const uint8_t* from = frame.payload->GetData();
    if (m_placement == Placement::AT_ONCE || IncIsOnly(frame.bth.opcode))
    {
        std::memcpy(to + m_bytes, from, frame.payloadSize);
        return;
    }
    m_staged.resize(m_bytes);
    m_staged.insert(m_staged.end(), from, from + frame.payloadSize);
    if (ends)
    {
        std::memcpy(to, m_staged.data(), m_staged.size());
    }
}

void
IncReceiveQueue::VisitState(IncStateVisitor& visitor, uint64_t window)
{
    for (std::size_t i = 0; i < m_receives.GetSize(); ++i)
    {
        visitor.Fields(m_receives[i]);
    }
    visitor.Value("IncReceiveQueue::m_receives", m_receives.GetSize());
    visitor.Fields(*this);
    if (!m_inMessage)
    {
        return;
    }
    // The data are virtual, so their destination has no effect.
    visitor.Value("IncReceiveQueue::m_isWrite", m_isWrite);
    visitor.Value("IncReth::dmaLength", m_reth.dmaLength);
    const bool isLong = m_isWrite && m_reth.dmaLength > m_bytes + 2 * window;
    visitor.Value("IncReceiveQueue::m_bytes", isLong);
    if (isLong)
    {
        const uint64_t lastLongOne = m_reth.dmaLength - 2 * window - 1;
        visitor.Bounded("IncReceiveQueue::m_bytes", m_bytes, lastLongOne);
    }
    else
    {
        visitor.Value("IncReceiveQueue::m_bytes", m_bytes);
    }
}

} // namespace ns3
