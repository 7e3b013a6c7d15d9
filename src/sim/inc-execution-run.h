/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EXECUTION_RUN_H
#define INC_EXECUTION_RUN_H

#include "inc-scenario-job.h"
#include "inc-server-messages.h"

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-message-exchange.h"
#include "ns3/inc-progress.h"
#include "ns3/inc-rank-execution.h"
#include "ns3/inc-result.h"
#include "ns3/inc-simulation-loop.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Runs execution traces once. Each rank executes its own trace. Each group of ranks has jobs
 * that run its collectives by the scheme. Sends and receives use reliable connections.
 */
class IncExecutionRun
{
  public:
    /** \brief Set up ranks, connections and jobs; `shares` has the order of GroupWorkers(). */
    IncExecutionRun(const IncJobSetting& setting,
                    const IncExecutionWorkload& workload,
                    const IncScheme& scheme,
                    const std::vector<IncJobShare>& shares,
                    IncProgress& progress);
    ~IncExecutionRun();

    IncExecutionRun(const IncExecutionRun&) = delete;
    IncExecutionRun& operator=(const IncExecutionRun&) = delete;

    /** \return hosts of each group of several ranks; repeated for each collective and root that
     * the group uses */
    static std::vector<IncJobShare::Group> GroupWorkers(const IncExecutionWorkload& workload,
                                                        const std::vector<uint32_t>& workers);

    /** \return elements for IncCollectiveRequest; comm_size is the bytes of a rank's input */
    static uint64_t CountOf(const IncTraceCommunication& asked,
                            uint32_t ranks,
                            uint32_t elementBytes);

    /** \brief Simulate the iteration; the row gets sizes, times and wrong elements. */
    void Run(IncResultRow& row);

    /** \return counters since the set-up */
    IncJobCounters GetCounters() const;

    /** \return outcome of the set-up of all jobs, if a job may run otherwise than by its scheme */
    std::optional<IncSetupResult> GetSetup() const;

  private:
    /// A collective that at least one rank has called.
    struct Call
    {
        IncTraceCommunication asked; //!< communication of the first rank that called
        std::vector<uint32_t> nodes; //!< calling trace nodes by rank; NO_CAUSE: not called yet
        const IncScenarioJob* job{nullptr};            //!< job of the call; null for a single rank
        uint32_t missing{0};                           //!< ranks for which the call has not ended
        std::shared_ptr<IncCollectiveOutcome> outcome; //!< outcome while the collective runs
        IncCollectiveAlgorithm::CompletionCallback done; //!< completion callback for each rank
        IncCollectiveRequest request;                    //!< request that all ranks make
    };

    struct Group
    {
        /// Jobs by collective and root.
        std::map<std::pair<IncCollective, uint32_t>, std::unique_ptr<IncScenarioJob>> jobs;
        std::vector<uint32_t> called; //!< number of calls so far, by rank
        std::vector<Call> calls;      //!< calls, in the order of the group
    };

    const IncExecutionTrace& TraceOf(uint32_t rank) const
    {
        return m_workload.GetTraces()[rank];
    }

    const IncTraceCommunication& AskedOf(uint32_t rank, uint32_t node) const;
    void Communicate(uint32_t rank, uint32_t node);
    void CallCollective(uint32_t rank, uint32_t node, const IncTraceCommunication& asked);
    bool Open(Group& group, uint32_t rank, const IncTraceCommunication& asked, uint32_t number);
    void Settled(uint32_t group, uint32_t number, uint32_t member, const std::string& status);
    void Finish(uint32_t rank, uint32_t node);
    void DropDead();
    void Drop(uint32_t rank);
    void DropFrom(uint32_t group, uint32_t rank);
    std::string WhoWaits() const;
    void Report(IncResultRow& row) const;
    void Show(IncTimeline& timeline, Time begin) const;
    std::vector<IncCallResult> ReportCalls() const;
    std::vector<IncRankResult> ReportRanks() const;
    std::vector<IncCriticalShare> FollowCriticalPath() const;

    const IncJobSetting m_setting;
    IncSimNetwork& m_network;
    Ptr<IncTimeline> m_timeline; //!< timeline that shows the run, or null
    const IncExecutionWorkload& m_workload;
    IncServerMessages m_inServers; //!< messages between ranks of one server
    IncProgress& m_progress;
    IncSimulationLoop m_loop;    //!< simulates until all ranks have ended
    std::vector<Group> m_groups; //!< groups, in the order of the workload
    std::vector<Ptr<IncRankExecution>> m_ranks;
    std::unique_ptr<IncMessageExchange> m_exchange;
    std::set<uint32_t> m_running; //!< ranks whose traces have not ended
    std::set<uint32_t> m_gone;    //!< ranks that died or were dropped
    IncOwnedEvents m_events;
    uint64_t m_collectives{0}; //!< number of collectives called so far
    uint64_t m_wrong{0};       //!< number of wrong elements so far
};

} // namespace ns3

#endif // INC_EXECUTION_RUN_H
