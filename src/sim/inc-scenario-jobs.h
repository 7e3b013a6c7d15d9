/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_JOBS_H
#define INC_SCENARIO_JOBS_H

#include "inc-scenario-job.h"

#include "ns3/inc-jobs-result.h"
#include "ns3/inc-link-meter.h"
#include "ns3/inc-simulation-loop.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief The jobs of a row, which run the same collective at the same time. */
class IncScenarioJobs
{
  public:
    /** \brief Set up all jobs; `shares` must outlive the jobs. */
    IncScenarioJobs(const IncJobSetting& setting,
                    const IncScheme& scheme,
                    const std::vector<IncJobShare>& shares,
                    bool metersLinks);

    /** \brief Find the bound of the slowest job if all jobs run at once. The row gets the bound,
     * and the bound by links alone if clearly higher. */
    void FindBound(uint64_t count, IncResultRow& row) const;

    /** \return the first job; all jobs have the same number of workers */
    const IncScenarioJob& GetFirst() const
    {
        return *m_jobs.front().job;
    }

    /** \return sum of the outcomes of all jobs' set-up, see IncScenarioJob::GetSetup() */
    std::optional<IncSetupResult> GetSetup() const;

    /** \brief Reset all measurements, because measured runs begin. */
    void StartMeasuring();

    /** \brief Run a collective in all jobs, until the last job has completed. Return the number of
     * wrong elements; nothing if results are not verified. */
    std::optional<uint64_t> Run(uint64_t count, uint32_t number, IncSimulationLoop& loop);

    /** \return mean time of the collectives since StartMeasuring(), until the last job has
     * completed, in microseconds. Collectives that take no time do not count: in them a single
     * remaining rank exchanges nothing. */
    double GetTimeUs() const
    {
        return m_mean.GetUs();
    }

    /** \return counters since the set-up of the jobs; a peak is that of one job */
    IncJobCounters GetCounters() const;

    /** \return result of each job, and the traffic of links since StartMeasuring() */
    IncJobsResult GetResult(uint64_t bytes) const;

  private:
    /// Mean of all times that are not zero.
    class Mean
    {
      public:
        void Add(Time time)
        {
            m_total += time;
            m_count += time.IsZero() ? 0 : 1;
        }

        double GetUs() const
        {
            return m_total.GetNanoSeconds() / 1e3 / std::max(m_count, 1U);
        }

      private:
        Time m_total;        //!< sum of all times
        uint32_t m_count{0}; //!< number of times that are not zero
    };

    struct Running
    {
        std::unique_ptr<IncScenarioJob> job;
        std::shared_ptr<IncCollectiveOutcome> outcome; //!< outcome of the running collective
        Mean mean;                     //!< mean time of the job's measured collectives
        std::optional<uint64_t> wrong; //!< number of wrong elements
    };

    void Start(std::size_t index, uint64_t count, uint64_t number, IncSimulationLoop& loop);

    const IncJobSetting m_setting;
    bool m_metersLinks; //!< true to measure the traffic of links
    std::vector<Running> m_jobs;
    std::unique_ptr<IncLinkMeter> m_meter; //!< measures the traffic of links, or null
    Mean m_mean;                           //!< mean time until the last job has completed
};

} // namespace ns3

#endif // INC_SCENARIO_JOBS_H
