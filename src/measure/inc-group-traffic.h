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

namespace ns3
{

/**
 * \ingroup inc
 * \brief Messages of a collective in the network.
 */
struct IncGroupMessages
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective that runs in the network
    uint32_t root{0};                                   //!< root rank of a Reduce or Broadcast
    uint32_t payload{0};                                //!< payload of a full message, bytes
    uint64_t bytes{0};  //!< elements of all messages; 0: unknown, and acknowledgements do not count
    bool inOrder{true}; //!< no frame is lost or overtaken: a window repeats one order of messages
};

/**
 * \ingroup inc
 * \brief Add the load of one message of a collective on all links, averaged over its messages.
 *
 * This counts every contribution and aggregate on its way up, and the result on its way down.
 * Elements are counted in the packets that have any.
 * \param load load to add to
 * \param fabric the network
 * \param tree tree of the group
 * \param group installed
 * \param messages messages that are sent
 * \param window set to the limit of the workers' window, which takes far longer than all else;
 * null: not computed
 */
void IncAddGroupTraffic(IncTrafficLoad& load,
                        const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroup& group,
                        const IncGroupMessages& messages,
                        IncTrafficWindow* window);

} // namespace ns3

#endif // INC_GROUP_TRAFFIC_H
