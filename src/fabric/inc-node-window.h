/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NODE_WINDOW_H
#define INC_NODE_WINDOW_H

#include "inc-event-wheel.h"
#include "inc-foreseen-event.h"
#include "inc-node-memory.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Executes the events of a short time node after node, with the result of the sequential
 * order.
 *
 * Hosts run in lock-step: between two events of one host, all others have events, and its state has
 * left the processor's cache. Within the delay of the shortest link, no node can affect another, so
 * each may execute its events of that time alone. New events are numbered at the end as if all had
 * been executed in the order of time. All code is in the header, so that the simulator's loop can
 * inline it.
 */
class IncNodeWindow
{
  public:
    /// \brief Set the memory to fetch for a node while the events of the preceding node are
    /// executed.
    void SetMemory(uint32_t context, const IncNodeMemory& memory);

    /** \param start time of the first event, in ticks */
    void Begin(uint64_t start);

    /** \param entry next event in the sequential order: an IncForeseenEvent of a node */
    void Add(const IncScheduledEvent& entry);

    /** \return whether no event was added */
    bool IsEmpty() const
    {
        return m_events.empty();
    }

    /// \brief Execute all events, and those that they schedule on their own nodes before `end`.
    /// `now` and `context` are set to time and node of each event.
    void Execute(uint64_t end, uint64_t& now, uint32_t& context);

    /// \brief Schedule a new event; `subject` is the first memory that the event uses, or null if
    /// the event is no IncForeseenEvent. Events call this. An event on another node must be after
    /// the window.
    void Schedule(uint32_t context, uint64_t ticks, EventImpl* event, const void* subject);

    /** \brief Remove an event that was scheduled within this window and has not been executed.
     * \return false if there is none */
    bool Remove(const EventImpl* event);

    /** \return whether an event scheduled within this window is still to be executed */
    bool Contains(const EventImpl* event) const
    {
        return FindChild(event) != m_children.rend();
    }

    /// \brief Number the scheduled events in the sequential order, from `uid`, which becomes the
    /// next free uid. The wheel receives the events after the window.
    void Commit(uint32_t& uid, IncEventWheel& wheel);

    /** \return number of executed events */
    std::size_t GetExecuted() const
    {
        return m_events.size() - m_removed;
    }

    /** \return key of the last event in the sequential order, after Commit() */
    const Scheduler::EventKey& GetLast() const
    {
        return m_last;
    }

  private:
    static constexpr uint32_t NONE = UINT32_MAX;
    static constexpr uint32_t FETCHED = 4; //!< number of cache lines prefetched with every event

    struct Event
    {
        EventImpl* impl;     //!< event; null if it was executed or removed
        const void* subject; //!< first memory that the event uses; null: no IncForeseenEvent
        uint32_t context;
        uint32_t next;       //!< next event of its node, or in Commit() of its tick; or NONE
        uint32_t firstChild; //!< index in m_children of the first event that this one scheduled
        uint16_t children;
        uint16_t offset; //!< ticks from the start of the window
    };

    struct Child
    {
        EventImpl* impl; //!< event; null if it was removed
        const void* subject;
        uint64_t time; //!< time of the event, ticks
        uint32_t context;
        uint32_t event; //!< index of the event in m_events if it is in the window, or NONE
    };

    /// Indices of events, linked by Event::next.
    struct List
    {
        uint32_t head{NONE};
        uint32_t tail{NONE}; //!< last event; undefined if there is none
    };

    struct Lines
    {
        uint32_t begin{0};
        uint32_t end{0};
    };

    using Children = std::vector<Child>;

    Children::const_reverse_iterator FindChild(const EventImpl* event) const;
    void LinkNodes();
    void EnterNode(uint32_t context);
    void FetchFollowing();
    void LookAhead(uint32_t index) const;
    void AddLocal(uint32_t index);
    void CommitEvent(const Event& event, uint32_t& uid, IncEventWheel& wheel);

    uint64_t m_start{0};      //!< first tick of the window
    uint64_t m_end{0};        //!< first tick after the window
    std::size_t m_pending{0}; //!< number of events from Add(), the first ones of m_events
    std::size_t m_removed{0}; //!< number of events in m_events that Remove() has taken
    /// Events from Add(), then events that were scheduled within the window.
    std::vector<Event> m_events;
    Children m_children;           //!< scheduled events, in the order of execution
    std::vector<List> m_nodes;     //!< events from Add() of each node, by context
    std::vector<uint32_t> m_order; //!< nodes in the order of their first events
    std::vector<List> m_ticks;     //!< for each tick: events scheduled within the window, in order
    std::vector<uintptr_t> m_lines;
    std::vector<Lines> m_memory; //!< cache lines that each node uses, by context
    Lines m_following;           //!< cache lines of the next node that are not yet fetched
    std::size_t m_place{0};      //!< index in m_order of the node after the present one
    List m_local; //!< events of the present node that were scheduled within the window, by time
    uint32_t m_node{0};
    Scheduler::EventKey m_last{};
};

inline void
IncNodeWindow::SetMemory(uint32_t context, const IncNodeMemory& memory)
{
    m_memory.resize(std::max<std::size_t>(m_memory.size(), context + 1));
    const auto lines = memory.GetLines();
    m_memory[context].begin = static_cast<uint32_t>(m_lines.size());
    m_lines.insert(m_lines.end(), lines.begin(), lines.end());
    m_memory[context].end = static_cast<uint32_t>(m_lines.size());
}

inline void
IncNodeWindow::Begin(uint64_t start)
{
    m_start = start;
    m_order.clear();
    m_events.clear();
    m_children.clear();
    m_removed = 0;
}

inline void
IncNodeWindow::Add(const IncScheduledEvent& entry)
{
    const auto index = static_cast<uint32_t>(m_events.size());
    const auto& key = entry.event.key;
    Event& event = m_events.emplace_back();
    event.impl = entry.event.impl;
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

inline void
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

inline void
IncNodeWindow::EnterNode(uint32_t context)
{
    m_node = context;
    ++m_place;
    const uint32_t following = m_place < m_order.size() ? m_order[m_place] : NONE;
    m_following = following < m_memory.size() ? m_memory[following] : Lines{};
}

/// Only a few cache lines at a time, because more would make the processor wait.
inline void
IncNodeWindow::FetchFollowing()
{
    const uint32_t end = std::min(m_following.end, m_following.begin + FETCHED);
    for (; m_following.begin < end; ++m_following.begin)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(m_lines[m_following.begin]), 1);
    }
}

inline void
IncNodeWindow::LookAhead(uint32_t index) const
{
    if (index == NONE)
    {
        return;
    }
    const Event& next = m_events[index];
    static_cast<const IncForeseenEvent*>(next.impl)->Foresee();
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

inline void
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
        EventImpl* impl = std::exchange(present.impl, nullptr);
        if (present.subject)
        {
            static_cast<IncForeseenEvent*>(impl)->Notify();
            impl->Unref();
        }
        else if (impl)
        {
            impl->Invoke();
            impl->Unref();
        }
        const std::size_t children = m_children.size() - firstChild;
        NS_ABORT_MSG_IF(children > std::numeric_limits<uint16_t>::max(),
                        "IncNodeWindow: an event scheduled " << children << " others");
        m_events[index].children = static_cast<uint16_t>(children); // m_events may have moved
    }
}

inline void
IncNodeWindow::Schedule(uint32_t context, uint64_t ticks, EventImpl* event, const void* subject)
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

/// Search from the end, because events that are removed were usually scheduled last.
inline IncNodeWindow::Children::const_reverse_iterator
IncNodeWindow::FindChild(const EventImpl* event) const
{
    return std::find_if(m_children.rbegin(), m_children.rend(), [&](const Child& child) {
        return child.impl == event && (child.event == NONE || m_events[child.event].impl);
    });
}

inline bool
IncNodeWindow::Remove(const EventImpl* event)
{
    const auto found = FindChild(event);
    if (found == m_children.rend())
    {
        return false;
    }
    Child& child = m_children[m_children.rend() - found - 1];
    child.impl = nullptr;
    if (child.event != NONE)
    {
        m_events[child.event].impl = nullptr;
        ++m_removed;
    }
    return true;
}

/// Insert an event into m_local, after all events that are not later.
inline void
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

inline void
IncNodeWindow::Commit(uint32_t& uid, IncEventWheel& wheel)
{
    constexpr std::size_t AHEAD = 8; // distance to the event whose memory is prefetched
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

inline void
IncNodeWindow::CommitEvent(const Event& event, uint32_t& uid, IncEventWheel& wheel)
{
    const std::size_t end = event.firstChild + event.children;
    for (std::size_t c = event.firstChild; c < end; ++c)
    {
        const Child& child = m_children[c];
        const Scheduler::EventKey key{child.time, uid++, child.context};
        if (!child.impl)
        {
            continue; // it was removed
        }
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
        // The event is the last of its tick so far, and follows all added events of that tick.
        m_last = key.m_ts >= m_last.m_ts ? key : m_last;
    }
}

} // namespace ns3

#endif // INC_NODE_WINDOW_H
