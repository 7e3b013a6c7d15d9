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
 * \brief A slot of a client: its message and the state of that message in the link. It fills half a
 * cache line, because hosts have many slots.
 */
struct alignas(32) IncClientSlot
{
    uint64_t sequence{0};   //!< number of the message in flight, or of the next one
    int64_t sentPs{0};      //!< UC: time when the message was first sent, ps
    int64_t deadlinePs{0};  //!< UC: time when its timer expires, ps
    uint32_t unanswered{0}; //!< UC: expiries without an answer
    uint8_t expiries{0}; //!< UC: expiries since the message was sent or its wait ended; at most 255
    uint8_t run{1};      //!< UC: number of messages that go as one, of which this is the last
    bool queued{false};  //!< UC: whether the message waits for the wire
    bool offered : 1;    //!< whether the message is in flight, at the link, or in the client's run
    bool inFlight : 1;   //!< whether the message was sent and has no result
    bool pending : 1;    //!< UC: whether the switch waits for other contributions
    bool asked : 1;      //!< UC: whether this message was ever pending

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
 * \brief The slots of a client. Message n is in slot n modulo the number of slots.
 */
class IncClientSlots
{
  public:
    /**
     * \brief Begin anew with nothing in flight.
     * \param size number of slots
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

    /**
     * \param sequence number of a message
     * \return number of its slot
     */
    uint32_t NumberOf(uint64_t sequence) const
    {
        // Most clients have a power of two slots, so that no division is needed.
        return static_cast<uint32_t>(m_mask != 0 ? sequence & m_mask : sequence % m_slots.size());
    }

    /** \param number number of a slot */
    IncClientSlot& operator[](uint32_t number)
    {
        return m_slots[number];
    }

    /** \param number number of a slot */
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
