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
enum class IncInServer : uint8_t;

/** \ingroup inc \brief Counters of a job, summed over its hosts and switches. */
struct IncJobCounters
{
    uint64_t retransmissions{0};  //!< packets and messages that were sent again
    uint64_t timeouts{0};         //!< expired retransmission timers
    uint64_t duplicates{0};       //!< arrivals that were recognised as repeated
    uint32_t slotPeak{0};         //!< most slots in use at once on a switch
    uint32_t clientSlotPeak{0};   //!< most messages of a worker in flight at once
    IncCellCounters cells;        //!< use of shared cells (slots)
    IncQuantizationErrors errors; //!< errors of quantised sums

    /** \brief Add the counters of another job; for peaks keep the larger value. */
    IncJobCounters& operator+=(const IncJobCounters& other);
};

/** \return the overhead H of the closed forms (doc/inc-closed-forms.rst), that of a packet in the
 * middle of an RC message: bytes on the wire besides the payload, with preamble and gap */
uint32_t IncRcOverhead(uint32_t payload, IncIpVersion ip);

/** \ingroup inc \brief A job's share of the network, and the settings of all jobs of a row. */
struct IncJobSetting
{
    IncSimNetwork& network; //!< network to run on
    IncRunObservers& observers;
    const IncSimArguments& arguments;
    const IncArgumentTable& table;       //!< arguments of the user; errors name them
    const IncTransportConfig& transport; //!< frames and timers
    const IncJobShare* share;            //!< share of the job; null in the setting of a row
    IncCollectiveConfig call;            //!< collective to run
    /// Options of the groups of all jobs; the share of a job adds more options.
    IncGroupOptions group;

    /** \return the hosts of the job's workers, by rank */
    NodeContainer GetWorkers() const;
};

/**
 * \ingroup inc
 * \brief A job of one row: runs collectives by a scheme, on the hosts and switches of its share.
 *
 * A scheme gives the job an algorithm, or derives a class whose constructor sets up `m_algorithm`
 * (and a group, if switches aggregate). The job starts collectives of this algorithm. An
 * IncCollectiveOutcome tells when a collective is over. The job knows the bound, the counters and
 * the ranks that are gone. It never runs the simulation for a collective; its owner does. A job
 * ends with its row, so that no row influences the next row.
 */
class IncScenarioJob
{
  public:
    /** \brief Make a job, whose algorithm a derived class may set later. The job's share of the
     * network must outlive the job. */
    explicit IncScenarioJob(const IncJobSetting& setting,
                            Ptr<IncCollectiveAlgorithm> algorithm = nullptr);
    virtual ~IncScenarioJob();

    IncScenarioJob(const IncScenarioJob&) = delete;
    IncScenarioJob& operator=(const IncScenarioJob&) = delete;

    /** \brief Enter the job's slots, root and tree into a result row. */
    virtual void Describe(IncResultRow& row) const;

    const IncJobSetting& GetSetting() const
    {
        return m_setting;
    }

    /** \brief Make the request and the elements of a collective, which may differ from the row's.
     * The elements depend on `number`, the number of the collective in the run. */
    std::shared_ptr<IncScenarioData> MakeData(const IncCollectiveConfig& call,
                                              uint64_t count,
                                              uint64_t number) const;

    /** \return number of wrong elements at all ranks except `gone`; nothing with virtual data */
    std::optional<uint64_t> CountWrong(const IncScenarioData& data,
                                       const std::set<uint32_t>& gone) const;

    /** \return the algorithm, ready to start */
    Ptr<IncCollectiveAlgorithm> GetAlgorithm() const
    {
        return m_algorithm;
    }

    /** \brief Make the outcome of a collective that the caller will start. */
    std::shared_ptr<IncCollectiveOutcome> Expect(std::shared_ptr<IncScenarioData> data,
                                                 IncCollectiveOutcome::Settled settled) const;

    /** \brief Start a collective on each rank: now, or later if the rank is late. `layer` names the
     * workload's layer in the timeline. `isFollowed`: another collective starts before counters are
     * read. */
    std::shared_ptr<IncCollectiveOutcome> Start(std::shared_ptr<IncScenarioData> data,
                                                IncCollectiveOutcome::Settled settled,
                                                const std::string& layer = "",
                                                bool isFollowed = false) const;

    /** \brief Return, by a closed form, the bound: the algorithm bandwidth, GB/s, that no run can
     * exceed; nothing without a closed form. `count` is that of a request; 0: so many elements that
     * latencies do not matter. */
    virtual std::optional<double> GetBound(IncCollective collective, uint64_t count) const
    {
        return std::nullopt;
    }

    /** \brief Add to the load of the links what one message of an in-network job sends. */
    virtual void AddLoad(IncTrafficLoad& load, uint64_t count) const
    {
        // Jobs of host algorithms add no load: their closed forms include the links.
    }

    /** \brief Note that counters from now on tell how many frames a message takes. */
    virtual void StartMeasuring()
    {
        // Only jobs that share cells need earlier values of counters.
    }

    /** \return name of the tree's root or of the parameter server; the names of all parts, or empty
     * without them */
    virtual std::string GetRootName() const;

    /** \return groups of clients and switches that the job uses */
    virtual std::vector<const IncGroup*> GetGroups() const
    {
        return {};
    }

    /** \brief Tell the verifier of results in which order this job reduces. */
    virtual void Describe(IncVerifier& verifier) const
    {
        // By default the verifier accepts any order of reduction.
    }

    /** \return counters since the job was set up */
    virtual IncJobCounters GetCounters() const;

    /** \return outcome of the set-up, with gone ranks; nothing if the scheme cannot change */
    virtual std::optional<IncSetupResult> GetSetup() const;

    /** \return ranks that died or left, or without which other ranks go on; no rank comes back */
    virtual std::set<uint32_t> GetGone() const;

    /** \return whether the other ranks can go on after a rank is gone */
    virtual bool CanLoseRanks() const
    {
        return false;
    }

    /** \return whether all links of the rank's host are down now */
    bool IsCutOff(uint32_t rank) const;

    /** \return sets of ranks without which other ranks went on: a larger set each time */
    virtual std::vector<std::set<uint32_t>> GetAbsent() const
    {
        return {};
    }

    /** \brief Let integers carry the elements, by the quantizer of the setting. */
    void Quantize();

    /** \return errors of all quantised sums that were verified */
    const IncQuantizationErrors& GetErrors() const
    {
        return m_errors;
    }

    void SetSetup(const IncSetupResult& setup)
    {
        m_setup = setup;
    }

  protected:
    /** \brief Update the outcomes of running collectives, because ranks may have gone. */
    void UpdateOutcomes() const;

    /** \brief Let fast-forward skip recurring rounds of the algorithm, until the job ends. */
    void WatchRounds() const;

    /** \return closed forms for the job's workers, with reliable connections and this link rate */
    IncClosedForm FormOf(DataRate rate) const;

    /** \return rate of all links of the slowest host together, divided by the number of rails */
    DataRate GetSlowestRate(const std::vector<uint32_t>& hosts) const;

    /** \return seconds from sending a full frame to its acknowledgement, without other traffic */
    double GetRoundTrip(uint32_t from, uint32_t to) const;

    /** \brief Return the bound of a host algorithm, GB/s, from its busiest link and its critical
     * path; nothing: there is none. A rank passes on slices of `sliceBytes`; 0: of one element. */
    std::optional<double> GetHostBound(const IncHostAlgorithm& host,
                                       IncCollective collective,
                                       uint64_t count,
                                       uint32_t sliceBytes = 0) const;

    const IncJobSetting m_setting;
    IncSimNetwork& m_network;
    IncRunObservers& m_observers;
    const IncJobShare& m_share;
    Ptr<IncCollectiveAlgorithm> m_algorithm;
    std::vector<std::unique_ptr<IncScenarioJob>> m_parts; //!< jobs on the rails of a divided job

  private:
    /// Add the parts of a rank's collective, which has ended, to the timeline.
    virtual void ShowParts(uint32_t rank) const
    {
    }

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
        m_outcomes;                  //!< outcomes that Expect() returned
    mutable IncOwnedEvents m_starts; //!< events that start late ranks
};

/** \brief Set up a job of a scheme. If its share has several rails, set up a job on each rail. */
std::unique_ptr<IncScenarioJob> IncMakeJob(const IncScheme& scheme,
                                           const IncJobSetting& setting,
                                           const IncJobShare& share);

std::unique_ptr<IncScenarioJob> IncMakeHostJob(const IncJobSetting& setting,
                                               const IncHostAlgorithm& algorithm);

/**
 * \brief Set up a job over servers of several GPUs.
 * \param setting setting of the job, whose share has a part for each rail with a tree
 * \param scheme name of the scheme between servers
 * \param inServer part inside servers; nothing: chosen
 */
std::unique_ptr<IncScenarioJob> IncMakeServerJob(const IncJobSetting& setting,
                                                 const std::string& scheme,
                                                 std::optional<IncInServer> inServer);

/** \brief Set up a job that aggregates in the tree of its share. */
std::unique_ptr<IncScenarioJob> IncMakeInNetworkJob(const IncJobSetting& setting);

/** \brief Set up a job whose group is set up by the aggregation manager. If the manager refuses
 * the group, hosts run the collectives (see IncControlConfig::fails). */
std::unique_ptr<IncScenarioJob> IncMakeManagedJob(const IncJobSetting& setting);

/** \brief Set up a job that aggregates in the trees of a plan (--topology=plan:PATH). */
std::unique_ptr<IncScenarioJob> IncMakePlannedJob(const IncJobSetting& setting);

} // namespace ns3

#endif // INC_SCENARIO_JOB_H
