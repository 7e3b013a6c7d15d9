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

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Runs a scenario: every scheme at every size on one network, row after row.
 */
class IncScenarioRunner
{
  public:
    /**
     * \param arguments of the run
     * \param progress shows how far the run is
     */
    IncScenarioRunner(const IncSimArguments& arguments, IncProgress& progress);

    /** \return lines to tell the user before anything runs */
    std::vector<std::string> GetNotes() const;

    /**
     * \brief Run all rows. Throws IncError if the scenario cannot be set up.
     * \param table prints each row when it is done, or nullptr
     * \param rowEnded called with all rows so far when one has ended
     * \return the result
     */
    IncResult Run(IncResultTable* table, const std::function<void(IncResult&)>& rowEnded);

  private:
    /// Runs a row of jobs, with other traffic beside them or with none.
    using RunJobs = std::function<IncResultRow(IncCrossTraffic* beside)>;
    /// Adds a row to the result.
    using AddRow = std::function<void(const IncResultRow&)>;

    /// Run a scheme at all sizes.
    void RunScheme(const IncScheme& scheme, const AddRow& add);
    /// Run jobs alone; with --background or --flowList then beside flows, and these flows alone.
    void RunBesideFlows(const RunJobs& run, const AddRow& add);
    IncResultRow RunSize(const IncScheme& scheme, uint64_t size, IncCrossTraffic* beside);
    IncResultRow RunFlows(std::vector<IncFlow> flows,
                          const std::string& pattern,
                          double background);
    IncResultRow RunWorkload(const IncScheme& scheme, IncCrossTraffic* beside);
    IncResultRow RunExecution(const IncScheme& scheme, IncCrossTraffic* beside);
    IncResultRow MakeRow(const IncScheme& scheme, const IncScenarioJob& job) const;
    /// The measured runs of a row begin.
    void Begin(IncCrossTraffic* beside) const;
    /// The jobs of a row have run: observers add what they know, and judge it.
    void Finish(IncResultRow& row, const IncJobCounters& counters, IncCrossTraffic* beside) const;
    void FillSetup(IncResultRow& row,
                   const std::optional<IncSetupResult>& setup,
                   const IncScenarioJob& job) const;
    std::vector<std::vector<uint32_t>> GetHosts() const;
    /// Links fail and nodes die in the present row from now on.
    IncOwnedEvents ScheduleFaults() const;
    /// Names that are no worker's.
    void RefuseUnknownStragglers() const;
    /// Arguments about equal-cost paths where nothing that is sent has a choice.
    void RefuseUnusedPaths() const;
    /// The network is as new for the next row.
    void Renew();
    IncJobSetting NextJobs();
    IncGroupOptions MakeGroupOptions();

    const IncSimArguments& m_arguments; //!< arguments of the run
    IncProgress& m_progress;            //!< on standard error, or nowhere
    IncSimNetwork m_network;            //!< on which all rows run
    IncRunObservers m_observers;        //!< observers of all rows
    std::vector<IncJobShare> m_shares;  //!< shares of the jobs of a row, if it has collectives
    uint16_t m_jobs{0};                 //!< rows of jobs set up so far
    uint32_t m_rows{0};                 //!< rows that have begun
    std::string m_row;                  //!< name of the present row in series
};

} // namespace ns3

#endif // INC_SCENARIO_RUNNER_H
