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
 * \brief Runs the flows of IncPermutationBench in htsim: in the program htsim_roce of
 * github.com/Broadcom/csg-htsim, which the user has built, and over htsim's own fat-tree.
 *
 * Packets have 4,096 bytes, and each is acknowledged. Links have 100 Gb/s and 1 us, queues are
 * lossless, and each flow has one path. htsim reports the number of data packets, but no hops and
 * no events.
 */
class IncHtsimBench
{
  public:
    /** \param program path of htsim_roce */
    explicit IncHtsimBench(const std::string& program);

    /** \brief Run the program in a temporary folder, which is removed afterwards. Throws IncError
     * if the output is not that of htsim_roce. */
    IncBenchFigures Measure(uint32_t k, uint64_t size) const;

    /** \return htsim's connection matrix for the flows of IncDrawPermutation(), all at time 0 */
    static std::string ConnectionMatrix(uint32_t hosts, uint64_t size);

  private:
    std::string m_program; //!< absolute path of htsim's program
};

/**
 * \ingroup inc
 * \brief Runs the flows of IncPermutationBench over stock ns-3, set up by ns-3's helpers: UDP
 * sockets, point-to-point links of MTU 9000, nix-vector routing and IPv4 only. There are no traces,
 * no checksums and no acknowledgements.
 *
 * Frames are counted by the queues of the devices, through which every sent frame goes. Flows are
 * paced so that no queue can fill. If a byte is lost or a frame dropped, the measurement fails.
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

    NodeContainer m_nodes;        //!< nodes by node index of the topology
    NetDeviceContainer m_devices; //!< devices at both ends of every link
    std::vector<std::unique_ptr<Flow>> m_flows;
};

} // namespace ns3

#endif // INC_STOCK_BENCH_H
