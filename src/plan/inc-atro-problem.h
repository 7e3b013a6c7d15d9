/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_PROBLEM_H
#define INC_ATRO_PROBLEM_H

#include "inc-cluster.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO's model at one rate. Capacities become whole numbers of flows, and the question
 * becomes whether all workers have a place.
 */
class IncAtroProblem
{
  public:
    using Node = IncCluster::Node;

    /** Workers that may be linked to the same switches. */
    struct WorkerClass
    {
        std::vector<Node> workers;
        std::vector<Node> refused; //!< switches whose link is too thin for one flow, ordered
    };

    /**
     * \param cluster the instance; its links and attach are ignored
     * \param rate rate of every worker, Gb/s; 0 admits any number of flows
     */
    IncAtroProblem(const IncCluster& cluster, double rate);

    /** \return the instance */
    const IncCluster& Cluster() const;
    /** \return the rate, Gb/s */
    double Rate() const;
    /** \return number of flows that fit a link of the default capacity */
    uint32_t DefaultFlows() const;
    /** \return number of flows that fit a link between two switches: floor(b / r) */
    uint32_t Flows(Node u, Node v) const;
    /** \return number of flows that fit the PS's link to a switch */
    uint32_t RootFlows(Node root) const;
    /** \return the other end and the flows of a switch's links whose capacity is not the
     * default; the PS's link is included */
    const std::vector<std::pair<Node, uint32_t>>& OwnFlows(Node v) const;
    /** \return true if every pair has the default capacity at this rate */
    bool Uniform() const;
    /** \return the workers, grouped by the switches to which they may be linked */
    const std::vector<WorkerClass>& WorkerClasses() const;

  private:
    uint32_t FlowsOf(double capacity) const;
    void MakeWorkerClasses();

    const IncCluster& m_cluster;
    double m_rate;
    uint32_t m_most;
    uint32_t m_default;
    std::vector<std::vector<std::pair<Node, uint32_t>>> m_own;
    std::vector<WorkerClass> m_classes;
    bool m_uniform{true};
};

} // namespace ns3

#endif // INC_ATRO_PROBLEM_H
