/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HTSIM_BENCH_H
#define INC_HTSIM_BENCH_H

#include "inc-bench-result.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The flows of IncPermutationBench in htsim: its program htsim_roce of
 * github.com/Broadcom/csg-htsim, which somebody has built, over its own fat-tree.
 *
 * Packets of 4,096 bytes with an acknowledgement each, links of 100 Gb/s and 1 us, lossless
 * queues, a path per flow. htsim tells how many data packets it sent, but neither hops nor events.
 */
class IncHtsimBench
{
  public:
    /** \param program path of htsim_roce */
    explicit IncHtsimBench(const std::string& program);

    /**
     * \brief Run it, in a temporary folder that is removed again.
     * \param k ports of a switch of the fat-tree
     * \param size bytes of a flow
     * \return the figures; throws IncError where the program does not speak as htsim_roce does
     */
    IncBenchFigures Measure(uint32_t k, uint64_t size) const;

    /**
     * \param hosts how many, of the fat-tree
     * \param size bytes of a flow
     * \return the connection matrix: the pairs of IncDrawPermutation(), all starting at once
     */
    static std::string ConnectionMatrix(uint32_t hosts, uint64_t size);

  private:
    std::string m_program; //!< absolute path of htsim's program
};

} // namespace ns3

#endif // INC_HTSIM_BENCH_H
