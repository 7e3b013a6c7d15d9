/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REORDER_BUFFER_H
#define INC_REORDER_BUFFER_H

#include "ns3/inc-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Packets that came before one that is missing, kept by a selectively repeating receiver
 * until it has come.
 */
class IncReorderBuffer
{
  public:
    /** \param packets how far ahead of the missing packet one is kept */
    void Start(uint32_t packets)
    {
        m_ring.clear();
        m_ring.resize(packets + 1);
        m_base = 0;
        m_kept = 0;
    }

    /**
     * \param ahead distance from the missing packet, from 1
     * \return true when there is room for it
     */
    bool Reaches(uint32_t ahead) const
    {
        return ahead < m_ring.size();
    }

    /**
     * \param ahead distance from the missing packet, within reach
     * \return true when it is kept
     */
    bool Holds(uint32_t ahead) const
    {
        return m_ring[Slot(ahead)] != nullptr;
    }

    /**
     * \brief Keep a packet.
     * \param ahead distance from the missing packet, within reach
     * \param frame the packet
     * \return false when it is there already
     */
    bool Keep(uint32_t ahead, IncFramePtr frame)
    {
        IncFramePtr& place = m_ring[Slot(ahead)];
        if (place)
        {
            return false;
        }
        place = std::move(frame);
        ++m_kept;
        return true;
    }

    /** \return packets that are kept */
    uint32_t GetKept() const
    {
        return m_kept;
    }

    /** \brief The missing packet has come. */
    void Advance()
    {
        m_base = Slot(1);
    }

    /** \return the packet that was missing, if it is kept, or null */
    IncFramePtr Take()
    {
        if (m_kept == 0 || !m_ring[m_base])
        {
            return nullptr;
        }
        --m_kept;
        return std::move(m_ring[m_base]);
    }

  private:
    std::size_t Slot(uint32_t ahead) const
    {
        const std::size_t slot = m_base + ahead;
        return slot < m_ring.size() ? slot : slot - m_ring.size();
    }

    std::vector<IncFramePtr> m_ring; //!< by distance from m_base
    std::size_t m_base{0};           //!< slot of the missing packet
    uint32_t m_kept{0};              //!< packets kept
};

} // namespace ns3

#endif // INC_REORDER_BUFFER_H
