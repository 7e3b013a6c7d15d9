/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OUTPUT_QUEUE_H
#define INC_OUTPUT_QUEUE_H

#include "inc-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The finite buffer of one output port: first in, first out, limited in bytes.
 */
class IncOutputQueue
{
  public:
    /** \param bytes the most it holds, counted as Ethernet frames with FCS */
    void SetLimit(uint32_t bytes)
    {
        m_limit = bytes;
    }

    /** \return the most it holds, bytes */
    uint32_t GetLimit() const
    {
        return m_limit;
    }

    /** \return bytes that wait */
    uint32_t GetBytes() const
    {
        return m_bytes;
    }

    /** \return true when nothing waits */
    bool IsEmpty() const
    {
        return m_frames.IsEmpty();
    }

    /**
     * \param size bytes of a frame
     * \return true when it fits
     */
    bool Fits(uint32_t size) const
    {
        return m_bytes + size <= m_limit;
    }

    /** \param frame to append; it must fit */
    void Push(IncFramePtr frame)
    {
        m_bytes += frame->GetSize();
        m_frames.PushBack(std::move(frame));
    }

    /** \return the oldest frame; the queue must not be empty */
    IncFramePtr Pop()
    {
        IncFramePtr frame = m_frames.PopFront();
        m_bytes -= frame->GetSize();
        return frame;
    }

  private:
    IncFrameList m_frames; //!< what waits
    uint32_t m_limit{0};   //!< bytes
    uint32_t m_bytes{0};   //!< bytes that wait
};

} // namespace ns3

#endif // INC_OUTPUT_QUEUE_H
