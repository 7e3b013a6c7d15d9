/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-watched-scheduler.h"

#include "ns3/global-value.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncWatchedScheduler);

TypeId
IncWatchedScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncWatchedScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncWatchedScheduler>()
                            .AddAttribute("Watch",
                                          "Told of moments that simulated time passes",
                                          PointerValue(),
                                          MakePointerAccessor(&IncWatchedScheduler::m_watch),
                                          MakePointerChecker<IncTimeWatch>());
    return tid;
}

IncWatchedScheduler::IncWatchedScheduler()
{
    TypeIdValue type;
    GlobalValue::GetValueByName("SchedulerType", type);
    m_events = ObjectFactory(type.Get().GetName()).Create<Scheduler>();
}

IncWatchedScheduler::~IncWatchedScheduler() = default;

void
IncWatchedScheduler::Use(Ptr<IncTimeWatch> watch)
{
    if (auto* own = dynamic_cast<IncSimulatorImpl*>(PeekPointer(Simulator::GetImplementation())))
    {
        own->SetWatch(watch);
        return;
    }
    Simulator::SetScheduler(ObjectFactory(GetTypeId().GetName(), "Watch", PointerValue(watch)));
}

void
IncWatchedScheduler::Insert(const Event& event)
{
    m_events->Insert(event);
}

bool
IncWatchedScheduler::IsEmpty() const
{
    return m_events->IsEmpty();
}

Scheduler::Event
IncWatchedScheduler::PeekNext() const
{
    return m_events->PeekNext();
}

Scheduler::Event
IncWatchedScheduler::RemoveNext()
{
    const Event next = m_events->RemoveNext();
    if (next.key.m_ts > m_watch->GetDue())
    {
        m_watch->Pass(next.key.m_ts);
    }
    return next;
}

void
IncWatchedScheduler::Remove(const Event& event)
{
    m_events->Remove(event);
}

} // namespace ns3
