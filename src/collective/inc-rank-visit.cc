/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The state of ranks over hosts. What is sent and received without data is only counted; where a
// count ends, at the last slice of a chunk or the last segment, rounds are not alike any more.

#include "inc-baseline-message.h"
#include "inc-host-work.h"
#include "inc-parameter-server-agent.h"
#include "inc-parameter-worker.h"
#include "inc-ring-agent.h"

#include "ns3/inc-frame-visit.h"

#include <algorithm>

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncHostWork, 48);
INC_STATE_SIZE(IncRankAgent, sizeof(Object) + 232);
INC_STATE_SIZE(IncRingCursor, 32);
INC_STATE_SIZE(IncRingAgent, sizeof(IncRankAgent) + 272);
INC_STATE_SIZE(IncParameterSegments, 16);
INC_STATE_SIZE(IncParameterReduction, 136);
INC_STATE_SIZE(IncParameterServerAgent, sizeof(IncRankAgent) + 344);
INC_STATE_SIZE(IncParameterWorker, sizeof(IncRankAgent) + 184);

/// Kinds are above the numbers.
constexpr uint64_t NUMBERS = uint64_t{IncBaselineMessage::NUMBER_MASK} + 1;

/// Which slot of a landing area is used decides nothing.
constexpr IncStateVisitor::Numbers NAMES{NUMBERS, 1, 1, true};

/// What is used in turn, the oldest first, and goes on by as much as the visitor has advanced.
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

uint64_t
PeerOf(const IncQueuePair& queuePair)
{
    const IncConnection& connection = queuePair.GetConnection();
    return IncConnectionKey(connection.remoteAddress, connection.remoteQpn);
}

} // namespace

void
IncHostWork::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncHostWork::m_from", m_from);
    visitor.Value("IncHostWork::m_isDone", m_isDone);
}

void
IncRankAgent::VisitTasks(IncStateVisitor& visitor)
{
    if (!m_tasks.empty() && !m_tasks.front().isVirtual)
    {
        visitor.Refuse("real data: requests bring values");
    }
    visitor.Value("IncRankAgent::m_tasks", m_tasks.size());
    visitor.Value("IncRankAgent::m_begun", m_begun);
    visitor.Value("IncRankAgent::m_active", m_active);
    visitor.Value("IncRankAgent::m_reported", m_reported);
    visitor.Value("IncRankAgent::m_scheduled", m_scheduled);
    visitor.Value("IncRankAgent::m_failure", m_failure.empty());
    m_watch.VisitState(visitor);
}

void
IncRingCursor::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncRingCursor::m_step", m_step);
    visitor.Bounded("IncRingCursor::m_index", m_index, m_index + GetLikeOnes());
}

void
IncRingAgent::Announce(IncStateVisitor& visitor) const
{
    visitor.SetNumbers(PeerOf(*m_after), {NUMBERS, m_slots, m_sliceBytes});
    visitor.SetNumbers(PeerOf(*m_before), {NUMBERS});
}

void
IncRingAgent::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    if (IsActive())
    {
        // Only the distance between the cursors says who waits for whom.
        visitor.Value("IncRingCursor::m_index", m_toSend.GetIndex() - m_toTake.GetIndex());
        visitor.Value("IncRingCursor::m_index", m_toSend.GetIndex() - m_toBeAcked.GetIndex());
        m_toSend.VisitState(visitor);
        m_toTake.VisitState(visitor);
        m_toBeAcked.VisitState(visitor);
    }
    visitor.Value("IncRingAgent::m_credited", m_sent - m_credited);
    visitor.Value("IncRingAgent::m_taken", m_arrived - m_taken);
    visitor.Value("IncRingAgent::m_reported", m_taken - m_reported);
    visitor.Count("IncRingAgent::m_sent", m_sent);
    visitor.Count("IncRingAgent::m_credited", m_credited);
    visitor.Count("IncRingAgent::m_arrived", m_arrived);
    visitor.Count("IncRingAgent::m_taken", m_taken);
    visitor.Count("IncRingAgent::m_reported", m_reported);
    m_work.VisitState(visitor);
}

void
IncParameterReduction::VisitState(IncStateVisitor& visitor, uint64_t before, uint64_t now)
{
    visitor.Value("IncParameterReduction::m_freeSlots", m_freeSlots.size());
    VisitInTurn(m_window, before, now, [&](const Accumulator& accumulator) {
        visitor.Value("IncParameterReduction::Accumulator::reduced", accumulator.reduced);
        visitor.Value("IncParameterReduction::Accumulator::waiting", accumulator.waiting.size());
        for (const Waiting& waiting : accumulator.waiting)
        {
            visitor.Value("IncParameterReduction::Waiting::rank", waiting.rank);
        }
    });
}

void
IncParameterServerAgent::Cursor::VisitState(IncStateVisitor& visitor, uint64_t opened)
{
    visitor.Value("IncParameterServerAgent::Cursor::segment", opened - segment);
    visitor.Count("IncParameterServerAgent::Cursor::segment", segment);
    visitor.Value("IncParameterServerAgent::Cursor::worker", worker);
}

void
IncParameterServerAgent::Announce(IncStateVisitor& visitor) const
{
    for (const Worker& worker : m_workers)
    {
        visitor.SetNumbers(PeerOf(*worker.qp), NAMES);
    }
}

void
IncParameterServerAgent::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    const uint64_t opened = m_opened;
    const uint64_t likeOnes = m_reduction->GetSegments().GetLikeOnes(opened);
    visitor.Bounded("IncParameterServerAgent::m_opened", m_opened, opened + likeOnes);
    visitor.Value("IncParameterServerAgent::m_completed", opened - m_completed);
    visitor.Value("IncParameterServerAgent::m_released", opened - m_released);
    visitor.Count("IncParameterServerAgent::m_completed", m_completed);
    visitor.Count("IncParameterServerAgent::m_released", m_released);
    visitor.Value("IncParameterServerAgent::m_resultBytes", m_resultBytes);
    m_granted.VisitState(visitor, opened);
    m_answered.VisitState(visitor, opened);
    for (Worker& worker : m_workers)
    {
        visitor.Value("IncParameterServerAgent::Worker::contributed", opened - worker.contributed);
        visitor.Count("IncParameterServerAgent::Worker::contributed", worker.contributed);
    }
    VisitInTurn(m_isOpen, opened, m_opened, [&](bool isOpen) {
        visitor.Value("IncParameterServerAgent::m_isOpen", isOpen);
    });
    VisitInTurn(m_unacknowledged, opened, m_opened, [&](uint32_t results) {
        visitor.Value("IncParameterServerAgent::m_unacknowledged", results);
    });
    visitor.Value("IncParameterServerAgent::m_pushes", m_pushes.size());
    for (const Push& push : m_pushes)
    {
        visitor.Value("IncParameterServerAgent::Push::worker", push.worker);
    }
    m_reduction->VisitState(visitor, opened, m_opened);
    m_work.VisitState(visitor);
}

void
IncParameterWorker::Announce(IncStateVisitor& visitor) const
{
    visitor.SetNumbers(PeerOf(*m_server), NAMES);
}

void
IncParameterWorker::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    const uint64_t pushed = m_pushed;
    visitor.Bounded("IncParameterWorker::m_pushed", m_pushed, pushed + GetLikeOnes());
    visitor.Value("IncParameterWorker::m_acknowledged", pushed - m_acknowledged);
    visitor.Value("IncParameterWorker::m_arrived", pushed - m_arrived);
    visitor.Value("IncParameterWorker::m_taken", pushed - m_taken);
    visitor.Count("IncParameterWorker::m_acknowledged", m_acknowledged);
    visitor.Count("IncParameterWorker::m_arrived", m_arrived);
    visitor.Count("IncParameterWorker::m_taken", m_taken);
    visitor.Value("IncParameterWorker::m_credits", m_credits.size());
}

} // namespace ns3
