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

/// \ingroup inc
/// \brief A network and its traffic, to be measured. Each scenario or ns-3 baseline is a subclass.
class IncBenchWorkload
{
  public:
    virtual ~IncBenchWorkload() = default;

    /** \brief Build the network and prepare flows of `size` bytes. */
    virtual void Install(const IncTopology& topology, uint64_t size) = 0;

    /** \brief Count data packets and frame hops, and report failures, after Simulator::Run(). */
    virtual void Collect(IncBenchFigures& figures) const = 0;
};

using IncBenchFactory = std::function<std::unique_ptr<IncBenchWorkload>()>;

/**
 * \brief Measure a workload on a fat-tree whose switches have `k` ports, in a new process.
 *
 * In a new process, memory and random numbers of earlier workloads have no effect. The process runs
 * a small network first, so that the figures do not include loading code and building the tables of
 * ns-3's type system. Throws std::runtime_error if the process fails.
 */
IncBenchFigures IncMeasure(const IncBenchFactory& make, uint32_t k, uint64_t size);

/** \return number of frames sent so far, over all links */
uint64_t IncCountFrameHops(const IncFabric& fabric);

/** \brief Draw for each host another host as destination, from ns-3's seed and run number.
 * There are at least 2 hosts. */
std::vector<uint32_t> IncDrawPermutation(uint32_t hosts);

} // namespace ns3

#endif // INC_BENCH_WORKLOAD_H
