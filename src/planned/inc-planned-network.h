/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLANNED_NETWORK_H
#define INC_PLANNED_NETWORK_H

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief The reduction to one parameter server in a plan: each flow with its path. */
struct IncPlannedReduction
{
    /// Node indices of a path: the sender, the forwarding nodes, and the node that reduces.
    using Path = std::vector<uint32_t>;

    std::string name;        //!< name of the parameter server
    uint32_t server{0};      //!< node index of the server
    double rate{0};          //!< rate at which every worker sends, on the wire, bit/s
    std::vector<Path> paths; //!< path of each sender's flow

    /** \brief Make the aggregation tree of these flows; its root is the server. Throws IncError if
     * a worker's flow does not reach the server. */
    IncAggregationTree MakeTree(const IncTopology& topology) const;
};

/** \ingroup inc \brief A plan as a network that can be installed, with the reductions over it.
 *
 * Workers are hosts, in the order of ranks. A parameter server is a node of its own that reduces.
 * Each server reduces a share of the tensor in proportion to its rate. */
struct IncPlannedNetwork
{
    IncTopology topology;
    std::vector<IncPlannedReduction> reductions; //!< reductions with a rate above 0

    /** \return the sum of the rates, bit/s */
    double GetRate() const;
};

} // namespace ns3

#endif // INC_PLANNED_NETWORK_H
