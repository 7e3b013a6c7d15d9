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

/**
 * \ingroup inc
 * \brief Times of an idle network for one rank that sends to another.
 */
struct IncHostWire
{
    double secondsPerElement{0}; //!< on the sender's link, with its share of headers

    /// Seconds from the end of a step's last frame on the sender's link to its arrival.
    std::function<double(uint32_t from, uint32_t to, uint64_t elements)> latency;
};

/**
 * \ingroup inc
 * \brief Return the time that an algorithm cannot go below, even if each step had the links for
 * itself. Elements go as soon as the elements before them are there, in slices as small as
 * possible.
 *
 * Together with GetVolumes() this is the bound of an algorithm. However fast the links are, the end
 * of a chain gets nothing sooner, and neither does a rank that waits for one step after another.
 * \param algorithm any algorithm
 * \param call of any rank
 * \param wire what a step takes
 * \return seconds; nothing if the ranks have more than a million steps, which keep the links busy
 * anyway
 */
std::optional<double> IncHostCriticalPath(const IncHostAlgorithm& algorithm,
                                          IncHostCall call,
                                          const IncHostWire& wire);

} // namespace ns3

#endif // INC_HOST_CRITICAL_PATH_H
