/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_NETWORK_H
#define INC_EDGE_NETWORK_H

#include "inc-planned-network.h"

#include "ns3/inc-plan-answer.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief The network of an edge plan (EINA, section III-A).
 *
 * An aggregator becomes two nodes. One forwards: it has the ports. The other aggregates, and has
 * the aggregator's name. The link between them has the aggregation capacity: what is reduced here
 * loads it, what passes does not. The link from the forwarding node to the one core switch has the
 * ingress capacity in one direction and the egress capacity in the other. Workers and parameter
 * servers are attached to the forwarding nodes by links that the model does not limit.
 * \param plan checked
 * \param delay propagation of every link, ps; within an aggregator 0
 * \return the network; IncError or IncTopologyError where it cannot be
 */
IncPlannedNetwork IncMakeEdgeNetwork(const IncEdgePlan& plan, int64_t delay);

} // namespace ns3

#endif // INC_EDGE_NETWORK_H
