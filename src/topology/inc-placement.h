/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLACEMENT_H
#define INC_PLACEMENT_H

#include "ns3/inc-topology.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Way to choose the hosts of a job's workers.
enum class IncPlacement
{
    PACKED, //!< first hosts of the topology
    SPREAD, //!< one host of each edge switch in turn, from left to right
    RANDOM  //!< hosts in random order
};

/** \brief Read "packed", "spread" or "random"; throw IncTopologyError for any other name. */
IncPlacement IncParsePlacement(const std::string& name);

/**
 * \brief Choose the hosts of a job's workers. IncPlacement::RANDOM calls `random`, which draws a
 * whole number below its argument.
 * \return node index of each rank's host
 * \throw IncTopologyError if there are no workers, or more workers than hosts
 */
std::vector<uint32_t> IncPlaceWorkers(const IncTopology& topology,
                                      uint32_t workers,
                                      IncPlacement placement,
                                      const std::function<uint32_t(uint32_t)>& random = {});

} // namespace ns3

#endif // INC_PLACEMENT_H
