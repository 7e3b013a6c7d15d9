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
#include "inc-pfc-config.h"
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
 * \brief One simulation as the user asked for it: the arguments of inc-sim, checked.
 *
 * Each part has the defaults that `inc-sim --help` shows, and the classes of a run get the parts
 * that they need. Parse() checks whatever it can without building the network. Checks that need the
 * network, such as a topology file's hosts and names, are left to its builder, and refuse by the
 * same table.
 */
class IncSimArguments
{
  public:
    IncTopologyConfig topology;       //!< nodes and links
    IncTransportConfig transport;     //!< frames and timers
    IncEcmpConfig ecmp;               //!< equal-cost paths, failing links
    IncFaultConfig faults;            //!< losses, late workers
    IncFlowConfig flows;              //!< traffic of --scheme=flows
    IncPfcConfig pfc;                 //!< flow control, buffers
    IncCongestionConfig congestion;   //!< marks, congestion control
    IncPlanConfig plan;               //!< plan that is run, if any
    IncJobsConfig jobs;               //!< workers, and jobs that run at the same time
    IncControlConfig control;         //!< how groups come about
    IncAggregationConfig aggregation; //!< aggregation in the network
    IncCollectiveConfig call;         //!< collective of all rows
    IncRowsConfig rows;               //!< schemes, sizes, workload
    IncOutputConfig output;           //!< where results go
    uint32_t seed{1};                 //!< as ns-3's RngSeed
    uint64_t run{1};                  //!< as ns-3's RngRun
    IncArgumentTable table;           //!< all arguments, and what the user gave

    /**
     * \brief Read the arguments of inc-sim.
     *
     * Numbers, words, combinations and output folders are checked; an argument that has no effect
     * in the chosen combination, or that belongs to later work, is refused. ns-3's own arguments
     * (attributes, global values) take effect at once. Throws IncError.
     * \param arguments arguments after the program's name
     * \param help where the help is printed if it is asked for
     * \param program name of the program, for the help
     * \return the arguments, or null if help was asked for
     */
    static std::unique_ptr<const IncSimArguments> Parse(const std::vector<std::string>& arguments,
                                                        std::ostream& help,
                                                        const std::string& program = "inc-sim");

    IncSimArguments(const IncSimArguments&) = delete;
    IncSimArguments& operator=(const IncSimArguments&) = delete;

    /** \return whether a scheme that aggregates in the network is run */
    bool RunsInNetwork() const;

    /** \return whether hosts send to hosts over reliable connections */
    bool HasHostTraffic() const;

    /** \return whether anything is sent over reliable connections */
    bool UsesRc() const;

    /** \return whether --loss or --fail takes frames, so that timers should be quick */
    bool LosesFrames() const;

    /**
     * \return floor of the measured timeouts of reliable connections where frames are lost in a
     * lossless network: not as long as the initial one; nothing elsewhere
     */
    std::optional<Time> GetRcFloor() const;

  private:
    explicit IncSimArguments(const std::string& program);

    /// Add what the first page of the help shows, and what people type from habit.
    void AddFirstPage();
    /// Read files, and refuse what has no effect or is impossible.
    void Check();
    /// Say what is in effect where the user gave nothing and other arguments decide.
    void Decide();
    void CheckHosts() const;
    void CheckPlan();
    void CheckPlannedCollective();
    void CheckRails();
    void CheckScheme() const;
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
