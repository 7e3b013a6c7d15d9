/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_JOB_H
#define INC_SCENARIO_JOB_H

#include "inc-collective-config.h"
#include "inc-collective-outcome.h"
#include "inc-job-share.h"
#include "inc-run-observer.h"
#include "inc-transport-config.h"

#include "ns3/inc-closed-form.h"
#include "ns3/inc-collective.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-jobs-result.h"
#include "ns3/inc-owned-events.h"
#include "ns3/inc-result.h"
#include "ns3/inc-topology.h"
#include "ns3/inc-traffic-load.h"
#include "ns3/inc-verifier.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;
struct IncHostAlgorithm;
struct IncAggregationConfig;
struct IncPlanConfig;

/**
 * \ingroup inc
 * \brief Counters of the ends of a job.
 */
struct IncJobCounters
{
    uint64_t retransmissions{0}; //!< packets and messages sent again
    uint64_t timeouts{0};        //!< expired retransmission timers
    uint64_t duplicates{0};      //!< packets and messages recognised as repeated
    uint32_t slotPeak{0};        //!< most slots in use at once on a switch
    uint32_t clientSlotPeak{0};  //!< most messages of a worker in flight at once

    /**
     * \param other counters of another job
     * \return the sum; of peaks, the larger one
     */
    IncJobCounters& operator+=(const IncJobCounters& other);
};

/**
 * \ingroup inc
 * \brief H of a full packet in the middle of an RC message, the most frequent one.
 * \param payload bytes
 * \param ip version of the Internet protocol
 * \return all that the frame adds on the wire, preamble and gap included, bytes
 */
uint32_t IncRcOverhead(uint32_t payload, IncIpVersion ip);

/**
 * \ingroup inc
 * \brief What the jobs of a row have in common.
 */
struct IncJobSetting
{
    IncSimNetwork& network;                  //!< network to run on
    IncRunObservers& observers;              //!< observers that are told of groups
    const IncArgumentTable& table;           //!< what the user gave, to refuse it
    const IncTransportConfig& transport;     //!< frames and timers
    const IncFaultConfig& faults;            //!< late workers
    const IncAggregationConfig& aggregation; //!< aggregation in the network
    const IncPlanConfig& plan;               //!< plan that is run, if any
    const IncJobShare* share;                //!< what the job has of the network
    IncCollectiveConfig call;                //!< collective to run
    IncGroupOptions group;                   //!< groups in the network, but for what shares say
    uint64_t seed{0};                        //!< seed of the elements
    uint64_t run{0};                         //!< run number, for the elements as well
};

/**
 * \ingroup inc
 * \brief One row's job: the algorithm of a scheme, set up on the network, and what is known of it.
 *
 * Ends with the row, so that no row has an influence on the next.
 */
class IncScenarioJob
{
  public:
    /** \param setting of the row, and the share of the job, which must outlive it */
    explicit IncScenarioJob(const IncJobSetting& setting);
    virtual ~IncScenarioJob();

    IncScenarioJob(const IncScenarioJob&) = delete;
    IncScenarioJob& operator=(const IncScenarioJob&) = delete;

    /**
     * \brief Say in a row what is in effect: slots, root and tree.
     * \param row row to fill
     */
    virtual void Describe(IncResultRow& row) const;

    /** \return what all jobs of the row have in common */
    const IncJobSetting& GetSetting() const
    {
        return m_setting;
    }

    /**
     * \param call collective and type of the elements, which need not be those of the row
     * \param count of the request
     * \param number tells collectives of one run apart: each has other elements
     * \return elements of a collective of this job
     */
    std::shared_ptr<IncScenarioData> MakeData(const IncCollectiveConfig& call,
                                              uint64_t count,
                                              uint64_t number) const;

    /**
     * \param data of a collective that has run
     * \param gone ranks that are gone, whose results do not count
     * \return wrong elements over all other ranks; nothing with virtual data
     */
    std::optional<uint64_t> CountWrong(const IncScenarioData& data,
                                       const std::set<uint32_t>& gone) const;

    /** \return the algorithm, ready to start */
    Ptr<IncCollectiveAlgorithm> GetAlgorithm() const
    {
        return m_algorithm;
    }

    /**
     * \brief Expect an operation, which the caller starts.
     * \param data of the operation
     * \param settled told of each rank
     * \return what becomes of it
     */
    std::shared_ptr<IncCollectiveOutcome> Expect(std::shared_ptr<IncScenarioData> data,
                                                 IncCollectiveOutcome::Settled settled) const;

    /**
     * \brief Start an operation on every rank, now, or later on ranks that are late.
     * \param data of the operation
     * \param settled told of each rank
     * \param layer of a workload, for the timeline; or empty
     * \param isFollowed whether another operation comes, and nobody looks at counters before
     * \return what becomes of it
     */
    std::shared_ptr<IncCollectiveOutcome> Start(std::shared_ptr<IncScenarioData> data,
                                                IncCollectiveOutcome::Settled settled,
                                                const std::string& layer = "",
                                                bool isFollowed = false) const;

    /**
     * \param collective that the job is to run
     * \param count elements, as in a request; 0: so many that latencies do not matter
     * \return the closed form of behaviour for it, GB/s; nothing where there is none
     */
    virtual std::optional<double> GetBound(IncCollective collective, uint64_t count) const = 0;

    /**
     * \brief Add what a message of a job in the network puts on the links.
     * \param load to add to
     * \param count see GetBound()
     */
    virtual void AddLoad(IncTrafficLoad& load, uint64_t count) const;

    /** \return name of the tree's root or of the parameter server; empty where there is neither */
    virtual std::string GetRootName() const;

    /**
     * \brief Tell a verifier in which order this job reduces.
     * \param verifier of a result
     */
    virtual void Describe(IncVerifier& verifier) const;

    /** \return what was counted since the job was set up */
    virtual IncJobCounters GetCounters() const;

    /** \return what runs, if it need not be what the scheme says, and the ranks that are gone */
    virtual std::optional<IncSetupResult> GetSetup() const;

    /**
     * \return ranks that have died or left, or without which the others have been told to go on;
     * none of them comes back
     */
    virtual std::set<uint32_t> GetGone() const;

    /** \return whether the ranks that are left can go on without one that is gone */
    virtual bool CanLoseRanks() const
    {
        return false;
    }

    /**
     * \param rank any rank
     * \return whether all links of its host are down at present
     */
    bool IsCutOff(uint32_t rank) const;

    /** \return ranks without which the others went on, each time that more had gone */
    virtual std::vector<std::set<uint32_t>> GetAbsent() const
    {
        return {};
    }

    /** \param setup see GetSetup() */
    void SetSetup(const IncSetupResult& setup)
    {
        m_setup = setup;
    }

  protected:
    /** \return the hosts, by rank */
    NodeContainer GetWorkers() const;

    /** \brief Ranks may have gone. */
    void UpdateOutcomes() const;

    /** \brief Rounds of the algorithm that repeat may be jumped over, until they are not watched.
     */
    void WatchRounds() const;

    /**
     * \param rate of a link
     * \return the closed forms of the job's workers with reliable connections over it
     */
    IncClosedForm FormOf(DataRate rate) const;

    /**
     * \param hosts node indices
     * \return what the slowest of them has of its links for this job: its part where the job is
     *         one of several rails
     */
    DataRate GetSlowestRate(const std::vector<uint32_t>& hosts) const;

    /**
     * \param from node index of a host
     * \param to node index of another one
     * \return time from a full frame to its acknowledgement without other traffic, seconds
     */
    double GetRoundTrip(uint32_t from, uint32_t to) const;

    const IncJobSetting m_setting;           //!< setting of the row
    IncSimNetwork& m_network;                //!< network of the run
    IncRunObservers& m_observers;            //!< observers of the run
    const IncJobShare& m_share;              //!< job's share of the network
    Ptr<IncCollectiveAlgorithm> m_algorithm; //!< collective that runs

  private:
    Time LateBy(uint32_t rank) const;
    IncCollectiveAlgorithm::CompletionCallback Show(
        const IncCollectiveRequest& request,
        const IncCollectiveAlgorithm::CompletionCallback& done,
        const std::string& layer) const;
    void StartRanks(const IncCollectiveRequest& request,
                    const IncCollectiveAlgorithm::CompletionCallback& told) const;

    std::optional<IncSetupResult> m_setup;
    mutable std::vector<std::weak_ptr<IncCollectiveOutcome>>
        m_outcomes;                  //!< outcomes that Expect() has announced
    mutable IncOwnedEvents m_starts; //!< starts ranks that are late
};

/**
 * \ingroup inc
 * \brief Set up one row's job: that of the scheme, or one on each rail of its share.
 * \param scheme what to run
 * \param setting of the row
 * \param share of the job; must outlive it
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeJob(const IncScheme& scheme,
                                           const IncJobSetting& setting,
                                           const IncJobShare& share);

/**
 * \ingroup inc
 * \brief Over hosts by any algorithm.
 * \param setting of the row, and the share of the job
 * \param algorithm what the hosts do
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeHostJob(const IncJobSetting& setting,
                                               const IncHostAlgorithm& algorithm);

/**
 * \ingroup inc
 * \brief Over the aggregation tree of the job's share.
 * \param setting of the row, and the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeInNetworkJob(const IncJobSetting& setting);

/**
 * \ingroup inc
 * \brief Over a tree of the aggregation manager, or over the hosts where it refuses.
 * \param setting of the row, and the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeManagedJob(const IncJobSetting& setting);

/**
 * \ingroup inc
 * \brief Over the trees of the network's plan.
 * \param setting of the row, and the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakePlannedJob(const IncJobSetting& setting);

} // namespace ns3

#endif // INC_SCENARIO_JOB_H
