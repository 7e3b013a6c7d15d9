/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_CRITICAL_PATH_H
#define INC_HOST_CRITICAL_PATH_H

#include "inc-host-algorithm.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/// \ingroup inc
/// \brief Parts of the time that a message between two ranks takes in an idle network.
struct IncHostWire
{
    double secondsPerElement{
        0}; //!< time per element on the sender's link, including a share of the headers, s

    /// Seconds from the time when a step's last frame leaves the sender's link to its arrival.
    std::function<double(uint32_t from, uint32_t to, uint64_t elements)> latency;

    uint64_t sliceElements{1}; //!< size of a slice; a rank forwards complete slices
};

/**
 * \brief Return a lower bound on an algorithm's time in seconds, as if no two steps shared a link.
 *
 * The bound is the longest chain of steps that wait for each other. A rank forwards elements when
 * the first slice and all earlier elements have arrived. GetVolumes() gives another bound, by the
 * load of the links; an algorithm takes at least the larger of the two times. The result is nothing
 * for more than 2^20 steps, because the load of links then limits the time.
 */
std::optional<double> IncHostCriticalPath(const IncHostAlgorithm& algorithm,
                                          IncHostCall call,
                                          const IncHostWire& wire);

} // namespace ns3

#endif // INC_HOST_CRITICAL_PATH_H
