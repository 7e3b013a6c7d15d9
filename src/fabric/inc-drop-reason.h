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
    BUFFER_FULL, //!< the output queue had no room
    LINK_ERROR,  //!< the error model of the receiving port
    LINK_DOWN,   //!< the port is down
    NO_ROUTE,    //!< no route to the destination address
    TTL_EXPIRED, //!< TTL reached 0
    NOT_FOR_US,  //!< a host got a frame for another address
    UNKNOWN_QP,  //!< no such queue pair
    NO_HANDLER,  //!< nobody on this node speaks the protocol
    BIER         //!< the BFR had no use for it and traces why
};

/**
 * \ingroup inc
 * \param reason a reason
 * \return its name, e.g. "buffer-full"
 */
const char* IncDropReasonName(IncDropReason reason);

} // namespace ns3

#endif // INC_DROP_REASON_H
