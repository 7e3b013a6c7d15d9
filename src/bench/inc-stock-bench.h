/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STOCK_BENCH_H
#define INC_STOCK_BENCH_H

#include "inc-bench-result.h"
#include "inc-bench-workload.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/socket.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
     * \param hosts number of hosts, of the fat-tree
     * \param size bytes of a flow
     * \return the connection matrix: the pairs of IncDrawPermutation(), all starting at once
     */
    static std::string ConnectionMatrix(uint32_t hosts, uint64_t size);

  private:
    std::string m_program; //!< absolute path of htsim's program
};

/**
 * \ingroup inc
 * \brief The flows of IncPermutationBench over stock ns-3, as its helpers set it up: UDP
 * sockets, point-to-point links of MTU 9000, nix-vector routing, IPv4 only, no
 * traces, no check sums, no acknowledgements.
 *
 * Frames are counted by the devices' queues, which every transmitted frame passes. Flows are paced
 * so that no queue can fill; a lost byte or a dropped frame is a failure of the measurement.
 */
class IncStockBench : public IncBenchWorkload
{
  public:
    IncStockBench();
    ~IncStockBench() override;

    void Install(const IncTopology& topology, uint64_t size) override;
    void Collect(IncBenchFigures& figures) const override;

  private:
    class Flow;

    void InstallNodes(const IncTopology& topology);
    void InstallLinks(const IncTopology& topology);
    void InstallFlows(const IncTopology& topology, uint64_t size);

    NodeContainer m_nodes;                      //!< nodes by node index of the topology
    NetDeviceContainer m_devices;               //!< both ends of every link
    std::vector<std::unique_ptr<Flow>> m_flows; //!< one per host
};

} // namespace ns3

#endif // INC_STOCK_BENCH_H
