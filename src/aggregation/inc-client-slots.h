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

/**
 * \ingroup inc
 * \brief The present message of a slot of a client, with what its link knows of it: half a cache
 * line, for hosts have many slots.
 */
struct alignas(32) IncClientSlot
{
    uint64_t sequence{0};   //!< message in flight, or the next one
    int64_t sentPs{0};      //!< UC: when it was first sent
    int64_t deadlinePs{0};  //!< UC: when its timer expires
    uint32_t unanswered{0}; //!< UC: expiries without an answer
    uint8_t expiries{0};    //!< UC: of the timer since it was sent, or the wait ended; to 255
    uint8_t run{1};         //!< UC: messages that go as one, this being the last
    bool queued{false};     //!< UC: waits for the wire
    bool offered : 1;  //!< whether the message is in flight, with the link, or in the client's run
    bool inFlight : 1; //!< sent at least once, no result
    bool pending : 1;  //!< UC: the switch says that others are missing
    bool asked : 1;    //!< UC: it has said so of this message

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

/**
 * \ingroup inc
 * \brief The slots of a client, message n in slot n modulo their number.
 */
class IncClientSlots
{
  public:
    /**
     * \brief Begin anew, nothing in flight.
     * \param size how many slots there are
     * \param first sequence number of the first message
     */
    void Start(uint32_t size, uint64_t first)
    {
        m_slots.assign(size, IncClientSlot());
        m_mask = (size & (size - 1)) == 0 ? size - 1 : 0;
        for (uint64_t sequence = first; sequence < first + size; ++sequence)
        {
            m_slots[NumberOf(sequence)].sequence = sequence;
        }
    }

    /** \brief Forget all slots. */
    void Clear()
    {
        m_slots.clear();
    }

    /** \return the number of elements */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_slots.size());
    }

    /**
     * \param sequence number of a message
     * \return number of its slot
     */
    uint32_t NumberOf(uint64_t sequence) const
    {
        // Most have a power of two of them, and divide nothing.
        return static_cast<uint32_t>(m_mask != 0 ? sequence & m_mask : sequence % m_slots.size());
    }

    /** \param number of a slot */
    IncClientSlot& operator[](uint32_t number)
    {
        return m_slots[number];
    }

    /** \param number of a slot */
    const IncClientSlot& operator[](uint32_t number) const
    {
        return m_slots[number];
    }

    /** \return all of them, by number */
    std::vector<IncClientSlot>& GetAll()
    {
        return m_slots;
    }

    /** \return all of them, by number */
    const std::vector<IncClientSlot>& GetAll() const
    {
        return m_slots;
    }

  private:
    std::vector<IncClientSlot> m_slots; //!< slots by number
    uint64_t m_mask{0}; //!< number of slots - 1 if that number is a power of two; else 0
};

} // namespace ns3

#endif // INC_CLIENT_SLOTS_H
