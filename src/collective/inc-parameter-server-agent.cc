/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-server-agent.h"

#include "ns3/abort.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncParameterServerAgent");
NS_OBJECT_ENSURE_REGISTERED(IncParameterServerAgent);

TypeId
IncParameterServerAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncParameterServerAgent")
            .SetParent<IncRankAgent>()
            .SetGroupName("Inc")
            .AddConstructor<IncParameterServerAgent>()
            .AddAttribute("ReductionRate",
                          "Rate at which the server reduces pushed segments, one "
                          "after the other, bit/s of payload; 0: without any time",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&IncParameterServerAgent::m_reductionRate),
                          MakeDataRateChecker());
    return tid;
}

void
IncParameterServerAgent::Setup(Ptr<Node> host, uint32_t localRank, const IncParameterConfig& config)
{
    SetIdentity(host, localRank);
    m_config = config;
    auto nic = host->GetObject<IncRdmaNic>();
    NS_ABORT_MSG_UNLESS(nic,
                        "IncParameterServerAgent: node " << host->GetId() << " has no IncRdmaNic");
    m_reduction = std::make_unique<IncParameterReduction>(config, localRank);
    m_landingKey = nic->RegisterMemory(m_reduction->GetLanding(), m_reduction->GetLandingBytes());
    m_unacknowledged.resize(config.windowSegments);
    SetInFlight(config.GetBytesInFlight());
}

IncBaselineConnection::Endpoint
IncParameterServerAgent::AddWorker(uint32_t rank)
{
    Worker& worker = m_workers.emplace_back();
    worker.rank = rank;
    worker.connection =
        std::make_unique<IncBaselineConnection>(*GetHost()->GetObject<IncRdmaNic>());
    worker.connection->GetQueuePair().SetAttribute("QueueingTime", TimeValue(m_config.queueing));
    return worker.connection->GetEndpoint(m_landingKey);
}

void
IncParameterServerAgent::Connect(const IncBaselineConnection::Endpoint& endpoint)
{
    m_workers.back().rkey = endpoint.rkey;
    const auto index = static_cast<uint32_t>(m_workers.size() - 1);
    m_workers.back().connection->Connect(
        endpoint,
        {[this](uint64_t segment) { ResultAcknowledged(segment); },
         [this, index](const auto& message) { Pushed(index, message.number); },
         [this](const auto& why) { Fail(why); },
         "the parameter server cannot reach a worker",
         "a worker has failed"});
}

void
IncParameterServerAgent::UseRail(uint32_t rail, IncFlowSpread& spread)
{
    for (const Worker& worker : m_workers)
    {
        spread.Place(worker.connection->GetQueuePair(), 0, rail);
    }
}

void
IncParameterServerAgent::DoDispose()
{
    m_workers.clear();
    m_pushes.clear();
    m_work.Cancel();
    IncRankAgent::DoDispose();
}

void
IncParameterServerAgent::Begin()
{
    m_reduction->Begin(GetTask());
    m_isOpen.assign(m_config.windowSegments, false);
    m_granted = {};
    m_answered = {};
    m_counts.opened = 0;
    m_counts.completed = 0;
    m_counts.released = 0;
    for (Worker& worker : m_workers)
    {
        worker.contributed = 0;
    }
    Progress();
}

void
IncParameterServerAgent::Progress()
{
    const uint64_t segments = m_reduction->GetSegments().GetN();
    OpenSegments();
    GrantPushes();
    SendResults();
    if (m_counts.completed == segments && !IsReported())
    {
        ReportDone();
    }
    if (m_counts.released == segments)
    {
        EndTask();
    }
}

void
IncParameterServerAgent::OpenSegments()
{
    while (m_counts.opened < m_reduction->GetSegments().GetN() &&
           !m_isOpen[m_counts.opened % m_config.windowSegments])
    {
        m_isOpen[m_counts.opened % m_config.windowSegments] = true;
        m_reduction->Open(m_counts.opened);
        ++m_counts.opened;
    }
}

void
IncParameterServerAgent::Advance(Cursor& cursor) const
{
    if (++cursor.worker == m_workers.size())
    {
        cursor.worker = 0;
        ++cursor.segment;
    }
}

void
IncParameterServerAgent::GrantPushes()
{
    while (m_granted.segment < m_counts.opened && m_reduction->HasFreeSlot())
    {
        m_workers[m_granted.worker].connection->Post(IncBaselineMessage::Kind::CREDIT,
                                                     m_reduction->TakeSlot());
        Advance(m_granted);
    }
}

void
IncParameterServerAgent::CompleteSegments()
{
    const IncRankTask& task = GetTask();
    const auto& segments = m_reduction->GetSegments();
    while (m_counts.completed < m_counts.opened && m_reduction->IsComplete(m_counts.completed))
    {
        if (GetRank() != NO_RANK && !task.isVirtual)
        {
            std::memcpy(task.At(segments.GetOffset(m_counts.completed)),
                        m_reduction->GetResult(m_counts.completed),
                        segments.GetBytes(m_counts.completed));
        }
        m_unacknowledged[m_counts.completed % m_config.windowSegments] = m_workers.size();
        ++m_counts.completed;
    }
}

bool
IncParameterServerAgent::MaySendResult() const
{
    return m_answered.segment < m_counts.completed &&
           (m_counts.resultBytes == 0 ||
            m_counts.resultBytes + m_reduction->GetSegments().GetStride() <= m_config.limitBytes);
}

void
IncParameterServerAgent::SendResults()
{
    const auto& segments = m_reduction->GetSegments();
    while (MaySendResult())
    {
        const Worker& worker = m_workers[m_answered.worker];
        const uint64_t slot = m_answered.segment % m_config.windowSegments;
        IncWorkRequest request;
        request.id = m_answered.segment;
        request.data = m_reduction->GetResult(m_answered.segment);
        request.length = segments.GetBytes(m_answered.segment);
        request.remoteAddress = slot * m_config.segmentBytes;
        request.rkey = worker.rkey;
        m_counts.resultBytes += segments.GetStride();
        Advance(m_answered);
        worker.connection->Post(IncBaselineMessage::Kind::DATA, slot, request);
    }
}

void
IncParameterServerAgent::ResultAcknowledged(uint64_t segment)
{
    const uint64_t slot = segment % m_config.windowSegments;
    NoteProgress();
    m_counts.resultBytes -= m_reduction->GetSegments().GetStride();
    if (--m_unacknowledged[slot] == 0)
    {
        m_isOpen[slot] = false;
        ++m_counts.released;
    }
    Progress();
}

void
IncParameterServerAgent::Pushed(uint32_t worker, uint32_t slot)
{
    NS_LOG_LOGIC("rank " << m_workers[worker].rank << " has pushed segment "
                         << m_workers[worker].contributed);
    NoteProgress();
    m_pushes.push_back({worker, slot});
    ReducePushes();
}

void
IncParameterServerAgent::ReducePushes()
{
    while (!m_pushes.empty())
    {
        const Push push = m_pushes.front();
        Worker& worker = m_workers[push.worker];
        const uint32_t bytes = m_reduction->GetSegments().GetBytes(worker.contributed);
        if (!m_work.HasDone(m_reductionRate, bytes, this))
        {
            return;
        }
        m_pushes.pop_front();
        NoteProgress();
        m_reduction->Contribute(worker.contributed, worker.rank, push.slot);
        ++worker.contributed;
        CompleteSegments();
        Progress();
    }
}

void
IncParameterServerAgent::TellPeersOfFailure()
{
    for (const Worker& worker : m_workers)
    {
        worker.connection->Abort();
    }
}

IncParameterReduction::IncParameterReduction(const IncParameterConfig& config, uint32_t localRank)
    : m_config(config),
      m_localRank(localRank),
      m_landingBytes(
          std::max(config.limitBytes, IncParameterSegments::RoundUp(config.segmentBytes))),
      // Nothing is written here for virtual data, so that the memory takes no physical pages.
      m_landing(new uint8_t[m_landingBytes]),
      m_sums(new uint8_t[uint64_t{config.windowSegments} * config.segmentBytes]),
      m_window(config.windowSegments)
{
}

void
IncParameterReduction::Begin(const IncRankTask& task)
{
    m_task = &task;
    m_segments = IncParameterSegments(m_config, task.count, IncSizeOf(task.type));
    // A worker has at most one push in flight for each open segment.
    const uint64_t useful = uint64_t{m_config.ranks} * m_config.windowSegments;
    const uint64_t slots = std::min(m_landingBytes / m_segments.GetStride(), useful);
    m_freeSlots.clear();
    for (uint64_t slot = slots; slot-- > 0;)
    {
        m_freeSlots.push_back(static_cast<uint32_t>(slot));
    }
}

void
IncParameterReduction::Open(uint64_t segment)
{
    AccumulatorOf(segment).reduced = 0;
    if (m_localRank == IncRankAgent::NO_RANK)
    {
        return;
    }
    if (m_config.rankOrder)
    {
        ReduceInTurn(segment); // reduces the local contribution now if it comes first
    }
    else
    {
        Reduce(segment, m_task->At(m_segments.GetOffset(segment)));
    }
}

uint32_t
IncParameterReduction::TakeSlot()
{
    const uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    return slot;
}

void
IncParameterReduction::Contribute(uint64_t segment, uint32_t rank, uint32_t slot)
{
    if (m_config.rankOrder)
    {
        AccumulatorOf(segment).waiting.push_back({rank, slot});
        ReduceInTurn(segment);
    }
    else
    {
        ReduceSlot(segment, slot);
    }
}

void
IncParameterReduction::ReduceInTurn(uint64_t segment)
{
    Accumulator& accumulator = AccumulatorOf(segment);
    auto& waiting = accumulator.waiting;
    while (!IsComplete(segment))
    {
        if (accumulator.reduced == m_localRank)
        {
            Reduce(segment, m_task->At(m_segments.GetOffset(segment)));
            continue;
        }
        const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& w) {
            return w.rank == accumulator.reduced;
        });
        if (next == waiting.end())
        {
            return;
        }
        const uint32_t slot = next->slot;
        waiting.erase(next);
        ReduceSlot(segment, slot);
    }
}

void
IncParameterReduction::ReduceSlot(uint64_t segment, uint32_t slot)
{
    Reduce(segment, &m_landing[uint64_t{slot} * m_segments.GetStride()]);
    m_freeSlots.push_back(slot);
}

void
IncParameterReduction::Reduce(uint64_t segment, const uint8_t* contribution)
{
    Accumulator& accumulator = AccumulatorOf(segment);
    if (!m_task->isVirtual)
    {
        if (accumulator.reduced == 0)
        {
            std::memcpy(BytesOf(segment), contribution, m_segments.GetBytes(segment));
        }
        else
        {
            m_task->reduce(BytesOf(segment), contribution, m_segments.GetCount(segment));
        }
    }
    ++accumulator.reduced;
}

namespace
{

/// Pass a circular buffer to a visitor, oldest place first. Then rotate it as far as the visitor
/// has advanced.
template <typename T, typename VISIT>
void
VisitInTurn(std::vector<T>& places, uint64_t before, uint64_t now, VISIT visit)
{
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        visit(places[(before + i) % places.size()]);
    }
    const uint64_t turn = places.empty() ? 0 : (now - before) % places.size();
    std::rotate(places.begin(), places.end() - static_cast<std::ptrdiff_t>(turn), places.end());
}

} // namespace

void
IncParameterReduction::VisitState(IncStateVisitor& visitor, uint64_t before, uint64_t now)
{
    visitor.Value("IncParameterReduction::m_freeSlots", m_freeSlots.size());
    VisitInTurn(m_window, before, now, [&](Accumulator& accumulator) {
        visitor.Fields(accumulator);
        visitor.Value("IncParameterReduction::Accumulator::waiting", accumulator.waiting.size());
        visitor.Part(accumulator.waiting);
    });
}

void
IncParameterServerAgent::Cursor::VisitState(IncStateVisitor& visitor, uint64_t opened)
{
    visitor.Value("IncParameterServerAgent::Cursor::segment", opened - segment);
    visitor.Fields(*this);
}

void
IncParameterServerAgent::Announce(IncStateVisitor& visitor) const
{
    for (const Worker& worker : m_workers)
    {
        // Which slot of the landing memory a message uses has no effect on what follows.
        worker.connection->Announce(visitor, {1, 1, 1, true});
    }
}

void
IncParameterServerAgent::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    const uint64_t opened = m_counts.opened;
    const uint64_t equalRounds = m_reduction->GetSegments().CountEqualRounds(opened);
    visitor.Bounded("IncParameterServerAgent::Counts::opened",
                    m_counts.opened,
                    opened + equalRounds);
    visitor.Value("IncParameterServerAgent::Counts::completed", opened - m_counts.completed);
    visitor.Value("IncParameterServerAgent::Counts::released", opened - m_counts.released);
    visitor.Fields(m_counts);
    m_granted.VisitState(visitor, opened);
    m_answered.VisitState(visitor, opened);
    for (Worker& worker : m_workers)
    {
        visitor.Value("IncParameterServerAgent::Worker::contributed", opened - worker.contributed);
        visitor.Fields(worker);
    }
    VisitInTurn(m_isOpen, opened, m_counts.opened, [&](bool isOpen) {
        visitor.Value("IncParameterServerAgent::m_isOpen", isOpen);
    });
    VisitInTurn(m_unacknowledged, opened, m_counts.opened, [&](uint32_t results) {
        visitor.Value("IncParameterServerAgent::m_unacknowledged", results);
    });
    visitor.Value("IncParameterServerAgent::m_pushes", m_pushes.size());
    visitor.Part(m_pushes);
    m_reduction->VisitState(visitor, opened, m_counts.opened);
    visitor.Fields(m_work);
}

} // namespace ns3
