/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-requester.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

IncRcRequester::IncRcRequester(const IncRcParameters& parameters,
                               IncConnection& connection,
                               IncQueuePairCounters& counters,
                               Listener& listener)
    : m_parameters(parameters),
      m_connection(connection),
      m_counters(counters),
      m_listener(listener),
      m_timer(Create<TimerEvent>(this)),
      m_restart(Create<RestartEvent>(this))
{
}

IncRcRequester::~IncRcRequester()
{
    m_timer->Detach();
    m_restart->Detach();
}

void
IncRcRequester::Start()
{
    m_firstPsn = m_connection.nextPsn;
    m_windowPackets = std::max(1U, m_parameters.window / m_parameters.pathMtu);
    m_timeoutPs = IncClock::ToPs(m_parameters.timeout);
}

void
IncRcRequester::Post(const IncWorkRequest& request, bool write)
{
    const uint32_t mtu = m_parameters.pathMtu;
    const auto packets =
        std::max(1U, static_cast<uint32_t>((uint64_t(request.length) + mtu - 1) / mtu));
    m_queue.push_back({request, m_end, packets, write});
    m_end += packets;
    m_listener.ReadyToSend();
}

IncOpcode
IncRcRequester::OpcodeOf(const Message& message, uint32_t index) const
{
    const bool first = index == 0;
    const bool last = index + 1 == message.packets;
    const bool immediate = message.request.withImmediate;
    if (message.write)
    {
        if (last)
        {
            return first ? (immediate ? IncOpcode::RC_WRITE_ONLY_IMM : IncOpcode::RC_WRITE_ONLY)
                         : (immediate ? IncOpcode::RC_WRITE_LAST_IMM : IncOpcode::RC_WRITE_LAST);
        }
        return first ? IncOpcode::RC_WRITE_FIRST : IncOpcode::RC_WRITE_MIDDLE;
    }
    if (last)
    {
        return first ? (immediate ? IncOpcode::RC_SEND_ONLY_IMM : IncOpcode::RC_SEND_ONLY)
                     : (immediate ? IncOpcode::RC_SEND_LAST_IMM : IncOpcode::RC_SEND_LAST);
    }
    return first ? IncOpcode::RC_SEND_FIRST : IncOpcode::RC_SEND_MIDDLE;
}

IncFramePtr
IncRcRequester::NextFrame()
{
    const Message& message = m_queue[m_cursor];
    const IncWorkRequest& request = message.request;
    const auto index = static_cast<uint32_t>(m_next - message.first);
    const uint64_t offset = uint64_t(index) * m_parameters.pathMtu;
    const auto size =
        static_cast<uint32_t>(std::min<uint64_t>(m_parameters.pathMtu, request.length - offset));
    const bool last = index + 1 == message.packets;

    IncFramePtr frame = IncFrame::Create();
    m_connection.Address(*frame);
    frame->bth.opcode = OpcodeOf(message, index);
    frame->bth.psn = IncPsn::Add(m_firstPsn, static_cast<int64_t>(m_next));
    if (message.write)
    {
        frame->reth = {request.remoteAddress, request.rkey, request.length};
    }
    frame->immediate = request.immediate;
    frame->payloadSize = size;
    if (request.data && size > 0)
    {
        frame->payload = IncPayload::Create(size);
        std::memcpy(frame->payload->GetData(), request.data + offset, size);
    }
    // Ask for an ACK where the window would otherwise close without one.
    frame->bth.ackRequest = last || (m_next + 1) % m_parameters.ackInterval == 0 ||
                            m_next + 1 - m_unacknowledged >= m_windowPackets;
    frame->UpdateSize();

    ++m_counters.packetsSent;
    if (m_next < m_sentEnd)
    {
        ++m_counters.retransmissions;
    }
    const bool isOldest = m_next == m_unacknowledged;
    ++m_next;
    m_sentEnd = std::max(m_sentEnd, m_next);
    if (last)
    {
        ++m_cursor;
    }
    if (isOldest || !m_timerPending)
    {
        ArmTimer(); // a timer that still runs for an earlier packet must not expire for this one
    }
    return frame;
}

void
IncRcRequester::ArmTimer()
{
    m_deadlinePs = IncClock::NowPs() + m_timeoutPs;
    if (!m_timerPending)
    {
        m_timerPending = true;
        m_timer->Schedule(Simulator::GetContext(), IncClock::DelayUntilPs(m_deadlinePs));
    }
}

void
IncRcRequester::TimerExpired()
{
    m_timerPending = false;
    if (m_next == m_unacknowledged && m_sentEnd == m_unacknowledged)
    {
        return; // nothing outstanding
    }
    if (m_paused)
    {
        ArmTimer(); // the receiver has answered: it is alive
        return;
    }
    if (IncClock::NowPs() < m_deadlinePs)
    {
        // Progress has moved the deadline since this event was scheduled.
        m_timerPending = true;
        m_timer->Schedule(Simulator::GetContext(), IncClock::DelayUntilPs(m_deadlinePs));
        return;
    }
    ++m_counters.timeouts;
    if (++m_retries > m_parameters.retryCount)
    {
        Fail(IncCompletionStatus::RETRY_EXCEEDED);
        return;
    }
    m_timeoutPs = std::min(2 * m_timeoutPs, IncClock::ToPs(m_parameters.maxTimeout));
    GoBack();
    ArmTimer();
    m_listener.ReadyToSend();
}

void
IncRcRequester::GoBack()
{
    m_next = m_unacknowledged;
    m_cursor = 0;
}

void
IncRcRequester::Restart()
{
    m_paused = false;
    m_listener.ReadyToSend();
}

void
IncRcRequester::ReceiveAck(const IncFrame& frame)
{
    const int32_t ahead =
        IncPsn::Diff(frame.bth.psn,
                     IncPsn::Add(m_firstPsn, static_cast<int64_t>(m_unacknowledged)));
    const int64_t number = static_cast<int64_t>(m_unacknowledged) + ahead;
    if (frame.aeth.IsAck())
    {
        if (ahead >= 0 && number < static_cast<int64_t>(m_sentEnd))
        {
            Acknowledge(number + 1);
        }
        return;
    }
    // A NAK names the packet that the receiver expects: all before it have arrived.
    if (ahead < 0 || number >= static_cast<int64_t>(m_sentEnd))
    {
        return;
    }
    if (ahead > 0)
    {
        Acknowledge(number);
    }
    if (frame.aeth.IsRnrNak())
    {
        if (++m_rnrRetries > m_parameters.rnrRetryCount)
        {
            Fail(IncCompletionStatus::RNR_RETRY_EXCEEDED);
            return;
        }
        GoBack();
        if (!m_paused)
        {
            m_paused = true;
            m_restart->Schedule(Simulator::GetContext(),
                                MicroSeconds(IncAeth::RnrTimerMicroseconds(frame.aeth.GetValue())));
        }
        return;
    }
    ++m_counters.naksReceived;
    switch (frame.aeth.GetValue())
    {
    case IncAeth::PSN_SEQUENCE_ERROR:
        GoBack();
        m_listener.ReadyToSend();
        break;
    case IncAeth::REMOTE_ACCESS_ERROR:
        Fail(IncCompletionStatus::REMOTE_ACCESS);
        break;
    default:
        Fail(IncCompletionStatus::REMOTE_INVALID);
        break;
    }
}

void
IncRcRequester::Acknowledge(uint64_t next)
{
    m_unacknowledged = next;
    m_retries = 0;
    m_rnrRetries = 0;
    m_timeoutPs = IncClock::ToPs(m_parameters.timeout);
    m_deadlinePs = IncClock::NowPs() + m_timeoutPs;
    if (m_next < next)
    {
        // Went back, but the packets had arrived after all: skip them.
        m_next = next;
        while (m_cursor < m_queue.size() &&
               m_queue[m_cursor].first + m_queue[m_cursor].packets <= next)
        {
            ++m_cursor;
        }
    }
    while (!m_queue.empty() && m_queue.front().first + m_queue.front().packets <= next)
    {
        IncCompletion completion;
        completion.id = m_queue.front().request.id;
        completion.byteLength = m_queue.front().request.length;
        m_queue.pop_front();
        --m_cursor;
        m_listener.SendCompleted(completion);
    }
    m_listener.ReadyToSend();
}

void
IncRcRequester::Fail(IncCompletionStatus status)
{
    m_next = m_unacknowledged = m_sentEnd = m_end;
    m_cursor = 0;
    std::deque<Message> ended;
    ended.swap(m_queue);
    m_listener.Failed();
    for (const Message& message : ended)
    {
        IncCompletion completion;
        completion.id = message.request.id;
        completion.status = status;
        status = IncCompletionStatus::FLUSHED;
        m_listener.SendCompleted(completion);
    }
}

} // namespace ns3
