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

/**
 * \ingroup inc
 * \brief The jobs of a row, usually one: they run the same collective at the same time.
 */
class IncScenarioJobs
{
  public:
    /**
     * \brief Set up all jobs.
     * \param setting of the row
     * \param scheme what to run
     * \param shares what each has of the network; must outlive the jobs
     * \param metersLinks whether to meter links
     */
    IncScenarioJobs(const IncJobSetting& setting,
                    const IncScheme& scheme,
                    const std::vector<IncJobShare>& shares,
                    bool metersLinks);

    /**
     * \brief Find the closed form of behaviour for all jobs together.
     * \param count elements of each rank
     * \param row gets the bounds; nothing where there is none
     */
    void FindBound(uint64_t count, IncResultRow& row) const;

    /** \return one of the jobs: all have as many workers */
    const IncScenarioJob& GetFirst() const
    {
        return *m_jobs.front().job;
    }

    /** \return what runs in all jobs together, where it need not be what the scheme says */
    std::optional<IncSetupResult> GetSetup() const;

    /** \brief Begin to measure anew. */
    void StartMeasuring();

    /**
     * \brief Run a collective in all jobs, until the last is done.
     * \param count elements of each rank
     * \param number tells the collectives of a row apart
     * \param loop to wait in
     * \return elements found wrong; nothing if not verified
     */
    std::optional<uint64_t> Run(uint64_t count, uint32_t number, IncSimulationLoop& loop);

    /**
     * \return mean of the collectives since StartMeasuring(), each until the last job was done. A
     * rank that is left alone exchanges nothing over hosts: such a collective takes no time and
     * counts for none.
     */
    double GetTimeUs() const;

    /** \return what was counted since the jobs were set up; the peak is that of one tree */
    IncJobCounters GetCounters() const;

    /**
     * \param bytes of each rank
     * \return each job's result, and what the links carried since StartMeasuring()
     */
    IncJobsResult GetResult(uint64_t bytes) const;

  private:
    /// Mean of the times that are not 0.
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
        Time m_total;        //!< sum of the times
        uint32_t m_count{0}; //!< how many were not 0
    };

    /// A job and what it measured.
    struct Running
    {
        std::unique_ptr<IncScenarioJob> job;           //!< the job, set up
        std::shared_ptr<IncCollectiveOutcome> outcome; //!< outcome of the present collective
        Mean mean;                                     //!< time of its measured collectives
        std::optional<uint64_t> wrong;                 //!< number of wrong elements
    };

    void Start(std::size_t index, uint64_t count, uint64_t number, IncSimulationLoop& loop);
    std::string PrefixOf(std::size_t index) const;

    const IncJobSetting m_setting;         //!< setting of the row
    bool m_metersLinks;                    //!< whether --jobs asks for the load of links
    std::vector<Running> m_jobs;           //!< jobs in the order of their shares
    std::unique_ptr<IncLinkMeter> m_meter; //!< meters links, or null
    Mean m_mean;                           //!< time of the measured collectives, all jobs
};

} // namespace ns3

#endif // INC_SCENARIO_JOBS_H
