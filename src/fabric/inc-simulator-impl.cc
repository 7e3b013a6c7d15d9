/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-simulator-impl.h"

#include "inc-node-window.h"
#include "inc-wheel-scheduler.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncTimeWatch);

TypeId
IncTimeWatch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncTimeWatch").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(IncSimulatorImpl);

TypeId
IncSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncSimulatorImpl")
                            .SetParent<SimulatorImpl>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncSimulatorImpl>();
    return tid;
}

void
IncSimulatorImpl::MakeDefault()
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue(GetTypeId().GetName()));
    GlobalValue::Bind("SchedulerType", StringValue(IncWheelScheduler::GetTypeId().GetName()));
}

IncSimulatorImpl::IncSimulatorImpl()
    : m_uid(EventId::UID::VALID),
      m_currentUid(EventId::UID::INVALID),
      m_context(Simulator::NO_CONTEXT),
      m_thread(std::this_thread::get_id()),
      m_isForeign(false)
{
}

IncSimulatorImpl::~IncSimulatorImpl() = default;

void
IncSimulatorImpl::DoDispose()
{
    TakeForeign();
    while (!IsEmpty())
    {
        RemoveNext().event.impl->Unref();
    }
    m_scheduler = nullptr;
    m_watch = nullptr;
    m_mayRunWindow = nullptr;
    SimulatorImpl::DoDispose();
}

void
IncSimulatorImpl::Destroy()
{
    while (!m_destroyEvents.empty())
    {
        Ptr<EventImpl> event = m_destroyEvents.front().PeekEventImpl();
        m_destroyEvents.pop_front();
        event->Invoke(); // does nothing if the event was cancelled
    }
}

void
IncSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    std::vector<Scheduler::Event> events;
    while (!IsEmpty())
    {
        events.push_back(RemoveNext().event);
    }
    m_wheel.Restart();
    const bool isWheel = schedulerFactory.GetTypeId() == IncWheelScheduler::GetTypeId();
    m_scheduler = isWheel ? nullptr : schedulerFactory.Create<Scheduler>();
    m_windowTicks = isWheel ? m_windowTicks : 0;
    for (const auto& event : events)
    {
        Insert({event, nullptr});
    }
}

uint32_t
IncSimulatorImpl::GetSystemId() const
{
    return 0; // the simulation is not distributed
}

void
IncSimulatorImpl::Run()
{
    m_thread = std::this_thread::get_id();
    TakeForeign();
    m_stop = false;
    do
    {
        m_pause = m_stop;
        while (!m_pause && !IsEmpty())
        {
            if (m_windowTicks > 0 && m_windowHolds == 0 && (!m_mayRunWindow || m_mayRunWindow()))
            {
                RunWindow();
            }
            else
            {
                RunNext();
            }
        }
        if (m_between)
        {
            const auto between = std::move(m_between);
            m_between = nullptr;
            between();
        }
    } while (!m_stop && !IsEmpty());
}

void
IncSimulatorImpl::PermitWindows(uint64_t ticks, std::function<bool()> mayRun)
{
    RefuseInWindow("PermitWindows");
    m_mayRunWindow = std::move(mayRun);
    m_windowTicks = HasWheels() ? std::min(ticks, IncEventWheel::LONGEST) : 0;
    if (m_windowTicks > 0)
    {
        m_window = std::make_unique<IncNodeWindow>();
    }
}

void
IncSimulatorImpl::SetNodeMemory(uint32_t context, const IncNodeMemory& memory)
{
    if (m_window)
    {
        m_window->SetMemory(context, memory);
    }
}

/// Flattened, because calls for every event would cost more than the work here.
[[gnu::flatten]] void
IncSimulatorImpl::RunWindow()
{
    const uint64_t first = m_wheel.FirstTime();
    const uint64_t due = m_watch ? m_watch->GetDue() : UINT64_MAX;
    if (first > due)
    {
        RunNext();
        return;
    }
    uint64_t end = due - first < m_windowTicks ? due + 1 : first + m_windowTicks;
    m_window->Begin(first);
    end = m_wheel.RemoveBefore(end, [this](const auto& entry) { m_window->Add(entry); });
    if (m_window->IsEmpty())
    {
        RunNext();
        return;
    }
    ++m_windows;
    m_isInWindow = true;
    m_window->Execute(end, m_now, m_context);
    m_isInWindow = false;
    m_window->Commit(m_uid, m_wheel);
    m_eventCount += m_window->GetExecuted();
    const auto& last = m_window->GetLast();
    m_now = last.m_ts;
    m_context = last.m_context;
    m_currentUid = last.m_uid;
    if (m_isForeign.load(std::memory_order_relaxed))
    {
        TakeForeign();
    }
}

[[gnu::flatten]] void
IncSimulatorImpl::ScheduleInWindow(uint32_t context,
                                   uint64_t ticks,
                                   EventImpl* event,
                                   const void* subject)
{
    m_window->Schedule(context, ticks, event, subject);
}

/// Nodes are at different times while a window is executed.
void
IncSimulatorImpl::RefuseInWindow(const char* what) const
{
    NS_ABORT_MSG_IF(m_isInWindow,
                    "IncSimulatorImpl: " << what << " by an event of node " << m_context << " at "
                                         << m_now << ", in a window");
}

void
IncSimulatorImpl::DoBetweenEvents(std::function<void()> what)
{
    RefuseInWindow("DoBetweenEvents");
    m_between = std::move(what);
    m_pause = true;
}

void
IncSimulatorImpl::Jump(uint64_t ticks, uint64_t events)
{
    auto pending = m_wheel.GetAll();
    while (!m_wheel.IsEmpty())
    {
        m_wheel.RemoveNext();
    }
    m_wheel.Restart();
    m_now += ticks;
    m_jumped += events;
    // Renumber the events by their old uids, so that they keep their order of insertion.
    std::sort(pending.begin(), pending.end(), [](const auto& a, const auto& b) {
        return a.event.key.m_uid < b.event.key.m_uid;
    });
    for (auto& entry : pending)
    {
        if (entry.subject)
        {
            entry.event.key.m_ts += ticks;
            entry.event.key.m_uid = m_uid++;
        }
        else if (entry.event.key.m_ts < m_now)
        {
            NS_ABORT_MSG_UNLESS(entry.event.impl->IsCancelled(),
                                "IncSimulatorImpl::Jump: over an event");
            entry.event.impl->Unref();
            continue;
        }
        m_wheel.Insert(entry);
    }
}

[[gnu::flatten]] void
IncSimulatorImpl::RunNext()
{
    const auto [event, subject] = RemoveNext();
    const Ptr<EventImpl> impl(event.impl, false); // freed even after an exception
    NS_ASSERT(event.key.m_ts >= m_now);
    if (m_watch && event.key.m_ts > m_watch->GetDue())
    {
        m_watch->Pass(event.key.m_ts);
    }
    ++m_eventCount;
    m_now = event.key.m_ts;
    m_context = event.key.m_context;
    m_currentUid = event.key.m_uid;
    if (subject)
    {
        static_cast<IncForeseenEvent*>(event.impl)->Notify();
    }
    else
    {
        event.impl->Invoke();
    }
    if (m_isForeign.load(std::memory_order_relaxed))
    {
        TakeForeign();
    }
}

void
IncSimulatorImpl::TakeForeign()
{
    std::vector<Foreign> taken;
    {
        const std::lock_guard<std::mutex> lock(m_foreignMutex);
        taken.swap(m_foreign);
        m_isForeign.store(false, std::memory_order_relaxed);
    }
    for (const auto& foreign : taken)
    {
        Insert({{foreign.event, {m_now + foreign.delay, m_uid++, foreign.context}}, nullptr});
    }
}

bool
IncSimulatorImpl::IsFinished() const
{
    return m_stop || IsEmpty();
}

void
IncSimulatorImpl::Stop()
{
    RefuseInWindow("Stop");
    m_stop = true;
    m_pause = true;
}

IncSimulatorImpl::StopResult
IncSimulatorImpl::Stop(const Time& delay)
{
    return static_cast<StopResult>(Simulator::Schedule(delay, &Simulator::Stop));
}

Scheduler::Event
IncSimulatorImpl::Add(uint32_t context, const Time& delay, EventImpl* event)
{
    const uint64_t ticks = m_now + static_cast<uint64_t>(delay.GetTimeStep());
    if (m_isInWindow)
    {
        ScheduleInWindow(context, ticks, event, nullptr);
        return {event, {ticks, INC_UNNUMBERED, context}};
    }
    const Scheduler::Event added{event, {ticks, m_uid++, context}};
    Insert({added, nullptr});
    return added;
}

EventId
IncSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    NS_ASSERT_MSG(m_thread == std::this_thread::get_id(),
                  "Simulator::Schedule: not from the simulation's thread");
    NS_ASSERT_MSG(!delay.IsStrictlyNegative(), "Simulator::Schedule: negative delay");
    const auto key = Add(m_context, delay, event).key;
    return EventId(event, key.m_ts, key.m_context, key.m_uid);
}

void
IncSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    if (m_thread == std::this_thread::get_id())
    {
        Add(context, delay, event);
        return;
    }
    const std::lock_guard<std::mutex> lock(m_foreignMutex);
    m_foreign.push_back({context, static_cast<uint64_t>(delay.GetTimeStep()), event});
    m_isForeign.store(true, std::memory_order_relaxed);
}

EventId
IncSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(Time(0), event);
}

EventId
IncSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    NS_ASSERT_MSG(m_thread == std::this_thread::get_id(),
                  "Simulator::ScheduleDestroy: not from the simulation's thread");
    RefuseInWindow("ScheduleDestroy");
    const EventId id(Ptr<EventImpl>(event, false),
                     m_now,
                     Simulator::NO_CONTEXT,
                     EventId::UID::DESTROY);
    m_destroyEvents.push_back(id);
    ++m_uid;
    return id;
}

void
IncSimulatorImpl::Remove(const EventId& id)
{
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        const auto found = std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id);
        if (found != m_destroyEvents.end())
        {
            m_destroyEvents.erase(found);
        }
        return;
    }
    if (IsExpired(id))
    {
        return;
    }
    EventImpl* impl = id.PeekEventImpl();
    const Scheduler::Event event{impl, {id.GetTs(), id.GetUid(), id.GetContext()}};
    if (m_isInWindow && m_window->Remove(impl))
    {
        // It was scheduled in this window.
    }
    else if (m_scheduler)
    {
        m_scheduler->Remove(event);
    }
    else
    {
        m_wheel.Remove(event);
    }
    impl->Cancel();
    impl->Unref(); // drop the simulator's reference
}

void
IncSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

bool
IncSimulatorImpl::IsExpired(const EventId& id) const
{
    EventImpl* event = id.PeekEventImpl();
    if (!event || event->IsCancelled())
    {
        return true;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        return std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id) ==
               m_destroyEvents.end();
    }
    if (id.GetTs() != m_now)
    {
        return id.GetTs() < m_now;
    }
    if (id.GetUid() != INC_UNNUMBERED)
    {
        return id.GetUid() <= m_currentUid;
    }
    const Scheduler::Event due{event, {m_now, INC_UNNUMBERED, id.GetContext()}};
    return m_isInWindow ? !m_window->Contains(event) : !m_wheel.IsDueNow(due);
}

Time
IncSimulatorImpl::Now() const
{
    return TimeStep(m_now);
}

Time
IncSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? TimeStep(0) : TimeStep(id.GetTs() - m_now);
}

Time
IncSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(INT64_MAX);
}

uint32_t
IncSimulatorImpl::GetContext() const
{
    return m_context;
}

uint64_t
IncSimulatorImpl::GetEventCount() const
{
    return m_eventCount;
}

} // namespace ns3
