/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_NETWORK_H
#define INC_CLUSTER_NETWORK_H

#include "inc-planned-network.h"

#include "ns3/inc-plan-answer.h"

#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Return all reductions of a checked cluster plan as flows with paths; nodes
 * are numbered as in IncCluster. A plan only counts the flows on each link. A switch that does not
 * reduce forwards as many flows as it receives (ATRO, constraint (13)); this function chooses an
 * outgoing link for each flow. An overlay plan already contains paths. */
std::vector<IncPlannedReduction> IncClusterFlows(const IncClusterPlan& plan);

/** \ingroup inc \brief Make the network of a checked cluster plan, with only the plan's links, each
 * with this propagation delay, ps. Throws IncError or IncTopologyError if that fails. */
IncPlannedNetwork IncMakeClusterNetwork(const IncClusterPlan& plan, int64_t delay);

} // namespace ns3

#endif // INC_CLUSTER_NETWORK_H
