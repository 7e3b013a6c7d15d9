/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-allreduce-bench.h"

#include "ns3/inc-bfr-id.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-window-permit.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// From one layer of Llama-2-7B to the next: what backward computes meanwhile on a worker of 100
/// TFLOP/s, as in examples/workloads/llama2-7b.txt.
const Time LAYER_GAP = NanoSeconds(35905900);

} // namespace

IncAllReduceBench::IncAllReduceBench(IncDisseminationMode dissemination,
                                     IncFastForwardMode mode,
                                     uint32_t layers)
    : m_dissemination(dissemination),
      m_mode(mode),
      m_layers(layers),
      m_fastForward(CreateObject<IncFastForward>())
{
    m_fastForward->SetAttribute("Mode", IncEnumValue(mode));
}

IncAllReduceBench::~IncAllReduceBench()
{
    m_fastForward->Dispose();
    if (m_allReduce)
    {
        m_allReduce->Dispose();
    }
}

void
IncAllReduceBench::Install(const IncTopology& topology, uint64_t size)
{
    m_fabric = IncFabricHelper().Install(topology);
    auto hosts = topology.GetHosts();
    hosts.resize(std::min<std::size_t>(hosts.size(), INC_MAX_BFR_ID)); // k = 64 has one more
    const auto workers = IncTreeWorkers(topology, hosts);
    IncGroupOptions options;
    options.dissemination = m_dissemination;
    m_group = IncGroupHelper().Install(m_fabric,
                                       IncTreeBuilder(m_fabric.GetTopology()).Build(workers),
                                       options);
    m_fastForward->Watch(m_group.clients);
    m_allReduce = CreateObject<IncInNetworkCollective>();
    m_allReduce->Setup(m_group.clients);

    IncCollectiveRequest request;
    request.count = std::max<uint64_t>(1, size / IncSizeOf(request.type));
    Start(request, m_layers > 1);
    if (m_mode == IncFastForwardMode::OFF)
    {
        IncPermitWindows(m_group.clients);
    }
    for (uint32_t layer = 1; layer < m_layers; ++layer)
    {
        const bool isFollowed = layer + 1 < m_layers;
        Simulator::Schedule(layer * LAYER_GAP,
                            &IncAllReduceBench::Start,
                            this,
                            request,
                            isFollowed);
    }
}

void
IncAllReduceBench::Start(const IncCollectiveRequest& request, bool isFollowed)
{
    m_fastForward->Start(request,
                         isFollowed,
                         MakeCallback(&IncAllReduceBench::RankEnded, this),
                         [&](const auto& told) { m_allReduce->Start(request, told); });
}

void
IncAllReduceBench::RankEnded(uint32_t rank, const std::string& status)
{
    if (status.empty())
    {
        ++m_completed;
        m_end = Simulator::Now();
    }
    else
    {
        m_lastError = "rank " + std::to_string(rank) + ": " + status;
    }
}

void
IncAllReduceBench::Collect(IncBenchFigures& figures) const
{
    for (const auto& client : m_group.clients)
    {
        figures.dataPackets += client->GetCounters().messagesSent;
    }
    figures.frameHops = IncCountFrameHops(m_fabric);
    figures.simulatedNs = m_end.GetNanoSeconds();
    figures.jumpedEvents = m_fastForward->GetReport().jumpedEvents;
    const std::size_t expected = m_layers * m_group.clients.size();
    if (m_completed < expected)
    {
        figures.failure =
            std::to_string(expected - m_completed) + " of " + std::to_string(expected) +
            " ranks did not complete: " + (m_lastError.empty() ? "no completion" : m_lastError);
    }
}

} // namespace ns3
