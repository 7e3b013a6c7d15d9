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

/**
 * \ingroup inc
 * \brief Switches and the links between them, each directed towards the PS. The links form a DAG,
 * and an aggregator sends on one link.
 */
struct IncAtroTopology
{
    using Node = IncAtroProblem::Node;
    Node root{IncCluster::NONE};             //!< switch to which the PS is linked
    std::vector<std::pair<Node, Node>> arcs; //!< links in use, from and to
};

/**
 * \ingroup inc
 * \brief A topology with the workers' links and the number of flows on each link.
 */
struct IncAtroRouting
{
    using Node = IncAtroProblem::Node;
    IncAtroTopology topology;    //!< topology; switches without incoming flows are left out
    std::vector<uint32_t> flows; //!< number of flows on each link of the topology
    std::vector<std::pair<Node, Node>> workerLinks; //!< links of workers, worker and switch
    uint32_t rootFlows{0};                          //!< number of flows on the PS's link
};

/**
 * \ingroup inc
 * \brief Routes workers over a topology by a largest flow. Raw flows end at aggregators and at the
 * PS; each aggregator with input is the source of one new flow.
 */
class IncAtroRouter
{
  public:
    /** \param problem the instance at a rate */
    explicit IncAtroRouter(const IncAtroProblem& problem);

    /** \return the number of workers that find a place, which may exceed the instance's */
    uint64_t MaxWorkers(const IncAtroTopology& topology) const;

    /** \return a routing of all workers over a topology, if there is one */
    std::optional<IncAtroRouting> Route(const IncAtroTopology& topology) const;

  private:
    class Network;
    const IncAtroProblem& m_problem;
};

} // namespace ns3

#endif // INC_ATRO_TOPOLOGY_H
