/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_METER_H
#define INC_FRAME_METER_H

namespace ns3
{

class IncFrame;
class IncPortCapture;
class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Counts the frames of one port, and nothing else: what a trace source sees one by one, a
 * meter can be advanced over.
 */
class IncFrameMeter
{
  public:
    virtual ~IncFrameMeter() = default;

    /** \param frame whose transmission begins; not PFC */
    virtual void Sent(const IncFrame& frame) = 0;

    /** \param frame that has arrived whole; not PFC */
    virtual void Received(const IncFrame& frame)
    {
    }

    /** \param visitor of the state */
    virtual void VisitState(IncStateVisitor& visitor) = 0;

  private:
    friend class IncPortCapture;
    IncFrameMeter* m_next{nullptr}; //!< next meter of the port
};

} // namespace ns3

#endif // INC_FRAME_METER_H
