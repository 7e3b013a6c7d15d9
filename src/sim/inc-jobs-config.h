/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_CONFIG_H
#define INC_JOBS_CONFIG_H

#include "ns3/inc-placement.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief How workers are distributed to jobs. */
enum class IncJobPlacement
{
    BLOCKS,     //!< a job has consecutive workers
    INTERLEAVED //!< worker i belongs to job i mod N
};

/** \return workers of each job, by rank; `jobs` is a divisor of the number of workers */
std::vector<std::vector<uint32_t>> IncDealWorkers(const std::vector<uint32_t>& workers,
                                                  uint32_t jobs,
                                                  IncJobPlacement placement);

/** \ingroup inc \brief Arguments of inc-sim about workers and about simultaneous jobs. */
struct IncJobsConfig
{
    std::optional<uint32_t> workers;          //!< number of workers; nothing: all hosts
    IncPlacement hosts{IncPlacement::PACKED}; //!< order in which hosts become workers
    std::optional<uint32_t> count; //!< number of jobs; nothing: one job without results of its own
    IncJobPlacement placement{IncJobPlacement::BLOCKS}; //!< how workers are distributed to jobs

    static constexpr uint32_t MAX_JOBS = 4096;      //!< largest number of jobs
    static constexpr uint32_t DEFAULT_OF_RAILS = 4; //!< default number of rings of --pattern=rails

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Throw IncError for arguments that would have no effect. `runsCollectives` means jobs
     * other than those of --pattern=rails, `runsRails` means these. */
    void Check(const IncArgumentTable& table, bool runsCollectives, bool runsRails) const;
};

} // namespace ns3

#endif // INC_JOBS_CONFIG_H
