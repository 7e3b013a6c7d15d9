/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SEQUENCE_H
#define INC_SEQUENCE_H

#include "ns3/inc-serial.h"
#include "ns3/inc-state-fields.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Counts messages in 64 bits behind the 32-bit MessageIDs of the wire.
 *
 * MessageID = first + sequence number, modulo 2^32. The nearest sequence number to the newest
 * one seen is meant, so that wrap-around moves no message to another slot.
 */
class IncSequence
{
  public:
    /** \param firstMessageId MessageID of sequence number 0 */
    explicit IncSequence(uint32_t firstMessageId = 0)
        : m_first(firstMessageId)
    {
    }

    /**
     * \param sequence a sequence number
     * \return its MessageID
     */
    uint32_t ToMessageId(uint64_t sequence) const
    {
        return m_first + static_cast<uint32_t>(sequence);
    }

    /**
     * \param messageId of a received frame
     * \return its sequence number; negative: before the first
     */
    int64_t FromMessageId(uint32_t messageId) const
    {
        return static_cast<int64_t>(m_newest) +
               IncMessageId::Diff(messageId, ToMessageId(m_newest));
    }

    /** \return the largest sequence number noted */
    uint64_t GetNewest() const
    {
        return m_newest;
    }

    /** \param sequence of a message that was accepted or sent */
    void Note(uint64_t sequence)
    {
        if (sequence > m_newest)
        {
            m_newest = sequence;
        }
    }

  private:
    INC_FIELDS(IncSequence, INC_FIELD(m_newest, SEQUENCE) + INC_UNVISITED(m_first))

    uint32_t m_first;     //!< MessageID of sequence number 0
    uint64_t m_newest{0}; //!< largest sequence number noted
};

} // namespace ns3

#endif // INC_SEQUENCE_H
