/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-runner.h"

#include "inc-execution-run.h"
#include "inc-given-attributes.h"
#include "inc-row-processes.h"
#include "inc-scenario-flows.h"
#include "inc-scenario-job.h"
#include "inc-scenario-jobs.h"
#include "inc-workload-timeline.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-error.h"
#include "ns3/inc-event-count.h"
#include "ns3/inc-rc-queue-pair.h"
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

/// Return whether the bound still holds at the end of a row: same scheme, tree and ranks.
bool
IsBoundBy(const IncSetupResult& begun, const IncSetupResult& ended)
{
    return ended.executedScheme == begun.executedScheme && ended.rebuilt == begun.rebuilt &&
           ended.gone.empty();
}

} // namespace

IncScenarioRunner::IncScenarioRunner(const IncSimArguments& arguments, IncProgress& progress)
    : m_arguments(arguments),
      m_progress(progress),
      m_network(arguments),
      m_observers(arguments, m_network)
{
    if (arguments.rows.RunsFlows())
    {
        IncCheckFlows(arguments, m_network);
    }
    if (arguments.rows.execution)
    {
        const auto& workers = m_network.GetWorkers();
        arguments.table.Require(workers.size() >= arguments.rows.execution->GetTraces().size(),
                                "workload",
                                "the network has too few hosts; accepted: a trace for each");
        IncRequireNics(arguments.table,
                       m_network.GetFabric().GetTopology(),
                       workers,
                       *arguments.rows.execution);
        m_shares =
            IncJobShare::DealTo(arguments,
                                m_network,
                                IncExecutionRun::GroupWorkers(*arguments.rows.execution, workers),
                                "workload");
    }
    else if (arguments.rows.RunsCollectives())
    {
        m_shares = IncJobShare::Divide(arguments, m_network);
    }
    if (arguments.rows.RunsCollectives())
    {
        IncCheckCrossTraffic(arguments, m_network.GetFabric().GetTopology());
    }
    m_dataBytes = IncRefuseDataBeyondMemory(arguments, m_shares);
    if (const auto& quantizer = arguments.call.quantizer)
    {
        const std::size_t ranks = m_shares.empty() ? 1 : m_shares.front().workers.size();
        arguments.table.Require(ranks <= quantizer->GetMaxRanks(),
                                "wire",
                                "sums of " + std::to_string(ranks) +
                                    " ranks leave fewer than 8 bits for an operand; accepted: up "
                                    "to " +
                                    std::to_string(quantizer->GetMaxRanks()) + " ranks");
    }
    RefuseUnknownStragglers();
    RefuseUnusedPaths();
    for (const IncScheme* scheme : arguments.rows.schemes)
    {
        PlanScheme(*scheme);
    }
    m_processes = CountProcesses();
    // Open files last, so that a scenario that is refused writes none.
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
    for (const auto& [name, late] : m_arguments.faults.late)
    {
        m_arguments.table.Require(names.count(name) > 0,
                                  "straggler",
                                  "no worker is called " + name + "; accepted: a worker, such as " +
                                      *names.begin());
    }
}

void
IncScenarioRunner::RefuseUnusedPaths() const
{
    using Mode = IncDisseminationMode;
    const IncFabric& fabric = m_network.GetFabric();
    const Mode mode = m_arguments.aggregation.dissemination;
    // Other collectives than AllReduce may run on the hosts, which can choose between paths.
    bool hasChoice = m_arguments.rows.schemes.size() > 1 || m_arguments.flows.AreBeside() ||
                     !m_arguments.RunsInNetwork() || m_arguments.rows.execution ||
                     m_arguments.call.collective != IncCollective::ALLREDUCE;
    for (const auto& share : m_shares)
    {
        for (uint32_t i = 0; share.tree && i < share.tree->GetNodes().size(); ++i)
        {
            const auto& vatNode = share.tree->GetNodes()[i];
            for (const auto& input : share.tree->GetInputs(i))
            {
                const uint32_t below = input.isWorker ? share.tree->GetWorkers()[input.index].host
                                                      : share.tree->GetNodes()[input.index].node;
                const uint32_t above = mode == Mode::UNICAST ? share.tree->GetRoot() : vatNode.node;
                hasChoice = hasChoice || IncEcmpConfig::HasChoice(fabric, below, vatNode.node) ||
                            (mode != Mode::BIER && IncEcmpConfig::HasChoice(fabric, above, below));
            }
        }
    }
    m_arguments.table.Needs(hasChoice,
                            IncEcmpConfig::Names(),
                            std::string("a single path between all neighbors in the tree") +
                                (mode == Mode::BIER ? ", and BIER's own choice of paths" : ""));
}

std::vector<std::string>
IncScenarioRunner::GetNotes() const
{
    std::vector<std::string> notes;
    if (m_arguments.rows.execution)
    {
        notes = m_arguments.rows.execution->GetNotes();
    }
    const std::string note = m_arguments.ecmp.GetNote(m_network.GetFabric());
    if (!note.empty())
    {
        notes.push_back(note);
    }
    return notes;
}

IncResult
IncScenarioRunner::Run(IncResultTable* table, const std::function<void(IncResult&)>& rowEnded)
{
    const IncResourceUsage begin = IncResourceUsage::Now();
    IncResult result;
    result.config = m_arguments.table.Values();
    const auto add = [&](const IncRowReport& row) {
        result.simulation.packetHops += row.Get<uint64_t>("packets_sent").value_or(0);
        if (row.windows)
        {
            auto& windows = result.simulation.windows;
            windows = windows.value_or(IncWindowsResult{});
            windows->Add(*row.windows);
        }
        result.rows.push_back(row);
        if (table)
        {
            table->PrintRow(row);
        }
        rowEnded(result);
    };
    std::vector<std::string> unused;
    if (m_processes > 1)
    {
        unused = RunProcesses(add, result.simulation);
    }
    else
    {
        for (std::size_t set = 0; set < m_sets.size(); ++set)
        {
            RunSet(set, add);
        }
        unused = IncFindUnusedAttributes();
    }
    if (!unused.empty())
    {
        throw IncError(unused.front());
    }
    m_observers.Tell(&IncRunObserver::CheckUse);
    m_observers.Tell(&IncRunObserver::Write, result);
    const IncResourceUsage end = IncResourceUsage::Now();
    IncSimulationInfo& simulation = result.simulation;
    simulation.events += IncEventCount();
    simulation.simulatedS = (Simulator::Now() + m_simulatedElsewhere).GetSeconds();
    simulation.wallS = end.wallS - begin.wallS;
    simulation.cpuS += end.cpuS - begin.cpuS;
    simulation.peakRssBytes = std::max(simulation.peakRssBytes, end.peakRssBytes);
    return result;
}

void
IncScenarioRunner::Begin(IncCrossTraffic* beside) const
{
    m_observers.Tell(&IncRunObserver::Begin, "row" + std::to_string(m_rows));
    if (beside)
    {
        beside->Begin();
    }
}

/// Return the hosts of each job, for the jobs of --series.
std::vector<std::vector<uint32_t>>
IncScenarioRunner::GetHosts() const
{
    // Groups of execution traces have ranks in common.
    if (m_shares.empty() || m_arguments.rows.execution)
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

/// Return the options that all groups of the next row have in common.
IncGroupOptions
IncScenarioRunner::MakeGroupOptions()
{
    const IncAggregationConfig& aggregation = m_arguments.aggregation;
    IncGroupOptions options;
    options.epoch = m_jobs++;
    options.groups = m_arguments.jobs.count.value_or(1);
    options.bitmaps = aggregation.bitmaps;
    options.addressing = aggregation.vatAddressing;
    options.slotMode = aggregation.slotMode;
    options.order = aggregation.reduction;
    options.transport = aggregation.transport;
    if (options.transport == IncAggregationTransport::RC)
    {
        options.rc.minTimeout = m_arguments.GetRcFloor().value_or(options.rc.minTimeout);
        auto connection = CreateObject<IncRcQueuePair>();
        connection->Configure(options.rc);
        IncSetGivenAttributes(*connection);
        options.rc = *connection;
    }
    options.rc.timeout = m_network.GetRcTimeout();
    options.rc.retryCount = m_arguments.transport.maxRetries;
    options.rc.selectiveRepeat =
        m_arguments.congestion.selectiveRepeat.value_or(options.rc.selectiveRepeat);
    options.priority = m_arguments.pfc.GetPriority();
    options.resultPriority = m_arguments.pfc.GetResultPriority();
    options.dissemination = aggregation.dissemination;
    options.lastHopIsHost = aggregation.lastHopIsHost;
    options.bitStringLength = aggregation.bitStringLength;
    return options;
}

IncJobSetting
IncScenarioRunner::NextJobs()
{
    return {m_network,
            m_observers,
            m_arguments,
            m_arguments.table,
            m_arguments.transport,
            nullptr,
            m_arguments.call,
            MakeGroupOptions()};
}

IncResultRow
IncScenarioRunner::MakeRow(const IncScheme& scheme, const IncScenarioJob& job) const
{
    IncResultRow row;
    row.scheme = scheme.name;
    row.collective = m_arguments.call.collective;
    row.op = IncReduces(m_arguments.call.collective) ? m_arguments.call.op : IncOperation::NONE;
    row.workers = job.GetAlgorithm()->GetRanks();
    if (m_shares.size() == 1) // several jobs have different values
    {
        job.Describe(row);
    }
    if (m_arguments.aggregation.pool.IsShared() && scheme.isInNetwork)
    {
        row.pool = IncPoolResult{m_arguments.aggregation.pool.name,
                                 *m_arguments.aggregation.pool.slots,
                                 {},
                                 std::nullopt};
    }
    if (m_arguments.call.wire)
    {
        row.wire = IncWireResult{IncName(*m_arguments.call.wire), std::nullopt};
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
IncScenarioRunner::Finish(IncResultRow& row,
                          const IncJobCounters& counters,
                          IncCrossTraffic* beside) const
{
    if (beside)
    {
        row.scheme += "+flows";
        beside->End(m_progress, row);
    }
    row.retransmissions = counters.retransmissions;
    row.timeouts = counters.timeouts;
    row.duplicatesDropped = counters.duplicates;
    row.slotPeak = counters.slotPeak;
    row.clientSlotPeak = counters.clientSlotPeak;
    if (row.pool)
    {
        const bool isKept = !row.setup || row.setup->rebuilt == 0;
        row.pool->cells = isKept ? std::optional(counters.cells) : std::nullopt;
    }
    if (row.wire && row.wrong)
    {
        row.wire->errors = counters.errors;
    }
    m_observers.Tell(&IncRunObserver::Read, row);
    m_observers.Tell(&IncRunObserver::End, row);
    m_observers.Tell(&IncRunObserver::Conclude, row);
}

IncOwnedEvents
IncScenarioRunner::ScheduleFaults() const
{
    if (IncSimControl* control = m_network.GetControl())
    {
        control->ScheduleEvents(m_shares.front());
    }
    return m_observers.ScheduleFailures();
}

IncResultRow
IncScenarioRunner::RunSize(const IncScheme& scheme, uint64_t size, IncCrossTraffic* beside)
{
    IncScenarioJobs jobs(NextJobs(), scheme, m_shares, m_arguments.jobs.count.has_value());
    IncResultRow row = MakeRow(scheme, jobs.GetFirst());
    row.dtype = m_arguments.call.dtype;
    row.count = m_arguments.call.CountOf(size, row.workers);
    jobs.FindBound(row.count, row);
    row.bytes = IncTotalElements(row.collective, row.workers, row.count) *
                IncSizeOf(m_arguments.call.dtype);
    const auto begun = jobs.GetSetup();
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    IncOwnedEvents failures;
    m_progress.Begin(row.scheme, row.bytes);
    for (uint32_t i = 0; i < m_arguments.rows.warmup + m_arguments.rows.iterations && row.IsOk();
         ++i)
    {
        if (i <= m_arguments.rows.warmup)
        {
            m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
            jobs.StartMeasuring();
        }
        if (i == m_arguments.rows.warmup)
        {
            Begin(beside);
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
        if (m_arguments.aggregation.pool.IsShared())
        {
            jobs.FindBound(row.count, row); // now it is known how many messages found no slot
        }
    }
    FillSetup(row, jobs.GetSetup(), jobs.GetFirst());
    if (row.setup && !IsBoundBy(*begun, *row.setup))
    {
        row.boundAlgbwGBps = std::nullopt;
        row.linkBoundGBps = std::nullopt;
    }
    Finish(row, jobs.GetCounters(), beside);
    if (m_arguments.jobs.count)
    {
        row.jobs = jobs.GetResult(row.bytes);
        if (row.pool)
        {
            row.pool->fairness = row.jobs->GetFairness();
        }
        for (const IncJobResult& job : row.jobs->jobs)
        {
            row.slots =
                job.slots ? std::min(row.slots.value_or(UINT32_MAX), *job.slots) : row.slots;
        }
    }
    m_progress.End();
    return row;
}

IncResultRow
IncScenarioRunner::RunFlows(std::vector<IncFlow> flows,
                            const std::string& pattern,
                            double background)
{
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    m_observers.Tell(&IncRunObserver::Begin, "row" + std::to_string(m_rows));
    IncResultRow row =
        IncRunFlows(m_arguments, m_network, m_observers, m_progress, std::move(flows), background);
    row.flows->pattern = pattern;
    m_observers.Tell(&IncRunObserver::End, row);
    m_observers.Tell(&IncRunObserver::Conclude, row);
    return row;
}

IncResultRow
IncScenarioRunner::RunWorkload(const IncScheme& scheme, IncCrossTraffic* beside)
{
    const auto job = IncMakeJob(scheme, NextJobs(), m_shares.front());
    IncResultRow row = MakeRow(scheme, *job);
    row.boundAlgbwGBps = job->GetBound(m_arguments.call.collective, 0);
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    const IncOwnedEvents failures = ScheduleFaults();
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    Begin(beside);
    IncWorkloadTimeline timeline(*m_arguments.rows.workload, *job, m_progress);
    timeline.Run(row);
    FillSetup(row, job->GetSetup(), *job);
    Finish(row, job->GetCounters(), beside);
    return row;
}

IncResultRow
IncScenarioRunner::RunExecution(const IncScheme& scheme, IncCrossTraffic* beside)
{
    IncResultRow row;
    row.scheme = scheme.name;
    row.op = m_arguments.call.op;
    row.dtype = m_arguments.call.dtype;
    row.workers = static_cast<uint32_t>(m_arguments.rows.execution->GetTraces().size());
    for (const auto& trace : m_arguments.rows.execution->GetTraces())
    {
        row.bytes = std::max(row.bytes, trace.GetCounts().communicationBytes);
    }
    row.count = row.bytes / IncSizeOf(m_arguments.call.dtype);
    IncExecutionRun run(NextJobs(), *m_arguments.rows.execution, scheme, m_shares, m_progress);
    m_observers.Tell(&IncRunObserver::SetUp, m_observers.GetClients());
    const IncOwnedEvents failures = ScheduleFaults();
    m_observers.Tell(&IncRunObserver::Count, m_observers.GetClients());
    Begin(beside);
    run.Run(row);
    row.setup = run.GetSetup();
    Finish(row, run.GetCounters(), beside);
    return row;
}

} // namespace ns3
