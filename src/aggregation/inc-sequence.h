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
 * \brief Extension of the 32-bit MessageIDs of packets to sequence numbers of 64 bits.
 *
 * MessageID = first + sequence number, modulo 2^32. A MessageID means the sequence number nearest
 * to the newest one, so messages keep their slots when MessageIDs wrap around.
 */
class IncSequence
{
  public:
    /** \param firstMessageId MessageID of sequence number 0 */
    explicit IncSequence(uint32_t firstMessageId = 0)
        : m_first(firstMessageId)
    {
    }

    /** \brief Return the MessageID of a sequence number. */
    uint32_t ToMessageId(uint64_t sequence) const
    {
        return m_first + static_cast<uint32_t>(sequence);
    }

    /** \return the sequence number; negative if the message is before the first */
    int64_t FromMessageId(uint32_t messageId) const
    {
        return static_cast<int64_t>(m_newest) +
               IncMessageId::Diff(messageId, ToMessageId(m_newest));
    }

    /** \return largest sequence number noted */
    uint64_t GetNewest() const
    {
        return m_newest;
    }

    /** \brief Note the sequence number of an accepted or sent message. */
    void Note(uint64_t sequence)
    {
        if (sequence > m_newest)
        {
            m_newest = sequence;
        }
    }

  private:
    INC_FIELDS(IncSequence, INC_FIELD(m_newest, SEQUENCE) + INC_UNVISITED(m_first))

    uint32_t m_first;
    uint64_t m_newest{0};
};

} // namespace ns3

#endif // INC_SEQUENCE_H
