/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-flows.h"

#include "inc-scenario-job.h"

#include "ns3/inc-background-traffic.h"
#include "ns3/inc-closed-form.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

namespace ns3
{

IncScenarioFlows::IncScenarioFlows(const IncScenarioConfig& config,
                                   IncScenarioNetwork& network,
                                   IncProgress& progress)
    : m_config(config),
      m_network(network),
      m_progress(progress)
{
}

void
IncScenarioFlows::Check(const IncScenarioConfig& config, const IncScenarioNetwork& network)
{
    using Kind = IncFlowPattern::Kind;
    if (network.GetWorkers().size() < 2)
    {
        config.Refuse("workers", "flows need at least 2");
    }
    const Kind kind = config.flows.pattern;
    if (kind != Kind::RING && kind != Kind::RAILS)
    {
        return;
    }
    const uint32_t perLeaf =
        IncFlowPattern::HostsPerLeaf(network.GetFabric().GetTopology(), network.GetWorkers());
    if (perLeaf == 0)
    {
        config.Refuse("pattern",
                      "the workers are not the same number under each of at least two leaf "
                      "switches, in order; accepted with these: permutation, alltoall, incast, "
                      "mix");
    }
    if (kind != Kind::RAILS ||
        config.jobs.count.value_or(IncJobsConfig::DEFAULT_OF_RAILS) <= perLeaf)
    {
        return;
    }
    const std::string most = std::to_string(perLeaf);
    if (config.jobs.count)
    {
        config.Refuse("jobs", "a leaf has " + most + " workers; accepted: 1 to " + most);
    }
    config.Refuse("pattern",
                  "has " + std::to_string(IncJobsConfig::DEFAULT_OF_RAILS) +
                      " jobs by default, and a leaf has " + most +
                      " workers; accepted: with --jobs of 1 to " + most);
}

std::vector<IncFlow>
IncScenarioFlows::MakeFlows(uint64_t size)
{
    const IncFlowPattern pattern =
        m_config.flows.MakePattern(size,
                                   m_config.jobs.count.value_or(IncJobsConfig::DEFAULT_OF_RAILS));
    auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(m_network.TakeStreams(1));
    return pattern.Make(m_network.GetFabric().GetTopology(),
                        m_network.GetWorkers(),
                        [draw](uint32_t n) { return draw->GetInteger(0, n - 1); });
}

IncResultRow
IncScenarioFlows::Run(uint64_t size)
{
    const IncFabric& fabric = m_network.GetFabric();
    IncFlowRun run(fabric, MakeFlows(size));
    const IncBackgroundTraffic background(fabric,
                                          m_network.GetWorkers(),
                                          m_config.flows.background,
                                          m_network.TakeStreams(2));
    IncResultRow row;
    row.scheme = IncFlowsScheme().name;
    row.workers = static_cast<uint32_t>(m_network.GetWorkers().size());
    const IncBusiestHosts busiest = run.GetBusiestHosts();
    row.bytes = row.count = busiest.bytes;
    row.boundAlgbwGBps = IncClosedForm(m_network.GetSlowestRate(busiest.hosts),
                                       m_config.payload,
                                       IncRcOverhead(m_config.payload, m_config.ip),
                                       row.workers)
                             .LinkGBps();

    m_progress.Begin(row.scheme, row.bytes);
    IncSimulationLoop loop(m_progress, row.boundAlgbwGBps);
    loop.Watch(fabric.GetWatchdog());
    m_network.ScheduleFailures(m_config.ecmp.failures,
                               [&run](uint32_t link) { run.GetMeter().LinkFailed(link); });
    const Time start = Simulator::Now();
    run.Start(loop);
    const Time end = loop.Run();
    m_progress.End();

    row.status = loop.GetStatus();
    row.flows = run.GetResult();
    if (!row.IsOk())
    {
        row.flows->recoveryUs.reset();
    }
    row.flows->pattern = m_config.flows.PatternName();
    const IncQueuePairCounters counters = run.GetCounters();
    row.retransmissions = counters.retransmissions;
    row.timeouts = counters.timeouts;
    row.duplicatesDropped = counters.duplicates;
    row.statistics = m_network.GetStatistics(); // while the queue pairs are there
    if (row.IsOk())
    {
        row.timeUs = (end - start).GetNanoSeconds() / 1e3;
    }
    return row;
}

} // namespace ns3
