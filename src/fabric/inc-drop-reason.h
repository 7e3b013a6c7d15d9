/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DROP_REASON_H
#define INC_DROP_REASON_H

#include "ns3/inc-named-value.h"

#include <cstdint>
#include <iterator>

namespace ns3
{

/// \ingroup inc
/// \brief Reason for which a frame was dropped. Traces and result files print the names.
enum class IncDropReason : uint8_t
{
    BUFFER_FULL,       //!< the buffer of the port, or of the switch, is full
    DYNAMIC_THRESHOLD, //!< the queue has used up its share of the switch's buffer
    HEADROOM_FULL,     //!< the headroom of a lossless priority is full
    PFC_DEADLOCK,      //!< the watchdog dropped the frame to break a cyclic wait
    LINK_ERROR,        //!< the error model of the receiving port dropped the frame
    LINK_DOWN,         //!< the port is down
    NO_ROUTE,          //!< there is no route to the destination address
    TTL_EXPIRED,       //!< TTL reached 0
    NOT_FOR_US,        //!< a host received a frame for another address
    UNKNOWN_QP,        //!< the node has no such queue pair
    NO_HANDLER,        //!< no protocol on this node accepts the frame
    DARK,              //!< no light passes this port of an optical switch now
    BIER,              //!< the BFR discarded the packet and traces the reason
    COUNT              //!< number of reasons
};

/// Names of IncDropReason.
inline constexpr IncNamedValue<IncDropReason> INC_DROP_REASON_NAMES[] = {
    {"buffer-full", IncDropReason::BUFFER_FULL},
    {"dynamic-threshold", IncDropReason::DYNAMIC_THRESHOLD},
    {"headroom-full", IncDropReason::HEADROOM_FULL},
    {"pfc-deadlock", IncDropReason::PFC_DEADLOCK},
    {"link-error", IncDropReason::LINK_ERROR},
    {"link-down", IncDropReason::LINK_DOWN},
    {"no-route", IncDropReason::NO_ROUTE},
    {"ttl-expired", IncDropReason::TTL_EXPIRED},
    {"not-for-us", IncDropReason::NOT_FOR_US},
    {"unknown-qp", IncDropReason::UNKNOWN_QP},
    {"no-handler", IncDropReason::NO_HANDLER},
    {"dark", IncDropReason::DARK},
    {"bier", IncDropReason::BIER},
};
static_assert(std::size(INC_DROP_REASON_NAMES) == static_cast<std::size_t>(IncDropReason::COUNT));

/** \brief Return the name of a reason, e.g. "buffer-full". */
inline const char*
IncDropReasonName(IncDropReason reason)
{
    return IncFindName(INC_DROP_REASON_NAMES, reason, "unknown");
}

/** \brief Return whether a reason means that a frame found no room in a buffer. */
constexpr bool
IncIsBufferDrop(IncDropReason reason)
{
    return reason <= IncDropReason::HEADROOM_FULL;
}

} // namespace ns3

#endif // INC_DROP_REASON_H
