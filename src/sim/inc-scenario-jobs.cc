/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-jobs.h"

#include "inc-scenario-job.h"

#include "ns3/inc-flow-spread.h"
#include "ns3/inc-striped-collective.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

namespace
{

/// If a bound is less than this share of the links' bound, slots or windows limit the job.
constexpr double NEAR = 0.99;

/// A job over several rails: one job on each rail runs a stripe of each collective.
class IncRailedJob : public IncScenarioJob
{
  public:
    IncRailedJob(const IncScheme& scheme, const IncJobSetting& setting)
        : IncScenarioJob(setting)
    {
        auto striped = CreateObject<IncStripedCollective>();
        const auto spread = std::make_shared<IncFlowSpread>();
        for (const IncJobShare& rail : m_share.rails)
        {
            IncJobSetting own(setting);
            own.share = &rail;
            m_parts.push_back(scheme.make(own));
            m_parts.back()->GetAlgorithm()->UseRail(rail.port, spread);
            striped->AddRail(m_parts.back()->GetAlgorithm());
        }
        m_algorithm = striped;
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const uint64_t rails = m_parts.size();
        std::optional<double> least;
        for (const auto& rail : m_parts)
        {
            const auto bound = rail->GetBound(collective, (count + rails - 1) / rails);
            if (!bound)
            {
                return std::nullopt;
            }
            least = std::min(least.value_or(*bound), *bound);
        }
        IncTrafficLoad load(m_network.GetFabric());
        AddLoad(load, count);
        return std::min(*least * static_cast<double>(rails),
                        load.GetGBps(m_setting.transport.payload));
    }

    void AddLoad(IncTrafficLoad& load, uint64_t count) const override
    {
        IncTrafficLoad all(m_network.GetFabric());
        for (const auto& rail : m_parts)
        {
            rail->AddLoad(all, (count + m_parts.size() - 1) / m_parts.size());
        }
        load.Add(all, 1.0 / static_cast<double>(m_parts.size()));
    }

    void Describe(IncVerifier& verifier) const override
    {
        // If the order of ranks matters, the trees of all rails have equal shapes.
        m_parts.front()->Describe(verifier);
    }

    IncJobCounters GetCounters() const override
    {
        IncJobCounters sum;
        for (const auto& rail : m_parts)
        {
            sum += rail->GetCounters();
        }
        return sum;
    }

    std::optional<IncSetupResult> GetSetup() const override
    {
        return m_parts.front()->GetSetup();
    }
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeJob(const IncScheme& scheme, const IncJobSetting& setting, const IncJobShare& share)
{
    IncJobSetting own(setting);
    own.share = &share;
    const auto& quantizer = setting.call.quantizer;
    own.call.dtype = quantizer ? quantizer->type : own.call.dtype;
    auto job = share.rails.empty() || scheme.hasRails ? scheme.make(own)
                                                      : std::make_unique<IncRailedJob>(scheme, own);
    if (quantizer)
    {
        job->Quantize();
    }
    return job;
}

IncScenarioJobs::IncScenarioJobs(const IncJobSetting& setting,
                                 const IncScheme& scheme,
                                 const std::vector<IncJobShare>& shares,
                                 bool metersLinks)
    : m_setting(setting),
      m_metersLinks(metersLinks)
{
    for (const IncJobShare& share : shares)
    {
        m_jobs.emplace_back();
        m_jobs.back().job = IncMakeJob(scheme, setting, share);
    }
}

void
IncScenarioJobs::FindBound(uint64_t count, IncResultRow& row) const
{
    std::optional<double>& least = row.boundAlgbwGBps;
    least.reset();
    row.linkBoundGBps.reset();
    IncTrafficLoad load(m_setting.network.GetFabric());
    for (const Running& running : m_jobs)
    {
        running.job->AddLoad(load, count);
        if (const auto bound = running.job->GetBound(m_setting.call.collective, count))
        {
            least = std::min(least.value_or(*bound), *bound);
        }
    }
    if (!least)
    {
        return;
    }
    // Links carry the messages of all jobs. Loads and bounds count integers on the wire, not
    // elements.
    const double gain = m_setting.call.GetWireGain();
    const double links = gain * load.GetGBps(m_setting.transport.payload);
    least = std::min(gain * *least, links);
    if (!std::isfinite(*least))
    {
        least.reset();
    }
    else if (std::isfinite(links) && *least < NEAR * links)
    {
        row.linkBoundGBps = links;
    }
}

std::optional<IncSetupResult>
IncScenarioJobs::GetSetup() const
{
    std::optional<IncSetupResult> sum = GetFirst().GetSetup();
    for (std::size_t i = 1; i < m_jobs.size() && sum; ++i)
    {
        // all jobs of a row have an outcome of the set-up, or none has
        sum->Add(*m_jobs[i].job->GetSetup());
    }
    return sum;
}

void
IncScenarioJobs::StartMeasuring()
{
    m_meter.reset();
    if (m_metersLinks)
    {
        m_meter = std::make_unique<IncLinkMeter>(m_setting.network.GetFabric());
    }
    m_mean = {};
    for (Running& running : m_jobs)
    {
        running.mean = {};
        running.job->StartMeasuring();
    }
}

std::optional<uint64_t>
IncScenarioJobs::Run(uint64_t count, uint32_t number, IncSimulationLoop& loop)
{
    const auto jobs = static_cast<uint32_t>(m_jobs.size());
    const Time start = Simulator::Now();
    // Managed jobs simulate further after the loop is destroyed: outcomes must no longer call it.
    const std::shared_ptr<void> closing(nullptr, [this](void*) {
        for (const Running& running : m_jobs)
        {
            if (running.outcome)
            {
                running.outcome->Close();
            }
        }
    });
    for (uint32_t i = 0; i < jobs; ++i)
    {
        Start(i, count, uint64_t{number} * jobs + i, loop);
    }
    loop.Run();
    Time end = start;
    std::optional<uint64_t> wrong;
    for (Running& running : m_jobs)
    {
        running.mean.Add(running.outcome->GetEnd() - start);
        end = std::max(end, running.outcome->GetEnd());
        if (loop.GetStatus() != "ok")
        {
            continue;
        }
        if (const auto found = running.outcome->CountWrong())
        {
            running.wrong = running.wrong.value_or(0) + *found;
            wrong = wrong.value_or(0) + *found;
        }
    }
    m_mean.Add(end - start);
    return wrong;
}

void
IncScenarioJobs::Start(std::size_t index, uint64_t count, uint64_t number, IncSimulationLoop& loop)
{
    Running& running = m_jobs[index];
    running.outcome.reset(); // free the old data before the new data are allocated
    loop.Expect(running.job->GetAlgorithm()->GetRanks());
    const std::string prefix = m_jobs.size() == 1 ? "" : "job " + std::to_string(index) + ": ";
    running.outcome =
        running.job->Start(running.job->MakeData(m_setting.call, count, number),
                           [&loop, prefix](uint32_t, const std::string& status) {
                               loop.Completed(status.empty() ? status : prefix + status);
                           });
}

IncJobCounters
IncScenarioJobs::GetCounters() const
{
    IncJobCounters sum;
    for (const Running& running : m_jobs)
    {
        sum += running.job->GetCounters();
        sum.errors.Add(running.job->GetErrors());
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
        IncResultRow own;
        running.job->Describe(own);
        job.slots = own.slots;
        const bool isKept = !job.setup || job.setup->rebuilt == 0;
        if (m_setting.arguments.aggregation.pool.IsShared() && own.slots && isKept)
        {
            job.passedShare = IncPassedShare(running.job->GetCounters().cells);
        }
        if (running.outcome && running.outcome->IsWhole())
        {
            job.timeUs = running.mean.GetUs();
            if (job.timeUs > 0)
            {
                job.algbwGBps = static_cast<double>(bytes) / (1e3 * *job.timeUs);
            }
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
