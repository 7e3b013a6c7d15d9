/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-topology.h"

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
    table.Integer("workers", workers, 1U, IncTopology::MAX_HOSTS, "all", "Hosts that take part.");
    table.Choice<IncPlacement>("placement",
                               hosts,
                               {{"packed", IncPlacement::PACKED},
                                {"spread", IncPlacement::SPREAD},
                                {"random", IncPlacement::RANDOM}},
                               "Which hosts are workers: the first ones, evenly over the edge "
                               "switches, or drawn from the seed.");
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
IncJobsConfig::Check(const IncArgumentTable& table, bool runsCollectives, bool runsRails) const
{
    table.Needs(runsCollectives, {"jobPlacement"}, table.Assignment("scheme"));
    table.Needs(runsCollectives || runsRails, {"jobs"}, table.Assignment("pattern"));
    table.Needs(!table.IsGiven("workload"),
                {"jobs"},
                table.Assignment("workload") + ": it is one job's");
    table.Needs(count.value_or(1) > 1, {"jobPlacement"}, "a single job");
}

} // namespace ns3
