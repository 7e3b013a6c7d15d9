/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DROP_REASON_H
#define INC_DROP_REASON_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why a frame was dropped; the names are what traces and result files print.
 */
enum class IncDropReason : uint8_t
{
    BUFFER_FULL,       //!< the buffer of the port, or of the switch, is full
    DYNAMIC_THRESHOLD, //!< the queue has its share of the switch's buffer
    HEADROOM_FULL,     //!< a lossless priority outran its headroom
    PFC_DEADLOCK,      //!< taken by the watchdog to break a cyclic wait
    LINK_ERROR,        //!< the error model of the receiving port
    LINK_DOWN,         //!< the port is down
    NO_ROUTE,          //!< there is no route to the destination address
    TTL_EXPIRED,       //!< TTL reached 0
    NOT_FOR_US,        //!< a host got a frame for another address
    UNKNOWN_QP,        //!< there is no such queue pair
    NO_HANDLER,        //!< nobody on this node speaks the protocol
    DARK,              //!< this port of an optical switch is dark
    BIER,              //!< the BFR had no use for it and traces why
    COUNT              //!< number of reasons
};

/**
 * \ingroup inc
 * \param reason a reason
 * \return its name, e.g. "buffer-full"
 */
const char* IncDropReasonName(IncDropReason reason);

/**
 * \ingroup inc
 * \param reason a reason
 * \return true where a frame found no room in a buffer
 */
constexpr bool
IncIsBufferDrop(IncDropReason reason)
{
    return reason <= IncDropReason::HEADROOM_FULL;
}

} // namespace ns3

#endif // INC_DROP_REASON_H
