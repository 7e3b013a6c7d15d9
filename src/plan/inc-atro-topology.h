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
 * \brief Switches and the links between them, each directed towards the PS; a DAG. An aggregator
 * sends on one link.
 */
struct IncAtroTopology
{
    using Node = IncAtroProblem::Node;
    Node root{IncCluster::NONE};             //!< the switch of the PS
    std::vector<std::pair<Node, Node>> arcs; //!< links in use, from and to
};

/**
 * \ingroup inc
 * \brief Links of workers, and the flows on a topology's links.
 */
struct IncAtroRouting
{
    using Node = IncAtroProblem::Node;
    IncAtroTopology topology;    //!< topology without switches that nothing is sent to
    std::vector<uint32_t> flows; //!< flows by arc
    std::vector<std::pair<Node, Node>> workerLinks; //!< links of workers, worker and switch
    uint32_t rootFlows{0};                          //!< on the PS's link
};

/**
 * \ingroup inc
 * \brief Routes workers over a topology by a largest flow: raw flows end at aggregators and at the
 * PS, and every aggregator with input is the source of one.
 */
class IncAtroRouter
{
  public:
    /** \param problem the instance at a rate */
    explicit IncAtroRouter(const IncAtroProblem& problem);

    /**
     * \param topology what is linked
     * \return the number of workers that have a place, were there more of them
     */
    uint64_t MaxWorkers(const IncAtroTopology& topology) const;

    /**
     * \param topology what is linked
     * \return a routing of all workers, if there is one
     */
    std::optional<IncAtroRouting> Route(const IncAtroTopology& topology) const;

  private:
    class Network;
    const IncAtroProblem& m_problem;
};

} // namespace ns3

#endif // INC_ATRO_TOPOLOGY_H
