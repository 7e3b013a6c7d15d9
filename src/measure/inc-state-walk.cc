/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-state-walk.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-bfr.h"
#include "ns3/inc-client-list.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"
#include "ns3/node-list.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Pass the state of an object to a visitor if the object is a T; return whether it is.
template <typename T>
bool
VisitAs(const Ptr<const Object>& object, IncStateVisitor& visitor)
{
    const auto found = DynamicCast<const T>(object);
    if (found)
    {
        ConstCast<T>(found)->VisitState(visitor);
    }
    return found != nullptr;
}

} // namespace

IncStateWalk::IncStateWalk(const std::vector<std::unique_ptr<IncRepeater>>& watched)
    : m_watched(watched)
{
}

IncStateWalk::Moment
IncStateWalk::Write(bool complete)
{
    Moment moment;
    moment.tick = m_engine->GetTicks();
    moment.events = m_engine->GetEventCount();
    for (const auto& watched : m_watched)
    {
        moment.finished.push_back(watched->GetFinishedRounds());
    }
    IncStateWriter writer(IncClock::NowPs(), complete);
    writer.GetState().Reserve(m_settled, m_counts);
    Announce(writer, {});
    Walk(writer);
    writer.Finish();
    const IncState& state = writer.GetState();
    moment.isIdle = true;
    for (const auto& entry : m_engine->GetPending())
    {
        const bool isIgnored = state.ignoredEvents.count(entry.event.impl) > 0;
        if (entry.subject && !isIgnored)
        {
            writer.Value("pending", entry.event.key.m_ts - moment.tick);
            writer.Value("pending", entry.event.impl);
            writer.Value("pending", entry.event.key.m_context);
            moment.isIdle = false;
        }
    }
    moment.state = std::move(writer.GetState());
    m_settled = moment.state.settled.size();
    m_counts = moment.state.counts.size();
    return moment;
}

IncStateWriter
IncStateWalk::WriteBriefly(const IncState* earlier) const
{
    IncStateWriter writer(IncClock::NowPs(), false, true);
    Announce(writer, {});
    WalkUntil(writer, [&]() { return earlier && writer.Differs(*earlier); });
    writer.Finish();
    return writer;
}

void
IncStateWalk::Announce(IncStateVisitor& visitor, const std::vector<uint64_t>& growth) const
{
    for (std::size_t i = 0; i < m_watched.size(); ++i)
    {
        m_watched[i]->Announce(visitor, growth.empty() ? 0 : growth[i]);
    }
}

void
IncStateWalk::Walk(IncStateVisitor& visitor) const
{
    WalkUntil(visitor, []() { return false; });
}

template <typename IS_ENOUGH>
void
IncStateWalk::WalkUntil(IncStateVisitor& visitor, IS_ENOUGH isEnough) const
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        visitor.Enter("node " + std::to_string((*node)->GetId()));
        WalkNode(*node, visitor);
        if (isEnough())
        {
            return;
        }
    }
    for (const auto& watched : m_watched)
    {
        watched->VisitState(visitor);
    }
}

void
IncStateWalk::WalkNode(Ptr<Node> node, IncStateVisitor& visitor) const
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const Ptr<NetDevice> device = node->GetDevice(i);
        if (!VisitAs<IncNetDevice>(device, visitor))
        {
            visitor.Refuse("a device that does not tell its state: " +
                           device->GetInstanceTypeId().GetName());
        }
    }
    for (auto objects = node->GetAggregateIterator(); objects.HasNext();)
    {
        const Ptr<const Object> object = objects.Next();
        const bool isKnown =
            DynamicCast<const Node>(object) || DynamicCast<const IncClientList>(object) ||
            VisitAs<IncSwitch>(object, visitor) || VisitAs<IncRdmaNic>(object, visitor) ||
            VisitAs<IncAggregator>(object, visitor) || VisitAs<IncBfr>(object, visitor) ||
            VisitAs<IncLastHop>(object, visitor);
        if (!isKnown)
        {
            visitor.Refuse("an object that does not tell its state: " +
                           object->GetInstanceTypeId().GetName());
        }
    }
}

std::string
IncStateWalk::FindDifference(const IncState& a, const IncState& b, bool isBrief) const
{
    const bool isCount = a.settled == b.settled;
    const auto& before = isCount ? a.counts : a.settled;
    const auto& now = isCount ? b.counts : b.settled;
    const auto end = std::min(before.size(), now.size());
    const auto place = std::mismatch(before.begin(),
                                     before.begin() + static_cast<std::ptrdiff_t>(end),
                                     now.begin())
                           .first -
                       before.begin();
    IncStateLocator locator(IncClock::NowPs(), isCount, static_cast<std::size_t>(place), isBrief);
    Announce(locator, {});
    Walk(locator);
    return locator.GetName();
}

bool
IncStateWalk::IsSame(const IncState& a, const IncState& b)
{
    return a.settled == b.settled && a.counts.size() == b.counts.size();
}

uint64_t
IncStateWalk::GetQuietTicks() const
{
    for (const auto& entry : m_engine->GetPending())
    {
        if (!entry.subject && !entry.event.impl->IsCancelled())
        {
            const uint64_t ahead = entry.event.key.m_ts - m_engine->GetTicks();
            return ahead > 0 ? ahead - 1 : 0;
        }
    }
    return UINT64_MAX;
}

std::set<uint32_t>
IncStateWalk::GetForeign() const
{
    std::set<uint32_t> foreign;
    for (const auto& entry : m_engine->GetPending())
    {
        if (!entry.subject && !entry.event.impl->IsCancelled())
        {
            foreign.insert(entry.event.key.m_uid);
        }
    }
    return foreign;
}

bool
IncStateWalk::IsIdle(const std::set<const void*>& ignoredEvents) const
{
    const auto pending = m_engine->GetPending();
    return std::all_of(pending.begin(), pending.end(), [&ignoredEvents](const auto& entry) {
        return !entry.subject || ignoredEvents.count(entry.event.impl) > 0;
    });
}

} // namespace ns3
