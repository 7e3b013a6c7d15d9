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
 * An aggregator is two nodes: its ports, which forward, and what aggregates, under the
 * aggregator's name. The link between them has the aggregation capacity, so that what is reduced
 * here loads it and what passes does not. The ports' link to the one core switch has the ingress
 * capacity one way and the egress capacity the other; workers and parameter servers hang on the
 * ports of their aggregators by links that the model does not limit.
 * \param plan checked
 * \param delay propagation of every link, ps; within an aggregator 0
 * \return the network; IncError or IncTopologyError where it cannot be
 */
IncPlannedNetwork IncMakeEdgeNetwork(const IncEdgePlan& plan, int64_t delay);

} // namespace ns3

#endif // INC_EDGE_NETWORK_H
