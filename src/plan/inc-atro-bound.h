/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_BOUND_H
#define INC_ATRO_BOUND_H

#include "inc-atro-problem.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Upper bound on the workers that fit at a rate, by counting ports and flows.
 *
 * Take f flows per link and a common switch of eta ports that sends on u links. The workers and
 * flows it takes in exceed the ports it uses elsewhere by at most g(u) = min(f u, eta - u) - u.
 * Summed over the switches:
 *
 *     n <= sum over aggregators (eta - 2) + 1 + min(sum over common switches max g, (f - 1) E)
 *
 * where E bounds the links from common switches to aggregators. Links with a capacity of their own
 * enter with their own f. One and two layers are counted exactly. The proof is in the manual.
 */
class IncAtroBound
{
  public:
    /** \param problem the instance at a rate */
    explicit IncAtroBound(const IncAtroProblem& problem);

    /** \return the bound: in no topology do more workers have a place */
    uint64_t MaxWorkers() const;

    /**
     * \brief Return the largest gain of a common switch: max over u >= 1 of g(u).
     * \param v a switch
     * \return gain in workers, possibly negative
     */
    int64_t Gain(IncAtroProblem::Node v) const;

    /** \return the number of flows on a switch's u widest links, its link to the PS included */
    uint64_t WidestFlows(IncAtroProblem::Node v, uint32_t u) const;

  private:
    using Node = IncAtroProblem::Node;

    uint64_t OneLayer() const;
    uint64_t TwoLayers() const;
    uint64_t TwoLayersAtAggregator(Node root) const;
    uint64_t TwoLayersAtCommon(Node root) const;
    uint64_t ManyLayers() const;
    uint64_t WithoutAggregators() const;
    uint64_t FlowsIntoAggregators(bool commonRoot) const;
    uint64_t Linkable() const;
    std::vector<Node> Roots() const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    uint64_t m_widestRoot{0}; //!< flows on the PS's link when the best common switch is the root
};

} // namespace ns3

#endif // INC_ATRO_BOUND_H
