/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_RESULT_H
#define INC_JOBS_RESULT_H

#include "inc-ecmp-balance.h"

#include "ns3/inc-aggregation-manager.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A group that lost its tree and got another one.
struct IncRebuilding
{
    std::string group; //!< name of the group
    std::string cause; //!< what happened to the group's tree
    double fromUs{0};  //!< time when the manager removed the tree, since the row began, us
    std::optional<double> readyUs; //!< time when the next tree was ready, us; or nothing
};

/// \ingroup inc
/// \brief Outcome of the set-up of a job for which switches should aggregate.
struct IncSetupResult
{
    std::string executedScheme; //!< scheme that runs; empty if none does
    std::string reason;         //!< reason why hosts run the job instead; empty if switches run it
    /// Time from the JOINs to the last READY, us; nothing without a group.
    std::optional<double> setupUs;
    uint32_t rebuilt{0};                    //!< number of times that the group was rebuilt
    std::vector<uint32_t> gone;             //!< ranks that died, were cut off or left
    std::vector<IncRebuilding> rebuildings; //!< trees that groups lost, in order
    std::vector<IncManagerLogEntry> links; //!< links that failed or came back, as the manager knows
    std::vector<IncManagerLogEntry> log;   //!< log of the manager, if it was asked for
    std::optional<IncGroupStatistics>
        statistics; //!< statistics that the manager has received, if they were asked for

    /** \brief Add the result of another job in the same row. */
    void Add(const IncSetupResult& other);

    /** \return the fields of a row in the result file */
    nlohmann::ordered_json ToJson() const;

    /** \brief Return what a user must see below a row, with a prefix on each line. */
    std::string ToText(const std::string& prefix) const;
};

/// \ingroup inc
/// \brief One of several jobs that ran at the same time.
struct IncJobResult
{
    uint32_t workers{0};          //!< number of ranks
    std::optional<double> timeUs; //!< completion time, us; nothing if incomplete
    /// Algorithm bandwidth, GB/s; nothing if the job did not complete.
    std::optional<double> algbwGBps;
    std::optional<uint64_t> wrong; //!< number of wrong elements; nothing if not verified
    std::string root; //!< root of the job's tree, or its server; empty if it has neither
    std::optional<IncSetupResult>
        setup; //!< scheme that really ran, if it may differ from the requested one
    std::optional<uint32_t> slots{};     //!< slots of the job's trees; nothing for host algorithms
    std::optional<double> passedShare{}; //!< share of messages that got no shared slot; nothing if
                                         //!< jobs share no slots
};

/// \ingroup inc
/// \brief Fields of a row with several jobs, in addition to those of every row.
struct IncJobsResult
{
    std::vector<IncJobResult> jobs; //!< jobs, ordered by their first workers
    /// Balance over equal-cost paths; nothing if no path had an alternative.
    std::optional<IncEcmpBalance> balance;
    std::vector<IncLinkLoad> links; //!< load of every link and direction, idle ones included

    /** \return jobs, ecmp and links of the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return Jain's index of the jobs' rates; nothing for one job, or if a job is not complete */
    std::optional<double> GetFairness() const;

    /** \return jobs, the time of the job that finished first, and ecmp: columns of a CSV file */
    nlohmann::ordered_json ToColumns() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_JOBS_RESULT_H
