/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STOCK_BENCH_H
#define INC_STOCK_BENCH_H

#include "inc-bench-workload.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/socket.h"

#include <memory>
#include <vector>

namespace ns3
{

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

    NodeContainer m_nodes;                      //!< by node index of the topology
    NetDeviceContainer m_devices;               //!< both ends of every link
    std::vector<std::unique_ptr<Flow>> m_flows; //!< one per host
};

} // namespace ns3

#endif // INC_STOCK_BENCH_H
