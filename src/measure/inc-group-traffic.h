/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_TRAFFIC_H
#define INC_GROUP_TRAFFIC_H

#include "inc-traffic-load.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-group-helper.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Messages of a collective in the network.
struct IncGroupMessages
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective that runs in the network
    uint32_t root{0};                                   //!< root rank of a Reduce or Broadcast
    uint32_t payload{0};                                //!< payload of a full message, bytes
    uint64_t bytes{0};  //!< bytes of all messages; 0: unknown, acknowledgements then do not count
    bool inOrder{true}; //!< true if no frame is lost or overtaken: messages keep one order
    /// By VAT node: mean number of frames that the node sends up for a message. Empty: 1 each.
    std::vector<double> framesUp;
};

/**
 * \brief Add the load of one message of a collective on all links, averaged over its messages.
 *
 * The load consists of contributions and aggregates on their way up, and of results on their way
 * down. Packets without elements count with their headers. `window` gets the limit that the
 * workers' window sets; null: the limit is not computed, which saves much time.
 */
void IncAddGroupTraffic(IncTrafficLoad& load,
                        const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroup& group,
                        const IncGroupMessages& messages,
                        IncTrafficWindow* window);

} // namespace ns3

#endif // INC_GROUP_TRAFFIC_H
