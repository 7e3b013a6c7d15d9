/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cross-traffic.h"

#include "inc-flow-list.h"
#include "inc-scenario-flows.h"
#include "inc-sim-arguments.h"
#include "inc-sim-network.h"

#include "ns3/inc-simulation-loop.h"
#include "ns3/inc-topology.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint64_t FLOW_BYTES = 65536; //!< size of a flow without --sizes

std::vector<IncFlow>
ReadList(const IncSimArguments& arguments, const IncTopology& topology)
{
    if (arguments.flows.list.empty())
    {
        return {};
    }
    const std::string& path = arguments.flows.list;
    auto flows = IncReadFlows("--flowList=", path, topology, topology.GetHosts());
    const auto isOpen = [](const IncFlow& flow) { return flow.bytes == 0; };
    arguments.table.Require(std::none_of(flows.begin(), flows.end(), isOpen),
                            "flowList",
                            "a flow has no size; accepted: flows of at least 1 byte");
    return flows;
}

} // namespace

void
IncCheckCrossTraffic(const IncSimArguments& arguments, const IncTopology& topology)
{
    ReadList(arguments, topology);
    arguments.table.Require(!arguments.flows.AreBeside() || topology.GetHosts().size() >= 2,
                            arguments.flows.BesideName(),
                            "flows need two hosts; accepted: with more hosts");
}

IncCrossTraffic::IncCrossTraffic(const IncSimArguments& arguments,
                                 const IncSimNetwork& network,
                                 const IncRunObservers& observers,
                                 int64_t stream)
    : m_arguments(arguments),
      m_network(network),
      m_observers(observers),
      m_draw(CreateObject<UniformRandomVariable>()),
      m_gap(CreateObject<ExponentialRandomVariable>()),
      m_pattern(arguments.flows.pattern)
{
    m_draw->SetStream(stream);
    m_gap->SetStream(stream + 1);
    m_pattern.bytes = FLOW_BYTES;
    m_pattern.load = arguments.flows.background;
}

void
IncCrossTraffic::Begin()
{
    const IncFabric& fabric = m_network.GetFabric();
    m_flows = ReadList(m_arguments, fabric.GetTopology());
    m_run.emplace(fabric, m_flows);
    m_run->Start();
    if (m_arguments.flows.list.empty())
    {
        for (const uint32_t host : fabric.GetTopology().GetHosts())
        {
            ScheduleNext(host);
        }
    }
}

void
IncCrossTraffic::ScheduleNext(uint32_t host)
{
    const IncFabric& fabric = m_network.GetFabric();
    const double arrivals = m_pattern.GetArrivals(fabric.GetTopology(), host);
    m_arrivals.ScheduleAt(*fabric.GetNodes().Get(host),
                          Seconds(m_gap->GetValue(1 / arrivals, 0)),
                          [this, host]() { Launch(host); });
}

uint32_t
IncCrossTraffic::Draw(uint32_t n)
{
    return m_draw->GetInteger(0, n - 1);
}

void
IncCrossTraffic::Launch(uint32_t host)
{
    const auto& hosts = m_network.GetFabric().GetTopology().GetHosts();
    const auto place = std::find(hosts.begin(), hosts.end(), host) - hosts.begin();
    const auto count = static_cast<uint32_t>(hosts.size());
    IncFlow flow;
    flow.from = host;
    flow.to = hosts[(place + 1 + Draw(count - 1)) % count];
    flow.bytes = m_pattern.DrawBytes([this](uint32_t n) { return Draw(n); });
    flow.start = Simulator::Now() - m_run->GetStart();
    m_flows.push_back(flow);
    m_run->Launch(flow);
    ScheduleNext(host);
}

void
IncCrossTraffic::End(IncProgress& progress, IncResultRow& row)
{
    m_arrivals.Cancel();
    if (row.IsOk())
    {
        IncSimulationLoop loop(progress, std::nullopt);
        m_run->Expect(loop);
        loop.Run();
        row.status = loop.GetStatus();
    }
    row.beside = IncReadFlowRun(*m_run, m_arguments, m_network, m_observers);
    row.beside->pattern = m_arguments.flows.BesideName();
    m_run.reset();
}

} // namespace ns3
