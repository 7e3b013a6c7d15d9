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
 * \brief Times that a message between two ranks takes in an idle network.
 */
struct IncHostWire
{
    double secondsPerElement{
        0}; //!< time per element on the sender's link, including its share of headers, s

    /// Seconds from the end of a step's last frame on the sender's link to its arrival.
    std::function<double(uint32_t from, uint32_t to, uint64_t elements)> latency;

    uint64_t sliceElements{1}; //!< elements that a rank receives before it sends the first one on
};

/**
 * \ingroup inc
 * \brief Return a lower bound on an algorithm's time, as if each step had the links for itself.
 *
 * Elements are sent when the elements before them, and a first slice, have arrived. Together with
 * GetVolumes() this bounds an algorithm. Faster links do not help the end of a chain, or a rank
 * that waits for one step after another.
 * \param algorithm any algorithm
 * \param call call of any rank
 * \param wire times of the network
 * \return seconds; nothing if the ranks have more than a million steps, which keep the links busy
 */
std::optional<double> IncHostCriticalPath(const IncHostAlgorithm& algorithm,
                                          IncHostCall call,
                                          const IncHostWire& wire);

} // namespace ns3

#endif // INC_HOST_CRITICAL_PATH_H
