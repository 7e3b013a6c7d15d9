/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WHEEL_SCHEDULER_H
#define INC_WHEEL_SCHEDULER_H

#include "ns3/scheduler.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Hierarchical timing wheels (Varghese and Lauck, SOSP 1987) as an ns-3 scheduler.
 *
 * A fabric has thousands of events within a microsecond and timers milliseconds away. The wheels
 * need no tuning to either: an event lies in the wheel of the highest digit, to base SLOTS, in
 * which its time differs from the present, and moves to a finer wheel when that digit is reached.
 * Insertion is O(1); removal is O(1) and moves an event once per digit at most.
 *
 * The order is that of any ns-3 scheduler: by time, then by uid. Time may not go backwards, which
 * no simulator does: events are not inserted before the last one removed.
 */
class IncWheelScheduler : public Scheduler
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    /** \brief Make this ns-3's default scheduler; --SchedulerType may choose another afterwards. */
    static void MakeDefault();
    IncWheelScheduler();
    ~IncWheelScheduler() override;

    // inherited from Scheduler
    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    static constexpr uint32_t DIGIT_BITS = 8;
    static constexpr uint32_t SLOTS = 1U << DIGIT_BITS;
    static constexpr uint32_t WHEELS = (64 + DIGIT_BITS - 1) / DIGIT_BITS;
    static constexpr std::size_t SLAB = 256; //!< nodes allocated at a time

    /// An event in the list of a slot, or a free node.
    struct Node
    {
        Event event; //!< what is scheduled
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

    uint32_t WheelOf(uint64_t time) const;
    static uint32_t DigitOf(uint64_t time, uint32_t wheel);
    static uint32_t FirstSlot(const Wheel& wheel);
    uint32_t FirstWheel() const;
    Node* TakeNode(const Event& event);
    void GiveNode(Node* node);
    void Append(Node* node);
    static void InsertSorted(Slot& slot, Node* node);
    void MoveDown(uint32_t wheel, uint32_t digit);
    void MarkEmpty(uint32_t wheel, uint32_t digit);

    std::array<Wheel, WHEELS> m_wheels; //!< from the finest to the coarsest
    uint64_t m_now{0};                  //!< no event is before; the wheels are relative to it
    uint32_t m_occupiedWheels{0};       //!< a bit per wheel that is not empty
    Node* m_free{nullptr};              //!< list of nodes without an event
    std::vector<std::unique_ptr<Node[]>> m_slabs; //!< all nodes
};

} // namespace ns3

#endif // INC_WHEEL_SCHEDULER_H
