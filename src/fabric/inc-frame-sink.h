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

/**
 * \ingroup inc
 * \brief Takes the frames that a port receives: a switch or a host's NIC.
 */
class IncFrameSink
{
  public:
    virtual ~IncFrameSink() = default;

    /**
     * \brief Take a frame.
     * \param frame it is the sink's from now on
     * \param port where it came in
     */
    virtual void Receive(IncFramePtr frame, IncNetDevice& port) = 0;
};

/**
 * \ingroup inc
 * \brief Fills a port that has nothing queued: a NIC makes a frame when the wire is free.
 */
class IncFrameSource
{
  public:
    virtual ~IncFrameSource() = default;

    /** \return the priorities of which Pull() would return a frame */
    virtual IncPrioritySet GetReady() = 0;

    /**
     * \param priority one of GetReady()
     * \return its next frame
     */
    virtual IncFramePtr Pull(uint32_t priority) = 0;
};

} // namespace ns3

#endif // INC_FRAME_SINK_H
