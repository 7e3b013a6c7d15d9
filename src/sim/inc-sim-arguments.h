/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIM_ARGUMENTS_H
#define INC_SIM_ARGUMENTS_H

#include "inc-aggregation-config.h"
#include "inc-collective-config.h"
#include "inc-congestion-config.h"
#include "inc-control-config.h"
#include "inc-ecmp-config.h"
#include "inc-flow-config.h"
#include "inc-jobs-config.h"
#include "inc-output-config.h"
#include "inc-plan-config.h"
#include "inc-topology-config.h"
#include "inc-transport-config.h"

#include "ns3/inc-argument-table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

struct IncProfile;

/**
 * \ingroup inc
 * \brief The arguments of inc-sim, parsed and checked. They describe one simulation.
 *
 * Parse() checks all that it can check without the network. Classes that build the network check
 * the rest, such as names of hosts in a topology file, and refuse arguments by `table`.
 */
class IncSimArguments
{
  public:
    IncTopologyConfig topology;       //!< nodes and links
    IncTransportConfig transport;     //!< frames and timers
    IncEcmpConfig ecmp;               //!< equal-cost paths, failures of links
    IncFaultConfig faults;            //!< losses and late workers
    IncFlowConfig flows;              //!< traffic of --scheme=flows
    IncPfcConfig pfc;                 //!< flow control, buffers
    IncCongestionConfig congestion;   //!< ECN marks and congestion control
    IncPlanConfig plan;               //!< plan to run, if there is one
    IncJobsConfig jobs;               //!< workers and simultaneous jobs
    IncControlConfig control;         //!< set-up of groups
    IncAggregationConfig aggregation; //!< aggregation in the network
    IncCollectiveConfig call;         //!< collective of all rows
    IncRowsConfig rows;               //!< schemes, sizes, workload
    IncOutputConfig output;           //!< result files and observation
    uint32_t seed{1};                 //!< ns-3's RngSeed
    uint64_t run{1};                  //!< ns-3's RngRun
    IncArgumentTable table;           //!< all arguments, with the values that the user gave
    /// Largest number of processes that run rows; nothing: what cores and memory allow.
    std::optional<uint32_t> processes;

    /**
     * \brief Read the arguments after the program's name; throws IncError for a refused argument.
     *
     * Numbers, words, combinations and output folders are checked. An argument that has no effect
     * together with the other arguments is refused. ns-3's own arguments (attributes, global
     * values) take effect at once.
     * \return the arguments; null if the user asks for help, which is then written
     */
    static std::unique_ptr<const IncSimArguments> Parse(const std::vector<std::string>& arguments,
                                                        std::ostream& help,
                                                        const std::string& program = "inc-sim");

    IncSimArguments(const IncSimArguments&) = delete;
    IncSimArguments& operator=(const IncSimArguments&) = delete;

    /** \return whether a scheme aggregates the collective in the network */
    bool RunsInNetwork() const;

    /** \return whether the run uses reliable connections between hosts */
    bool HasHostTraffic() const;

    /** \return whether the run uses any reliable connections */
    bool UsesRc() const
    {
        return HasHostTraffic() || aggregation.transport == IncAggregationTransport::RC;
    }

    /** \return whether frames may be lost by --loss or --fail */
    bool LosesFrames() const
    {
        return faults.loss > 0 || !ecmp.failures.empty();
    }

    /** \return lower limit of measured timeouts of reliable connections, if a network with PFC
     * loses frames; at most the initial timeout. Otherwise nothing */
    std::optional<Time> GetRcFloor() const;

  private:
    explicit IncSimArguments(const std::string& program);

    void AddFirstPage();
    /// Read files, and refuse arguments that are impossible or without effect.
    void Check();
    /// Enter values of arguments that the user did not give and that other arguments determine.
    void Decide();
    void CheckHosts() const;
    void CheckServers();
    void CheckPlan();
    void CheckPlannedCollective();
    void CheckRails();
    void CheckScheme() const;
    void CheckPool();
    void CheckWire();
    void CheckCollective() const;
    void CheckFlows();
    void CheckSizes() const;
    void CheckWorkload();
    void CheckControl();
    std::string AssignmentOverHosts() const;

    const IncProfile* m_profile{nullptr}; //!< profile of a published testbed, or null
};

} // namespace ns3

#endif // INC_SIM_ARGUMENTS_H
