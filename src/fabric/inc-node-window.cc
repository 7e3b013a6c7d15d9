/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-node-window.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>

namespace ns3
{

void
IncNodeWindow::SetMemory(uint32_t context, const IncNodeMemory& memory)
{
    m_memory.resize(std::max<std::size_t>(m_memory.size(), context + 1));
    const auto lines = memory.GetLines();
    m_memory[context].begin = static_cast<uint32_t>(m_lines.size());
    m_lines.insert(m_lines.end(), lines.begin(), lines.end());
    m_memory[context].end = static_cast<uint32_t>(m_lines.size());
}

void
IncNodeWindow::Begin(uint64_t start)
{
    m_start = start;
    m_order.clear();
    m_events.clear();
    m_children.clear();
}

void
IncNodeWindow::Add(const IncScheduledEvent& entry)
{
    const auto index = static_cast<uint32_t>(m_events.size());
    const auto& key = entry.event.key;
    Event& event = m_events.emplace_back();
    event.impl = static_cast<IncForeseenEvent*>(entry.event.impl);
    event.subject = entry.subject;
    event.context = key.m_context;
    event.next = NONE;
    event.offset = static_cast<uint16_t>(key.m_ts - m_start);
    m_last = key;
    if (key.m_context >= m_nodes.size())
    {
        m_nodes.resize(key.m_context + 1);
    }
    List& node = m_nodes[key.m_context];
    if (node.head == NONE)
    {
        node.head = index;
        m_order.push_back(key.m_context);
    }
    else
    {
        m_events[node.tail].next = index;
    }
    node.tail = index;
}

/// Makes one list of those of all nodes.
void
IncNodeWindow::LinkNodes()
{
    for (std::size_t i = 0; i + 1 < m_order.size(); ++i)
    {
        m_events[m_nodes[m_order[i]].tail].next = m_nodes[m_order[i + 1]].head;
    }
    for (const uint32_t node : m_order)
    {
        m_nodes[node].head = NONE;
    }
    m_place = 0;
    EnterNode(m_order.front());
}

/// The memory of the node after this one will be fetched.
void
IncNodeWindow::EnterNode(uint32_t context)
{
    m_node = context;
    ++m_place;
    const uint32_t following = m_place < m_order.size() ? m_order[m_place] : NONE;
    m_following = following < m_memory.size() ? m_memory[following] : Lines{};
}

/// A few lines at a time: the processor waits for no more.
void
IncNodeWindow::FetchFollowing()
{
    const uint32_t end = std::min(m_following.end, m_following.begin + FETCHED);
    for (; m_following.begin < end; ++m_following.begin)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(m_lines[m_following.begin]), 1);
    }
}

/// The event after the present one fetches what it will touch; others are fetched.
void
IncNodeWindow::LookAhead(uint32_t index) const
{
    if (index == NONE)
    {
        return;
    }
    const Event& next = m_events[index];
    next.impl->Foresee();
    if (next.next == NONE)
    {
        return;
    }
    const Event& later = m_events[next.next];
    const auto* subject = static_cast<const char*>(later.subject);
    __builtin_prefetch(later.impl, 1);
    __builtin_prefetch(subject, 1);
    __builtin_prefetch(subject + 64, 1);
    __builtin_prefetch(subject + 128, 1);
    __builtin_prefetch(later.next == NONE ? nullptr : &m_events[later.next]);
}

void
IncNodeWindow::Execute(uint64_t end, uint64_t& now, uint32_t& context)
{
    m_end = end;
    m_pending = m_events.size();
    uint32_t pending = 0;
    LinkNodes();
    while (pending != NONE || m_local.head != NONE)
    {
        uint32_t index = m_local.head;
        if (index != NONE && (pending == NONE || m_events[pending].context != m_node ||
                              m_events[index].offset < m_events[pending].offset))
        {
            m_local.head = m_events[index].next;
        }
        else
        {
            index = pending;
            if (m_events[index].context != m_node)
            {
                EnterNode(m_events[index].context);
            }
            pending = m_events[index].next;
            LookAhead(pending);
        }
        FetchFollowing();
        Event& present = m_events[index];
        const std::size_t firstChild = m_children.size();
        present.firstChild = static_cast<uint32_t>(firstChild);
        now = m_start + present.offset;
        context = m_node;
        IncForeseenEvent* impl = present.impl;
        impl->Notify();
        impl->Unref();
        const std::size_t children = m_children.size() - firstChild;
        NS_ABORT_MSG_IF(children > std::numeric_limits<uint16_t>::max(),
                        "IncNodeWindow: an event scheduled " << children << " others");
        m_events[index].children = static_cast<uint16_t>(children); // has moved, maybe
    }
}

void
IncNodeWindow::Schedule(uint32_t context,
                        uint64_t ticks,
                        IncForeseenEvent* event,
                        const void* subject)
{
    uint32_t index = NONE;
    if (ticks < m_end)
    {
        NS_ABORT_MSG_UNLESS(context == m_node,
                            "IncNodeWindow: an event of node " << m_node << " at " << ticks
                                                               << " on node " << context
                                                               << ", sooner than any link is long");
        index = static_cast<uint32_t>(m_events.size());
        Event& local = m_events.emplace_back();
        local.impl = event;
        local.subject = subject;
        local.context = context;
        local.next = NONE;
        local.offset = static_cast<uint16_t>(ticks - m_start);
        AddLocal(index);
    }
    Child& child = m_children.emplace_back();
    child.impl = event;
    child.subject = subject;
    child.time = ticks;
    child.context = context;
    child.event = index;
}

/// Puts an event behind those of the present node that are not later.
void
IncNodeWindow::AddLocal(uint32_t index)
{
    const uint16_t offset = m_events[index].offset;
    if (m_local.head == NONE)
    {
        m_local = {index, index};
        return;
    }
    if (m_events[m_local.tail].offset <= offset)
    {
        m_events[m_local.tail].next = index;
        m_local.tail = index;
        return;
    }
    uint32_t* link = &m_local.head;
    while (m_events[*link].offset <= offset)
    {
        link = &m_events[*link].next;
    }
    m_events[index].next = *link;
    *link = index;
}

void
IncNodeWindow::Commit(uint32_t& uid, IncEventWheel& wheel)
{
    constexpr std::size_t AHEAD = 8; // events whose memory is fetched before it is needed
    m_ticks.resize(m_end - m_start);
    std::size_t i = 0;
    for (std::size_t offset = 0; offset < m_ticks.size(); ++offset)
    {
        for (; i < m_pending && m_events[i].offset == offset; ++i)
        {
            if (i + 2 * AHEAD < m_pending)
            {
                __builtin_prefetch(m_children.data() + m_events[i + 2 * AHEAD].firstChild);
                const uint32_t c = m_events[i + AHEAD].firstChild;
                const uint32_t local = c < m_children.size() ? m_children[c].event : NONE;
                __builtin_prefetch(local == NONE ? nullptr : &m_events[local]);
            }
            CommitEvent(m_events[i], uid, wheel);
        }
        for (uint32_t local = m_ticks[offset].head; local != NONE; local = m_events[local].next)
        {
            CommitEvent(m_events[local], uid, wheel);
        }
        m_ticks[offset].head = NONE;
    }
}

/// Numbers what an event has scheduled.
void
IncNodeWindow::CommitEvent(const Event& event, uint32_t& uid, IncEventWheel& wheel)
{
    const std::size_t end = event.firstChild + event.children;
    for (std::size_t c = event.firstChild; c < end; ++c)
    {
        const Child& child = m_children[c];
        const Scheduler::EventKey key{child.time, uid++, child.context};
        if (child.event == NONE)
        {
            wheel.Insert({{child.impl, key}, child.subject});
            continue;
        }
        Event& local = m_events[child.event];
        __builtin_prefetch(m_children.data() + local.firstChild);
        local.next = NONE;
        List& tick = m_ticks[local.offset];
        if (tick.head == NONE)
        {
            tick.head = child.event;
        }
        else
        {
            m_events[tick.tail].next = child.event;
        }
        tick.tail = child.event;
        // The event is the last of its tick so far, and behind all that were added.
        m_last = key.m_ts >= m_last.m_ts ? key : m_last;
    }
}

} // namespace ns3
