/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_RATES_H
#define INC_ATRO_RATES_H

#include "inc-cluster.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief List the quantised rates that ATRO chooses from (section III-C), as far as they differ in
 * the flows that fit some link.
 *
 * \param cluster the instance
 * \param levels rates are multiples of the capacity divided by this, as ARO's quantised sending
 * rates are; 0 for whole Gb/s, and below 1 Gb/s for IncAtroLevelsBelowOne() levels
 * \return rates in Gb/s, highest first; the last is 0
 */
std::vector<double> IncAtroRates(const IncCluster& cluster, uint32_t levels);

/**
 * \ingroup inc
 * \brief Return the number of levels if whole Gb/s are too coarse: 100, as in the paper, or one for
 * each worker, so that the slowest rate fits a link with all flows.
 */
uint32_t IncAtroLevelsBelowOne(const IncCluster& cluster);

} // namespace ns3

#endif // INC_ATRO_RATES_H
