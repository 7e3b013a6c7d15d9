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

/** \ingroup inc \brief List the quantised rates that ATRO chooses from (section III-C), in Gb/s,
 * highest first; the last is 0. They are multiples of capacity / `levels`. If `levels` is 0, they
 * are whole Gb/s, with IncAtroLevelsBelowOne() levels below 1 Gb/s. Of several rates at which each
 * link carries equally many flows, only the highest is listed. */
std::vector<double> IncAtroRates(const IncCluster& cluster, uint32_t levels);

/** \ingroup inc \brief Return the number of levels below 1 Gb/s (multiples of capacity / levels):
 * 100 as in the paper, or the number of workers if higher, so that a link can carry all. */
uint32_t IncAtroLevelsBelowOne(const IncCluster& cluster);

} // namespace ns3

#endif // INC_ATRO_RATES_H
