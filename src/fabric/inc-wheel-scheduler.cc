/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-wheel-scheduler.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncWheelScheduler);

TypeId
IncWheelScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncWheelScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncWheelScheduler>();
    return tid;
}

IncWheelScheduler::IncWheelScheduler() = default;
IncWheelScheduler::~IncWheelScheduler() = default;

void
IncWheelScheduler::Insert(const Event& event)
{
    m_wheel.Insert({event, nullptr});
}

bool
IncWheelScheduler::IsEmpty() const
{
    return m_wheel.IsEmpty();
}

Scheduler::Event
IncWheelScheduler::PeekNext() const
{
    return m_wheel.PeekNext();
}

Scheduler::Event
IncWheelScheduler::RemoveNext()
{
    return m_wheel.RemoveNext().event;
}

void
IncWheelScheduler::Remove(const Event& event)
{
    m_wheel.Remove(event);
}

} // namespace ns3
