/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EDGE_GENERATOR_H
#define INC_EDGE_GENERATOR_H

#include "inc-edge.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/** \ingroup inc \brief Makes edges to plan for. The defaults are the settings of EINA, section
 * IV-A. Values are integers, drawn uniformly from ranges. */
struct IncEdgeGenerator
{
    using Range = std::pair<int64_t, int64_t>;

    uint32_t parameterServers{2};
    uint32_t aggregators{12};     //!< number of all aggregators, with or without workers
    uint32_t emptyAggregators{0}; //!< number of aggregators without workers
    Range workers{5, 10};         //!< number of workers on each aggregator
    Range capacity{200, 300};     //!< aggregation capacity c, Gb/s
    Range ingress{200, 300};      //!< capacity b^I from an aggregator into the core, Gb/s
    Range egress{200, 300};       //!< capacity b^E from the core to an aggregator, Gb/s
    uint32_t maxDepth{4};
    double rateMin{0};
    double rateMax{1000};
    bool integerRates{true};
    uint64_t seed{1};

    IncEdge Make() const;

    /** \return the edge of EINA's figure 1 */
    static IncEdge Figure1();
};

} // namespace ns3

#endif // INC_EDGE_GENERATOR_H
