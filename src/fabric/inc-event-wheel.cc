/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-event-wheel.h"

#include "ns3/abort.h"

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

std::vector<IncEventCalendar::Event>::const_iterator
IncEventCalendar::Find(const std::vector<Event>& events, const Scheduler::Event& event)
{
    return std::find_if(events.begin(), events.end(), [&](const Event& e) {
        return IncIsScheduledAs({e.impl, {event.key.m_ts, e.uid, e.context}}, event);
    });
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

/// Only events from the wheels break the order of uids, because uids follow the order of insertion.
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
IncEventCalendar::Contains(const Scheduler::Event& event) const
{
    const uint32_t index = event.key.m_ts % DAYS;
    if (!(m_occupied[index / 64] >> index % 64 & 1))
    {
        return false;
    }
    const auto events = Collect(m_days[index]);
    return Find(events, event) != events.end();
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
    const auto found = Find(events, event);
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

IncEventWheel::IncEventWheel() = default;
IncEventWheel::~IncEventWheel() = default;

void
IncEventWheel::RefusePast(uint64_t time) const
{
    NS_ABORT_MSG("Simulator: event at " << time << ", before the present " << m_now);
}

void
IncEventWheel::AddSlab()
{
    m_slabs.push_back(std::make_unique<Node[]>(SLAB));
    for (std::size_t i = SLAB; i > 0; --i)
    {
        GiveNode(&m_slabs.back()[i - 1]);
    }
}

IncEventWheel::Node*
IncEventWheel::TakeNode(const Entry& entry)
{
    if (!m_free)
    {
        AddSlab();
    }
    Node* node = m_free;
    m_free = node->next;
    *node = {entry, nullptr};
    return node;
}

void
IncEventWheel::GiveNode(Node* node)
{
    node->next = m_free;
    m_free = node;
}

void
IncEventWheel::InsertFar(const Entry& entry)
{
    const uint64_t time = entry.event.key.m_ts;
    if (time < m_now)
    {
        RefusePast(time);
    }
    if (m_occupiedWheels == 0)
    {
        m_reference = m_now;
    }
    m_farBegin = std::min(m_farBegin, time);
    Append(TakeNode(entry));
}

void
IncEventWheel::Append(Node* node)
{
    const uint64_t time = node->entry.event.key.m_ts;
    const uint32_t wheel = WheelOf(time);
    const uint32_t digit = DigitOf(time, wheel);
    Wheel& w = m_wheels[wheel];
    Slot& slot = w.slots[digit];
    uint64_t& word = w.occupied[digit / 64];
    const uint64_t bit = uint64_t{1} << digit % 64;
    if ((word & bit) == 0)
    {
        word |= bit;
        w.occupiedWords |= uint64_t{1} << digit / 64;
        m_occupiedWheels |= 1U << wheel;
        slot = {node, node};
    }
    else
    {
        slot.tail->next = node;
        slot.tail = node;
    }
}

void
IncEventWheel::MarkEmpty(uint32_t wheel, uint32_t digit)
{
    Wheel& w = m_wheels[wheel];
    w.occupied[digit / 64] &= ~(uint64_t{1} << digit % 64);
    if (w.occupied[digit / 64] == 0)
    {
        w.occupiedWords &= ~(uint64_t{1} << digit / 64);
        if (w.occupiedWords == 0)
        {
            m_occupiedWheels &= ~(1U << wheel);
        }
    }
}

void
IncEventWheel::Approach()
{
    while (m_occupiedWheels && (m_near.IsEmpty() || m_farBegin <= m_near.FirstTime(m_now)))
    {
        MoveFirstDown();
    }
}

void
IncEventWheel::MoveFirstDown()
{
    const uint32_t wheel = __builtin_ctz(m_occupiedWheels);
    MoveDown(wheel, FirstSlot(m_wheels[wheel]));
    FindFarBegin();
}

void
IncEventWheel::MoveDown(uint32_t wheel, uint32_t digit)
{
    Node* node = m_wheels[wheel].slots[digit].head;
    MarkEmpty(wheel, digit);
    // Set the reference time to the beginning of the slot, where all finer digits are 0.
    const uint32_t shift = wheel * DIGIT_BITS;
    m_reference = node->entry.event.key.m_ts >> shift << shift;
    if (m_near.IsEmpty())
    {
        m_now = std::max(m_now, m_reference);
    }
    while (node)
    {
        Node* next = node->next;
        node->next = nullptr;
        if (wheel == 1)
        {
            m_near.Insert(node->entry);
            GiveNode(node);
        }
        else
        {
            Append(node);
        }
        node = next;
    }
}

void
IncEventWheel::FindFarBegin()
{
    if (m_occupiedWheels == 0)
    {
        m_farBegin = UINT64_MAX;
        return;
    }
    const uint32_t wheel = __builtin_ctz(m_occupiedWheels);
    const Node* first = m_wheels[wheel].slots[FirstSlot(m_wheels[wheel])].head;
    const uint32_t shift = wheel * DIGIT_BITS;
    m_farBegin = first->entry.event.key.m_ts >> shift << shift;
}

std::vector<IncEventWheel::Entry>
IncEventWheel::GetAll() const
{
    std::vector<Entry> all;
    m_near.AppendTo(all, m_now);
    for (const Wheel& wheel : m_wheels)
    {
        for (uint32_t digit = 0; digit < SLOTS; ++digit)
        {
            const bool isOccupied = wheel.occupied[digit / 64] >> digit % 64 & 1;
            for (const Node* node = isOccupied ? wheel.slots[digit].head : nullptr; node;
                 node = node->next)
            {
                all.push_back(node->entry);
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
        return a.event.key < b.event.key;
    });
    return all;
}

Scheduler::Event
IncEventWheel::PeekNext() const
{
    const Node* far = nullptr;
    if (m_occupiedWheels)
    {
        const Wheel& wheel = m_wheels[__builtin_ctz(m_occupiedWheels)];
        far = wheel.slots[FirstSlot(wheel)].head;
        for (const Node* node = far->next; node; node = node->next)
        {
            far = node->entry.event.key < far->entry.event.key ? node : far;
        }
    }
    if (m_near.IsEmpty())
    {
        return far->entry.event;
    }
    const Scheduler::Event near = m_near.PeekFirst(m_near.FirstTime(m_now)).event;
    return far && far->entry.event.key < near.key ? far->entry.event : near;
}

void
IncEventWheel::Remove(const Scheduler::Event& event)
{
    if (m_near.Remove(event))
    {
        return;
    }
    const uint32_t wheel = WheelOf(event.key.m_ts);
    const uint32_t digit = DigitOf(event.key.m_ts, wheel);
    Slot& slot = m_wheels[wheel].slots[digit];
    Node* before = nullptr;
    Node* node = slot.head;
    while (!IncIsScheduledAs(node->entry.event, event))
    {
        before = node;
        node = node->next;
    }
    if (slot.head == slot.tail)
    {
        MarkEmpty(wheel, digit);
    }
    else if (!before)
    {
        slot.head = node->next;
    }
    else
    {
        before->next = node->next;
        slot.tail = slot.tail == node ? before : slot.tail;
    }
    GiveNode(node);
    FindFarBegin();
}

} // namespace ns3
