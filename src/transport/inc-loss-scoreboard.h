/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LOSS_SCOREBOARD_H
#define INC_LOSS_SCOREBOARD_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What a selectively repeating sender knows of its window: which packets have arrived, and
 * which of the others to send again (IRN, section 3.1).
 *
 * A packet that has not arrived counts as lost when a later one has, or one that is later by more
 * than a tolerance of reordering; it is sent again once, and once more after every timeout.
 */
class IncLossScoreboard
{
  public:
    /**
     * \param packets the largest window
     * \param tolerance packets by which others may overtake one before it counts as lost
     */
    void Start(uint32_t packets, uint32_t tolerance = 0)
    {
        m_tolerance = tolerance;
        std::size_t size = 1;
        while (size < packets)
        {
            size *= 2;
        }
        m_arrived.assign(size, 0);
        m_scan = 0;
        m_lostEnd = 0;
    }

    /** \return true when GetLost() names a packet */
    bool HasLost() const
    {
        return m_scan < m_lostEnd;
    }

    /** \return the packet to send again; it counts as sent */
    uint64_t TakeLost()
    {
        const uint64_t number = m_scan++;
        SkipArrived();
        return number;
    }

    /**
     * \brief A packet has arrived, those before it that have not are lost.
     * \param number in the window
     */
    void Arrived(uint64_t number)
    {
        m_arrived[Slot(number)] = 1;
        m_lostEnd = std::max(m_lostEnd, number - std::min<uint64_t>(number, m_tolerance));
        SkipArrived();
    }

    /**
     * \brief All packets before a number have arrived.
     * \param from what this number was before
     * \param to the number
     */
    void Advance(uint64_t from, uint64_t to)
    {
        for (uint64_t number = from; number < to; ++number)
        {
            m_arrived[Slot(number)] = 0;
        }
        m_scan = std::max(m_scan, to);
        m_lostEnd = std::max(m_lostEnd, to);
        SkipArrived();
    }

    /**
     * \brief A packet was refused: it is to be sent again, whatever was said before.
     * \param number in the window
     */
    void Refused(uint64_t number)
    {
        m_arrived[Slot(number)] = 0;
        m_scan = number;
        m_lostEnd = std::max(m_lostEnd, number + 1);
    }

    /**
     * \brief A timeout: what is not known to have arrived is lost.
     * \param from the oldest packet in the window
     * \param to one beyond the newest packet sent
     */
    void TimedOut(uint64_t from, uint64_t to)
    {
        m_scan = from;
        m_lostEnd = to;
        SkipArrived();
    }

    /**
     * \brief Trust only what is acknowledged.
     */
    void ForgetArrived()
    {
        std::fill(m_arrived.begin(), m_arrived.end(), 0);
    }

  private:
    std::size_t Slot(uint64_t number) const
    {
        return number & (m_arrived.size() - 1);
    }

    void SkipArrived()
    {
        while (m_scan < m_lostEnd && m_arrived[Slot(m_scan)])
        {
            ++m_scan;
        }
    }

    std::vector<uint8_t> m_arrived; //!< by packet number; a power of two
    uint32_t m_tolerance{0};        //!< packets
    uint64_t m_scan{0};             //!< the first lost packet not sent again
    uint64_t m_lostEnd{0};          //!< packets from here on are not known to be lost
};

} // namespace ns3

#endif // INC_LOSS_SCOREBOARD_H
