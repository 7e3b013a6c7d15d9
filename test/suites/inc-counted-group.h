/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COUNTED_GROUP_H
#define INC_COUNTED_GROUP_H

#include "ns3/inc-fabric.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-net-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \param fabric an installed network
 * \param group a group of the network
 * \return all counters of ports, clients and aggregators
 */
inline std::vector<uint64_t>
IncCountGroup(const IncFabric& fabric, const IncGroup& group)
{
    std::vector<uint64_t> counted;
    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        const auto device = StaticCast<IncNetDevice>(fabric.GetDevices().Get(i));
        const IncPortCounters counters = device->GetCounters();
        counted.insert(counted.end(),
                       {counters.sentFrames,
                        counters.sentBytes,
                        counters.sentResults,
                        counters.receivedFrames,
                        counters.receivedBytes,
                        counters.maxQueuedBytes});
    }
    for (const auto& client : group.clients)
    {
        const IncClientCounters& counters = client->GetCounters();
        counted.insert(counted.end(),
                       {counters.messagesSent,
                        counters.retransmissions,
                        counters.timeouts,
                        counters.slotPeak});
    }
    for (const auto& aggregator : group.aggregators)
    {
        const IncAggregatorCounters& counters = aggregator->GetCounters();
        counted.insert(counted.end(),
                       {counters.contributions, counters.completed, counters.resultsSent});
    }
    return counted;
}

} // namespace ns3

#endif // INC_COUNTED_GROUP_H
