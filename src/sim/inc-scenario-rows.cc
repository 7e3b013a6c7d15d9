/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Plans the rows of IncScenarioRunner, and runs them beside each other.

#include "inc-given-attributes.h"
#include "inc-row-processes.h"
#include "inc-scenario-flows.h"
#include "inc-scenario-runner.h"

#include "ns3/inc-event-count.h"
#include "ns3/inc-resource-usage.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdlib>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// While a process simulates, the memory of the network grows by about this factor.
constexpr double GROWTH = 3;

} // namespace

void
IncScenarioRunner::PlanScheme(const IncScheme& scheme)
{
    if (m_arguments.rows.workload || m_arguments.rows.execution)
    {
        const auto run = m_arguments.rows.workload ? &IncScenarioRunner::RunWorkload
                                                   : &IncScenarioRunner::RunExecution;
        PlanJobs(scheme.name, [this, run, &scheme](IncCrossTraffic* beside) {
            return (this->*run)(scheme, beside);
        });
        return;
    }
    for (const uint64_t size : m_arguments.rows.sizes)
    {
        const std::string name = scheme.name + ", " + std::to_string(size) + " B";
        if (scheme.IsFlows())
        {
            m_sets.push_back({name, m_jobs, [this, size](const AddRow& add) {
                                  add(RunFlows(IncMakeFlows(m_arguments, m_network, size),
                                               m_arguments.flows.PatternName(),
                                               m_arguments.flows.background));
                              }});
            continue;
        }
        PlanJobs(name, [this, size, &scheme](IncCrossTraffic* beside) {
            return RunSize(scheme, size, beside);
        });
    }
}

void
IncScenarioRunner::PlanJobs(const std::string& name, const RunJobs& run)
{
    m_sets.push_back({name, m_jobs++, [run](const AddRow& add) { add(run(nullptr)); }});
    if (m_arguments.flows.AreBeside())
    {
        m_sets.push_back({name + ", with flows", m_jobs++, [this, run](const AddRow& add) {
                              RunBesideFlows(run, add);
                          }});
    }
}

void
IncScenarioRunner::RunBesideFlows(const RunJobs& run, const AddRow& add)
{
    IncCrossTraffic beside(m_arguments, m_network, m_observers, m_network.TakeStreams(2));
    add(run(&beside));
    // The flows that have begun while the jobs ran are known only now.
    if (!beside.GetFlows().empty())
    {
        m_network.Restore();
        add(RunFlows(beside.GetFlows(), m_arguments.flows.BesideName(), 0));
    }
}

void
IncScenarioRunner::RunSet(std::size_t set, const AddRow& add)
{
    m_jobs = m_sets[set].jobs;
    m_sets[set].run([&](const IncRowReport& row) {
        ++m_rows;
        add(row);
        if (!row.IsOk() && m_arguments.pfc.isOn)
        {
            m_network.Empty();
        }
    });
    if (set + 1 < m_sets.size())
    {
        m_network.Restore();
    }
}

uint32_t
IncScenarioRunner::CountProcesses() const
{
    const std::string& sequential = m_observers.GetSequential();
    const auto& given = m_arguments.processes;
    m_arguments.table.Require(given.value_or(1) == 1 || sequential.empty(),
                              "processes",
                              "rows run one after the other with --" + sequential +
                                  "; accepted: 1");
    // Lines of logs belong to the order of rows, and may be too many to keep until their turn.
    if (m_sets.size() == 1 || !sequential.empty() || std::getenv("NS_LOG"))
    {
        return 1;
    }
    const auto resident = static_cast<double>(IncResourceUsage::Now().rssBytes);
    return given.value_or(IncCountProcesses(GROWTH * resident + m_dataBytes));
}

std::vector<std::string>
IncScenarioRunner::RunProcesses(const AddRow& add, IncSimulationInfo& cost)
{
    const auto work = [&](std::size_t set) {
        if (set > 0)
        {
            m_network.Restore(); // as after an earlier row: this restarts random streams
        }
        const uint64_t events = IncEventCount();
        const Time start = Simulator::Now();
        Json rows = Json::array();
        RunSet(set, [&rows](const IncRowReport& row) { rows.push_back(row.ToJson()); });
        const IncResourceUsage used = IncResourceUsage::Now();
        std::string bytes;
        Json::to_cbor(Json{{"rows", rows},
                           {"events", IncEventCount() - events},
                           {"ticks", (Simulator::Now() - start).GetTimeStep()},
                           {"cpu_s", used.cpuS},
                           {"peak_rss_bytes", used.peakRssBytes},
                           {"unused", IncFindUnusedAttributes()}},
                      bytes);
        return bytes;
    };
    std::vector<std::string> unused = IncFindUnusedAttributes();
    const auto take = [&](const std::string& bytes) {
        const Json done = Json::from_cbor(bytes);
        for (const Json& row : done["rows"])
        {
            add(IncRowReport::FromJson(row));
        }
        cost.events += done["events"].get<uint64_t>();
        m_simulatedElsewhere += TimeStep(done["ticks"].get<uint64_t>());
        cost.cpuS += done["cpu_s"].get<double>();
        cost.peakRssBytes = std::max(cost.peakRssBytes, done["peak_rss_bytes"].get<uint64_t>());
        // An attribute has an effect if it has one in any process.
        const auto isUsed = [&](const std::string& complaint) {
            const Json& still = done["unused"];
            return std::find(still.begin(), still.end(), complaint) == still.end();
        };
        unused.erase(std::remove_if(unused.begin(), unused.end(), isUsed), unused.end());
    };
    std::vector<std::string> names;
    for (const RowSet& set : m_sets)
    {
        names.push_back(set.name);
    }
    IncRunProcesses(names, m_processes, work, take);
    return unused;
}

} // namespace ns3
