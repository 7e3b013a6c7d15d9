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
 * \brief Add what one message of an in-network AllReduce puts on the links: every contribution
 * and aggregate on its way up, and the result on its way down.
 * \param load to add to
 * \param fabric the network
 * \param tree of the group
 * \param group installed
 * \param payload of the message, bytes
 */
void IncAddGroupTraffic(IncTrafficLoad& load,
                        const IncFabric& fabric,
                        const IncAggregationTree& tree,
                        const IncGroup& group,
                        uint32_t payload);

} // namespace ns3

#endif // INC_GROUP_TRAFFIC_H
