/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregator.h"
#include "inc-bier-dissemination.h"
#include "inc-last-hop.h"
#include "inc-rc-tree-link.h"
#include "inc-unicast-dissemination.h"

#include "ns3/inc-frame-visit.h"
#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncSlotRound, 200);
INC_STATE_SIZE(IncSlotStatistics, 16);
INC_STATE_SIZE(IncSlotPool, 104);
INC_STATE_SIZE(IncTreeState, 432);
INC_STATE_SIZE(IncTreeLink, 400);
INC_STATE_SIZE(IncUcTreeLink, 440);
INC_STATE_SIZE(IncRcTreeLink, 1264);
INC_STATE_SIZE(IncTreeDissemination, 8);
INC_STATE_SIZE(IncBierDissemination, 232 + sizeof(IncQueuePairCounters));
INC_STATE_SIZE(IncUnicastDissemination, 32);
INC_STATE_SIZE(IncLastHop, sizeof(Object) + 192);
INC_STATE_SIZE(IncAggregator, sizeof(Object) + 576);
INC_STATE_SIZE(IncTree, 560);
INC_STATE_SIZE(IncTreeRecovery, 72);
INC_STATE_SIZE(IncAggregatorCounters, 64 + sizeof(IncRefusalCounts));

/// How many of the rounds before one used a slot.
uint64_t
RoundsOfSlot(uint64_t before, uint32_t slot, uint32_t slots)
{
    return before / slots + (slot < before % slots);
}

} // namespace

void
IncSlotRound::VisitState(IncStateVisitor& visitor)
{
    visitor.Sequence("IncSlotRound::sequence", sequence);
    visitor.Value("IncSlotRound::state", state);
    visitor.Value("IncSlotRound::congested", congested);
    visitor.Value("IncSlotRound::repaired", repaired);
    visitor.Value("IncSlotRound::ecnCapable", ecnCapable);
    visitor.Value("IncSlotRound::carriesData", carriesData.has_value());
    visitor.Value("IncSlotRound::carriesData", carriesData.value_or(false));
    visitor.Value("IncSlotRound::payloadSize", payloadSize);
    visitor.Value("IncSlotRound::root", root);
    visitor.Value("IncSlotRound::whole", whole);
    visitor.Value("IncSlotRound::split", split);
    IncVisitBits(seen, "IncSlotRound::seen", visitor);
    IncVisitHeader(header, visitor);
    IncVisitReth(reth, visitor);
    if (data)
    {
        visitor.Refuse("real data: slots hold values");
    }
    visitor.Value("IncSlotRound::rows", rows.size());
    visitor.Time("IncSlotRound::sentPs", sentPs);
    visitor.Time("IncSlotRound::parentPs", parentPs);
    visitor.Count("IncSlotRound::resultPsn", resultPsn, 24);
    IncVisitBits(passed, "IncSlotRound::passed", visitor);
    visitor.Time("IncSlotRound::passedPs", passedPs);
    visitor.Value("IncSlotRound::unacknowledged", unacknowledged);
}

void
IncSlotPool::VisitStatistics(IncStateVisitor& visitor)
{
    const auto [over, growth] = visitor.GetRounds();
    // Some rounds after the oldest are done: those of the slots that come next.
    std::vector<uint64_t> ahead(m_slots);
    for (uint32_t i = 0; i < m_slots; ++i)
    {
        const auto slot = static_cast<uint32_t>((over + i) % m_slots);
        ahead[i] = m_statistics[slot].rounds - RoundsOfSlot(over, slot, m_slots);
        visitor.Value("IncSlotStatistics::rounds", ahead[i]);
        visitor.Value("IncSlotStatistics::duplicates", m_statistics[i].duplicates);
    }
    for (uint32_t i = 0; growth > 0 && i < m_slots; ++i)
    {
        const auto slot = static_cast<uint32_t>((over + growth + i) % m_slots);
        m_statistics[slot].rounds = RoundsOfSlot(over + growth, slot, m_slots) + ahead[i];
    }
}

void
IncSlotPool::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncSlotPool::m_busy", m_busy);
    visitor.Value("IncSlotPool::m_peak", m_peak);
    m_sequence.VisitState(visitor);
    m_newestPlace = m_sequence.GetNewest() % m_rounds.size();
    visitor.Ring(m_rounds, [&](IncSlotRound& round) { round.VisitState(visitor); });
    VisitStatistics(visitor);
}

void
IncTreeState::VisitState(IncStateVisitor& visitor)
{
    visitor.UseTree(m_config.treeId);
    m_slots.VisitState(visitor);
    for (const auto& known : m_known)
    {
        visitor.Value("IncTreeState::m_known", PeekPointer(known));
    }
    visitor.Value("IncTreeState::m_over", m_over);
}

void
IncTreeLink::VisitState(IncStateVisitor& visitor)
{
    m_connection.VisitState(visitor);
    m_counters.VisitCounters(visitor);
}

void
IncRcTreeLink::VisitState(IncStateVisitor& visitor)
{
    IncTreeLink::VisitState(visitor);
    visitor.Value("IncRcTreeLink::m_multicast", m_multicast);
    if (m_multicast)
    {
        visitor.Sequence("IncRcTreeLink::m_nextExpected", m_nextExpected, 24);
    }
    visitor.Value("IncRcTreeLink::m_failed", m_failed);
    m_requester.VisitState(visitor, true);
    m_responder.VisitState(visitor);
}

void
IncTreeDissemination::VisitState(IncStateVisitor& visitor)
{
}

void
IncBierDissemination::VisitState(IncStateVisitor& visitor)
{
    m_stream.connection.VisitState(visitor);
    m_stream.counters.VisitCounters(visitor);
    for (auto& [receiver, link] : m_reliable)
    {
        link->VisitState(visitor);
    }
}

void
IncUnicastDissemination::VisitState(IncStateVisitor& visitor)
{
    for (auto& [receiver, link] : m_destinations)
    {
        link->VisitState(visitor);
    }
}

void
IncTreeRecovery::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncTreeRecovery::m_passedPsn", m_passedPsn == IncHeader::NO_PSN);
    if (m_passedPsn != IncHeader::NO_PSN)
    {
        visitor.Count("IncTreeRecovery::m_passedPsn", m_passedPsn, 24);
    }
}

void
IncTree::VisitState(IncStateVisitor& visitor)
{
    state.VisitState(visitor);
    for (const auto& child : children)
    {
        child->VisitState(visitor);
    }
    if (parent)
    {
        parent->VisitState(visitor);
    }
    if (dissemination)
    {
        dissemination->VisitState(visitor);
    }
    if (sink)
    {
        visitor.Refuse("a root that keeps the results");
    }
    recovery.VisitState(visitor);
    visitor.Value("IncTree::failed", failed);
}

void
IncLastHop::VisitState(IncStateVisitor& visitor)
{
    m_refused.VisitState(visitor);
}

void
IncAggregatorCounters::VisitState(IncStateVisitor& visitor)
{
    visitor.Count("IncAggregatorCounters::contributions", contributions);
    visitor.Count("IncAggregatorCounters::duplicates", duplicates);
    visitor.Count("IncAggregatorCounters::completed", completed);
    visitor.Count("IncAggregatorCounters::resultsSent", resultsSent);
    visitor.Count("IncAggregatorCounters::resent", resent);
    visitor.Count("IncAggregatorCounters::pendingSent", pendingSent);
    visitor.Count("IncAggregatorCounters::passedBy", passedBy);
    visitor.Count("IncAggregatorCounters::failedLinks", failedLinks);
    refused.VisitState(visitor);
}

void
IncAggregator::VisitState(IncStateVisitor& visitor)
{
    if (!m_aggregatedTrace.IsEmpty() || !m_completedTrace.IsEmpty() || !m_slotsInUseTrace.IsEmpty())
    {
        visitor.Refuse("traces of slots: somebody sees every round");
    }
    if (!m_pipelineLatency.IsZero())
    {
        visitor.Refuse("IncAggregator::PipelineLatency: frames wait in the pipeline");
    }
    for (IncTree* tree : m_table.GetTrees())
    {
        tree->VisitState(visitor);
    }
    m_counters.VisitState(visitor);
}

} // namespace ns3
