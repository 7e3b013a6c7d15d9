/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_CALENDAR_H
#define INC_EVENT_CALENDAR_H

#include "inc-foreseen-event.h"

#include "ns3/scheduler.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief An event of a simulator, and where it lets the memory be fetched that it will touch.
 */
struct IncScheduledEvent
{
    Scheduler::Event event; //!< what is scheduled
    const void* subject;    //!< first to be touched by an IncForeseenEvent; null: any other
};

/**
 * \ingroup inc
 * \brief Events of the next few microseconds, a day of the calendar per tick (Brown, CACM 1988).
 *
 * Hosts run in lock-step, so hundreds of events share a tick. A day holds them in their order in
 * chunks of two cache lines, which are read one after the other and recycled while warm. While an
 * event is executed, the memory of the next events is fetched.
 */
class IncEventCalendar
{
  public:
    static constexpr uint32_t DAYS = 2048; //!< ticks from now that find a place

    IncEventCalendar();
    ~IncEventCalendar();

    /** \return true if there is no event */
    bool IsEmpty() const
    {
        return m_occupiedWords == 0;
    }

    /**
     * \param now in ticks: no event is before, nor DAYS after it
     * \return the time of the earliest event; there must be one
     */
    uint64_t FirstTime(uint64_t now) const
    {
        return now + (FirstDay(now) - now) % DAYS;
    }

    /**
     * \param time of the earliest event
     * \return that event, which stays
     */
    IncScheduledEvent PeekFirst(uint64_t time) const;

    /** \param entry of an event less than DAYS after the present, and not before it */
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

    /**
     * \brief Remove the earliest event; there must be one.
     * \param time its time, FirstTime()
     * \return the event
     */
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

    /**
     * \param time of the earliest event
     * \return whether all events of that tick are IncForeseenEvents of nodes
     */
    bool IsForeseen(uint64_t time) const;

    /**
     * \brief Remove all events of a tick.
     * \param time of the earliest event
     * \param take called with each, in their order
     */
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

    /**
     * \param now in ticks, not after the first event
     * \param all where the events are appended in their order; they stay
     */
    void AppendTo(std::vector<IncScheduledEvent>& all, uint64_t now) const;

    /**
     * \param event which one
     * \return whether it was here, and is no longer
     */
    bool Remove(const Scheduler::Event& event);

  private:
    static constexpr uint32_t CHUNK_EVENTS = 4;     //!< events that fill two cache lines
    static constexpr uint32_t AHEAD = 2;            //!< see LookAhead()
    static constexpr uint32_t NO_NODE = UINT32_MAX; //!< context outside nodes
    static constexpr std::size_t SLAB = 32;         //!< chunks allocated at a time

    /// IncScheduledEvent without the time, which the day tells.
    struct Event
    {
        EventImpl* impl;     //!< event to execute
        const void* subject; //!< see IncScheduledEvent
        uint32_t uid;        //!< uid of the event
        uint32_t context;    //!< context of the event
    };

    /// Some events of a day, or a free chunk.
    struct alignas(64) Chunk
    {
        Chunk* next;    //!< next chunk of the day, or free; undefined in the last of a day
        uint32_t begin; //!< first event that has not been removed
        uint32_t end;   //!< one beyond the last event
        std::array<Event, CHUNK_EVENTS> events; //!< in their order
    };

    /// The events of a tick; undefined while there are none.
    struct Day
    {
        Chunk* head; //!< chunk with the oldest events
        Chunk* tail; //!< chunk with the newest events
    };

    /// The first occupied day from the present on; there must be one.
    uint32_t FirstDay(uint64_t now) const
    {
        const uint32_t today = now % DAYS;
        const uint32_t word = today / 64;
        const uint64_t days = m_occupied[word] >> today % 64;
        if (days)
        {
            return today + __builtin_ctzll(days);
        }
        // Words after this one first, then from the beginning of the array, this one included.
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

    /// The next event fetches what it will touch; the subject of the one AHEAD of it is fetched.
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

    std::array<Day, DAYS> m_days;                  //!< days by time
    std::array<uint64_t, DAYS / 64> m_occupied{};  //!< a bit per day
    uint64_t m_occupiedWords{0};                   //!< a bit per word of m_occupied
    std::bitset<DAYS> m_unsorted;                  //!< events are not in the order of their uids
    uint32_t m_unsortedDays{0};                    //!< bits of m_unsorted
    Chunk* m_free{nullptr};                        //!< list of chunks without events
    std::vector<std::unique_ptr<Chunk[]>> m_slabs; //!< memory of all chunks
};

} // namespace ns3

#endif // INC_EVENT_CALENDAR_H
