/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_CONFIG_H
#define INC_PARAMETER_CONFIG_H

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parameters that a parameter server and its workers share.
 *
 * A base of IncParameterServer, whose attributes these are: ns-3's accessors reach members of
 * bases.
 */
struct IncParameterConfig
{
    uint32_t ranks{1};          //!< number of workers
    uint32_t segmentBytes{0};   //!< most bytes of a segment
    uint32_t windowSegments{0}; //!< segments open at a time
    uint32_t limitBytes{0};     //!< most bytes on their way to the server, and from it
    Time queueing;              //!< longest time that frames may wait before the server's link
    bool rankOrder{false};      //!< reduce in rank order, not as contributions arrive

    /** \return payload of all workers that may be under way at a time, bytes */
    uint64_t GetBytesInFlight() const
    {
        return uint64_t{windowSegments} * segmentBytes * ranks;
    }
};

/**
 * \ingroup inc
 * \brief One end of a worker's connection to the server.
 */
struct IncParameterEndpoint
{
    Ipv4Address address; //!< address of the host
    uint32_t qpn{0};     //!< number of the queue pair
    uint32_t rkey{0};    //!< key of the memory where the peer's segments land
};

} // namespace ns3

#endif // INC_PARAMETER_CONFIG_H
