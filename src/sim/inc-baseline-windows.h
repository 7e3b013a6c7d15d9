/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BASELINE_WINDOWS_H
#define INC_BASELINE_WINDOWS_H

#include "ns3/inc-parameter-config.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What the windows of host-based algorithms let through where paths are long, as algbw in
 * GB/s.
 */
class IncBaselineWindows
{
  public:
    /**
     * \param topology the network
     * \param workers hosts by rank
     * \param bytes of a full data frame on the wire, preamble and inter-frame gap included
     */
    IncBaselineWindows(const IncTopology& topology,
                       const std::vector<uint32_t>& workers,
                       uint32_t bytes);

    /**
     * \param windowBytes payload in flight between two neighbors
     * \return a window in each round trip of the neighbors that are farthest apart
     */
    double RingGBps(uint32_t windowBytes) const;

    /**
     * \param server host of the parameter server
     * \param config its windows
     * \return what its limit and its segments let through: each byte of a worker is granted and
     *         pushed, and its segment's memory is free when the result is acknowledged
     */
    double ParameterServerGBps(uint32_t server, const IncParameterConfig& config) const;

  private:
    double RoundTrip(uint32_t from, uint32_t to) const;

    const IncTopology& m_topology;          //!< the network
    const std::vector<uint32_t>& m_workers; //!< hosts by rank
    uint32_t m_bytes;                       //!< bytes of a full data frame
};

} // namespace ns3

#endif // INC_BASELINE_WINDOWS_H
