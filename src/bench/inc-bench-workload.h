/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BENCH_WORKLOAD_H
#define INC_BENCH_WORKLOAD_H

#include "inc-bench-result.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-topology.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A network and its traffic, to be measured: one class per scenario and side.
 */
class IncBenchWorkload
{
  public:
    virtual ~IncBenchWorkload() = default;

    /**
     * \brief Build the network and make the traffic ready to run.
     * \param topology the network
     * \param size bytes of a flow
     */
    virtual void Install(const IncTopology& topology, uint64_t size) = 0;

    /**
     * \brief After Simulator::Run(): count data packets and frame hops, say what failed.
     * \param figures figures to fill
     */
    virtual void Collect(IncBenchFigures& figures) const = 0;
};

/**
 * \ingroup inc
 * \brief Makes a fresh workload.
 */
using IncBenchFactory = std::function<std::unique_ptr<IncBenchWorkload>()>;

/**
 * \ingroup inc
 * \brief Measure a workload on a fat-tree, in a process of its own.
 *
 * The process starts afresh for every workload, so that none finds memory or random numbers that
 * another has left. A small network runs first: code that is loaded on first use, and the tables
 * of ns-3's type system, are not what a host costs.
 * \param make the workload
 * \param k ports of a switch of the fat-tree
 * \param size bytes of a flow
 * \return the figures; throws std::runtime_error when the process ended otherwise
 */
IncBenchFigures IncMeasure(const IncBenchFactory& make, uint32_t k, uint64_t size);

/**
 * \ingroup inc
 * \param fabric an installed network
 * \return frames sent so far, over all links
 */
uint64_t IncCountFrameHops(const IncFabric& fabric);

/**
 * \ingroup inc
 * \brief A permutation of the hosts without fixed point, from the seed and run of ns-3.
 * \param hosts number of hosts, at least 2
 * \return the destination of every host
 */
std::vector<uint32_t> IncDrawPermutation(uint32_t hosts);

} // namespace ns3

#endif // INC_BENCH_WORKLOAD_H
