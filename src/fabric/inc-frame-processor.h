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

/**
 * \ingroup inc
 * \brief Part of a node that processes INC frames besides forwarding and receiving, or ordinary
 * packets for the node itself.
 */
class IncFrameProcessor
{
  public:
    virtual ~IncFrameProcessor() = default;

    /**
     * \brief Process a frame, or leave it to the node.
     *
     * A processor gets frames with an INC header and RoCEv2 frames for the node. A local processor
     * gets ordinary packets for the node or its neighbors, and frames for queue pair 1.
     * \param frame moved from if it ends in this node
     * \param port port by which it came in
     * \return whether the frame was taken; false: the node continues with it
     */
    virtual bool Process(IncFramePtr& frame, IncNetDevice& port) = 0;
};

/**
 * \ingroup inc
 * \brief A node that sends the frames of its IncFrameProcessor.
 */
class IncFrameForwarder
{
  public:
    virtual ~IncFrameForwarder() = default;

    /**
     * \brief Send a frame that this node made itself.
     * \param frame frame with its destination address
     */
    virtual void Forward(IncFramePtr frame) = 0;

    /** \return the node's IPv4 address, host order */
    virtual uint32_t GetIpv4() const = 0;

    /** \return IP version of the packets that it sends */
    virtual IncIpVersion GetIpVersion() const = 0;
};

} // namespace ns3

#endif // INC_FRAME_PROCESSOR_H
