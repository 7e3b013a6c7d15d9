/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-jobs.h"

#include "inc-railed-job.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <string>

namespace ns3
{

IncScenarioJobs::IncScenarioJobs(const IncScenarioConfig& config,
                                 IncScenarioNetwork& network,
                                 const IncScheme& scheme,
                                 const std::vector<IncJobShare>& shares,
                                 uint16_t number)
    : m_config(config),
      m_network(network)
{
    for (const IncJobShare& share : shares)
    {
        m_jobs.emplace_back();
        m_jobs.back().job = IncMakeJob(scheme, config, network, share, number);
    }
}

std::optional<double>
IncScenarioJobs::GetBound(uint64_t count) const
{
    std::optional<double> least;
    IncTrafficLoad load(m_network.GetFabric());
    for (const Running& running : m_jobs)
    {
        running.job->AddLoad(load);
        if (const auto bound = running.job->GetBound(m_config.collective, count))
        {
            least = std::min(least.value_or(*bound), *bound);
        }
    }
    // The links that jobs in the network share carry the messages of all.
    return least ? std::optional(std::min(*least, load.GetGBps(m_config.payload))) : std::nullopt;
}

std::optional<IncSetupResult>
IncScenarioJobs::GetSetup() const
{
    std::optional<IncSetupResult> sum = GetFirst().GetSetup();
    for (std::size_t i = 1; i < m_jobs.size() && sum; ++i)
    {
        const IncSetupResult setup = *m_jobs[i].job->GetSetup(); // all have it, or none
        if (setup.executedScheme != sum->executedScheme)
        {
            sum->executedScheme = "mixed";
        }
        sum->reason = sum->reason.empty() ? setup.reason : sum->reason;
        sum->rebuilt += setup.rebuilt;
        sum->setupUs = setup.setupUs ? std::max(setup.setupUs, sum->setupUs) : sum->setupUs;
    }
    return sum;
}

void
IncScenarioJobs::StartMeasuring()
{
    m_meter.reset();
    if (m_config.jobs.count)
    {
        m_meter = std::make_unique<IncLinkMeter>(m_network.GetFabric());
    }
    m_total = Time();
    m_measured = 0;
    for (Running& running : m_jobs)
    {
        running.total = Time();
    }
}

std::optional<uint64_t>
IncScenarioJobs::Run(uint64_t count, uint32_t number, IncSimulationLoop& loop)
{
    const auto jobs = static_cast<uint32_t>(m_jobs.size());
    const Time start = Simulator::Now();
    for (uint32_t i = 0; i < jobs; ++i)
    {
        Running& running = m_jobs[i];
        running.missing = running.job->GetAlgorithm()->GetRanks();
        running.data = std::make_unique<IncScenarioData>(m_config,
                                                         m_config.collective,
                                                         m_config.dtype,
                                                         count,
                                                         running.missing,
                                                         uint64_t{number} * jobs + i);
        loop.Expect(running.missing);
        Start(i, loop);
    }
    const Time end = loop.Run();
    std::optional<uint64_t> wrong;
    for (Running& running : m_jobs)
    {
        running.total += running.end - start;
        if (loop.GetStatus() != "ok")
        {
            continue;
        }
        if (const auto found = running.data->CountWrong(*running.job))
        {
            running.wrong = running.wrong.value_or(0) + *found;
            wrong = wrong.value_or(0) + *found;
        }
    }
    m_total += end - start;
    ++m_measured;
    return wrong;
}

void
IncScenarioJobs::Start(std::size_t index, IncSimulationLoop& loop)
{
    Running& running = m_jobs[index];
    running.job->Start(
        running.data->MakeRequest(),
        IncCollectiveAlgorithm::CompletionCallback(
            [this, &running, &loop, index](uint32_t rank, const std::string& status) {
                --running.missing;
                running.end = Simulator::Now();
                loop.Completed(status.empty() ? status
                                              : PrefixOf(index) + "rank " + std::to_string(rank) +
                                                    ": " + status);
            }));
}

std::string
IncScenarioJobs::PrefixOf(std::size_t index) const
{
    return m_jobs.size() == 1 ? "" : "job " + std::to_string(index) + ": ";
}

double
IncScenarioJobs::GetTimeUs() const
{
    return m_total.GetNanoSeconds() / 1e3 / m_measured;
}

IncJobCounters
IncScenarioJobs::GetCounters() const
{
    IncJobCounters sum;
    for (const Running& running : m_jobs)
    {
        const IncJobCounters counters = running.job->GetCounters();
        sum.retransmissions += counters.retransmissions;
        sum.timeouts += counters.timeouts;
        sum.duplicates += counters.duplicates;
        sum.slotPeak = std::max(sum.slotPeak, counters.slotPeak);
        sum.clientSlotPeak = std::max(sum.clientSlotPeak, counters.clientSlotPeak);
    }
    return sum;
}

IncJobsResult
IncScenarioJobs::GetResult(uint64_t bytes) const
{
    IncJobsResult result;
    for (const Running& running : m_jobs)
    {
        IncJobResult job;
        job.workers = running.job->GetAlgorithm()->GetRanks();
        job.root = running.job->GetRootName();
        job.setup = running.job->GetSetup();
        job.wrong = running.wrong;
        if (running.missing == 0 && m_measured > 0)
        {
            job.timeUs = running.total.GetNanoSeconds() / 1e3 / m_measured;
            job.algbwGBps = static_cast<double>(bytes) / (1e3 * *job.timeUs);
        }
        result.jobs.push_back(job);
    }
    if (m_meter)
    {
        result.balance = m_meter->GetBalance();
        result.links = m_meter->GetLinks();
    }
    return result;
}

} // namespace ns3
