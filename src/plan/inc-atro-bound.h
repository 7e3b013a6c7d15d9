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

/** \ingroup inc \brief Finds an upper bound on the number n of workers that any topology connects
 * at a rate r.
 *
 * A link of capacity b carries f = floor(b / r) flows, ATRO's constraint (14). Take a common switch
 * with eta ports that sends on u links. It receives at most min(f u, eta - u) flows, and its u
 * links take u ports of other switches. It therefore adds at most g(u) = min(f u, eta - u) - u
 * places for workers. An aggregator sends on one link and adds eta - 2. Summed over all switches:
 *
 *     n <= 1 + sum over aggregators (eta - 2) + min(sum over common switches max_u g(u), (f - 1) E)
 *
 * E bounds the number of links from common switches to aggregators. A link with its own capacity
 * has its own f. For one and two layers the bound is exact. The manual has the proof. */
class IncAtroBound
{
  public:
    explicit IncAtroBound(const IncAtroProblem& problem);

    uint64_t MaxWorkers() const;

    /** \return the most places for workers that a common switch adds, max g(u); may be negative */
    int64_t Gain(IncAtroProblem::Node v) const;

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
    uint64_t m_widestRoot{0}; //!< most flows on a link from a common switch to the PS
};

} // namespace ns3

#endif // INC_ATRO_BOUND_H
