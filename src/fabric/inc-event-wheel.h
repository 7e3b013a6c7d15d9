/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EVENT_WHEEL_H
#define INC_EVENT_WHEEL_H

#include "inc-foreseen-event.h"

#include "ns3/scheduler.h"

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
 * A fabric has thousands of events within a microsecond and timers milliseconds away. The wheels
 * need no tuning to either: an event lies in the wheel of the highest digit, to base SLOTS, in
 * which its time differs from the present, and moves to a finer wheel when that digit is reached.
 * Insertion is O(1); removal is O(1) and moves an event once per digit at most.
 *
 * The order is that of any ns-3 scheduler: by time, then by uid. Time may not go backwards, which
 * no simulator does: events are not inserted before the last one removed.
 */
class IncEventWheel
{
  public:
    /// An event, and where it lets the memory be fetched that it will touch.
    struct Entry
    {
        Scheduler::Event event; //!< what is scheduled
        const void* subject;    //!< first to be touched by an IncForeseenEvent; null: any other
    };

    IncEventWheel();
    ~IncEventWheel();

    /** \return true if there is no event */
    bool IsEmpty() const
    {
        return m_occupiedWheels == 0;
    }

    /** \brief Begin again at time 0; there must be no event. */
    void Restart()
    {
        m_now = 0;
    }

    /** \param entry of an event not before the last one removed */
    void Insert(const Entry& entry)
    {
        if (entry.event.key.m_ts < m_now)
        {
            RefusePast(entry.event.key.m_ts);
        }
        Append(TakeNode(entry));
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
        Wheel& finest = m_wheels[0];
        while (!(m_occupiedWheels & 1))
        {
            if (Node* alone = Descend())
            {
                return alone->entry;
            }
        }
        const uint32_t digit = FirstSlot(finest);
        Slot& slot = finest.slots[digit];
        Node* node = slot.head;
        Node* following = node->next;
        slot.head = following;
        if (!following)
        {
            MarkEmpty(0, digit);
        }
        m_now = node->entry.event.key.m_ts;
        GiveNode(node);
        LookAhead(following);
        return node->entry;
    }

    /** \return all events, in their order; they stay */
    std::vector<Entry> GetAll() const;

    /** \param event that is in the wheels */
    void Remove(const Scheduler::Event& event);

  private:
    static constexpr uint32_t DIGIT_BITS = 8;
    static constexpr uint32_t SLOTS = 1U << DIGIT_BITS;
    static constexpr uint32_t WHEELS = (64 + DIGIT_BITS - 1) / DIGIT_BITS;
    static constexpr std::size_t SLAB = 256; //!< nodes allocated at a time

    /// An event in the list of a slot, or a free node.
    struct Node
    {
        Entry entry; //!< what is scheduled
        Node* next;  //!< of the list, or nullptr
    };

    /// Ends of the list of a slot; undefined while the slot is empty.
    struct Slot
    {
        Node* head; //!< oldest
        Node* tail; //!< newest
    };

    /// One digit of the time.
    struct Wheel
    {
        std::array<Slot, SLOTS> slots;               //!< by digit
        std::array<uint64_t, SLOTS / 64> occupied{}; //!< a bit per slot
        uint64_t occupiedWords{0};                   //!< a bit per word of occupied
    };

    uint32_t WheelOf(uint64_t time) const
    {
        const uint64_t different = time ^ m_now;
        return different < SLOTS ? 0 : (63 - __builtin_clzll(different)) / DIGIT_BITS;
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

    Node* TakeNode(const Entry& entry)
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

    void GiveNode(Node* node)
    {
        node->next = m_free;
        m_free = node;
    }

    void Append(Node* node)
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
        else if (wheel > 0 || slot.tail->entry.event.key < node->entry.event.key)
        {
            slot.tail->next = node;
            slot.tail = node;
        }
        else
        {
            InsertSorted(slot, node);
        }
    }

    void MarkEmpty(uint32_t wheel, uint32_t digit)
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

    /// The first event of the finest wheel after a time within it, or null.
    const Node* FirstAfter(uint64_t time) const
    {
        const Wheel& finest = m_wheels[0];
        const uint32_t digit = DigitOf(time, 0);
        uint32_t word = digit / 64;
        uint64_t slots = finest.occupied[word] & ~((uint64_t{2} << digit % 64) - 1);
        if (!slots)
        {
            const uint64_t words = finest.occupiedWords & ~((uint64_t{2} << word) - 1);
            if (!words)
            {
                return nullptr;
            }
            word = __builtin_ctzll(words);
            slots = finest.occupied[word];
        }
        return finest.slots[word * 64 + __builtin_ctzll(slots)].head;
    }

    /// The next event fetches what it will touch; the subject of the one after it is fetched.
    void LookAhead(const Node* next) const
    {
        next = next ? next : FirstAfter(m_now);
        if (!next)
        {
            return;
        }
        if (next->entry.subject)
        {
            static_cast<const IncForeseenEvent*>(next->entry.event.impl)->Foresee();
        }
        const Node* after = next->next ? next->next : FirstAfter(next->entry.event.key.m_ts);
        if (after)
        {
            const auto* subject = static_cast<const char*>(after->entry.subject);
            __builtin_prefetch(after->entry.event.impl, 1);
            __builtin_prefetch(subject, 1);
            __builtin_prefetch(subject + 64, 1);
            __builtin_prefetch(subject + 128, 1);
        }
    }

    [[noreturn]] void RefusePast(uint64_t time) const;
    void AddSlab();
    static void InsertSorted(Slot& slot, Node* node);
    Node* Descend();
    void MoveDown(uint32_t wheel, uint32_t digit);

    std::array<Wheel, WHEELS> m_wheels; //!< from the finest to the coarsest
    uint64_t m_now{0};                  //!< no event is before; the wheels are relative to it
    uint32_t m_occupiedWheels{0};       //!< a bit per wheel that is not empty
    Node* m_free{nullptr};              //!< list of nodes without an event
    std::vector<std::unique_ptr<Node[]>> m_slabs; //!< all nodes
};

} // namespace ns3

#endif // INC_EVENT_WHEEL_H
