/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_TRANSPORT_H
#define INC_AGGREGATION_TRANSPORT_H

#include "ns3/inc-rc-parameters.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief The RDMA service between workers and switches, and between switches
/// (draft-liu-nfsv4-rocev2, sections 6 and 7).
enum class IncAggregationTransport : uint8_t
{
    UC, //!< Unreliable Connection: clients repeat messages that have no result
    RC  //!< Reliable Connection from each node of the tree to the next
};

/**
 * \brief Return the default parameters of RC connections that carry aggregation.
 *
 * The slots, not the window, limit the packets in flight. A switch that waits for slow workers may
 * answer "receiver not ready" without limit. Acknowledgements share the links with results, so one
 * acknowledgement covers several messages.
 */
inline IncRcParameters
IncAggregationRcParameters()
{
    IncRcParameters rc;
    rc.pathMtu = 4096;
    rc.window = 16 << 20;
    rc.ackInterval = 16;
    rc.ackDelay = MicroSeconds(2);
    rc.retryCount = 7;
    rc.rnrRetryCount = UINT32_MAX;
    rc.rnrDelay = MicroSeconds(10);
    return rc;
}

} // namespace ns3

#endif // INC_AGGREGATION_TRANSPORT_H
