/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_CONFIG_H
#define INC_SCENARIO_CONFIG_H

#include "inc-control-config.h"
#include "inc-ecmp-config.h"
#include "inc-flow-config.h"
#include "inc-jobs-config.h"
#include "inc-lossless-config.h"
#include "inc-plan-config.h"
#include "inc-scheme.h"
#include "inc-series-config.h"
#include "inc-stragglers.h"
#include "inc-topology-config.h"

#include "ns3/data-rate.h"
#include "ns3/inc-aggregator-selection.h"
#include "ns3/inc-attribute-error.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-execution-workload.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-ip-version.h"
#include "ns3/inc-placement.h"
#include "ns3/inc-tree-config.h"
#include "ns3/inc-types.h"
#include "ns3/inc-workload.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
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
 * Every field has the default that `inc-sim --help` shows. Parse() checks whatever it can without
 * building the network. Checks that need the network (a topology file's hosts and names) are left
 * to its builder. Refuse() and RefuseIfGiven() give these errors the form of all others.
 */
struct IncScenarioConfig
{
    /// How a switch knows what to aggregate.
    enum class Aggregation
    {
        VAT, //!< bitmaps in the packet
        TREE //!< tree id and queue pairs
    };

    /// How losses come.
    enum class LossModel
    {
        RANDOM,
        BURST
    };

    const IncProfile* profile{nullptr}; //!< profile of a published testbed, or null

    IncTopologyConfig topology;        //!< nodes and links
    IncIpVersion ip{IncIpVersion::V4}; //!< IP version under RoCEv2
    IncEcmpConfig ecmp;                //!< equal-cost paths, failing links
    IncFlowConfig flows;               //!< traffic of FLOWS
    IncLosslessConfig lossless;        //!< flow control, buffers, congestion control
    IncPlanConfig plan;                //!< what PLAN runs
    IncJobsConfig jobs;                //!< jobs that run at the same time
    IncControlConfig control;          //!< how groups come about
    IncStragglers stragglers;          //!< workers that are late

    std::optional<uint32_t> workers;              //!< all hosts if not given
    IncPlacement placement{IncPlacement::PACKED}; //!< order in which hosts become workers
    std::vector<const IncScheme*> schemes{&IncSchemes().front()}; //!< in the order of the rows
    IncCollective collective{IncCollective::ALLREDUCE};           //!< what is run
    std::vector<uint64_t> sizes{uint64_t{16} << 20};              //!< bytes as asked for
    std::string workloadFile;                                     //!< path; empty: sizes
    std::string groupsFile;              //!< path; empty: groups of the traces
    std::optional<IncWorkload> workload; //!< read from workloadFile
    /// Execution traces, read from workloadFile.
    std::shared_ptr<const IncExecutionWorkload> execution;
    IncDataType dtype{IncDataType::FLOAT32}; //!< type of the elements
    IncOperation op{IncOperation::SUM};      //!< operation, for a reduction
    bool virtualData{false};                 //!< sizes only, no values
    uint32_t rootRank{0};                    //!< rank of the root, for a collective that has one
    bool inPlace{true};                      //!< operands and results share memory
    uint32_t iterations{1};                  //!< number of measured runs
    uint32_t warmup{0};                      //!< runs before them

    Aggregation aggregation{Aggregation::VAT}; //!< how a switch knows what to aggregate
    /// Which VAT node takes a packet, with VAT.
    IncVatAddressing vatAddressing{IncVatAddressing::NEXT};
    /// Transport of in-network aggregation.
    IncAggregationTransport transport{IncAggregationTransport::UC};
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< how results travel
    bool lastHopIsHost{false};                                      //!< see IncGroupParameters
    uint32_t bitStringLength{256};                                  //!< longest BitString, bits
    uint32_t slots{256};                                            //!< per tree and switch
    IncSlotMode slotMode{IncSlotMode::SHADOW};                      //!< what a slot keeps
    uint32_t payload{1024};                                         //!< bytes of data in a frame
    IncReductionOrder reduction{IncReductionOrder::ARRIVAL};        //!< order of arithmetic
    IncAggregatorSelection aggregators; //!< which switches can aggregate
    std::string root;                   //!< name of the aggregation tree's; empty: chosen

    double loss{0};                         //!< probability per frame and link
    LossModel lossModel{LossModel::RANDOM}; //!< how frames are lost, with loss
    double duplicate{0};                    //!< probability per frame and link
    double reorder{0};                      //!< probability per frame and link
    std::optional<Time> rto;                //!< initial retransmission time; derived if not given
    uint32_t maxRetries{100};               //!< timeouts without progress of one message

    std::string repeat;     //!< shown by --help; IncExpandRepetition() replaces it
    std::string output;     //!< result file, empty: none
    std::string csv;        //!< result table as a file, empty: none
    std::string pcap;       //!< prefix of packet captures, empty: none
    std::string trace;      //!< file of events, empty: none
    std::string animation;  //!< NetAnim file, empty: none
    IncSeriesConfig series; //!< samples of everything
    bool stats{false};      //!< counters of everything
    bool check{false};      //!< check that counters agree with each other
    IncFastForwardMode fastForward{IncFastForwardMode::OFF}; //!< over rounds that repeat
    bool quiet{false};                                       //!< whether to print no table
    bool progress{false};                                    //!< on standard error

    uint32_t seed{1}; //!< as ns-3's RngSeed
    uint64_t run{1};  //!< as ns-3's RngRun

    /// Every argument with its value: the `config` of a result file.
    nlohmann::ordered_json arguments;
    /// What the user gave, as "--name=value" was typed, by the argument's name.
    std::map<std::string, std::string> given;
    /// What the user gave, by the path of each attribute that it sets.
    std::map<std::string, std::string> givenByAttribute;

    /**
     * \brief Read the arguments of inc-sim.
     *
     * Numbers, words, combinations and output folders are checked; an argument that has no effect
     * in the chosen combination, or that belongs to later work, is refused. ns-3's own arguments
     * (attributes, global values) take effect at once. Throws IncError.
     * \param arguments arguments after the program's name
     * \param help where the help is printed if it is asked for
     * \return the configuration, or nothing if help was asked for
     */
    static std::optional<IncScenarioConfig> Parse(const std::vector<std::string>& arguments,
                                                  std::ostream& help);

    /** \return whether a scheme that aggregates in the network is run */
    bool RunsInNetwork() const;

    /** \return the same, whether or not switches can speed up the collective */
    bool MayRunInNetwork() const;

    /** \return the argument because of which all runs over the hosts */
    std::string AssignmentOverHosts(const IncArgumentTable& table) const;

    /** \return whether flows are run */
    bool RunsFlows() const;

    /** \return whether a scheme other than flows is run */
    bool RunsCollectives() const;

    /** \return whether anything is sent over reliable connections */
    bool UsesRc() const;

    /**
     * \return path MTU of reliable connections, bytes: the payload, or what is next below it where
     * the network aggregates messages of another length and hosts go on without it
     */
    uint32_t GetPathMtu() const;

    /** \return number of hosts, or nothing where a topology file decides */
    std::optional<uint32_t> HostCount() const;

    /**
     * \param bytes a size as asked for
     * \param ranks number of ranks
     * \return count of the collective: whole elements of dtype in it, or in a rank's block
     */
    uint64_t CountOf(uint64_t bytes, uint32_t ranks) const;

    /**
     * \brief The initial retransmission time of reliable connections: --rto, or what waits in
     * a lossless network, where packets wait and are not lost; 0: what their windows need.
     * \param slowestLink rate of the network's slowest link, bit/s
     * \param hostsInNetwork number of them
     * \return the time
     */
    Time GetRcTimeout(uint64_t slowestLink, std::size_t hostsInNetwork) const;

    /// In a lossless network no timer of reliable connections is shorter, unless --rto is given.
    static inline const Time LEAST_PAUSED_TIMEOUT = MicroSeconds(500);

    /**
     * \return floor of the measured timeouts of reliable connections where frames are lost in a
     * lossless network: not as long as the initial one; nothing elsewhere
     */
    std::optional<Time> GetRcFloor() const;

    /** \return whether --loss or --fail takes frames, so that timers should be quick */
    bool LosesFrames() const;

    /**
     * \param name of an argument
     * \return "--name=value", or "--name" where there is no value
     */
    std::string Assignment(const std::string& name) const;

    /**
     * \brief Refuse the value of an argument for a reason found later than Parse().
     * \param name of the argument
     * \param reason what is wrong, and the accepted values
     */
    [[noreturn]] void Refuse(const std::string& name, const std::string& reason) const;

    /**
     * \brief Refuse what the user gave of attributes that contradict each other.
     * \param error of the class that met them
     */
    [[noreturn]] void Refuse(const IncAttributeError& error) const;

    /**
     * \brief Refuse arguments that turn out to have no effect.
     * \param names of arguments
     * \param why they have none; completes "has no effect with …"
     */
    void RefuseIfGiven(const std::vector<std::string>& names, const std::string& why) const;
};

} // namespace ns3

#endif // INC_SCENARIO_CONFIG_H
