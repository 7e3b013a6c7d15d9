/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-runner.h"

#include "inc-data-memory.h"
#include "inc-execution-run.h"
#include "inc-given-attributes.h"
#include "inc-railed-job.h"
#include "inc-scenario-flows.h"
#include "inc-scenario-jobs.h"
#include "inc-workload-timeline.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-error.h"
#include "ns3/inc-event-count.h"
#include "ns3/inc-output-file.h"
#include "ns3/inc-resource-usage.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/version.h"

#include <algorithm>
#include <set>

namespace ns3
{

namespace
{

/// Whether all ranks have had one tree, whose bound was worked out.
bool
IsBoundBy(const IncSetupResult& begun, const IncSetupResult& ended)
{
    return ended.executedScheme == begun.executedScheme && ended.rebuilt == begun.rebuilt &&
           ended.gone.empty();
}

} // namespace

IncScenarioRunner::IncScenarioRunner(const IncScenarioConfig& config, IncProgress& progress)
    : m_config(config),
      m_progress(progress),
      m_network(config)
{
    const std::string first = "ns3::IncRcQueuePair::RetransmitTimeout";
    if (!IncIsAttributeGiven(first))
    {
        IncSetDefault(first, TimeValue(m_network.GetRcTimeout()));
    }
    const std::string floor = "ns3::IncRcQueuePair::MinRetransmitTimeout";
    if (config.GetRcFloor() && !IncIsAttributeGiven(floor))
    {
        IncSetDefault(floor, TimeValue(*config.GetRcFloor()));
    }
    if (config.RunsFlows())
    {
        IncScenarioFlows::Check(config, m_network);
    }
    if (config.execution)
    {
        const auto& workers = m_network.GetWorkers();
        if (workers.size() < config.execution->GetTraces().size())
        {
            config.Refuse("workload", "the network has too few hosts; accepted: a trace for each");
        }
        m_shares = IncJobShare::DealTo(config,
                                       m_network,
                                       IncExecutionRun::GroupWorkers(*config.execution, workers),
                                       "workload");
    }
    else if (config.RunsCollectives())
    {
        m_shares = IncJobShare::Deal(config, m_network);
    }
    IncRefuseDataBeyondMemory(config, m_shares);
    RefuseUnknownStragglers();
    RefuseUnusedPaths();
    NameJobs();
    // What cannot be set up writes nothing.
    if (!config.trace.empty())
    {
        m_network.Trace(config.trace);
    }
    if (!config.pcap.empty())
    {
        m_network.Capture(config.pcap);
    }
    m_network.TellRoutes();
}

void
IncScenarioRunner::RefuseUnknownStragglers() const
{
    std::set<std::string> names;
    for (const uint32_t worker : m_network.GetWorkers())
    {
        names.insert(m_network.GetFabric().GetTopology().GetName(worker));
    }
    for (const auto& [name, late] : m_config.stragglers.late)
    {
        if (names.count(name) == 0)
        {
            m_config.Refuse("straggler",
                            "no worker is called " + name + "; accepted: a worker, such as " +
                                *names.begin());
        }
    }
}

void
IncScenarioRunner::RefuseUnusedPaths() const
{
    using Mode = IncDisseminationMode;
    const IncFabric& fabric = m_network.GetFabric();
    // What is not an AllReduce may run on the hosts, whose flows have a choice.
    bool hasChoice = m_config.schemes.size() > 1 || !m_config.RunsInNetwork() ||
                     m_config.execution || m_config.collective != IncCollective::ALLREDUCE;
    for (const auto& share : m_shares)
    {
        for (uint32_t i = 0; share.tree && i < share.tree->GetNodes().size(); ++i)
        {
            const auto& vatNode = share.tree->GetNodes()[i];
            for (const auto& input : share.tree->GetInputs(i))
            {
                const uint32_t below = input.isWorker ? share.tree->GetWorkers()[input.index].host
                                                      : share.tree->GetNodes()[input.index].node;
                const uint32_t above =
                    m_config.dissemination == Mode::UNICAST ? share.tree->GetRoot() : vatNode.node;
                hasChoice = hasChoice || IncEcmpConfig::HasChoice(fabric, below, vatNode.node) ||
                            (m_config.dissemination != Mode::BIER &&
                             IncEcmpConfig::HasChoice(fabric, above, below));
            }
        }
    }
    if (!hasChoice)
    {
        m_config.RefuseIfGiven(IncEcmpConfig::Names(),
                               "a single path between all neighbors in the tree" +
                                   std::string(m_config.dissemination == Mode::BIER
                                                   ? ", and BIER's own choice of paths"
                                                   : ""));
    }
}

std::vector<std::string>
IncScenarioRunner::GetNotes() const
{
    std::vector<std::string> notes;
    if (m_config.execution)
    {
        notes = m_config.execution->GetNotes();
    }
    const std::string note = m_config.ecmp.GetNote(m_network.GetFabric());
    if (!note.empty())
    {
        notes.push_back(note);
    }
    return notes;
}

IncResult
IncScenarioRunner::Run(IncResultTable* table)
{
    const IncResourceUsage begin = IncResourceUsage::Now();
    IncResult result;
    result.config = m_config.arguments;
    const auto add = [&](const IncResultRow& row) {
        result.simulation.packetHops += row.packetsSent;
        result.rows.push_back(row);
        if (table)
        {
            table->PrintRow(row);
        }
        if (!row.IsOk() && m_config.lossless.pfc)
        {
            m_network.Empty();
        }
    };
    for (const IncScheme* scheme : m_config.schemes)
    {
        if (m_config.workload || m_config.execution)
        {
            Begin(result);
            add(m_config.workload ? RunWorkload(*scheme) : RunExecution(*scheme));
            continue;
        }
        for (const uint64_t size : m_config.sizes)
        {
            Begin(result);
            add(scheme->IsFlows() ? RunFlows(size) : RunSize(*scheme, size));
        }
    }
    IncRefuseUnusedAttributes();
    RefuseUnusedPatterns();
    m_network.WriteFiles();
    WriteFlowTable(result);
    const IncResourceUsage end = IncResourceUsage::Now();
    result.simulation.events = IncEventCount();
    if (m_config.fastForward != IncFastForwardMode::OFF)
    {
        result.simulation.fastForward = m_network.GetFastForward()->GetReport();
    }
    result.simulation.simulatedS = Simulator::Now().GetSeconds();
    result.simulation.wallS = end.wallS - begin.wallS;
    result.simulation.cpuS = end.cpuS - begin.cpuS;
    result.simulation.peakRssBytes = end.peakRssBytes;
    return result;
}

void
IncScenarioRunner::Begin(const IncResult& result)
{
    if (!result.rows.empty())
    {
        m_network.Restore();
    }
    m_row = "row" + std::to_string(result.rows.size());
}

void
IncScenarioRunner::WriteFlowTable(const IncResult& result) const
{
    if (m_config.flows.tableFile.empty())
    {
        return;
    }
    std::string text = IncFlowRecord::Header();
    for (std::size_t row = 0; row < result.rows.size(); ++row)
    {
        if (result.rows[row].flows)
        {
            for (const IncFlowRecord& flow : result.rows[row].flows->records)
            {
                text += flow.ToText(row);
            }
        }
    }
    IncWriteOutputFile(m_config.flows.tableFile, text);
}

void
IncScenarioRunner::NameJobs() const
{
    const auto series = m_network.GetSeries();
    if (!series)
    {
        return;
    }
    // Groups of execution traces have ranks in common.
    const bool one = m_shares.empty() || m_config.execution;
    for (std::size_t i = 0; i < (one ? 1 : m_shares.size()); ++i)
    {
        series->AddJob("job" + std::to_string(i),
                       one ? m_network.GetWorkers() : m_shares[i].workers);
    }
}

void
IncScenarioRunner::StartWatching()
{
    m_begin = Simulator::Now();
    if (const auto series = m_network.GetSeries())
    {
        series->Begin(m_row);
    }
}

void
IncScenarioRunner::RefuseUnusedPatterns() const
{
    const auto series = m_network.GetSeries();
    for (const auto& pattern : series ? series->GetUnused() : std::vector<std::string>())
    {
        m_config.Refuse("seriesOf",
                        "nothing is called " + pattern +
                            "; accepted: patterns of OBJECT/METRIC, such as h0->edge0/sent_bytes, "
                            "edge0/slots_in_use, h0/qp17/rate_Gbps, job0/received_bytes");
    }
}

uint16_t
IncScenarioRunner::NextJob()
{
    return m_jobs++;
}

IncResultRow
IncScenarioRunner::MakeRow(const IncScheme& scheme, const IncScenarioJob& job) const
{
    IncResultRow row;
    row.scheme = scheme.name;
    row.collective = m_config.collective;
    row.op = IncReduces(m_config.collective) ? m_config.op : IncOperation::NONE;
    row.workers = job.GetAlgorithm()->GetRanks();
    row.boundAlgbwGBps = job.GetBound(m_config.collective, 0);
    if (m_shares.size() == 1) // else each job has its own
    {
        job.Describe(row);
    }
    return row;
}

void
IncScenarioRunner::FillSetup(IncResultRow& row,
                             const std::optional<IncSetupResult>& setup,
                             const IncScenarioJob& job) const
{
    row.setup = setup;
    if (m_shares.size() == 1 && setup && setup->rebuilt > 0)
    {
        row.tree.clear();
        job.Describe(row);
    }
}

void
IncScenarioRunner::FillTraffic(IncResultRow& row) const
{
    if (const auto series = m_network.GetSeries())
    {
        series->End();
    }
    if (const auto timeline = m_network.GetTimeline())
    {
        timeline->Add({"run", "rows", row.scheme, "row", m_begin, Simulator::Now(), row.bytes});
        const auto log = m_network.GetControl() ? m_network.GetControl()->GetLog()
                                                : std::vector<IncManagerLogEntry>();
        for (const IncManagerLogEntry& entry : log)
        {
            timeline->AddInstant("manager", entry.object + " " + entry.event, entry.at);
        }
    }
    const IncTraffic traffic = m_network.GetTraffic();
    row.packetsSent = traffic.frames;
    row.packetsLost = traffic.lostOnLinks + traffic.lostInBuffers;
    row.lostInBuffers = traffic.lostInBuffers;
    row.linkBytesTotal = traffic.bytes;
    row.linkBytesMax = traffic.maxBytes;
    row.linkCopies = traffic.results;
    row.bottleneckLink = traffic.busiestLink;
    row.bottleneckBusyUs = static_cast<double>(traffic.busyPs) / 1e6;
}

void
IncScenarioRunner::FillCounters(IncResultRow& row, const IncJobCounters& counters) const
{
    FillTraffic(row);
    row.retransmissions = counters.retransmissions;
    row.timeouts = counters.timeouts;
    row.duplicatesDropped = counters.duplicates;
    row.slotPeak = counters.slotPeak;
    row.clientSlotPeak = counters.clientSlotPeak;
    row.statistics = m_network.GetStatistics();
    if (row.setup && m_network.GetControl())
    {
        row.setup->links = m_network.GetControl()->GetLinkChanges();
    }
    if (row.statistics && row.setup && m_network.GetControl())
    {
        row.setup->statistics = m_network.GetControl()->Query(m_shares.front().treeId);
        row.setup->log = m_network.GetControl()->GetLog();
    }
    if (m_network.GetControl())
    {
        m_network.GetControl()->WriteInventory();
    }
    Conclude(row);
}

void
IncScenarioRunner::Conclude(IncResultRow& row) const
{
    // What has failed may leave anything behind.
    const std::string fault = row.IsOk() ? m_network.CheckRest() : "";
    row.status = fault.empty() ? row.status : fault;
    if (row.status == "ok" && row.wrong.value_or(0) > 0)
    {
        row.status = "wrong elements: " + std::to_string(*row.wrong);
    }
    if (row.status != "ok")
    {
        row.timeUs.reset();
    }
}

/// Return a meter of the network and job that are set up now, or null if no link fails.
std::unique_ptr<IncRecoveryMeter>
IncScenarioRunner::MeterRecovery() const
{
    return m_config.ecmp.failures.empty()
               ? nullptr
               : std::make_unique<IncRecoveryMeter>(m_network.GetFabric(), m_network.GetClients());
}

/// \return the failures; to be destroyed before the meter
IncOwnedEvents
IncScenarioRunner::ScheduleFailures(IncRecoveryMeter* meter)
{
    if (m_network.GetControl())
    {
        m_network.GetControl()->ScheduleEvents(m_shares.front());
    }
    return m_network.ScheduleFailures(m_config.ecmp.failures,
                                      [meter](uint32_t link) { meter->LinkFailed(link); });
}

IncResultRow
IncScenarioRunner::RunSize(const IncScheme& scheme, uint64_t size)
{
    IncScenarioJobs jobs(m_config, m_network, scheme, m_shares, NextJob());
    IncResultRow row = MakeRow(scheme, jobs.GetFirst());
    row.dtype = m_config.dtype;
    row.count = m_config.CountOf(size, row.workers);
    row.boundAlgbwGBps = jobs.GetBound(row.count);
    row.bytes =
        IncTotalElements(row.collective, row.workers, row.count) * IncSizeOf(m_config.dtype);
    const auto begun = jobs.GetSetup();
    const auto recovery = MeterRecovery();
    IncOwnedEvents failures;
    m_progress.Begin(row.scheme, row.bytes);
    for (uint32_t i = 0; i < m_config.warmup + m_config.iterations && row.IsOk(); ++i)
    {
        if (i <= m_config.warmup)
        {
            m_network.StartCounting();
            jobs.StartMeasuring();
        }
        if (i == m_config.warmup)
        {
            StartWatching();
            failures = ScheduleFailures(recovery.get());
        }
        IncSimulationLoop loop(m_progress, row.boundAlgbwGBps);
        m_network.Watch(loop);
        const auto wrong = jobs.Run(row.count, i, loop);
        row.status = loop.GetStatus();
        if (wrong)
        {
            row.wrong = row.wrong.value_or(0) + *wrong;
        }
    }
    if (row.IsOk())
    {
        row.timeUs = jobs.GetTimeUs();
    }
    FillSetup(row, jobs.GetSetup(), jobs.GetFirst());
    if (row.setup && !IsBoundBy(*begun, *row.setup))
    {
        row.boundAlgbwGBps = std::nullopt;
    }
    FillCounters(row, jobs.GetCounters());
    if (m_config.jobs.count)
    {
        row.jobs = jobs.GetResult(row.bytes);
    }
    if (recovery)
    {
        row.recovery = recovery->GetResult(row.status);
    }
    m_progress.End();
    return row;
}

IncResultRow
IncScenarioRunner::RunFlows(uint64_t size)
{
    m_network.StartCounting();
    StartWatching();
    IncResultRow row = IncScenarioFlows(m_config, m_network, m_progress).Run(size);
    FillTraffic(row);
    Conclude(row);
    return row;
}

IncResultRow
IncScenarioRunner::RunWorkload(const IncScheme& scheme)
{
    const auto job = IncMakeJob(scheme, m_config, m_network, m_shares.front(), NextJob());
    IncResultRow row = MakeRow(scheme, *job);
    const auto recovery = MeterRecovery();
    const IncOwnedEvents failures = ScheduleFailures(recovery.get());
    m_network.StartCounting();
    StartWatching();
    IncWorkloadTimeline timeline(m_config, *job, m_network, m_progress);
    timeline.Run(row);
    FillSetup(row, job->GetSetup(), *job);
    FillCounters(row, job->GetCounters());
    if (recovery)
    {
        row.recovery = recovery->GetResult(row.status);
    }
    return row;
}

IncResultRow
IncScenarioRunner::RunExecution(const IncScheme& scheme)
{
    IncResultRow row;
    row.scheme = scheme.name;
    row.op = m_config.op;
    row.dtype = m_config.dtype;
    row.workers = static_cast<uint32_t>(m_config.execution->GetTraces().size());
    for (const auto& trace : m_config.execution->GetTraces())
    {
        row.bytes = std::max(row.bytes, trace.GetCounts().communicationBytes);
    }
    row.count = row.bytes / IncSizeOf(m_config.dtype);
    IncExecutionRun run(m_config, m_network, scheme, m_shares, NextJob(), m_progress);
    const auto recovery = MeterRecovery();
    const IncOwnedEvents failures = ScheduleFailures(recovery.get());
    m_network.StartCounting();
    StartWatching();
    run.Run(row);
    row.setup = run.GetSetup();
    FillCounters(row, run.GetCounters());
    if (recovery)
    {
        row.recovery = recovery->GetResult(row.status);
    }
    return row;
}

} // namespace ns3
