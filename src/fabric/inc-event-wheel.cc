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

void
IncEventWheel::InsertSorted(Slot& slot, Node* node)
{
    // Simulators number events in the order of insertion: this is the exception.
    Node** link = &slot.head;
    while ((*link)->entry.event.key < node->entry.event.key)
    {
        link = &(*link)->next;
    }
    node->next = *link;
    *link = node;
}

Scheduler::Event
IncEventWheel::PeekNext() const
{
    const Wheel& wheel = m_wheels[__builtin_ctz(m_occupiedWheels)];
    const Node* first = wheel.slots[FirstSlot(wheel)].head;
    for (const Node* node = first->next; node; node = node->next)
    {
        if (node->entry.event.key < first->entry.event.key)
        {
            first = node;
        }
    }
    return first->entry.event;
}

/// Moves the first events one wheel down; one that is alone is taken at once and returned.
IncEventWheel::Node*
IncEventWheel::Descend()
{
    const uint32_t wheel = __builtin_ctz(m_occupiedWheels);
    const uint32_t digit = FirstSlot(m_wheels[wheel]);
    const Slot& slot = m_wheels[wheel].slots[digit];
    if (slot.head != slot.tail)
    {
        MoveDown(wheel, digit);
        return nullptr;
    }
    Node* node = slot.head;
    MarkEmpty(wheel, digit);
    m_now = node->entry.event.key.m_ts;
    GiveNode(node);
    return node;
}

void
IncEventWheel::MoveDown(uint32_t wheel, uint32_t digit)
{
    Node* node = m_wheels[wheel].slots[digit].head;
    MarkEmpty(wheel, digit);
    // The present moves to the beginning of the slot: its finer digits are 0.
    const uint32_t shift = wheel * DIGIT_BITS;
    m_now = node->entry.event.key.m_ts >> shift << shift;
    while (node)
    {
        Node* next = node->next;
        node->next = nullptr;
        Append(node);
        node = next;
    }
}

std::vector<IncEventWheel::Entry>
IncEventWheel::GetAll() const
{
    std::vector<Entry> all;
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

void
IncEventWheel::Remove(const Scheduler::Event& event)
{
    const uint32_t wheel = WheelOf(event.key.m_ts);
    const uint32_t digit = DigitOf(event.key.m_ts, wheel);
    Slot& slot = m_wheels[wheel].slots[digit];
    Node* before = nullptr;
    Node* node = slot.head;
    while (node->entry.event.key != event.key)
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
}

} // namespace ns3
