/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_BOUND_H
#define INC_BIER_BOUND_H

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Sets of BFR-ids that workers are in, each of which needs a packet of its own.
 * \param tree of the job
 * \param length of the BitString, bits
 * \return how many set identifiers the results have
 */
uint32_t IncCountSets(const IncAggregationTree& tree, uint32_t length);

/**
 * \ingroup inc
 * \brief Limit of results by BIER: the rate, bit/s, at which the narrowest switch before workers
 * can be reached, divided by the sets that its workers are in.
 *
 * One flow takes one of several equal-cost links; several sets may take as many of them.
 *
 * \param topology the network
 * \param tree of the job
 * \param length of the BitString, bits
 * \return the limit; none if all workers hang on the root
 */
std::optional<uint64_t> IncBierResultRate(const IncTopology& topology,
                                          const IncAggregationTree& tree,
                                          uint32_t length);

} // namespace ns3

#endif // INC_BIER_BOUND_H
