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
 * \brief What a node does with INC frames besides forwarding or receiving them, or with ordinary
 * packets for itself.
 */
class IncFrameProcessor
{
  public:
    virtual ~IncFrameProcessor() = default;

    /**
     * \brief Look at a frame: with an INC header, or RoCEv2 addressed to the node; a local
     * processor at an ordinary packet for the node or its neighbors, or what is for queue pair 1.
     * \param frame taken (moved from) when the frame ends in this node
     * \param port where it came in
     * \return true when it was taken; false: it goes its way
     */
    virtual bool Process(IncFramePtr& frame, IncNetDevice& port) = 0;
};

/**
 * \ingroup inc
 * \brief A node that sends the frames that its IncFrameProcessor makes.
 */
class IncFrameForwarder
{
  public:
    virtual ~IncFrameForwarder() = default;

    /**
     * \brief Send a frame that this node made itself.
     * \param frame its destination address set
     */
    virtual void Forward(IncFramePtr frame) = 0;

    /** \return the node's IPv4 address, host order */
    virtual uint32_t GetIpv4() const = 0;

    /** \return version of the Internet protocol of the packets that it sends */
    virtual IncIpVersion GetIpVersion() const = 0;
};

} // namespace ns3

#endif // INC_FRAME_PROCESSOR_H
