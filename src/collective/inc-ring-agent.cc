/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-agent.h"

#include "ns3/abort.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncRingAgent");
NS_OBJECT_ENSURE_REGISTERED(IncRingAgent);

TypeId
IncRingAgent::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncRingAgent")
                            .SetParent<IncRankAgent>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncRingAgent>()
                            .AddAttribute("ReductionRate",
                                          "Rate at which a host reduces or copies arrived "
                                          "slices, one after the other, bit/s of payload; 0: "
                                          "without any time",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&IncRingAgent::m_reductionRate),
                                          MakeDataRateChecker());
    return tid;
}

void
IncRingAgent::Setup(Ptr<Node> host,
                    uint32_t rank,
                    uint32_t ranks,
                    uint32_t sliceBytes,
                    uint32_t scratchSlices,
                    uint32_t windowBytes)
{
    SetIdentity(host, rank);
    m_ranks = ranks;
    m_sliceBytes = sliceBytes;
    m_slots = scratchSlices;
    if (ranks == 1)
    {
        return; // a single rank has no peers
    }
    auto nic = host->GetObject<IncRdmaNic>();
    NS_ABORT_MSG_UNLESS(nic, "IncRingAgent: node " << host->GetId() << " has no IncRdmaNic");
    const uint64_t bytes = uint64_t{sliceBytes} * scratchSlices;
    m_scratch.reset(new uint8_t[bytes]); // with virtual data not written, so without physical pages
    m_scratchKey = nic->RegisterMemory(m_scratch.get(), bytes);
    m_before = std::make_unique<IncBaselineConnection>(*nic);
    m_after = std::make_unique<IncBaselineConnection>(*nic);
    if (windowBytes > 0)
    {
        m_after->GetQueuePair().SetAttribute("Window", UintegerValue(windowBytes));
        m_before->GetQueuePair().SetAttribute("Window", UintegerValue(windowBytes));
    }
    SetInFlight(bytes * ranks);
}

void
IncRingAgent::Connect(const Endpoint& before, const Endpoint& after)
{
    m_remoteKey = after.rkey;
    const auto failed = [this](const std::string& why) { Fail(why); };
    m_before->Connect(before,
                      {nullptr,
                       [this](const auto&) { SliceArrived(); },
                       failed,
                       "returning credit to the previous rank of the ring failed",
                       "a rank of the ring has failed"});
    m_after->Connect(after,
                     {[this](uint64_t) { SliceAcknowledged(); },
                      [this](const auto& message) { Credited(message); },
                      failed,
                      "sending to the next rank of the ring failed",
                      "a rank of the ring has failed"});
}

void
IncRingAgent::UseRail(uint32_t rail, IncFlowSpread& spread)
{
    spread.Place(m_after->GetQueuePair(), 0, rail);
    spread.Place(m_before->GetQueuePair(), IncFlowSpread::REPLIES, rail);
}

void
IncRingAgent::DoDispose()
{
    m_work.Cancel();
    m_before.reset();
    m_after.reset();
    IncRankAgent::DoDispose();
}

void
IncRingAgent::Begin()
{
    const uint32_t size = IncSizeOf(GetTask().type);
    m_schedule = IncRingSchedule(GetRank(), m_ranks, GetTask().count, m_sliceBytes / size);
    m_toSend = IncRingCursor(&m_schedule, true);
    m_toTake = IncRingCursor(&m_schedule, false);
    m_toBeAcked = m_toSend;
    Progress();
}

void
IncRingAgent::Progress()
{
    if (!IsActive())
    {
        return;
    }
    while (MayTake() && m_work.HasDone(m_reductionRate, TakeBytes(), this))
    {
        Take();
    }
    while (MaySend())
    {
        Send();
    }
    if (m_toTake.IsAtEnd() && m_toBeAcked.IsAtEnd())
    {
        ReportDone();
        EndTask();
    }
}

bool
IncRingAgent::MayTake() const
{
    if (m_counts.taken == m_counts.arrived || m_toTake.IsAtEnd())
    {
        return false;
    }
    const uint32_t step = m_toTake.GetStep();
    // The final value overwrites data that this rank sent n - 1 steps earlier.
    return m_schedule.IsReducing(step) ||
           m_toBeAcked.HasPassed(step - (m_ranks - 1), m_toTake.GetIndex());
}

void
IncRingAgent::Take()
{
    const IncRankTask& task = GetTask();
    if (!task.isVirtual)
    {
        const auto slice = m_toTake.Get();
        const uint32_t size = IncSizeOf(task.type);
        const uint8_t* from = &m_scratch[m_counts.taken % m_slots * m_sliceBytes];
        uint8_t* to = task.buffer + slice.first * size;
        if (m_schedule.IsReducing(m_toTake.GetStep()))
        {
            task.reduce(to, from, slice.count);
        }
        else
        {
            std::memcpy(to, from, uint64_t{slice.count} * size);
        }
    }
    m_toTake.Advance();
    ++m_counts.taken;
    if (m_counts.taken - m_counts.reported >= std::max(1U, m_slots / 2))
    {
        ReturnCredit();
    }
}

bool
IncRingAgent::MaySend() const
{
    if (m_toSend.IsAtEnd() || m_counts.sent - m_counts.credited == m_slots)
    {
        return false;
    }
    // A slice is sent one step after the step in which it was received.
    const uint32_t step = m_toSend.GetStep();
    return step == 0 || m_toTake.HasPassed(step - 1, m_toSend.GetIndex());
}

void
IncRingAgent::Send()
{
    const IncRankTask& task = GetTask();
    const auto slice = m_toSend.Get();
    const uint32_t size = IncSizeOf(task.type);
    IncWorkRequest request;
    request.data = task.At(slice.first * size);
    request.length = slice.count * size;
    request.remoteAddress = m_counts.sent % m_slots * m_sliceBytes;
    request.rkey = m_remoteKey;
    m_toSend.Advance();
    m_after->Post(IncBaselineMessage::Kind::DATA, m_counts.sent++, request);
}

void
IncRingAgent::ReturnCredit()
{
    m_counts.reported = m_counts.taken;
    m_before->Post(IncBaselineMessage::Kind::CREDIT, m_counts.taken);
}

void
IncRingAgent::SliceAcknowledged()
{
    m_toBeAcked.Advance();
    NoteProgress();
    Progress();
    NoteRound();
}

void
IncRingAgent::SliceArrived()
{
    ++m_counts.arrived;
    NoteProgress();
    NS_LOG_LOGIC("rank " << GetRank() << " has received slice " << m_counts.arrived);
    Progress();
}

void
IncRingAgent::Credited(const IncBaselineMessage& message)
{
    // Numbers count modulo 2^30; far fewer slices were taken since the last CREDIT.
    NoteProgress();
    m_counts.credited += (message.number - m_counts.credited) & IncBaselineMessage::NUMBER_MASK;
    Progress();
}

void
IncRingAgent::TellPeersOfFailure()
{
    m_before->Abort();
    m_after->Abort();
}

IncRingSchedule::IncRingSchedule(uint32_t rank,
                                 uint32_t ranks,
                                 uint64_t count,
                                 uint32_t sliceElements)
    : m_rank(rank),
      m_ranks(ranks),
      m_count(count),
      m_sliceElements(sliceElements)
{
}

uint64_t
IncRingSchedule::FirstOf(uint64_t chunk) const
{
    // The first (count mod n) chunks have one element more than the others.
    return chunk * (m_count / m_ranks) + std::min(chunk, m_count % m_ranks);
}

uint64_t
IncRingSchedule::GetSlices(uint32_t chunk) const
{
    const uint64_t elements = FirstOf(uint64_t{chunk} + 1) - FirstOf(chunk);
    return (elements + m_sliceElements - 1) / m_sliceElements;
}

IncRingSchedule::Slice
IncRingSchedule::GetSlice(uint32_t chunk, uint64_t slice) const
{
    const uint64_t first = FirstOf(chunk) + slice * m_sliceElements;
    const uint64_t left = FirstOf(uint64_t{chunk} + 1) - first;
    return {first, static_cast<uint32_t>(std::min<uint64_t>(left, m_sliceElements))};
}

IncRingCursor::IncRingCursor(const IncRingSchedule* schedule, bool sending)
    : m_schedule(schedule),
      m_sending(sending)
{
    SkipEmptyChunks();
}

bool
IncRingCursor::IsAtEnd() const
{
    return m_step == m_schedule->GetSteps();
}

void
IncRingCursor::Advance()
{
    if (++m_index == m_slices)
    {
        m_index = 0;
        ++m_step;
        SkipEmptyChunks();
    }
}

void
IncRingCursor::SkipEmptyChunks()
{
    while (!IsAtEnd() && (m_slices = m_schedule->GetSlices(GetChunk())) == 0)
    {
        ++m_step;
    }
}

void
IncRingCursor::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    visitor.Bounded("IncRingCursor::m_index", m_index, m_index + CountEqualRounds());
}

void
IncRingAgent::Announce(IncStateVisitor& visitor) const
{
    m_after->Announce(visitor, {1, m_slots, m_sliceBytes});
    m_before->Announce(visitor, {});
}

void
IncRingAgent::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    if (IsActive())
    {
        // Visit distances between cursors, because waits depend on these and not on positions.
        visitor.Value("IncRingCursor::m_index", m_toSend.GetIndex() - m_toTake.GetIndex());
        visitor.Value("IncRingCursor::m_index", m_toSend.GetIndex() - m_toBeAcked.GetIndex());
        m_toSend.VisitState(visitor);
        m_toTake.VisitState(visitor);
        m_toBeAcked.VisitState(visitor);
    }
    visitor.Value("IncRingAgent::Counts::credited", m_counts.sent - m_counts.credited);
    visitor.Value("IncRingAgent::Counts::taken", m_counts.arrived - m_counts.taken);
    visitor.Value("IncRingAgent::Counts::reported", m_counts.taken - m_counts.reported);
    visitor.Fields(m_counts);
    visitor.Fields(m_work);
}

} // namespace ns3
