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
 * \brief Counters of a job at its hosts and switches.
 */
struct IncJobCounters
{
    uint64_t retransmissions{0};  //!< packets and messages sent again
    uint64_t timeouts{0};         //!< expired retransmission timers
    uint64_t duplicates{0};       //!< packets and messages recognised as repeated
    uint32_t slotPeak{0};         //!< most slots in use at once on a switch
    uint32_t clientSlotPeak{0};   //!< most messages of a worker in flight at once
    IncCellCounters cells;        //!< use of shared slots
    IncQuantizationErrors errors; //!< errors of quantised sums

    /**
     * \brief Add the counters of another job; of peaks keep the larger one.
     * \param other counters of the other job
     * \return this
     */
    IncJobCounters& operator+=(const IncJobCounters& other);
};

/**
 * \ingroup inc
 * \brief Return the overhead H of the closed forms (doc/inc-closed-forms.rst) for a packet in the
 * middle of an RC message, the most frequent packet.
 * \param payload payload of the packet, bytes
 * \param ip version of the Internet protocol
 * \return bytes on the wire besides the payload, preamble and gap included
 */
uint32_t IncRcOverhead(uint32_t payload, IncIpVersion ip);

/**
 * \ingroup inc
 * \brief Setting of a job: its share of the network, and all that the jobs of a row have in common.
 */
struct IncJobSetting
{
    IncSimNetwork& network;                  //!< network to run on
    IncRunObservers& observers;              //!< observers of the run
    const IncArgumentTable& table;           //!< arguments of the user, for errors
    const IncTransportConfig& transport;     //!< frames and timers
    const IncFaultConfig& faults;            //!< late workers
    const IncAggregationConfig& aggregation; //!< aggregation in the network
    const IncPlanConfig& plan;               //!< plan to run, if there is one
    const IncJobShare* share;                //!< share of one job; null: not yet chosen
    IncCollectiveConfig call;                //!< collective to run
    /// Options that the groups of all jobs have in common; each share adds its own.
    IncGroupOptions group;
    uint64_t seed{0}; //!< seed of the elements
    uint64_t run{0};  //!< run number, part of the elements' seed
};

/**
 * \ingroup inc
 * \brief A job of one row: the algorithm of a scheme, set up on the hosts and switches of a share.
 *
 * A scheme derives a class from this one. The constructor sets up `m_algorithm` (and, with
 * aggregation, the group). The job starts collectives on it and says when they are over, as an
 * IncCollectiveOutcome. It knows the bound, the counters and the ranks that are gone. It never
 * runs the simulation for a collective: its owner does. A job ends with its row, so that no row
 * influences the next.
 */
class IncScenarioJob
{
  public:
    /** \param setting setting with the share of the job, which must outlive the job */
    explicit IncScenarioJob(const IncJobSetting& setting);
    virtual ~IncScenarioJob();

    IncScenarioJob(const IncScenarioJob&) = delete;
    IncScenarioJob& operator=(const IncScenarioJob&) = delete;

    /** \brief Fill in the slots, root and tree of a row. */
    virtual void Describe(IncResultRow& row) const;

    /** \return setting of the job */
    const IncJobSetting& GetSetting() const
    {
        return m_setting;
    }

    /**
     * \brief Make the request and the elements of a collective.
     * \param call collective and type of the elements; may differ from those of the row
     * \param count count of the request
     * \param number number of the collective in the run; each number has its own elements
     * \return request and elements
     */
    std::shared_ptr<IncScenarioData> MakeData(const IncCollectiveConfig& call,
                                              uint64_t count,
                                              uint64_t number) const;

    /**
     * \brief Count the wrong elements at all ranks that are not gone.
     * \param data elements of a collective that has run
     * \param gone ranks that are gone, see GetGone()
     * \return their number; nothing with virtual data
     */
    std::optional<uint64_t> CountWrong(const IncScenarioData& data,
                                       const std::set<uint32_t>& gone) const;

    /** \return the algorithm, ready to start */
    Ptr<IncCollectiveAlgorithm> GetAlgorithm() const
    {
        return m_algorithm;
    }

    /**
     * \brief Expect a collective, which the caller starts.
     * \param data request and elements
     * \param settled called once for each rank
     * \return outcome of the collective
     */
    std::shared_ptr<IncCollectiveOutcome> Expect(std::shared_ptr<IncScenarioData> data,
                                                 IncCollectiveOutcome::Settled settled) const;

    /**
     * \brief Start a collective on each rank: now, or later if the rank is late.
     * \param data request and elements
     * \param settled called once for each rank
     * \param layer name of a workload's layer, for the timeline; or empty
     * \param isFollowed whether another collective follows before counters are read
     * \return outcome of the collective
     */
    std::shared_ptr<IncCollectiveOutcome> Start(std::shared_ptr<IncScenarioData> data,
                                                IncCollectiveOutcome::Settled settled,
                                                const std::string& layer = "",
                                                bool isFollowed = false) const;

    /**
     * \brief Return the bound of a collective: the algbw that no run can exceed, by a closed form.
     * \param collective collective of the job
     * \param count elements, as in a request; 0: so many that latencies do not matter
     * \return the bound, GB/s; nothing if there is no closed form
     */
    virtual std::optional<double> GetBound(IncCollective collective, uint64_t count) const = 0;

    /**
     * \brief Add the load of one message of an in-network job to the links.
     * \param load load of all jobs
     * \param count elements, as in GetBound()
     */
    virtual void AddLoad(IncTrafficLoad& load, uint64_t count) const;

    /** \return name of the tree's root or of the parameter server; empty: there is neither */
    virtual std::string GetRootName() const;

    /** \brief Tell the verifier of a result the order in which this job reduces. */
    virtual void Describe(IncVerifier& verifier) const;

    /** \return counters since the job was set up */
    virtual IncJobCounters GetCounters() const;

    /** \return outcome of the set-up, with gone ranks; nothing: the scheme never changes */
    virtual std::optional<IncSetupResult> GetSetup() const;

    /** \return ranks that died or left, or without which the others go on; none comes back */
    virtual std::set<uint32_t> GetGone() const;

    /** \return whether the remaining ranks can go on without one that is gone */
    virtual bool CanLoseRanks() const
    {
        return false;
    }

    /** \return whether all links of the rank's host are down at present */
    bool IsCutOff(uint32_t rank) const;

    /** \return growing sets of ranks without which the others went on, one set for each time */
    virtual std::vector<std::set<uint32_t>> GetAbsent() const
    {
        return {};
    }

    /**
     * \brief Let integers carry the elements, by the quantizer of the setting.
     * \param scheme name of the scheme, for a refusal
     */
    void Quantize(const std::string& scheme);

    /** \return errors of all quantised sums that were verified */
    const IncQuantizationErrors& GetErrors() const
    {
        return m_errors;
    }

    /** \param setup outcome of the set-up, for GetSetup() */
    void SetSetup(const IncSetupResult& setup)
    {
        m_setup = setup;
    }

  protected:
    /** \return the workers' hosts, by rank */
    NodeContainer GetWorkers() const;

    /** \brief Check the outcomes of present collectives again, because ranks may have gone. */
    void UpdateOutcomes() const;

    /** \brief Let the fast-forward skip rounds of the algorithm, until the job ends. */
    void WatchRounds() const;

    /**
     * \param rate rate of a link
     * \return closed forms of the job's workers, with reliable connections over such a link
     */
    IncClosedForm FormOf(DataRate rate) const;

    /**
     * \param hosts node indices
     * \return rate of the slowest host's links together, divided by the number of rails
     */
    DataRate GetSlowestRate(const std::vector<uint32_t>& hosts) const;

    /**
     * \param from node index of a host
     * \param to node index of another host
     * \return time from a full frame to its acknowledgement without other traffic, seconds
     */
    double GetRoundTrip(uint32_t from, uint32_t to) const;

    /**
     * \brief Return the bound of an algorithm over hosts: what its busiest link carries, and its
     * critical path.
     * \param host the algorithm
     * \param collective collective that it runs
     * \param count see GetBound()
     * \param sliceBytes bytes that a rank receives before it sends them on; 0: one element
     * \return bound in GB/s; nothing if there is none
     */
    std::optional<double> GetHostBound(const IncHostAlgorithm& host,
                                       IncCollective collective,
                                       uint64_t count,
                                       uint32_t sliceBytes = 0) const;

    const IncJobSetting m_setting;           //!< setting of the job
    IncSimNetwork& m_network;                //!< network of the run
    IncRunObservers& m_observers;            //!< observers of the run
    const IncJobShare& m_share;              //!< job's share of the network
    Ptr<IncCollectiveAlgorithm> m_algorithm; //!< algorithm that runs the collectives

  private:
    Time LateBy(uint32_t rank) const;
    IncCollectiveAlgorithm::CompletionCallback Show(
        const IncCollectiveRequest& request,
        const IncCollectiveAlgorithm::CompletionCallback& done,
        const std::string& layer) const;
    void StartRanks(const IncCollectiveRequest& request,
                    const IncCollectiveAlgorithm::CompletionCallback& told) const;

    std::optional<IncSetupResult> m_setup;
    mutable IncQuantizationErrors m_errors; //!< value of GetErrors()
    mutable std::vector<std::weak_ptr<IncCollectiveOutcome>>
        m_outcomes;                  //!< outcomes that Expect() has returned
    mutable IncOwnedEvents m_starts; //!< starts ranks that are late
};

/**
 * \ingroup inc
 * \brief Set up a job of a scheme; if its share has several rails, one job on each rail.
 * \param scheme scheme to run
 * \param setting setting of the row
 * \param share share of the job; must outlive the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeJob(const IncScheme& scheme,
                                           const IncJobSetting& setting,
                                           const IncJobShare& share);

/**
 * \ingroup inc
 * \brief Set up a job of a host algorithm.
 * \param setting setting with the share of the job
 * \param algorithm host algorithm
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeHostJob(const IncJobSetting& setting,
                                               const IncHostAlgorithm& algorithm);

/**
 * \ingroup inc
 * \brief Set up a job that aggregates in the tree of its share.
 * \param setting setting with the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeInNetworkJob(const IncJobSetting& setting);

/**
 * \ingroup inc
 * \brief Set up a job with a group of the aggregation manager; if the manager refuses, hosts run
 * the collectives (see IncControlConfig::fails).
 * \param setting setting with the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeManagedJob(const IncJobSetting& setting);

/**
 * \ingroup inc
 * \brief Set up a job that aggregates in the trees of the plan.
 * \param setting setting with the share of the job
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakePlannedJob(const IncJobSetting& setting);

} // namespace ns3

#endif // INC_SCENARIO_JOB_H
