/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-event-calendar.h"

#include <algorithm>

namespace ns3
{

static_assert(IncEventCalendar::DAYS < 64 * 64, "two levels of words of 64 bits");

IncEventCalendar::IncEventCalendar() = default;
IncEventCalendar::~IncEventCalendar() = default;

void
IncEventCalendar::AddSlab()
{
    m_slabs.push_back(std::make_unique<Chunk[]>(SLAB));
    for (std::size_t i = SLAB; i > 0; --i)
    {
        GiveChunk(&m_slabs.back()[i - 1]);
    }
}

IncScheduledEvent
IncEventCalendar::PeekFirst(uint64_t time) const
{
    const uint32_t index = time % DAYS;
    const Day& day = m_days[index];
    Event first = day.head->events[day.head->begin];
    if (m_unsorted[index])
    {
        for (const Event& event : Collect(day))
        {
            first = event.uid < first.uid ? event : first;
        }
    }
    return {{first.impl, {time, first.uid, first.context}}, first.subject};
}

std::vector<IncEventCalendar::Event>
IncEventCalendar::Collect(const Day& day)
{
    std::vector<Event> events;
    const Chunk* chunk = day.head;
    while (true)
    {
        events.insert(events.end(),
                      chunk->events.begin() + chunk->begin,
                      chunk->events.begin() + chunk->end);
        if (chunk == day.tail)
        {
            return events;
        }
        chunk = chunk->next;
    }
}

bool
IncEventCalendar::IsForeseen(uint64_t time) const
{
    const Day& day = m_days[time % DAYS];
    for (const Chunk* chunk = day.head;; chunk = chunk->next)
    {
        for (uint32_t i = chunk->begin; i < chunk->end; ++i)
        {
            if (!chunk->events[i].subject || chunk->events[i].context == NO_NODE)
            {
                return false;
            }
        }
        if (chunk == day.tail)
        {
            return true;
        }
    }
}

/// Puts other events into a day, at least one.
void
IncEventCalendar::Refill(Day& day, const std::vector<Event>& events)
{
    for (Chunk* chunk = day.head; chunk != day.tail;)
    {
        Chunk* next = chunk->next;
        GiveChunk(chunk);
        chunk = next;
    }
    GiveChunk(day.tail);
    day.head = day.tail = TakeChunk();
    for (const Event& event : events)
    {
        Append(day, event);
    }
}

/// Simulators number events in the order of insertion: the exception are those that were far away
/// when they were inserted.
void
IncEventCalendar::MarkUnsorted(uint32_t index)
{
    if (!m_unsorted[index])
    {
        m_unsorted.set(index);
        ++m_unsortedDays;
    }
}

void
IncEventCalendar::Sort(uint32_t index)
{
    auto events = Collect(m_days[index]);
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return a.uid < b.uid;
    });
    Refill(m_days[index], events);
    m_unsorted.reset(index);
    --m_unsortedDays;
}

void
IncEventCalendar::AppendTo(std::vector<IncScheduledEvent>& all, uint64_t now) const
{
    for (uint32_t ahead = 0; ahead < DAYS; ++ahead)
    {
        const uint64_t time = now + ahead;
        const uint32_t index = time % DAYS;
        if (m_occupied[index / 64] >> index % 64 & 1)
        {
            for (const Event& event : Collect(m_days[index]))
            {
                all.push_back({{event.impl, {time, event.uid, event.context}}, event.subject});
            }
        }
    }
}

bool
IncEventCalendar::Remove(const Scheduler::Event& event)
{
    const uint32_t index = event.key.m_ts % DAYS;
    if (!(m_occupied[index / 64] >> index % 64 & 1))
    {
        return false;
    }
    Day& day = m_days[index];
    auto events = Collect(day);
    const auto found = std::find_if(events.begin(), events.end(), [&](const Event& e) {
        return e.uid == event.key.m_uid;
    });
    if (found == events.end())
    {
        return false;
    }
    events.erase(found);
    if (events.empty())
    {
        GiveChunk(day.head);
        MarkEmpty(index);
    }
    else
    {
        Refill(day, events);
    }
    return true;
}

} // namespace ns3
