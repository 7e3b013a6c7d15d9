/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_RUNNER_H
#define INC_SCENARIO_RUNNER_H

#include "inc-cross-traffic.h"
#include "inc-scenario-job.h"

#include "ns3/inc-progress.h"
#include "ns3/inc-result-table.h"
#include "ns3/inc-result.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Runs a scenario: a row for each scheme and size, all on one network. */
class IncScenarioRunner
{
  public:
    IncScenarioRunner(const IncSimArguments& arguments, IncProgress& progress);

    /** \return notes for the user, which are printed before the first row */
    std::vector<std::string> GetNotes() const;

    /** \brief Run all rows. At the end of each row print the row in `table`, unless null, and call
     * `rowEnded` with all rows so far. Throws IncError if an argument proves to be wrong or without
     * effect. */
    IncResult Run(IncResultTable* table, const std::function<void(IncResult&)>& rowEnded);

  private:
    /// Function that runs a row of jobs; `beside` are flows that run at the same time, or null.
    using RunJobs = std::function<IncResultRow(IncCrossTraffic* beside)>;
    using AddRow = std::function<void(const IncRowReport&)>;

    /// Rows that depend on each other, but not on rows before them.
    struct RowSet
    {
        std::string name;                           //!< name for errors, such as ring, 64 B
        uint16_t jobs;                              //!< rows of jobs in earlier sets
        std::function<void(const AddRow& add)> run; //!< runs the rows
    };

    void PlanScheme(const IncScheme& scheme);
    /// Plan a row of jobs. With --background or --flowList, then plan jobs with flows, and flows
    /// alone.
    void PlanJobs(const std::string& name, const RunJobs& run);
    void RunBesideFlows(const RunJobs& run, const AddRow& add);
    /// Run the rows of a set, and restore the network if another set follows.
    void RunSet(std::size_t set, const AddRow& add);
    /// Run each set in a process; return complaints about attributes that no set has used.
    std::vector<std::string> RunProcesses(const AddRow& add, IncSimulationInfo& cost);
    /// Return how many sets run at a time; refuse --processes if rows need their order.
    uint32_t CountProcesses() const;
    IncResultRow RunSize(const IncScheme& scheme, uint64_t size, IncCrossTraffic* beside);
    IncResultRow RunFlows(std::vector<IncFlow> flows,
                          const std::string& pattern,
                          double background);
    IncResultRow RunWorkload(const IncScheme& scheme, IncCrossTraffic* beside);
    IncResultRow RunExecution(const IncScheme& scheme, IncCrossTraffic* beside);
    IncResultRow MakeRow(const IncScheme& scheme, const IncScenarioJob& job) const;
    /// Begin the measured runs of a row, and the flows beside them.
    void Begin(IncCrossTraffic* beside) const;
    /// End the flows, enter the counters, and let observers complete and judge the row.
    void Finish(IncResultRow& row, const IncJobCounters& counters, IncCrossTraffic* beside) const;
    void FillSetup(IncResultRow& row,
                   const std::optional<IncSetupResult>& setup,
                   const IncScenarioJob& job) const;
    std::vector<std::vector<uint32_t>> GetHosts() const;
    /// Schedule failures of links, deaths and departures; their times count from now.
    IncOwnedEvents ScheduleFaults() const;
    void RefuseUnknownStragglers() const;
    /// Throw IncError for arguments about equal-cost paths if no frame has several paths.
    void RefuseUnusedPaths() const;
    IncJobSetting NextJobs();
    IncGroupOptions MakeGroupOptions();

    const IncSimArguments& m_arguments;
    IncProgress& m_progress;
    IncSimNetwork m_network;
    IncRunObservers m_observers;
    std::vector<IncJobShare> m_shares; //!< shares of a row's jobs; empty: only flows
    double m_dataBytes{0};             //!< bytes of the values of the largest row
    std::vector<RowSet> m_sets;
    uint32_t m_processes{1};   //!< sets that run at a time, each in a process; 1: here
    Time m_simulatedElsewhere; //!< time that other processes have simulated
    uint16_t m_jobs{0};        //!< number of rows of jobs so far
    uint32_t m_rows{0};        //!< number of rows that have ended
};

} // namespace ns3

#endif // INC_SCENARIO_RUNNER_H
