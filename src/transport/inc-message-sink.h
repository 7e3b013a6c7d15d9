/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_SINK_H
#define INC_MESSAGE_SINK_H

#include "ns3/inc-frame.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Answer of a receiver to a message.
enum class IncMessageVerdict : uint8_t
{
    TAKEN,     //!< accepted: the queue pair acknowledges the message
    NOT_READY, //!< refused for now, without effect; the sender will repeat the message
    REFUSED    //!< refused for good, because the sender broke the rules
};

/// \ingroup inc
/// \brief Takes the one-packet messages of a queue pair, instead of memory and posted receives.
class IncMessageSink
{
  public:
    virtual ~IncMessageSink() = default;

    /** \return false to drop a packet of the peer before it has any effect, as if it had been
     * lost */
    virtual bool Admits(const IncFrame& frame)
    {
        return true;
    }

    /** \brief Take a message; the payload may be moved out of the frame. Called once for each
     * message, in order, before its acknowledgement. */
    virtual IncMessageVerdict TakeMessage(IncFrame& frame) = 0;
};

} // namespace ns3

#endif // INC_MESSAGE_SINK_H
