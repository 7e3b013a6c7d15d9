/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_PROBLEM_H
#define INC_ATRO_PROBLEM_H

#include "inc-cluster.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief A cluster at one rate r, Gb/s, for which ATRO asks: does some topology
 * connect all workers? A link of capacity b carries floor(b / r) flows. */
class IncAtroProblem
{
  public:
    using Node = IncCluster::Node;

    /** Interchangeable workers, which may be linked to the same switches. */
    struct WorkerClass
    {
        std::vector<Node> workers;
        /// Switches to which a worker's link is too slow (b < r), sorted.
        std::vector<Node> refused;
    };

    /** The cluster's `links` and `attach` are ignored; at rate 0 a link carries any flows. */
    IncAtroProblem(const IncCluster& cluster, double rate);

    const IncCluster& Cluster() const
    {
        return m_cluster;
    }

    /** \return number of flows that a link of the default capacity carries */
    uint32_t DefaultFlows() const
    {
        return m_default;
    }

    /** \return number of flows that a link between two switches carries: floor(b / r) */
    uint32_t Flows(Node u, Node v) const;
    /** \return number of flows that a link from a switch to the parameter server (PS) carries */
    uint32_t RootFlows(Node root) const;
    /** \return links from a switch to switches or the PS that carry more or fewer flows than
     * DefaultFlows(), as pairs of other node and number of flows */
    const std::vector<std::pair<Node, uint32_t>>& OwnFlows(Node v) const;

    /** \return flows on those links of a switch that carry most, at most `links` of them, most
     * first. There are `others` nodes to link to. `most` limits the flows on a link to a node with
     * own flows, or to NONE for any other node; a node for which it is negative does not count. */
    std::vector<int64_t> WidestFlows(Node v,
                                     std::size_t links,
                                     std::size_t others,
                                     const std::function<int64_t(Node)>& most) const;

    /** \return true if every possible link carries DefaultFlows() */
    bool Uniform() const
    {
        return m_uniform;
    }

    const std::vector<WorkerClass>& WorkerClasses() const;

  private:
    uint32_t FlowsOf(double capacity) const;
    void MakeWorkerClasses();

    const IncCluster& m_cluster;
    double m_rate;
    uint32_t m_most; //!< stands for "no limit": more flows than there are senders
    uint32_t m_default;
    std::vector<std::vector<std::pair<Node, uint32_t>>> m_own;
    std::vector<WorkerClass> m_classes;
    bool m_uniform{true};
};

/** \ingroup inc \brief List the quantised rates that ATRO chooses from (section III-C), in Gb/s,
 * highest first; the last is 0. They are multiples of capacity / `levels`. If `levels` is 0, they
 * are whole Gb/s, with IncAtroLevelsBelowOne() levels below 1 Gb/s. Of several rates at which each
 * link carries equally many flows, only the highest is listed. */
std::vector<double> IncAtroRates(const IncCluster& cluster, uint32_t levels);

/** \ingroup inc \brief Return the number of levels below 1 Gb/s (multiples of capacity / levels):
 * 100 as in the paper, or the number of workers if higher, so that a link can carry all. */
uint32_t IncAtroLevelsBelowOne(const IncCluster& cluster);

} // namespace ns3

#endif // INC_ATRO_PROBLEM_H
