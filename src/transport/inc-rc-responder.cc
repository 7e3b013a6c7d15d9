/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-responder.h"

#include "ns3/inc-frame-state.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3
{

IncRcResponder::IncRcResponder(const IncRcParameters& parameters,
                               const IncConnection& connection,
                               IncQueuePairCounters& counters,
                               Listener& listener)
    : m_parameters(parameters),
      m_connection(connection),
      m_counters(counters),
      m_listener(listener),
      m_receives(IncReceiveQueue::Placement::AT_ONCE),
      m_delay(Create<DelayEvent>(this)),
      m_fetch(Create<FetchEvent>(this))
{
}

IncRcResponder::~IncRcResponder()
{
    m_delay->Detach();
    m_fetch->Detach();
}

void
IncRcResponder::Start(const IncMemoryRegions& memory, uint32_t firstPsn)
{
    m_receives.Start(memory, m_parameters.pathMtu);
    m_expectedPsn = firstPsn;
    m_msn = 0;
    m_isGapReported = false;
    m_reported = 0;
    m_delayed = 0;
    m_reads.Clear();
    m_isMarked = false;
    m_telemetry = nullptr;
    if (IsSelective())
    {
        m_early.Start(m_parameters.GetWindowPackets());
    }
}

void
IncRcResponder::ReceiveData(IncFramePtr frame)
{
    const int32_t ahead = IncPsn::Diff(frame->bth.psn, m_expectedPsn);
    m_isMarked |= frame->ecn == IncFrame::CE;
    if (frame->marks & IncFrame::MEASURED)
    {
        m_telemetry = frame->GetTelemetry();
    }
    if (frame->bth.opcode == IncOpcode::RC_READ_REQUEST && ahead <= 0)
    {
        ReceiveRead(*frame, ahead == 0);
    }
    else if (ahead == 0)
    {
        ReceiveExpected(*frame);
    }
    else if (ahead > 0)
    {
        ReceiveEarly(std::move(frame), ahead);
    }
    else
    {
        // The data of a duplicate are in memory already: acknowledge it again without storing them.
        ++m_counters.duplicates;
        if (frame->bth.ackRequest)
        {
            Acknowledge();
        }
    }
}

void
IncRcResponder::ReceiveRead(const IncFrame& frame, bool isNew)
{
    Read read;
    read.psn = frame.bth.psn;
    read.length = frame.reth.dmaLength;
    read.packets = std::max(1U, (read.length + m_parameters.pathMtu - 1) / m_parameters.pathMtu);
    read.isRepeated = !isNew;
    if (m_sink || (isNew && CountNewReads() >= m_parameters.maxReads))
    {
        Fail(frame, IncAeth::INVALID_REQUEST);
        return;
    }
    const IncMemoryRegions& memory = m_receives.GetMemory();
    if (read.length > 0)
    {
        if (!memory.Allows(frame.reth.rkey, frame.reth.virtualAddress, read.length))
        {
            Fail(frame, IncAeth::REMOTE_ACCESS_ERROR);
            return;
        }
        read.data = memory.At(frame.reth.rkey, frame.reth.virtualAddress);
    }
    if (isNew)
    {
        m_expectedPsn = IncPsn::Add(m_expectedPsn, read.packets);
        m_isGapReported = false;
        EndMessage();
    }
    else
    {
        ++m_counters.duplicates;
        DropReadsFrom(read.psn);
    }
    read.readyPs = m_listener.FetchPs(read.length);
    m_reads.Push(read);
    if (read.readyPs > IncClock::NowPs())
    {
        m_fetch->ScheduleAtPs(Simulator::GetContext(), read.readyPs);
        return;
    }
    m_listener.ResponseReady();
}

void
IncRcResponder::Fetched()
{
    m_listener.ResponseReady();
}

uint32_t
IncRcResponder::CountNewReads() const
{
    // Repeated requests do not count: the network may have copied a READ that is already complete.
    uint32_t count = 0;
    for (std::size_t i = 0; i < m_reads.GetSize(); ++i)
    {
        count += m_reads[i].isRepeated ? 0 : 1;
    }
    return count;
}

void
IncRcResponder::DropReadsFrom(uint32_t psn)
{
    // The requester asks again for the oldest response that it misses, and for all later ones.
    for (std::size_t left = m_reads.GetSize(); left > 0; --left)
    {
        const Read read = m_reads.Front();
        m_reads.Pop();
        if (IncPsn::Diff(IncPsn::Add(read.psn, read.packets), psn) <= 0)
        {
            m_reads.Push(read);
        }
    }
}

IncFramePtr
IncRcResponder::NextResponse()
{
    Read& read = m_reads[0];
    const uint64_t offset = uint64_t{read.sent} * m_parameters.pathMtu;
    const bool last = read.sent + 1 == read.packets;
    IncFramePtr frame = IncFrame::Create();
    m_connection.Address(*frame);
    frame->bth.opcode =
        read.sent > 0
            ? (last ? IncOpcode::RC_READ_RESPONSE_LAST : IncOpcode::RC_READ_RESPONSE_MIDDLE)
            : (last ? IncOpcode::RC_READ_RESPONSE_ONLY : IncOpcode::RC_READ_RESPONSE_FIRST);
    frame->bth.psn = IncPsn::Add(read.psn, read.sent);
    frame->SetAeth(IncAeth::Ack(m_msn));
    frame->payloadSize =
        static_cast<uint32_t>(std::min<uint64_t>(m_parameters.pathMtu, read.length - offset));
    if (read.data && frame->payloadSize > 0)
    {
        frame->payload = IncPayload::Create(frame->payloadSize);
        std::memcpy(frame->payload->GetData(), read.data + offset, frame->payloadSize);
    }
    frame->UpdateSize();
    m_counters.retransmissions += read.isRepeated ? 1 : 0;
    ++read.sent;
    if (last)
    {
        m_reads.Pop();
    }
    if (m_reads.IsEmpty() && m_delayed > 0 && !m_isDelayWatched)
    {
        // The acknowledgement that Acknowledge() held back leaves after this frame.
        m_isDelayWatched = true;
        m_delay->ScheduleAtPs(Simulator::GetContext(), IncClock::NowPs());
    }
    return frame;
}

void
IncRcResponder::ReceiveExpected(IncFrame& frame)
{
    if (!Accept(frame))
    {
        return;
    }
    bool acknowledge = frame.bth.ackRequest;
    bool atOnce = frame.bth.ackAtOnce;
    if (IsSelective())
    {
        m_early.Advance();
        while (IncFramePtr next = m_early.Take())
        {
            if (!Accept(*next))
            {
                return; // the refusal acknowledges all earlier packets
            }
            acknowledge |= next->bth.ackRequest;
            atOnce |= next->bth.ackAtOnce;
            m_early.Advance();
        }
    }
    if (acknowledge)
    {
        AcknowledgeSoon(atOnce);
    }
}

void
IncRcResponder::AcknowledgeSoon(bool atOnce)
{
    m_hasTied |= m_delayed > 0 && m_delayEndsPs <= IncClock::NowPs();
    ++m_delayed;
    if (atOnce || !m_parameters.ackDelay.IsStrictlyPositive() ||
        m_delayed >= m_parameters.ackInterval)
    {
        Acknowledge();
        return;
    }
    if (m_delayed == 1)
    {
        m_delayEndsPs = IncClock::NowPs() + IncClock::ToPs(m_parameters.ackDelay);
    }
    if (!m_isDelayWatched)
    {
        m_isDelayWatched = true;
        m_delay->ScheduleAtPs(Simulator::GetContext(), m_delayEndsPs);
    }
}

void
IncRcResponder::LookAtDelayed()
{
    m_isDelayWatched = false;
    if (m_delayed == 0)
    {
        return; // another answer has acknowledged the packets in the meantime
    }
    if (IncClock::NowPs() < m_delayEndsPs)
    {
        m_isDelayWatched = true;
        m_delay->ScheduleAtPs(Simulator::GetContext(), m_delayEndsPs);
        return;
    }
    Acknowledge();
    m_gathered = 0;
    ++m_waits;
}

void
IncRcResponder::Acknowledge()
{
    if (!m_reads.IsEmpty())
    {
        // the acknowledgement must not overtake responses to READs
        m_delayed = std::max(m_delayed, 1U);
        m_delayEndsPs = IncClock::NowPs();
        return;
    }
    Answer(IncPsn::Add(m_expectedPsn, -1), IncAeth::Ack(m_msn));
}

void
IncRcResponder::ReceiveEarly(IncFramePtr frame, uint32_t ahead)
{
    ++m_counters.outOfOrder;
    if (!IsSelective())
    {
        // Send one NAK for a gap (IBTA volume 1, 9.7.5.1.1), and silently drop the packets after
        // it.
        if (!m_isGapReported)
        {
            m_isGapReported = true;
            Answer(m_expectedPsn, IncAeth::Nak(m_msn, IncAeth::PSN_SEQUENCE_ERROR));
        }
        return;
    }
    if (!m_early.Reaches(ahead))
    {
        return;
    }
    if (!m_early.Keep(ahead, std::move(frame)))
    {
        ++m_counters.duplicates;
    }
    if (ahead <= m_reported)
    {
        ReportEarly(ahead);
    }
    else if (ahead > m_parameters.reorderTolerance)
    {
        ReportAllEarly(ahead);
    }
}

void
IncRcResponder::ReportAllEarly(uint32_t newest)
{
    for (uint32_t ahead = m_reported + 1; ahead <= newest; ++ahead)
    {
        if (m_early.Holds(ahead))
        {
            ReportEarly(ahead);
        }
    }
    m_reported = newest;
}

void
IncRcResponder::ReportEarly(uint32_t ahead)
{
    // As in IRN's NACK, name the expected packet and the packet that came early.
    Answer(m_expectedPsn,
           IncAeth::Nak(IncPsn::Add(m_expectedPsn, ahead), IncAeth::PSN_SEQUENCE_ERROR));
}

bool
IncRcResponder::Accept(IncFrame& frame)
{
    return m_sink ? AcceptMessage(frame) : AcceptPosted(frame);
}

bool
IncRcResponder::AcceptMessage(IncFrame& frame)
{
    switch (IncIsOnly(frame.bth.opcode) ? m_sink->TakeMessage(frame) : IncMessageVerdict::REFUSED)
    {
    case IncMessageVerdict::TAKEN:
        break;
    case IncMessageVerdict::NOT_READY:
        RefuseForNow(frame);
        return false;
    case IncMessageVerdict::REFUSED:
        Fail(frame, IncAeth::INVALID_REQUEST);
        return false;
    }
    Advance();
    EndMessage();
    return true;
}

void
IncRcResponder::Advance()
{
    m_expectedPsn = IncPsn::Add(m_expectedPsn, 1);
    m_isGapReported = false;
    m_reported -= std::min(m_reported, 1U);
}

void
IncRcResponder::EndMessage()
{
    m_msn = IncPsn::Add(m_msn, 1);
}

bool
IncRcResponder::AcceptPosted(const IncFrame& frame)
{
    IncCompletion completion;
    const auto verdict = m_receives.Take(frame, completion);
    switch (verdict)
    {
    case IncReceiveQueue::Verdict::TAKEN:
    case IncReceiveQueue::Verdict::ENDED:
    case IncReceiveQueue::Verdict::COMPLETED:
        break;
    case IncReceiveQueue::Verdict::NOT_READY:
        RefuseForNow(frame);
        return false;
    case IncReceiveQueue::Verdict::ACCESS_REFUSED:
        Fail(frame, IncAeth::REMOTE_ACCESS_ERROR);
        return false;
    case IncReceiveQueue::Verdict::INVALID:
        Fail(frame, IncAeth::INVALID_REQUEST);
        return false;
    case IncReceiveQueue::Verdict::RECEIVE_TOO_SHORT:
        m_listener.ReceiveCompleted(completion);
        Fail(frame, IncAeth::INVALID_REQUEST);
        return false;
    }
    Advance();
    if (verdict != IncReceiveQueue::Verdict::TAKEN)
    {
        EndMessage();
        if (verdict == IncReceiveQueue::Verdict::COMPLETED)
        {
            m_listener.ReceiveCompleted(completion);
        }
    }
    return true;
}

void
IncRcResponder::RefuseForNow(const IncFrame& frame)
{
    // After this RNR NAK, later packets are out of sequence until the refused one comes again: send
    // no NAK for them.
    m_isGapReported = true;
    const auto wait = static_cast<uint32_t>(m_parameters.rnrDelay.GetMicroSeconds());
    Answer(frame.bth.psn, IncAeth::RnrNak(m_msn, IncAeth::RnrTimerCode(wait)));
}

void
IncRcResponder::Fail(const IncFrame& frame, IncAeth::NakCode code)
{
    Answer(frame.bth.psn, IncAeth::Nak(m_msn, code));
    m_listener.ResponderFailed();
}

void
IncRcResponder::Answer(uint32_t psn, IncAeth aeth)
{
    m_delayed = 0; // each answer acknowledges all earlier packets
    m_gathered = std::min(m_gathered + 1, MANY);
    IncFramePtr frame = IncFrame::Create();
    m_connection.Address(*frame);
    frame->bth.opcode = IncOpcode::RC_ACK;
    frame->bth.psn = psn;
    frame->SetAeth(aeth);
    frame->bth.becn = std::exchange(m_isMarked, false);
    frame->SetTelemetry(std::exchange(m_telemetry, nullptr));
    frame->UpdateSize();
    ++(aeth.IsAck()      ? m_counters.acksSent
       : aeth.IsRnrNak() ? m_counters.rnrNaksSent
                         : m_counters.naksSent);
    m_listener.SendAnswer(std::move(frame));
}

void
IncRcResponder::Flush()
{
    IncFifo<uint64_t> ended;
    IncReceiveRequest request;
    while (m_receives.TakeBack(request))
    {
        ended.Push(request.id);
    }
    Forget();
    for (; !ended.IsEmpty(); ended.Pop())
    {
        IncCompletion completion;
        completion.id = ended.Front();
        completion.status = IncCompletionStatus::FLUSHED;
        m_listener.ReceiveCompleted(completion);
    }
}

void
IncRcResponder::Forget()
{
    IncReceiveRequest request;
    while (m_receives.TakeBack(request))
    {
    }
    m_receives.Abandon();
    m_early.Start(0);
    m_reads.Clear();
    m_delayed = 0;
}

void
IncRcResponder::VisitState(IncStateVisitor& visitor)
{
    if (!m_reads.IsEmpty())
    {
        visitor.Refuse("RDMA READs");
    }
    if (m_early.GetKept() > 0)
    {
        visitor.Refuse("selective repeat: packets have overtaken others");
    }
    const uint64_t own = IncConnectionKey(m_connection.localAddress, m_connection.localQpn);
    visitor.Await(own | IncStateVisitor::RESPONDER, m_expectedPsn);
    const uint64_t peer = IncConnectionKey(m_connection.remoteAddress, m_connection.remoteQpn);
    visitor.Awaited("IncRcResponder::m_expectedPsn", peer, m_expectedPsn);
    if (!m_sink)
    {
        m_receives.VisitState(visitor,
                              uint64_t{m_parameters.GetWindowPackets()} * m_parameters.pathMtu);
    }
    visitor.Fields(*this);
    const bool isFilled = m_gathered == MANY && !m_hasTied;
    if (isFilled)
    {
        // No ACK delay has expired in the period, so the time of its event has no effect.
        visitor.Value("IncRcResponder::m_waits", m_waits);
        visitor.IgnoreEvent(PeekPointer(m_delay));
    }
    else
    {
        visitor.Count("IncRcResponder::m_waits", m_waits);
        visitor.Value("IncRcResponder::m_isDelayWatched", m_isDelayWatched);
    }
    if (m_delayed > 0 || (m_isDelayWatched && !isFilled))
    {
        visitor.Time("IncRcResponder::m_delayEndsPs", m_delayEndsPs);
    }
    else if (m_delayEndsPs > 0)
    {
        visitor.Shifted("IncRcResponder::m_delayEndsPs", m_delayEndsPs);
    }
}

} // namespace ns3
