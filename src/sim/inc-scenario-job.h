/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_JOB_H
#define INC_SCENARIO_JOB_H

#include "inc-job-share.h"
#include "inc-rival-windows.h"
#include "inc-scenario-config.h"
#include "inc-scenario-network.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-closed-form.h"
#include "ns3/inc-collective.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-planned-job.h"
#include "ns3/inc-result.h"
#include "ns3/inc-traffic-load.h"
#include "ns3/inc-verifier.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What the ends of a job counted.
 */
struct IncJobCounters
{
    uint64_t retransmissions{0}; //!< packets and messages sent again
    uint64_t timeouts{0};        //!< expired retransmission timers
    uint64_t duplicates{0};      //!< packets and messages recognised as repeated
    uint32_t slotPeak{0};        //!< most slots in use at once on a switch
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
 * \brief One row's job: the algorithm of a scheme, set up on the network, and what is known of it.
 *
 * Ends with the row, so that no row has an influence on the next.
 */
class IncScenarioJob
{
  public:
    /**
     * \brief Set up queue pairs, trees and clients.
     * \param config of the scenario
     * \param network to run on
     * \param scheme what to run
     * \param share what it has of the network; must outlive the job
     * \param number of the row: its epoch
     */
    IncScenarioJob(const IncScenarioConfig& config,
                   IncScenarioNetwork& network,
                   IncScenarioConfig::Scheme scheme,
                   const IncJobShare& share,
                   uint16_t number);
    ~IncScenarioJob();

    IncScenarioJob(const IncScenarioJob&) = delete;
    IncScenarioJob& operator=(const IncScenarioJob&) = delete;

    /**
     * \brief Say in a row what is in effect: slots, root and tree.
     * \param row where to
     */
    void Describe(IncResultRow& row) const;

    /** \return the algorithm, ready to start */
    Ptr<IncCollectiveAlgorithm> GetAlgorithm() const
    {
        return m_algorithm;
    }

    /** \return what looks for deadlocks of PFC in the network, or nullptr */
    Ptr<IncPfcWatchdog> GetWatchdog() const
    {
        return m_network.GetFabric().GetWatchdog();
    }

    /** \return the closed form of behaviour for this job, GB/s; nothing where there is none */
    std::optional<double> GetBound() const
    {
        return m_bound;
    }

    /**
     * \brief Add what a message of a job in the network puts on the links.
     * \param load to add to
     */
    void AddLoad(IncTrafficLoad& load) const;

    /** \return name of the tree's root or of the parameter server; empty where there is neither */
    std::string GetRootName() const;

    /**
     * \brief Tell a verifier in which order this job reduces.
     * \param verifier of a result
     */
    void Describe(IncVerifier& verifier) const;

    /** \return what was counted since the job was set up */
    IncJobCounters GetCounters() const;

  private:
    void SetUpInNetwork(uint16_t number);
    void SetUpPlan(uint16_t number);
    IncGroupOptions MakeOptions(uint16_t number) const;
    IncGroupHelper MakeHelper() const;
    /// The groups of this job.
    std::vector<const IncGroup*> GetGroups() const;
    static void AddCounters(const IncGroup& group, IncJobCounters& counters);
    void SetUpRing();
    void SetUpParameterServer();
    IncRivalWindows MakeWindows() const;
    Time RoundTrip() const;
    IncJobCounters CountQueuePairs() const;

    const IncScenarioConfig& m_config;        //!< of the scenario
    IncScenarioNetwork& m_network;            //!< to run on
    const IncJobShare& m_share;               //!< what it has of the network
    Ptr<IncCollectiveAlgorithm> m_algorithm;  //!< what runs
    std::unique_ptr<IncPlannedJob> m_planned; //!< of a plan
    std::optional<IncAggregationTree> m_tree; //!< in the network
    IncGroup m_group;                         //!< in the network
    std::optional<double> m_bound;            //!< GB/s
};

} // namespace ns3

#endif // INC_SCENARIO_JOB_H
