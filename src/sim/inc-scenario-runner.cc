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
      m_network(config),
      m_observers(config, m_network)
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
    // What cannot be set up writes nothing.
    m_observers.Tell(&IncRunObserver::Open, GetHosts());
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
    m_observers.Tell(&IncRunObserver::CheckUse);
    m_observers.Tell(&IncRunObserver::Write, result);
    const IncResourceUsage end = IncResourceUsage::Now();
    result.simulation.events = IncEventCount();
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

/// Hosts of each job, as series name them.
std::vector<std::vector<uint32_t>>
IncScenarioRunner::GetHosts() const
{
    // Groups of execution traces have ranks in common.
    if (m_shares.empty() || m_config.execution)
    {
        return {m_network.GetWorkers()};
    }
    std::vector<std::vector<uint32_t>> hosts;
    for (const IncJobShare& share : m_shares)
    {
        hosts.push_back(share.workers);
    }
    return hosts;
}

IncJobSetting
IncScenarioRunner::NextJobs()
{
    return {m_config, m_network, m_observers, m_jobs++};
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
IncScenarioRunner::Finish(IncResultRow& row, const IncJobCounters& counters) const
{
    row.retransmissions = counters.retransmissions;
    row.timeouts = counters.timeouts;
    row.duplicatesDropped = counters.duplicates;
    row.slotPeak = counters.slotPeak;
    row.clientSlotPeak = counters.clientSlotPeak;
    m_observers.Tell(&IncRunObserver::Read, row);
    m_observers.Tell(&IncRunObserver::End, row);
    m_observers.Tell(&IncRunObserver::Conclude, row);
}

IncOwnedEvents
IncScenarioRunner::ScheduleFaults() const
{
    if (IncScenarioControl* control = m_network.GetControl())
    {
        control->ScheduleEvents(m_shares.front());
    }
    return m_observers.ScheduleFailures();
}

IncResultRow
IncScenarioRunner::RunSize(const IncScheme& scheme, uint64_t size)
{
    IncScenarioJobs jobs(NextJobs(), scheme, m_shares);
    IncResultRow row = MakeRow(scheme, jobs.GetFirst());
    row.dtype = m_config.dtype;
    row.count = m_config.CountOf(size, row.workers);
    row.boundAlgbwGBps = jobs.GetBound(row.count);
    row.bytes =
        IncTotalElements(row.collective, row.workers, row.count) * IncSizeOf(m_config.dtype);
    const auto begun = jobs.GetSetup();
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    IncOwnedEvents failures;
    m_progress.Begin(row.scheme, row.bytes);
    for (uint32_t i = 0; i < m_config.warmup + m_config.iterations && row.IsOk(); ++i)
    {
        if (i <= m_config.warmup)
        {
            m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
            jobs.StartMeasuring();
        }
        if (i == m_config.warmup)
        {
            m_observers.Tell(&IncRunObserver::Begin, m_row);
            failures = ScheduleFaults();
        }
        IncSimulationLoop loop(m_progress, row.boundAlgbwGBps);
        m_observers.Tell(&IncRunObserver::WatchLoop, loop);
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
    Finish(row, jobs.GetCounters());
    if (m_config.jobs.count)
    {
        row.jobs = jobs.GetResult(row.bytes);
    }
    m_progress.End();
    return row;
}

IncResultRow
IncScenarioRunner::RunFlows(uint64_t size)
{
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    m_observers.Tell(&IncRunObserver::Begin, m_row);
    IncResultRow row = IncScenarioFlows(m_config, m_network, m_observers, m_progress).Run(size);
    m_observers.Tell(&IncRunObserver::End, row);
    m_observers.Tell(&IncRunObserver::Conclude, row);
    return row;
}

IncResultRow
IncScenarioRunner::RunWorkload(const IncScheme& scheme)
{
    const IncJobSetting setting = NextJobs();
    const auto job = IncMakeJob(scheme, setting, m_shares.front());
    IncResultRow row = MakeRow(scheme, *job);
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    const IncOwnedEvents failures = ScheduleFaults();
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    m_observers.Tell(&IncRunObserver::Begin, m_row);
    IncWorkloadTimeline timeline(setting, *job, m_progress);
    timeline.Run(row);
    FillSetup(row, job->GetSetup(), *job);
    Finish(row, job->GetCounters());
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
    IncExecutionRun run(NextJobs(), scheme, m_shares, m_progress);
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    const IncOwnedEvents failures = ScheduleFaults();
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    m_observers.Tell(&IncRunObserver::Begin, m_row);
    run.Run(row);
    row.setup = run.GetSetup();
    Finish(row, run.GetCounters());
    return row;
}

} // namespace ns3
