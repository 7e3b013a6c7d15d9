/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_TOPOLOGY_H
#define INC_ATRO_TOPOLOGY_H

#include "inc-atro-problem.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Links between switches, each directed towards the parameter server (PS).
 * They form a directed acyclic graph (DAG), in which an aggregator has one outgoing link. */
struct IncAtroTopology
{
    using Node = IncAtroProblem::Node;
    Node root{IncCluster::NONE};             //!< switch that is linked to the PS
    std::vector<std::pair<Node, Node>> arcs; //!< links in use: sending and receiving switch
};

/** \ingroup inc \brief A topology, the link of each worker, and the flows on each link. */
struct IncAtroRouting
{
    using Node = IncAtroProblem::Node;
    IncAtroTopology topology;    //!< topology without links that carry no flow
    std::vector<uint32_t> flows; //!< number of flows on each of topology.arcs
    /// Pairs of a worker and the switch to which it is linked.
    std::vector<std::pair<Node, Node>> workerLinks;
    uint32_t rootFlows{0}; //!< number of flows on the PS's link
};

/** \ingroup inc \brief Outcome of a search for a topology that connects all workers at a rate. */
struct IncAtroOutcome
{
    bool refuted{false}; //!< true if it is proven that there is no such topology
    std::optional<IncAtroRouting> routing;
};

/** \ingroup inc \brief Routes the workers' flows over a topology, by a maximum flow. A flow ends at
 * the first aggregator on its path, or at the parameter server (PS). Each aggregator that receives
 * flows sends one new flow. */
class IncAtroRouter
{
  public:
    explicit IncAtroRouter(const IncAtroProblem& problem);

    /** \return the most workers that a topology can connect, even if the cluster has fewer */
    uint64_t MaxWorkers(const IncAtroTopology& topology) const;

    /** \return a routing of all workers over a topology; nothing if they do not fit */
    std::optional<IncAtroRouting> Route(const IncAtroTopology& topology) const;

  private:
    class Network;
    const IncAtroProblem& m_problem;
};

} // namespace ns3

#endif // INC_ATRO_TOPOLOGY_H
