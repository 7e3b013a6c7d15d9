/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_CONFIG_H
#define INC_PARAMETER_CONFIG_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Parameters that a parameter server and its workers share. IncParameterServer derives from
/// this struct, so that attributes can set its members.
struct IncParameterConfig
{
    uint32_t ranks{1};          //!< number of workers
    uint32_t segmentBytes{0};   //!< largest size of a segment, bytes
    uint32_t windowSegments{0}; //!< largest number of segments in progress at once
    uint32_t limitBytes{0}; //!< largest number of bytes in flight in each direction at the server
    Time queueing;          //!< longest time that frames may queue for the server's link
    bool rankOrder{false};  //!< true: reduce in rank order; false: in the order of arrival

    /** \return largest payload that all workers together have in flight, bytes */
    uint64_t GetBytesInFlight() const
    {
        return uint64_t{windowSegments} * segmentBytes * ranks;
    }
};

} // namespace ns3

#endif // INC_PARAMETER_CONFIG_H
