/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BASELINE_WIRE_H
#define INC_BASELINE_WIRE_H

#include "ns3/inc-host-critical-path.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief How long what a host sends is on its way to another one at least: hops by the shortest
 * path, each as quick as the quickest link.
 */
class IncBaselineWire
{
  public:
    /**
     * \param topology the network
     * \param workers hosts by rank
     * \param payload of a full frame, bytes
     * \param overhead what a frame adds to it on the wire, bytes
     */
    IncBaselineWire(const IncTopology& topology,
                    const std::vector<uint32_t>& workers,
                    uint32_t payload,
                    uint32_t overhead);

    /**
     * \param elementSize bytes
     * \param secondsPerElement on a host's link
     * \return the same for elements; this must outlive it
     */
    IncHostWire Of(uint32_t elementSize, double secondsPerElement) const;

  private:
    double Latency(uint32_t from, uint32_t to, uint64_t bytes) const;

    std::vector<std::vector<uint32_t>> m_hops; //!< by rank and rank
    uint32_t m_payload;                        //!< payload of a full frame, bytes
    uint32_t m_overhead;                       //!< bytes that a frame adds to its payload
    double m_delay;                            //!< shortest of a link, seconds
    double m_perByte;                          //!< seconds for a byte on the fastest link
};

} // namespace ns3

#endif // INC_BASELINE_WIRE_H
