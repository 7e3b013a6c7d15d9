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

/**
 * \ingroup inc
 * \brief Every reduction of a cluster plan as flows with their paths, in the numbers of the
 * plan's nodes.
 *
 * Common switches may divide the flows that reach them in any way that conserves their number
 * (ATRO, constraint (13)); one such division is taken. Overlays name their paths themselves.
 * \param plan checked
 * \return by parameter server
 */
std::vector<IncPlannedReduction> IncClusterFlows(const IncClusterPlan& plan);

/**
 * \ingroup inc
 * \brief The network of a cluster plan: its links and no others, each with its capacity.
 * \param plan checked
 * \param delay propagation of every link, ps
 * \return the network; IncError or IncTopologyError where it cannot be
 */
IncPlannedNetwork IncMakeClusterNetwork(const IncClusterPlan& plan, int64_t delay);

} // namespace ns3

#endif // INC_CLUSTER_NETWORK_H
