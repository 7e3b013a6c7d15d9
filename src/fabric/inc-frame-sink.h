/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_SINK_H
#define INC_FRAME_SINK_H

#include "inc-frame.h"
#include "inc-priority.h"

namespace ns3
{

class IncNetDevice;

/// \ingroup inc
/// \brief Part of a node that receives the frames of its ports: a switch or a host's NIC.
class IncFrameSink
{
  public:
    virtual ~IncFrameSink() = default;

    /** \brief Process a frame that came in by this port; the sink owns the frame from now on. */
    virtual void Receive(IncFramePtr frame, IncNetDevice& port) = 0;
};

/// \ingroup inc
/// \brief Part of a node that makes a frame when a port is free and has none queued: a host's NIC.
class IncFrameSource
{
  public:
    virtual ~IncFrameSource() = default;

    /** \return priorities for which Pull() would return a frame */
    virtual IncPrioritySet GetReady() = 0;

    /** \brief Return the next frame of a priority from GetReady(). */
    virtual IncFramePtr Pull(uint32_t priority) = 0;
};

} // namespace ns3

#endif // INC_FRAME_SINK_H
