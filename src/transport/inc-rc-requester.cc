/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-requester.h"

#include "ns3/inc-frame-state.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <utility>

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
      m_queue(IncSendQueue::Service::RC),
      m_timer(*this),
      m_resume(Create<ResumeEvent>(this))
{
}

IncRcRequester::~IncRcRequester()
{
    Trust();
    m_resume->Detach();
}

void
IncRcRequester::Start(uint32_t psn, const IncRetransmitTimes& times)
{
    m_firstPsn = psn;
    m_origin = m_next;
    m_largestWindow = m_parameters.GetWindowPackets();
    m_windowPackets = m_largestWindow;
    Trust();
    m_paused = false;
    m_isGapSeen = false;
    m_askInterval = m_parameters.ackInterval;
    m_asksNext = false;
    m_leastTimeout = times.least;
    m_timer.SetTimeouts(times);
    m_queue.Start(m_parameters.pathMtu);
    if (IsSelective())
    {
        m_scoreboard.Start(m_windowPackets, m_parameters.reorderTolerance);
        m_scoreboard.Advance(m_next, m_next);
    }
    UpdateLimit();
}

void
IncRcRequester::Post(const IncWorkRequest& request, IncVerb verb)
{
    m_queue.Post(request, verb);
    UpdateLimit();
}

void
IncRcRequester::Post(uint64_t id, IncFramePtr frame)
{
    m_queue.Post(id, std::move(frame));
    UpdateLimit();
}

void
IncRcRequester::UpdateLimit()
{
    m_limit = std::min(m_queue.GetEnd(), m_unacknowledged + m_windowPackets);
    if (m_queue.CountReads() > m_parameters.maxReads)
    {
        m_limit = std::min(m_limit, m_queue.FindRead(m_parameters.maxReads)->first);
    }
}

uint32_t
IncRcRequester::AskIntervalAt(uint64_t rate) const
{
    if (rate == IncCongestionControl::UNLIMITED)
    {
        return m_parameters.ackInterval;
    }
    // Ask so often that even at a low rate some acknowledgements come before the timer expires.
    constexpr double ASKS_IN_A_TIMEOUT = 4;
    const double packets = static_cast<double>(rate) * m_leastTimeout.GetSeconds() /
                           (8.0 * m_parameters.pathMtu * ASKS_IN_A_TIMEOUT);
    return static_cast<uint32_t>(std::clamp<double>(packets, 1, m_parameters.ackInterval));
}

void
IncRcRequester::Limit(uint64_t rate, uint64_t window)
{
    // With a window of congestion control, each packet asks for an ACK at once. A shrinking window
    // must not wait for packets that ask for none, and delayed ACKs would falsify round trips.
    m_asksAtOnce = window != IncCongestionControl::UNLIMITED;
    m_askInterval = m_asksAtOnce ? 1 : AskIntervalAt(rate);
    const uint64_t packets = std::max<uint64_t>(1, window / m_parameters.pathMtu);
    m_windowPackets = static_cast<uint32_t>(std::min<uint64_t>(packets, m_largestWindow));
    UpdateLimit();
}

IncFramePtr
IncRcRequester::NextPacket()
{
    const bool repairs = m_scoreboard.HasLost();
    const uint64_t number = repairs ? m_scoreboard.TakeLost() : m_next++;
    IncFramePtr frame = IncFrame::Create();
    const bool last = m_queue.Fill(number, *frame);
    uint64_t end = number + 1;
    if (frame->bth.opcode == IncOpcode::RC_READ_REQUEST)
    {
        // Each response has its own PSN (IBTA 9.7.4.1); the request has the PSN of the first one.
        m_next = end = m_queue.GetFilledEnd();
    }
    m_connection.Address(*frame);
    frame->bth.psn = IncPsn::Add(m_firstPsn, static_cast<int64_t>(number - m_origin));
    m_connection.Sign(*frame);
    // Ask for an ACK if the window would close without one.
    frame->bth.ackRequest = last || repairs || m_asksNext || (number + 1) % m_askInterval == 0 ||
                            number + 1 - m_unacknowledged >= m_windowPackets;
    frame->bth.ackAtOnce = m_asksAtOnce;
    m_asksNext = false;
    frame->UpdateSize();

    if (IsSelective())
    {
        m_scoreboard.Sent(number);
    }
    if (number < m_sentEnd)
    {
        ++m_counters.retransmissions;
    }
    else
    {
        m_sentEnd = end;
        if (frame->bth.ackRequest)
        {
            m_probes.Push({number, IncClock::NowPs()});
        }
    }
    if (number == m_unacknowledged || !m_timer.IsRunning())
    {
        m_timer.Restart(); // a timer that an earlier packet started must not expire for this one
    }
    return frame;
}

void
IncRcRequester::TimedOut()
{
    if (m_sentEnd == m_unacknowledged)
    {
        return;
    }
    if (m_paused)
    {
        m_timer.Restart(); // an answer has caused the pause: the receiver is alive
        return;
    }
    ++m_counters.timeouts;
    Doubt();
    // Ask for an ACK, so that the attempt succeeds even if only the next packet arrives.
    m_asksNext = true;
    if (++m_retries > m_parameters.retryCount)
    {
        Fail(IncCompletionStatus::RETRY_EXCEEDED);
        return;
    }
    m_isGapSeen = false;
    m_timer.BackOff();
    if (IsSelective())
    {
        if (m_retries > 1)
        {
            // The receiver may have dropped packets that it had kept behind a gap.
            m_scoreboard.ForgetArrived();
        }
        m_scoreboard.TimedOut(m_unacknowledged, m_next);
        m_probes.Clear();
    }
    else
    {
        GoBack();
    }
    m_timer.Restart();
    if (IncCongestionControl* algorithm = m_listener.GetAlgorithm())
    {
        algorithm->OnTimeout();
    }
    m_listener.PacketReady();
}

void
IncRcRequester::GoBack()
{
    m_next = m_unacknowledged;
    m_probes.Clear(); // the answer to a repeated packet measures no round trip (Karn's algorithm)
}

void
IncRcRequester::GoBackAfterGap()
{
    GoBack();
    if (!m_parameters.lossReaction.IsZero() && !m_paused)
    {
        Pause(m_parameters.lossReaction);
    }
}

void
IncRcRequester::Resume()
{
    m_paused = false;
    m_timer.Restart();
    m_listener.PacketReady();
}

int32_t
IncRcRequester::DistanceOf(uint32_t psn) const
{
    const auto sent = static_cast<int64_t>(m_unacknowledged - m_origin);
    return IncPsn::Diff(psn, IncPsn::Add(m_firstPsn, sent));
}

void
IncRcRequester::ReceiveAck(const IncFrame& frame)
{
    const int32_t ahead = DistanceOf(frame.bth.psn);
    const uint64_t number = m_unacknowledged + ahead;
    const bool isCurrent = ahead >= 0 && number < m_sentEnd;
    const IncAeth aeth = frame.GetAeth();
    ++(aeth.IsAck()      ? m_counters.acksReceived
       : aeth.IsRnrNak() ? m_counters.rnrNaksReceived
                         : m_counters.naksReceived);
    if (!isCurrent)
    {
        return;
    }
    const uint64_t missing = FirstMissingResponse();
    const bool isFatal = aeth.IsNak() && aeth.GetValue() != IncAeth::PSN_SEQUENCE_ERROR;
    if (number + (aeth.IsAck() ? 1 : 0) > missing && !isFatal)
    {
        LoseResponses(missing);
        return;
    }
    if (aeth.IsAck())
    {
        const uint64_t packets = number + 1 - m_unacknowledged;
        Acknowledge(number + 1);
        Probed(number + 1, packets, frame);
        CompleteMessages();
        if (m_progress)
        {
            m_progress->Progressed(*this);
        }
        return;
    }
    // A NAK names the packet that the receiver expects; all earlier ones have arrived.
    if (std::min(number, missing) > m_unacknowledged)
    {
        Acknowledge(std::min(number, missing));
    }
    if (frame.GetAeth().IsRnrNak())
    {
        ReceiveRnrNak(frame, number);
    }
    else
    {
        ReceiveNak(frame, number);
    }
    CompleteMessages();
}

void
IncRcRequester::Probed(uint64_t next, uint64_t packets, const IncFrame& frame)
{
    int64_t delayPs = 0;
    while (!m_probes.IsEmpty() && m_probes.Front().number < next)
    {
        // Only the packet answered by this acknowledgement measures the round trip.
        if (m_probes.Front().number + 1 == next)
        {
            delayPs = IncClock::NowPs() - m_probes.Front().sentPs;
        }
        m_probes.Pop();
    }
    if (delayPs > 0)
    {
        m_timer.Measure(delayPs);
    }
    if (IncCongestionControl* algorithm = m_listener.GetAlgorithm())
    {
        IncAckSample sample;
        sample.bytes = static_cast<uint32_t>(packets * m_parameters.pathMtu);
        sample.acknowledged = (m_unacknowledged - m_origin) * m_parameters.pathMtu;
        sample.sent = (m_sentEnd - m_origin) * m_parameters.pathMtu;
        sample.delay = IncClock::FromPs(delayPs);
        sample.hops = IncFrame::INITIAL_TTL - frame.ttl;
        sample.isMarked = frame.bth.becn;
        sample.telemetry = frame.GetTelemetry();
        algorithm->OnAck(sample);
    }
}

void
IncRcRequester::ReceiveRnrNak(const IncFrame& frame, uint64_t number)
{
    if (m_paused)
    {
        return; // the NAK answers a packet that was sent before the pause
    }
    Doubt();
    if (++m_rnrRetries > m_parameters.rnrRetryCount)
    {
        Fail(IncCompletionStatus::RNR_RETRY_EXCEEDED);
        return;
    }
    if (IsSelective())
    {
        m_scoreboard.Refused(number);
    }
    else
    {
        GoBack();
    }
    Pause(MicroSeconds(IncAeth::RnrTimerMicroseconds(frame.GetAeth().GetValue())));
}

/// Events run one by one while the connection may fail, which its owner may tell other nodes.
void
IncRcRequester::Doubt()
{
    if (!m_isDoubtful)
    {
        m_isDoubtful = true;
        IncClock::HoldWindows();
    }
}

/// Forget earlier timeouts and RNR NAKs.
void
IncRcRequester::Trust()
{
    if (m_isDoubtful)
    {
        m_isDoubtful = false;
        m_retries = 0;
        m_rnrRetries = 0;
        IncClock::ReleaseWindows();
    }
}

void
IncRcRequester::Pause(Time time)
{
    m_paused = true;
    m_resume->Schedule(Simulator::GetContext(), time);
}

void
IncRcRequester::ReceiveNak(const IncFrame& frame, uint64_t number)
{
    switch (frame.GetAeth().GetValue())
    {
    case IncAeth::PSN_SEQUENCE_ERROR:
        SequenceError(frame);
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
IncRcRequester::SequenceError(const IncFrame& frame)
{
    if (IsSelective())
    {
        // The MSN field names the packet that came too early.
        const int32_t ahead = DistanceOf(frame.GetAeth().msn);
        if (ahead <= 0 || m_unacknowledged + ahead >= m_sentEnd)
        {
            return;
        }
        m_scoreboard.Arrived(m_unacknowledged + ahead);
        m_timer.EndBackOff(); // the receiver gets packets
        if (m_parameters.reorderTolerance > 0 && !m_scoreboard.HasLost())
        {
            return; // packets are out of order, but within the tolerance
        }
    }
    else
    {
        GoBackAfterGap();
    }
    if (IncCongestionControl* algorithm = m_listener.GetAlgorithm())
    {
        algorithm->OnLoss();
    }
    m_listener.PacketReady();
}

void
IncRcRequester::Acknowledge(uint64_t next)
{
    if (IsSelective())
    {
        m_scoreboard.Advance(m_unacknowledged, next);
    }
    m_unacknowledged = next;
    m_next = std::max(m_next, next); // the sender had gone back to packets that had in fact arrived
    Trust();
    UpdateLimit();
    m_timer.EndBackOff();
    if (next == m_sentEnd)
    {
        m_timer.Stop();
    }
    else
    {
        m_timer.Restart();
    }
}

void
IncRcRequester::CompleteMessages()
{
    while (!m_queue.IsEmpty() && m_queue.Front().End() <= m_unacknowledged)
    {
        IncCompletion completion;
        completion.id = m_queue.Front().request.id;
        completion.byteLength = m_queue.Front().request.length;
        m_queue.Pop();
        m_listener.SendCompleted(completion);
    }
    UpdateLimit(); // the end of a READ makes room for the next one
    m_listener.PacketReady();
}

void
IncRcRequester::Fail(IncCompletionStatus status)
{
    CompleteMessages(); // first complete the messages that the failing frame acknowledges
    m_failure = status;
    m_listener.RequesterFailed();
}

void
IncRcRequester::Flush()
{
    IncFifo<uint64_t> ended;
    while (!m_queue.IsEmpty())
    {
        ended.Push(m_queue.Front().request.id);
        m_queue.Pop();
    }
    Forget();
    IncCompletion completion;
    completion.status = m_failure;
    for (; !ended.IsEmpty(); ended.Pop())
    {
        completion.id = ended.Front();
        m_listener.SendCompleted(completion);
        completion.status = IncCompletionStatus::FLUSHED;
    }
    m_failure = IncCompletionStatus::FLUSHED;
}

void
IncRcRequester::Forget()
{
    m_queue.Clear();
    m_timer.Stop();
    m_probes.Clear();
    m_next = m_unacknowledged = m_sentEnd = m_queue.GetEnd();
    m_scoreboard.TimedOut(m_next, m_next);
    UpdateLimit();
}

uint64_t
IncRcRequester::CountEqualRounds() const
{
    if (m_queue.IsEmpty() || m_queue.Front().made || m_queue.Front().first >= m_unacknowledged)
    {
        return 0;
    }
    // Packets in the middle of a message are equal, so the state can recur. Its end must be far
    // from the window.
    const uint64_t end = m_unacknowledged + 2 * uint64_t{m_largestWindow};
    return m_queue.Front().End() > end ? m_queue.Front().End() - end : 0;
}

void
IncRcRequester::VisitState(IncStateVisitor& visitor, bool isAggregation)
{
    const uint64_t from = m_unacknowledged;
    const uint64_t to = m_sentEnd;
    visitor.Await(IncConnectionKey(m_connection.localAddress, m_connection.localQpn),
                  IncPsn::Add(m_firstPsn, static_cast<int64_t>(from - m_origin)));
    if (isAggregation)
    {
        visitor.Count("IncRcRequester::m_unacknowledged", m_unacknowledged);
        VisitWindow(visitor, from);
        m_queue.VisitState(visitor, from);
    }
    else
    {
        VisitPosted(visitor);
    }
    m_timer.VisitState(visitor);
    if (IsSelective())
    {
        m_scoreboard.VisitState(visitor, from, to, m_unacknowledged - from);
    }
}

void
IncRcRequester::VisitPosted(IncStateVisitor& visitor)
{
    const uint64_t from = m_unacknowledged;
    const uint64_t equalRounds = CountEqualRounds();
    visitor.Value("IncSendQueue::m_hasLong", m_queue.HasLong());
    // The last packet of a message asks for an ACK in any case.
    visitor.Value("IncRcRequester::m_askInterval", m_queue.HasLong() ? from % m_askInterval : 0);
    visitor.Value("IncSendQueue::Message::packets", equalRounds > 0);
    if (equalRounds > 0)
    {
        // Positions in the middle of one message are equivalent; the message must be the same.
        visitor.Bounded("IncRcRequester::m_unacknowledged", m_unacknowledged, from + equalRounds);
        VisitWindow(visitor, from);
        m_queue.VisitPosted(visitor, 0, nullptr);
        return;
    }
    const auto* numbers =
        visitor.FindNumbers(IncConnectionKey(m_connection.remoteAddress, m_connection.remoteQpn));
    if (!numbers && m_connection.remoteQpn != 0)
    {
        visitor.Value("IncSendQueue::m_messages, whose owner does not tell its state", from);
    }
    visitor.Count("IncRcRequester::m_unacknowledged", m_unacknowledged);
    VisitWindow(visitor, from);
    m_queue.VisitPosted(visitor, from, numbers);
}

void
IncRcRequester::VisitWindow(IncStateVisitor& visitor, uint64_t from)
{
    visitor.Value("IncRcRequester::m_next", m_next - from);
    visitor.Count("IncRcRequester::m_next", m_next);
    visitor.Value("IncRcRequester::m_sentEnd", m_sentEnd - from);
    visitor.Count("IncRcRequester::m_sentEnd", m_sentEnd);
    visitor.Value("IncRcRequester::m_limit", m_limit - from);
    visitor.Count("IncRcRequester::m_limit", m_limit);
    visitor.Fields(*this);
    for (std::size_t i = 0; i < m_probes.GetSize(); ++i)
    {
        Probe& probe = m_probes[i];
        visitor.Value("IncRcRequester::Probe::number", probe.number - from);
        visitor.Fields(probe);
    }
}

} // namespace ns3
