/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLIENT_SLOTS_H
#define INC_CLIENT_SLOTS_H

#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A slot of a client: the message that uses it, and how far that message has come. A
/// slot fills half a cache line, because hosts have many slots.
struct alignas(32) IncClientSlot
{
    uint64_t sequence{0};   //!< sequence number of the message in flight, or of the next message
    int64_t sentPs{0};      //!< UC: time when the message was first sent, ps
    int64_t deadlinePs{0};  //!< UC: time when the timer of the message expires, ps
    uint32_t unanswered{0}; //!< UC: number of timer expiries without an answer
    uint8_t expiries{0}; //!< UC: expiries since the first sending, or since a late worker came back
    uint8_t run{1};      //!< UC: number of messages in the same packet, which ends with this one
    bool queued{false};  //!< UC: whether the message waits for the wire
    bool offered : 1;    //!< whether the message is in flight, queued, or joined to others
    bool inFlight : 1;   //!< whether the message was sent and has no result yet
    bool pending : 1;    //!< UC: whether contributions of other workers are missing
    bool asked : 1;      //!< UC: whether such an answer ("pending") ever came for this message

    IncClientSlot()
        : offered(false),
          inFlight(false),
          pending(false),
          asked(false)
    {
    }

    INC_FIELDS(IncClientSlot,
               INC_FIELD(sequence, SEQUENCE) + INC_TIME(sentPs) + INC_TIME(deadlinePs) +
                   INC_VALUE(unanswered) + INC_BIT(inFlight) + INC_BIT(offered) +
                   INC_VALUE(queued) + INC_BIT(pending) + INC_BIT(asked) + INC_VALUE(expiries) +
                   INC_VALUE(run))
};

/// \ingroup inc
/// \brief The slots of a client. Message n uses slot n modulo the number of slots.
class IncClientSlots
{
  public:
    /** \brief Start again, with nothing in flight. */
    void Start(uint32_t size, uint64_t first)
    {
        m_slots.assign(size, IncClientSlot());
        m_mask = (size & (size - 1)) == 0 ? size - 1 : 0;
        for (uint64_t sequence = first; sequence < first + size; ++sequence)
        {
            m_slots[NumberOf(sequence)].sequence = sequence;
        }
    }

    /** \brief Remove all slots. */
    void Clear()
    {
        m_slots.clear();
    }

    /** \return number of slots */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_slots.size());
    }

    /** \return number of the message's slot */
    uint32_t NumberOf(uint64_t sequence) const
    {
        // Usually the number of slots is a power of two, so that no division is needed.
        return static_cast<uint32_t>(m_mask != 0 ? sequence & m_mask : sequence % m_slots.size());
    }

    /** \return the slot with this number */
    IncClientSlot& operator[](uint32_t number)
    {
        return m_slots[number];
    }

    /** \return the slot with this number */
    const IncClientSlot& operator[](uint32_t number) const
    {
        return m_slots[number];
    }

    /** \return all slots, by number */
    std::vector<IncClientSlot>& GetAll()
    {
        return m_slots;
    }

    /** \return all slots, by number */
    const std::vector<IncClientSlot>& GetAll() const
    {
        return m_slots;
    }

  private:
    std::vector<IncClientSlot> m_slots;
    uint64_t m_mask{0}; //!< number of slots - 1 if that number is a power of two; else 0
};

} // namespace ns3

#endif // INC_CLIENT_SLOTS_H
