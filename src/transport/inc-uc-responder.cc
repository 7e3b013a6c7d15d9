/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-uc-responder.h"

#include "ns3/inc-serial.h"

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
        DropMessage(); // its first packet was lost
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
        DropMessage(); // silently (IBTA volume 1, 9.8.2.2)
        return false;
    }
    return false;
}

} // namespace ns3
