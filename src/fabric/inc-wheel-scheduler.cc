/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-wheel-scheduler.h"

#include "ns3/abort.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

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

void
IncWheelScheduler::MakeDefault()
{
    GlobalValue::Bind("SchedulerType", StringValue(GetTypeId().GetName()));
}

IncWheelScheduler::IncWheelScheduler() = default;
IncWheelScheduler::~IncWheelScheduler() = default;

uint32_t
IncWheelScheduler::WheelOf(uint64_t time) const
{
    const uint64_t different = time ^ m_now;
    return different < SLOTS ? 0 : (63 - __builtin_clzll(different)) / DIGIT_BITS;
}

uint32_t
IncWheelScheduler::DigitOf(uint64_t time, uint32_t wheel)
{
    return static_cast<uint32_t>(time >> (wheel * DIGIT_BITS)) % SLOTS;
}

uint32_t
IncWheelScheduler::FirstSlot(const Wheel& wheel)
{
    const uint32_t word = __builtin_ctzll(wheel.occupiedWords);
    return word * 64 + __builtin_ctzll(wheel.occupied[word]);
}

uint32_t
IncWheelScheduler::FirstWheel() const
{
    return __builtin_ctz(m_occupiedWheels);
}

void
IncWheelScheduler::MarkEmpty(uint32_t wheel, uint32_t digit)
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

IncWheelScheduler::Node*
IncWheelScheduler::TakeNode(const Event& event)
{
    if (!m_free)
    {
        m_slabs.push_back(std::make_unique<Node[]>(SLAB));
        for (std::size_t i = SLAB; i > 0; --i)
        {
            GiveNode(&m_slabs.back()[i - 1]);
        }
    }
    Node* node = m_free;
    m_free = node->next;
    *node = {event, nullptr};
    return node;
}

void
IncWheelScheduler::GiveNode(Node* node)
{
    node->next = m_free;
    m_free = node;
}

void
IncWheelScheduler::Append(Node* node)
{
    const uint64_t time = node->event.key.m_ts;
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
    else if (wheel > 0 || slot.tail->event.key < node->event.key)
    {
        slot.tail->next = node;
        slot.tail = node;
    }
    else
    {
        InsertSorted(slot, node);
    }
}

void
IncWheelScheduler::InsertSorted(Slot& slot, Node* node)
{
    // Simulators number events in the order of insertion: this is the exception.
    Node** link = &slot.head;
    while ((*link)->event.key < node->event.key)
    {
        link = &(*link)->next;
    }
    node->next = *link;
    *link = node;
}

void
IncWheelScheduler::Insert(const Event& event)
{
    NS_ABORT_MSG_IF(event.key.m_ts < m_now,
                    "IncWheelScheduler: event at " << event.key.m_ts << ", before the present "
                                                   << m_now);
    Append(TakeNode(event));
}

bool
IncWheelScheduler::IsEmpty() const
{
    return m_occupiedWheels == 0;
}

Scheduler::Event
IncWheelScheduler::PeekNext() const
{
    const Wheel& wheel = m_wheels[FirstWheel()];
    const Node* first = wheel.slots[FirstSlot(wheel)].head;
    for (const Node* node = first->next; node; node = node->next)
    {
        if (node->event.key < first->event.key)
        {
            first = node;
        }
    }
    return first->event;
}

Scheduler::Event
IncWheelScheduler::RemoveNext()
{
    for (;;)
    {
        const uint32_t wheel = FirstWheel();
        const uint32_t digit = FirstSlot(m_wheels[wheel]);
        Slot& slot = m_wheels[wheel].slots[digit];
        if (wheel > 0 && slot.head != slot.tail)
        {
            MoveDown(wheel, digit);
            continue;
        }
        Node* node = slot.head;
        if (slot.head == slot.tail)
        {
            MarkEmpty(wheel, digit);
        }
        slot.head = node->next;
        GiveNode(node);
        m_now = node->event.key.m_ts;
        if (m_wheels[0].occupiedWords)
        {
            // Its event lies elsewhere in memory: fetch it while this one runs.
            const Node* following = m_wheels[0].slots[FirstSlot(m_wheels[0])].head;
            __builtin_prefetch(following->event.impl, 1);
        }
        return node->event;
    }
}

void
IncWheelScheduler::MoveDown(uint32_t wheel, uint32_t digit)
{
    Node* node = m_wheels[wheel].slots[digit].head;
    MarkEmpty(wheel, digit);
    // The present moves to the beginning of the slot: its finer digits are 0.
    const uint32_t shift = wheel * DIGIT_BITS;
    m_now = node->event.key.m_ts >> shift << shift;
    while (node)
    {
        Node* next = node->next;
        node->next = nullptr;
        Append(node);
        node = next;
    }
}

void
IncWheelScheduler::Remove(const Event& event)
{
    const uint32_t wheel = WheelOf(event.key.m_ts);
    const uint32_t digit = DigitOf(event.key.m_ts, wheel);
    Slot& slot = m_wheels[wheel].slots[digit];
    Node* before = nullptr;
    Node* node = slot.head;
    while (node->event.key != event.key)
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
