/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-config.h"

#include "ns3/inc-argument-table.h"

namespace ns3
{

std::vector<std::vector<uint32_t>>
IncDealWorkers(const std::vector<uint32_t>& workers, uint32_t jobs, IncJobPlacement placement)
{
    const std::size_t size = workers.size() / jobs;
    std::vector<std::vector<uint32_t>> dealt(jobs);
    for (std::size_t i = 0; i < size * jobs; ++i)
    {
        dealt[placement == IncJobPlacement::BLOCKS ? i / size : i % jobs].push_back(workers[i]);
    }
    return dealt;
}

void
IncJobsConfig::AddArguments(IncArgumentTable& table)
{
    table.Integer("jobs",
                  count,
                  1U,
                  MAX_JOBS,
                  "1, with rails 4",
                  "Jobs of equal size that run the same collective at the same time, each with its "
                  "part of the workers. Where it is given, results have the time of every job, the "
                  "load of all links and the balance of equal-cost paths. With --pattern=rails: "
                  "jobs that share the hosts of every leaf.");
    table.Choice<IncJobPlacement>(
        "jobPlacement",
        placement,
        {{"blocks", IncJobPlacement::BLOCKS}, {"interleaved", IncJobPlacement::INTERLEAVED}},
        "Which workers, in the order of --placement, are one job's: "
        "neighbors, or every N-th.");
}

void
IncJobsConfig::Decide(IncArgumentTable& table, bool runsRails) const
{
    table.Decide("jobs", std::to_string(runsRails ? DEFAULT_OF_RAILS : 1));
}

void
IncJobsConfig::Check(const IncArgumentTable& table, bool runsCollectives, bool runsRails) const
{
    if (!runsCollectives)
    {
        table.RefuseIfGiven({"jobPlacement"}, table.Assignment("scheme"));
        if (!runsRails)
        {
            table.RefuseIfGiven({"jobs"}, table.Assignment("pattern"));
        }
    }
    if (table.IsGiven("workload"))
    {
        table.RefuseIfGiven({"jobs"}, table.Assignment("workload") + ": it is one job's");
    }
    if (count.value_or(1) == 1)
    {
        table.RefuseIfGiven({"jobPlacement"}, "a single job");
    }
}

} // namespace ns3
