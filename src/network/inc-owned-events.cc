/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-owned-events.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

IncOwnedEvents::~IncOwnedEvents()
{
    Cancel();
}

IncOwnedEvents&
IncOwnedEvents::operator=(IncOwnedEvents&& other)
{
    Cancel();
    m_events = std::exchange(other.m_events, {});
    m_alive.swap(other.m_alive);
    return *this;
}

void
IncOwnedEvents::Schedule(Time delay, std::function<void()> what)
{
    m_events.push_back(Simulator::Schedule(delay, [what = std::move(what)]() { what(); }));
}

void
IncOwnedEvents::ScheduleAt(const Node& node, Time delay, std::function<void()> what)
{
    Simulator::ScheduleWithContext(
        node.GetId(),
        delay,
        [alive = std::weak_ptr<bool>(m_alive), what = std::move(what)]() {
            if (!alive.expired())
            {
                what();
            }
        });
}

void
IncOwnedEvents::Cancel()
{
    for (EventId& event : m_events)
    {
        event.Cancel();
    }
    m_events.clear();
    m_alive = std::make_shared<bool>(true);
}

} // namespace ns3
