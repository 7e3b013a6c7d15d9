/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_WHEEL_H
#define INC_EVENT_WHEEL_H

#include "inc-event-calendar.h"

#include "ns3/scheduler.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Hierarchical timing wheels (Varghese and Lauck, SOSP 1987) of simulator events.
 *
 * A fabric has thousands of events within a microsecond and timers milliseconds away. The near
 * events lie in an IncEventCalendar, the far ones in wheels that need no tuning. Write the time of
 * an event in base SLOTS. The event lies in the wheel of the highest digit in which its time
 * differs from the present. It moves to a finer wheel when that digit is reached, and to the
 * calendar in the end. Insertion is O(1); removal is O(1) and moves an event once per digit at
 * most.
 *
 * The order is that of any ns-3 scheduler: by time, then by uid. Time may not go backwards, which
 * no simulator does: events are not inserted before the last one removed.
 */
class IncEventWheel
{
  public:
    /// An event, and where it lets the memory be fetched that it will touch.
    using Entry = IncScheduledEvent;

  private:
    static constexpr uint32_t DIGIT_BITS = 8;
    static constexpr uint32_t SLOTS = 1U << DIGIT_BITS;

  public:
    /// Longest stretch of RemoveBefore(), in ticks: the last slot that begins in it has its place
    /// in the calendar.
    static constexpr uint64_t LONGEST = IncEventCalendar::DAYS - SLOTS;

    IncEventWheel();
    ~IncEventWheel();

    /** \return true if there is no event */
    bool IsEmpty() const
    {
        return m_near.IsEmpty() && m_occupiedWheels == 0;
    }

    /** \brief Begin again at time 0; there must be no event. */
    void Restart()
    {
        m_now = 0;
    }

    /** \param entry of an event not before the last one removed */
    void Insert(const Entry& entry)
    {
        const uint64_t time = entry.event.key.m_ts;
        if (time - m_now < NEAR)
        {
            m_near.Insert(entry);
        }
        else
        {
            const Entry far = entry; // so that near ones stay in registers
            InsertFar(far);
        }
    }

    /** \return the earliest event, which stays; there must be one */
    Scheduler::Event PeekNext() const;

    /**
     * \brief Remove the earliest event; there must be one.
     *
     * What the events after it will touch is fetched meanwhile.
     * \return the event
     */
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

    /** \return the time of the earliest event, which stays; there must be one */
    uint64_t FirstTime()
    {
        if (m_near.IsEmpty() || m_near.FirstTime(m_now) >= m_farBegin)
        {
            Approach();
        }
        return m_near.FirstTime(m_now);
    }

    /**
     * \brief Remove the events before a time, or before the first tick that has another event
     * than IncForeseenEvents of nodes.
     * \param end the time, at most LONGEST after FirstTime()
     * \param take called with each, in their order
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

    /** \return all events, in their order; they stay */
    std::vector<Entry> GetAll() const;

    /** \param event that is in the wheels */
    void Remove(const Scheduler::Event& event);

  private:
    static constexpr uint32_t WHEELS = (64 + DIGIT_BITS - 1) / DIGIT_BITS;
    static constexpr std::size_t SLAB = 32; //!< nodes allocated at a time

    /// Nearer events go into the calendar, and so does the first slot of the wheels when it is due.
    static constexpr uint64_t NEAR = IncEventCalendar::DAYS - SLOTS;

    /// An event in the list of a slot, or a free node.
    struct Node
    {
        Entry entry; //!< what is scheduled
        Node* next;  //!< next event of the list, or nullptr
    };

    /// Ends of the list of a slot; undefined while the slot is empty.
    struct Slot
    {
        Node* head; //!< oldest event
        Node* tail; //!< newest event
    };

    /// One digit of the time.
    struct Wheel
    {
        std::array<Slot, SLOTS> slots;               //!< slots by digit
        std::array<uint64_t, SLOTS / 64> occupied{}; //!< a bit per slot
        uint64_t occupiedWords{0};                   //!< a bit per word of occupied
    };

    /// The wheel of a time; that of the digit 0 is the calendar.
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

    IncEventCalendar m_near;            //!< what is due soon
    uint64_t m_now{0};                  //!< no event is before
    uint64_t m_farBegin{UINT64_MAX};    //!< no event of the wheels is before
    uint64_t m_reference{0};            //!< the wheels are relative to it; not after m_farBegin
    uint32_t m_occupiedWheels{0};       //!< a bit per wheel that is not empty
    std::array<Wheel, WHEELS> m_wheels; //!< from the finest to the coarsest
    Node* m_free{nullptr};              //!< list of nodes without an event
    std::vector<std::unique_ptr<Node[]>> m_slabs; //!< all nodes
};

} // namespace ns3

#endif // INC_EVENT_WHEEL_H
