/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IDEAL_FLOW_H
#define INC_IDEAL_FLOW_H

#include "ns3/inc-ip-version.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

class IncTopology;

/**
 * \ingroup inc
 * \brief Return the completion time of an RDMA WRITE over a reliable connection in a network
 * without other traffic. Its packets pass store-and-forward hops on a shortest path, as fast as the
 * slowest link lets them. Then the acknowledgement of the last packet comes back.
 *
 * Exact where the links of the path have one rate and the window does not bind; elsewhere the
 * other links are taken to hold up one full packet each.
 * \param topology the network
 * \param from node index of the sender
 * \param to node index of the receiver
 * \param bytes of the message, at least 1
 * \param payload of a full packet, bytes
 * \param ip version of the Internet protocol
 * \return from the post to the acknowledgement of all
 */
Time IncIdealFlowTime(const IncTopology& topology,
                      uint32_t from,
                      uint32_t to,
                      uint64_t bytes,
                      uint32_t payload,
                      IncIpVersion ip);

} // namespace ns3

#endif // INC_IDEAL_FLOW_H
