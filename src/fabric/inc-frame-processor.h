/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_PROCESSOR_H
#define INC_FRAME_PROCESSOR_H

#include "inc-frame.h"

namespace ns3
{

class IncNetDevice;

/// \ingroup inc
/// \brief Part of a node that can take a frame before the node forwards or receives the frame.
class IncFrameProcessor
{
  public:
    virtual ~IncFrameProcessor() = default;

    /**
     * \brief Process a frame and return true, or return false to leave it to the node.
     *
     * A processor gets frames with an INC header and RoCEv2 frames for the node. A local processor
     * gets ordinary packets for the node or its neighbors, and frames for queue pair 1.
     */
    virtual bool Process(IncFramePtr& frame, IncNetDevice& port) = 0;
};

/// \ingroup inc
/// \brief A node that sends the frames of its IncFrameProcessor.
class IncFrameForwarder
{
  public:
    virtual ~IncFrameForwarder() = default;

    /** \brief Send a frame that this node made itself. */
    virtual void Forward(IncFramePtr frame) = 0;

    /** \return the node's IPv4 address, host order */
    virtual uint32_t GetIpv4() const = 0;

    /** \return IP version of the packets that the node sends */
    virtual IncIpVersion GetIpVersion() const = 0;
};

} // namespace ns3

#endif // INC_FRAME_PROCESSOR_H
