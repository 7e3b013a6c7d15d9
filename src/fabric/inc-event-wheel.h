/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_WHEEL_H
#define INC_EVENT_WHEEL_H

#include "inc-foreseen-event.h"

#include "ns3/scheduler.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief An event of a simulator, with a pointer to the first memory that it will touch.
struct IncScheduledEvent
{
    Scheduler::Event event; //!< scheduled event
    const void* subject; //!< first memory that the event touches; null if it is no IncForeseenEvent
};

/// Uid by which an event is known that was scheduled before it could be numbered (IncNodeWindow).
inline constexpr uint32_t INC_UNNUMBERED = std::numeric_limits<uint32_t>::max();

/** \return whether a scheduled event is the one that is known by a key, maybe INC_UNNUMBERED */
inline bool
IncIsScheduledAs(const Scheduler::Event& scheduled, const Scheduler::Event& known)
{
    return scheduled.key.m_ts == known.key.m_ts &&
           (known.key.m_uid == INC_UNNUMBERED ? scheduled.impl == known.impl
                                              : scheduled.key.m_uid == known.key.m_uid);
}

/**
 * \ingroup inc
 * \brief Calendar queue (Brown, CACM 1988) with the events of the next few microseconds, one day
 * per tick.
 *
 * Hosts run in lock-step, so hundreds of events share a tick. A day holds its events in order, in
 * chunks of two cache lines, which are reused while in the cache. While one event runs, the
 * memory of the next is prefetched.
 */
class IncEventCalendar
{
  public:
    static constexpr uint32_t DAYS = 2048; //!< number of ticks that the calendar covers

    IncEventCalendar();
    ~IncEventCalendar();

    /** \return true if there is no event */
    bool IsEmpty() const
    {
        return m_occupiedWords == 0;
    }

    /// \brief Return the time of the earliest event; there must be one, less than DAYS after `now`.
    uint64_t FirstTime(uint64_t now) const
    {
        return now + (FirstDay(now) - now) % DAYS;
    }

    /** \brief Return the earliest event, which has this time, without removing it. */
    IncScheduledEvent PeekFirst(uint64_t time) const;

    /** \brief Insert an event that is not before the present and less than DAYS after it. */
    void Insert(const IncScheduledEvent& entry)
    {
        const auto& key = entry.event.key;
        const uint32_t index = key.m_ts % DAYS;
        Day& day = m_days[index];
        uint64_t& word = m_occupied[index / 64];
        const uint64_t bit = uint64_t{1} << index % 64;
        if ((word & bit) == 0)
        {
            word |= bit;
            m_occupiedWords |= uint64_t{1} << index / 64;
            day.head = day.tail = TakeChunk();
        }
        else if (day.tail->events[day.tail->end - 1].uid > key.m_uid)
        {
            MarkUnsorted(index);
        }
        Append(day, {entry.event.impl, entry.subject, key.m_uid, key.m_context});
    }

    /** \brief Remove and return the earliest event, which has this time. */
    IncScheduledEvent RemoveFirst(uint64_t time)
    {
        uint32_t index = time % DAYS;
        if (m_unsortedDays != 0 && m_unsorted[index])
        {
            Sort(index);
        }
        Day& day = m_days[index];
        Chunk* chunk = day.head;
        const Event event = chunk->events[chunk->begin++];
        const Chunk* following = chunk;
        if (chunk->begin == chunk->end)
        {
            following = nullptr;
            if (chunk != day.tail)
            {
                following = day.head = chunk->next;
            }
            GiveChunk(chunk);
            if (!following)
            {
                MarkEmpty(index);
                index = IsEmpty() ? index : FirstDay(time);
                following = IsEmpty() ? nullptr : m_days[index].head;
            }
        }
        if (following)
        {
            LookAhead(following, index);
        }
        return {{event.impl, {time, event.uid, event.context}}, event.subject};
    }

    /** \brief Return whether all events of the earliest tick are IncForeseenEvents of nodes. */
    bool IsForeseen(uint64_t time) const;

    /** \brief Remove all events of the earliest tick, and call a function with each, in order. */
    template <typename TAKE>
    void RemoveDay(uint64_t time, TAKE take)
    {
        const uint32_t index = time % DAYS;
        if (m_unsortedDays != 0 && m_unsorted[index])
        {
            Sort(index);
        }
        const Chunk* tail = m_days[index].tail;
        for (Chunk* chunk = m_days[index].head;;)
        {
            __builtin_prefetch(chunk == tail ? nullptr : chunk->next);
            for (uint32_t i = chunk->begin; i < chunk->end; ++i)
            {
                const Event& event = chunk->events[i];
                take(IncScheduledEvent{{event.impl, {time, event.uid, event.context}},
                                       event.subject});
            }
            Chunk* next = chunk->next;
            GiveChunk(chunk);
            if (chunk == tail)
            {
                break;
            }
            chunk = next;
        }
        MarkEmpty(index);
    }

    /** \brief Append all events to a list in the order of time; `now` is not after the first. */
    void AppendTo(std::vector<IncScheduledEvent>& all, uint64_t now) const;

    /** \return whether the event, which is not before the present, is in the calendar */
    bool Contains(const Scheduler::Event& event) const;

    /** \brief Remove an event, and return whether the calendar contained it. */
    bool Remove(const Scheduler::Event& event);

  private:
    static constexpr uint32_t CHUNK_EVENTS = 4;
    /// The prefetched event comes so many places after the next.
    static constexpr uint32_t AHEAD = 2;
    static constexpr uint32_t NO_NODE = UINT32_MAX; //!< context of an event that belongs to no node
    static constexpr std::size_t SLAB = 32;

    struct Event
    {
        EventImpl* impl;
        const void* subject; //!< first memory that the event touches; or null
        uint32_t uid;
        uint32_t context;
    };

    /// A few events of one day; or an element of the free list.
    struct alignas(64) Chunk
    {
        Chunk* next; //!< next chunk of the day or of the free list; undefined in a day's last chunk
        uint32_t begin; //!< index of the first event that is not removed yet
        uint32_t end;
        std::array<Event, CHUNK_EVENTS> events; //!< events in order
    };

    /// Pointers are undefined while there is no event.
    struct Day
    {
        Chunk* head;
        Chunk* tail;
    };

    uint32_t FirstDay(uint64_t now) const
    {
        const uint32_t today = now % DAYS;
        const uint32_t word = today / 64;
        const uint64_t days = m_occupied[word] >> today % 64;
        if (days)
        {
            return today + __builtin_ctzll(days);
        }
        // Search later words first, then from the beginning of the array up to this word again.
        const uint64_t later = m_occupiedWords >> (word + 1) << (word + 1);
        const uint32_t next = __builtin_ctzll(later ? later : m_occupiedWords);
        return next * 64 + __builtin_ctzll(m_occupied[next]);
    }

    void MarkEmpty(uint32_t index)
    {
        m_occupied[index / 64] &= ~(uint64_t{1} << index % 64);
        if (m_occupied[index / 64] == 0)
        {
            m_occupiedWords &= ~(uint64_t{1} << index / 64);
        }
    }

    Chunk* TakeChunk()
    {
        if (!m_free)
        {
            AddSlab();
        }
        Chunk* chunk = m_free;
        m_free = chunk->next;
        chunk->begin = 0;
        chunk->end = 0;
        return chunk;
    }

    void Append(Day& day, const Event& event)
    {
        if (day.tail->end == CHUNK_EVENTS)
        {
            Chunk* chunk = TakeChunk();
            day.tail->next = chunk;
            day.tail = chunk;
        }
        Chunk& tail = *day.tail;
        tail.events[tail.end++] = event;
    }

    void GiveChunk(Chunk* chunk)
    {
        chunk->next = m_free;
        m_free = chunk;
    }

    void LookAhead(const Chunk* chunk, uint32_t index) const
    {
        const Event& next = chunk->events[chunk->begin];
        if (next.subject)
        {
            static_cast<const IncForeseenEvent*>(next.impl)->Foresee();
        }
        const Chunk* tail = m_days[index].tail;
        uint32_t after = chunk->begin + AHEAD;
        if (after >= chunk->end)
        {
            if (chunk == tail)
            {
                return;
            }
            after -= chunk->end;
            chunk = chunk->next;
            if (chunk != tail && after == 0)
            {
                __builtin_prefetch(chunk->next);
            }
            if (after >= chunk->end)
            {
                return;
            }
        }
        const Event& later = chunk->events[after];
        const auto* subject = static_cast<const char*>(later.subject);
        __builtin_prefetch(later.impl, 1);
        __builtin_prefetch(subject, 1);
        __builtin_prefetch(subject + 64, 1);
        __builtin_prefetch(subject + 128, 1);
    }

    void AddSlab();
    void MarkUnsorted(uint32_t index);
    void Sort(uint32_t index);
    void Refill(Day& day, const std::vector<Event>& events);
    static std::vector<Event> Collect(const Day& day);
    static std::vector<Event>::const_iterator Find(const std::vector<Event>& events,
                                                   const Scheduler::Event& event);

    std::array<Day, DAYS> m_days;                 //!< days of the calendar, by time modulo DAYS
    std::array<uint64_t, DAYS / 64> m_occupied{}; //!< one bit per day: whether it has events
    uint64_t m_occupiedWords{0};  //!< one bit per word of m_occupied: whether it is not 0
    std::bitset<DAYS> m_unsorted; //!< days whose events are not in the order of their uids
    uint32_t m_unsortedDays{0};
    Chunk* m_free{nullptr}; //!< list of chunks without events
    std::vector<std::unique_ptr<Chunk[]>> m_slabs;
};

/**
 * \ingroup inc
 * \brief Hierarchical timing wheels (Varghese and Lauck, SOSP 1987) of simulator events.
 *
 * A fabric has thousands of events within a microsecond and timers milliseconds away. Near events
 * lie in an IncEventCalendar, far events in wheels, which need no tuning. An event lies in the
 * wheel of the highest digit, in base SLOTS, in which its time differs from the present. It moves
 * to a finer wheel when the present reaches that digit, and finally to the calendar. Insertion and
 * removal are O(1), because an event moves at most once per digit.
 *
 * Events are ordered by time, then by uid. No event may be inserted before the last removed event.
 */
class IncEventWheel
{
  public:
    /// An event and the first memory that it touches.
    using Entry = IncScheduledEvent;

  private:
    static constexpr uint32_t DIGIT_BITS = 8;
    static constexpr uint32_t SLOTS = 1U << DIGIT_BITS;

  public:
    /// Longest interval for RemoveBefore(), ticks: the calendar has room for one more slot of the
    /// wheels.
    static constexpr uint64_t LONGEST = IncEventCalendar::DAYS - SLOTS;

    IncEventWheel();
    ~IncEventWheel();

    /** \return true if there is no event */
    bool IsEmpty() const
    {
        return m_near.IsEmpty() && m_occupiedWheels == 0;
    }

    /** \brief Restart at time 0; there must be no event. */
    void Restart()
    {
        m_now = 0;
    }

    /** \brief Insert an event that is not before the last removed event. */
    void Insert(const Entry& entry)
    {
        const uint64_t time = entry.event.key.m_ts;
        if (time - m_now < NEAR)
        {
            m_near.Insert(entry);
        }
        else
        {
            const Entry far = entry; // a copy, so that a near event can stay in registers
            InsertFar(far);
        }
    }

    /** \return the earliest event, without removing it; there must be one */
    Scheduler::Event PeekNext() const;

    /// \brief Remove and return the earliest event, and prefetch the memory of the next; there must
    /// be one.
    Entry RemoveNext()
    {
        if (m_near.IsEmpty())
        {
            Approach();
        }
        uint64_t time = m_near.FirstTime(m_now);
        if (time >= m_farBegin)
        {
            Approach();
            time = m_near.FirstTime(m_now);
        }
        m_now = time;
        return m_near.RemoveFirst(time);
    }

    /** \return time of the earliest event; there must be one */
    uint64_t FirstTime()
    {
        if (m_near.IsEmpty() || m_near.FirstTime(m_now) >= m_farBegin)
        {
            Approach();
        }
        return m_near.FirstTime(m_now);
    }

    /**
     * \brief Remove the events before `end`, at most LONGEST ticks after FirstTime(), or before the
     * first tick with an event that is no IncForeseenEvent of a node. Call `take` with each, in
     * order.
     * \return the time before which all events have been removed
     */
    template <typename TAKE>
    uint64_t RemoveBefore(uint64_t end, TAKE take)
    {
        m_now = FirstTime();
        while (m_farBegin < end)
        {
            MoveFirstDown();
        }
        while (!m_near.IsEmpty())
        {
            const uint64_t time = m_near.FirstTime(m_now);
            if (time >= end)
            {
                break;
            }
            if (!m_near.IsForeseen(time))
            {
                return time;
            }
            m_now = time;
            m_near.RemoveDay(time, take);
        }
        return end;
    }

    /** \return all events in order, without removing them */
    std::vector<Entry> GetAll() const;

    /** \return whether the event, which is due now, is still to be executed */
    bool IsDueNow(const Scheduler::Event& event) const
    {
        return m_near.Contains(event);
    }

    /** \brief Remove an event that is in the wheels. */
    void Remove(const Scheduler::Event& event);

  private:
    static constexpr uint32_t WHEELS = (64 + DIGIT_BITS - 1) / DIGIT_BITS;
    static constexpr std::size_t SLAB = 32;

    /// Events fewer ticks ahead go into the calendar. Its last SLOTS days are left for the first
    /// slot of the wheels.
    static constexpr uint64_t NEAR = IncEventCalendar::DAYS - SLOTS;

    struct Node
    {
        Entry entry;
        Node* next; //!< next event of the list, or nullptr
    };

    /// Pointers are undefined while the slot is empty.
    struct Slot
    {
        Node* head;
        Node* tail;
    };

    struct Wheel
    {
        std::array<Slot, SLOTS> slots;
        std::array<uint64_t, SLOTS / 64> occupied{}; //!< one bit per slot: whether it has events
        uint64_t occupiedWords{0}; //!< one bit per word of `occupied`: whether it is not 0
    };

    uint32_t WheelOf(uint64_t time) const
    {
        const uint64_t different = time ^ m_reference;
        return different < SLOTS
                   ? 1
                   : std::max<uint32_t>(1, (63 - __builtin_clzll(different)) / DIGIT_BITS);
    }

    static uint32_t DigitOf(uint64_t time, uint32_t wheel)
    {
        return static_cast<uint32_t>(time >> (wheel * DIGIT_BITS)) % SLOTS;
    }

    static uint32_t FirstSlot(const Wheel& wheel)
    {
        const uint32_t word = __builtin_ctzll(wheel.occupiedWords);
        return word * 64 + __builtin_ctzll(wheel.occupied[word]);
    }

    [[noreturn]] void RefusePast(uint64_t time) const;
    void AddSlab();
    Node* TakeNode(const Entry& entry);
    void GiveNode(Node* node);
    void InsertFar(const Entry& entry);
    void Append(Node* node);
    void MarkEmpty(uint32_t wheel, uint32_t digit);
    void Approach();
    void MoveFirstDown();
    void MoveDown(uint32_t wheel, uint32_t digit);
    void FindFarBegin();

    IncEventCalendar m_near;
    uint64_t m_now{0};
    uint64_t m_farBegin{UINT64_MAX}; //!< time before which the wheels have no event
    uint64_t m_reference{0};         //!< base time of the wheels, not after m_farBegin
    uint32_t m_occupiedWheels{0};    //!< one bit per wheel: whether it has events
    std::array<Wheel, WHEELS> m_wheels;
    Node* m_free{nullptr}; //!< list of nodes without an event
    std::vector<std::unique_ptr<Node[]>> m_slabs;
};

} // namespace ns3

#endif // INC_EVENT_WHEEL_H
